/**
 * The walk: screens, panels, dialogs and menus in a real browser with keys alone, in both languages, at 1280 and 320 px, in all
 * themes (web.md 7, 13). `npm test` changes the look from stop to stop; `npm run chaos -- --suites` makes the whole walk in
 * each look. `WALK_PICTURES=<folder>` draws every place.
 */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { openSite, type Site } from './harness.js';
import { rounds } from '../helpers/rounds.js';
import { createWalk, type Look, type Walk } from './walking.js';
import { seedWalk, type Seeds } from './walkseeds.js';
import { stops } from './walkstops.js';

const widths = [1280, 320];
const languages = ['en', 'zh-CN'] as const;
const themes = ['light', 'dark', 'contrast'] as const;
const looks: Look[] = widths.flatMap((width) =>
  languages.flatMap((language) => themes.map((theme) => ({ width, language, theme }))),
);

let site: Site;
let seeds: Seeds;
let walk: Walk;

beforeAll(async () => {
  site = await openSite();
  seeds = await seedWalk(site);
  const page = await site.open('/', { token: null });
  walk = createWalk(page);
}, 120_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

/** Goes on after a failure, so that one run names all of them. */
async function goThrough(lookOf: (stop: number) => Look): Promise<void> {
  const failures: string[] = [];
  for (const [at, stop] of stops.entries()) {
    await walk.dress(lookOf(at));
    try {
      await stop.go(walk, seeds);
    } catch (error) {
      const { width, theme, language } = walk.now;
      failures.push(`${stop.name} at ${width}, ${theme}, ${language}: ${String(error)}`);
      await walk.page.goto(`${site.daemon.baseUrl}/`);
    }
  }
  expect([...failures, ...walk.takeFindings()]).toEqual([]);
}

test('the token is typed', async () => {
  await walk.page.getByRole('heading', { name: 'Access token needed' }).waitFor();
  for (const look of [looks[0], looks[10]]) {
    if (look) await walk.dress(look);
    await walk.look('token');
  }
  await walk.type('textbox', 'Access token or link', site.daemon.token);
  await walk.page.keyboard.press('Enter');
  await walk.page.waitForSelector('html[data-connection=online]');
});

test('every place is reached with keys alone, and nothing is wrong with it', async () => {
  // steps of 5 through 12 looks: neighbours differ in width, theme and language
  await goThrough((stop) => looks[(stop * 5) % looks.length] ?? { width: 1280, language: 'en', theme: 'light' });
}, 240_000);

for (const look of looks.slice(0, rounds(0, looks.length)))
  test(`the whole walk at ${look.width} px, ${look.theme}, ${look.language}`, async () => {
    await goThrough(() => look);
  }, 600_000);
