/**
 * The walk: every screen, panel, dialog and menu in a real browser, by keyboard, in both languages, at 1280, 768 and
 * 320 px, in all themes (web.md 7, 13). `npm test` changes the appearance from stop to stop. `npm run chaos -- --suites`
 * visits all stops at each width, and inspects each place in every theme. `WALK_PICTURES=<folder>` takes screenshots.
 */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { expectAccessible, openSite, sideScrollFindings, untilOnline, type Site } from './harness.js';
import { rounds } from '../helpers/rounds.js';
import { readSources } from '../house/tree.js';
import { readHandles, type Handle } from './handles.js';
import { createWalk, type Appearance, type Walk } from './walking.js';
import { seedWalk, type Seeds } from './walkseeds.js';
import { stops } from './walkstops.js';

const widths = [1280, 768, 320];
const languages = ['en', 'zh-CN'] as const;
const themes = ['light', 'dark', 'contrast'] as const;
const appearances: Appearance[] = widths.flatMap((width) =>
  languages.flatMap((language) => themes.map((theme) => ({ width, language, theme }))),
);

/** The other themes at the same width, one of them in the other language. */
function otherAppearances({ width, theme, language }: Appearance): Appearance[] {
  const rest = themes.filter((each) => each !== theme);
  return rest.map((each, at) => ({
    width,
    theme: each,
    language: at === 0 ? language : language === 'en' ? 'zh-CN' : 'en',
  }));
}

/** Handles of states that no browser suite produces; `words.test.ts` finds them in the sources. */
const onlyInSources = [
  '[bypass-warning]',
  'button "Try now"',
  'combobox "Effort"',
  'button "Thinking, <duration>"',
  'button "Open agent <id>"',
  '[retry]',
  'link "Set up models"',
  'button "Show as image"',
  '[drop-target]',
  '"Move down"',
  '[edited-mark]',
  'switch "Give files back"',
  'button "Stop agent"',
  '"Move to background"',
  '"Restart <name>"',
  'search "Find in session"',
  '"Next hit"',
  '"Previous hit"',
  '[device-code]',
  'link "Open the login page"',
  'button "Log out"',
  'table "Providers"',
  'table "Tool servers"',
  '"Authorize <name>"',
  '"Forget login of <name>"',
  'table "Rules"',
  'button "Test a call"',
  'button "Connect a phone"',
  'button "Copy details"',
  'button "Copy JSON"',
  'button "Open export…"',
];

let site: Site;
let seeds: Seeds;
let walk: Walk;
let inspectsAllAppearances = false;

beforeAll(async () => {
  site = await openSite();
  seeds = await seedWalk(site);
  const page = await site.open('/', { token: null });
  walk = createWalk(page, (now) => (inspectsAllAppearances ? otherAppearances(now) : []));
}, 120_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

/** Visits the stops from `from` up to `to`; continues after a failure, so that one run reports all of them. */
async function visitStops(appearanceOf: (stop: number) => Appearance, from = 0, to = stops.length): Promise<void> {
  const failures: string[] = [];
  for (const [at, stop] of stops.entries()) {
    if (at < from || at >= to) continue;
    await walk.applyAppearance(appearanceOf(at));
    try {
      await stop.visit(walk, seeds);
    } catch (error) {
      const { width, theme, language } = walk.now;
      failures.push(`${stop.name} at ${width}, ${theme}, ${language}: ${String(error)}`);
      await walk.takePicture(`failed ${stop.name}`);
      await walk.page.goto(`${site.daemon.baseUrl}/`);
    }
  }
  expect([...failures, ...walk.takeFindings()]).toEqual([]);
}

test('the token is typed', async () => {
  await walk.page.getByRole('heading', { name: 'Access token needed' }).waitFor();
  for (const appearance of [appearances[0], appearances.at(-2)]) {
    if (appearance) await walk.applyAppearance(appearance);
    await walk.inspect('token');
  }
  await walk.type('textbox', 'Access token or link', site.daemon.token);
  await walk.page.keyboard.press('Enter');
  await walk.page.waitForSelector('html[data-connection=online]');
});

test('every place is reached with keys alone, and nothing is wrong with it', async () => {
  // in steps of 5 through the 18 appearances, consecutive stops differ in width, theme and language
  await visitStops(
    (stop) => appearances[(stop * 5) % appearances.length] ?? { width: 1280, language: 'en', theme: 'light' },
  );
}, 360_000);

test('forced colours, a zoom of 400 % and reduced motion', async () => {
  const { page } = walk;
  for (const path of ['/', `/sessions/${seeds.ids.get('Write two changes')}`, '/settings/permissions', '/inbox']) {
    // 1280 by 800 pixels at a zoom of 400 %
    await page.setViewportSize({ width: 320, height: 200 });
    await page.goto(`${site.daemon.baseUrl}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(() => document.querySelector('.skeleton') === null);
    expect(await sideScrollFindings(page)).toEqual([]);
    await page.emulateMedia({ forcedColors: 'active' });
    await expectAccessible(page);
    expect(await page.evaluate(readHidden)).toEqual([]);
    await page.emulateMedia({ forcedColors: 'none' });
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  }
  await page.goto(`${site.daemon.baseUrl}/sessions/${seeds.ids.get('Write two changes')}`);
  const box = page.getByRole('textbox', { name: walk.localized('Message') });
  for (const each of [page.getByTestId('approval').getByRole('button').first(), box]) {
    await each.focus();
    await each.scrollIntoViewIfNeeded();
    expect(await each.evaluate(isInView)).toBe(true);
  }
});

/** Whether nothing covers the top center of an element. */
function isInView(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const seen = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 8));
  return seen !== null && (element.contains(seen) || seen.contains(element));
}

/** Returns controls that are invisible because text, border and background have the same color. */
function readHidden(): string[] {
  const controls = document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, [role=tab]');
  return [...controls].flatMap((control) => {
    if (control.offsetParent === null || control.closest('.unseen') || control.className === 'skip') return [];
    const { color, backgroundColor, borderTopColor } = getComputedStyle(control);
    const isSeen = color !== backgroundColor || borderTopColor !== backgroundColor;
    return isSeen ? [] : [control.outerHTML.slice(0, 120)];
  });
}

test('every handle of the contract is met, here or in another suite', () => {
  const suites = readSources(['tests/web-page', 'tests/web-vis'], ['.test.ts'])
    .map(({ text }) => text)
    .join('\n');
  const isSeen = ({ id, role, name, text }: Handle): boolean => {
    if (id !== undefined) return walk.seenHandles.has(text) || suites.includes(`'${id}'`) || suites.includes(`=${id}]`);
    const isNamed = [...walk.seenHandles].some((each) => {
      const [, hasRole = '', hasName = ''] = /^(\S+) "([^]*)"$/.exec(each) ?? [];
      return (role === undefined || role === hasRole) && name?.fits.test(hasName);
    });
    // a suite contains the words before the first placeholder, in a string or a regular expression
    const [words = ''] = /"([^"<[]+)/.exec(text)?.slice(1) ?? [];
    return isNamed || suites.includes(words.trim());
  };
  const unseen = readHandles().filter((handle) => !isSeen(handle));
  expect(unseen.map(({ text }) => text).filter((text) => !onlyInSources.includes(text))).toEqual([]);
});

/** Index of the first stop of each part of the whole walk: one that can be visited from any screen. */
const partStarts = Array.from({ length: 4 }, (_, part) =>
  stops.findIndex(({ fromAnywhere }, at) => fromAnywhere && at >= (part * stops.length) / 4),
);

for (const width of widths.slice(0, rounds(0, widths.length)))
  for (const [part, from] of partStarts.entries())
    test(`the whole walk at ${width} px, part ${part + 1}`, async () => {
      inspectsAllAppearances = true;
      await walk.page.goto(`${site.daemon.baseUrl}/inbox#token=${site.daemon.token}`);
      await untilOnline(walk.page);
      const language = width === 320 ? 'zh-CN' : 'en';
      const appearanceOf = (stop: number): Appearance => ({
        width,
        language,
        theme: themes[stop % themes.length] ?? 'light',
      });
      await visitStops(appearanceOf, from, partStarts[part + 1]);
    }, 600_000);
