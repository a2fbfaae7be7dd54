/** A walk through the page with keys alone, in any language, width and theme; what it meets is checked, noted and drawn. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { en } from '../../web/messages/en.js';
import { zhCN } from '../../web/messages/zh-CN.js';
import { accessibilityFindings, sideScrollFindings } from './harness.js';

export interface Look {
  width: number;
  language: 'en' | 'zh-CN';
  theme: 'light' | 'dark' | 'contrast';
}

type Role = Parameters<Page['getByRole']>[0];

/** A folder for a picture of each place, for the eye. */
const pictures = process.env['WALK_PICTURES'];

/** What another theme can break: it changes nothing but colours. */
const rulesOfColours = ['color-contrast', 'link-in-text-block'];

/** More stops of the Tab key than any screen has. */
const mostStops = 250;

const texts = { en, 'zh-CN': zhCN } satisfies Record<Look['language'], Readonly<Record<string, string>>>;

const literal = (pattern: string): number => pattern.replace(/\{\w+\}/g, '').length;

/** Texts with the most words of their own first; one without any fits everything. */
const readPatterns = (language: Look['language']) =>
  Object.entries(texts[language])
    .filter(([, pattern]) => literal(pattern) > 0)
    .sort(([, a], [, b]) => literal(b) - literal(a))
    .map(([key, pattern]) => ({
      key,
      places: [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
      fits: new RegExp(`^${pattern.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '(.+)')}$`),
    }));
const patternsOf = { en: readPatterns('en'), 'zh-CN': readPatterns('zh-CN') };

/** Texts of the page that were carried into English before. */
const inEnglish = new Map<string, string>();

/** A text of the page, with its values, in the other language. */
function carried(given: string, from: Look['language'], to: Look['language']): string {
  for (const { key, places, fits } of patternsOf[from]) {
    const found = fits.exec(given);
    if (!found) continue;
    const text = (texts[to] as Readonly<Record<string, string>>)[key] ?? given;
    return places.reduce(
      (filled, name, at) => filled.replace(`{${name}}`, carried(found[at + 1] ?? '', from, to)),
      text,
    );
  }
  return given;
}

/** A name in English in a language; `#key` names a text where several are the same in English. */
function translated(english: string, language: Look['language']): string {
  if (english.startsWith('#')) return (texts[language] as Readonly<Record<string, string>>)[english.slice(1)] ?? '';
  return language === 'en' ? english : carried(english, 'en', language);
}

export type Walk = ReturnType<typeof createWalk>;

/** `others`: looks that each place is looked at in too, without walking there once more. */
export function createWalk(page: Page, others: (now: Look) => readonly Look[] = () => []) {
  let now: Look = { width: 1280, language: 'en', theme: 'light' };
  const findings: string[] = [];
  /** `role "Name"` in English and `[id]` of everything met */
  const met = new Set<string>();
  const say = (english: string): string => translated(english, now.language);
  const find = (role: Role, name: string, within: Page | Locator = page): Locator =>
    within.getByRole(role, { name: say(name), exact: true }).first();

  /** Moves the focus to it with the Tab key, and with arrows in what is one stop of it. */
  async function reach(target: Locator): Promise<void> {
    await target.waitFor();
    for (let stops = 0; stops < mostStops; stops += 1) {
      const key = await target.evaluate((wanted) => {
        const { activeElement: active } = document;
        if (active === wanted) return undefined;
        const group = active?.closest('[role=tablist], [role=radiogroup], [role=tree], [role=menu], fieldset');
        const isOneStop = group?.contains(wanted) && (group.role !== null || wanted.matches('[type=radio]'));
        const isBefore = active && active.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING;
        const isTab = wanted.role === 'tab' && wanted.closest('[role=tablist]') !== null;
        if (isOneStop && isTab) return isBefore ? 'ArrowLeft' : 'ArrowRight';
        if (isOneStop) return isBefore ? 'ArrowUp' : 'ArrowDown';
        return isBefore ? 'Shift+Tab' : 'Tab';
      });
      if (key === undefined) return;
      await page.keyboard.press(key);
    }
    throw new Error(`The keyboard does not reach ${String(target)}`);
  }

  async function note(): Promise<void> {
    const cdp = await page.context().newCDPSession(page);
    const { nodes } = (await cdp.send('Accessibility.getFullAXTree')) as {
      nodes: { ignored: boolean; role?: { value: string }; name?: { value: string } }[];
    };
    await cdp.detach();
    for (const { ignored, role, name } of nodes) {
      if (ignored || !role || !name?.value) continue;
      if (now.language !== 'en' && !inEnglish.has(name.value))
        inEnglish.set(name.value, carried(name.value, now.language, 'en'));
      const words = now.language === 'en' ? name.value : inEnglish.get(name.value);
      met.add(`${rolesOfChromium[role.value] ?? role.value} "${words}"`);
    }
    const ids = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-testid]')].map(({ dataset }) => dataset['testid'] ?? ''),
    );
    for (const id of ids) met.add(`[${id}]`);
  }

  async function dress(look: Look): Promise<void> {
    now = look;
    await page.setViewportSize({ width: look.width, height: look.width < 768 ? 640 : 800 });
    await page.evaluate(({ language, theme }) => {
      const key = 'agent.preferences';
      const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
      localStorage.setItem(key, JSON.stringify({ ...kept, language, theme }));
      // as when another tab changed it
      dispatchEvent(new StorageEvent('storage', { key }));
    }, look);
    await page.waitForSelector(`html[data-theme=${look.theme}][lang="${look.language}"]`);
  }

  /** Nothing is wrong with what is shown, by all rules or by some; a picture is drawn where one is asked for. */
  async function inspect(place: string, rules?: readonly string[]): Promise<void> {
    await page.waitForFunction(() => document.querySelector('.skeleton') === null);
    const at = `${place} at ${now.width}, ${now.theme}, ${now.language}`;
    const found = [...(await accessibilityFindings(page, rules)), ...(await sideScrollFindings(page))];
    findings.push(...found.map((each) => `${at}: ${each}`));
    await draw(place);
  }

  async function draw(place: string): Promise<void> {
    if (pictures === undefined) return;
    mkdirSync(pictures, { recursive: true });
    const file = `${place.replaceAll(' ', '-')}.${now.width}.${now.theme}.${now.language}.png`;
    await page.screenshot({ path: join(pictures, file) });
  }

  /** Dialogs, menus and panels: another look must not close them. */
  const countOpen = (): Promise<number> =>
    page.locator('dialog[open], [role=menu], [role=listbox], .panel').filter({ visible: true }).count();

  return {
    page,
    met,
    find,
    reach,
    say,
    get now() {
      return now;
    },
    get isNarrow() {
      return now.width < 768;
    },
    /** Findings since the last call. */
    takeFindings: (): string[] => findings.splice(0),
    dress,
    draw,
    /** Goes to it with the Tab key, and presses Enter. */
    async press(role: Role, name: string, within?: Locator): Promise<void> {
      await reach(find(role, name, within));
      await page.keyboard.press('Enter');
    },
    /** Chooses something in the command palette. */
    async choose(name: string): Promise<void> {
      const words = name.split(': ').map(say).join(': ');
      await page.keyboard.press('Control+k');
      const palette = find('dialog', 'Command palette');
      await palette.getByRole('combobox').waitFor();
      await page.keyboard.insertText(words);
      await palette.getByRole('option', { selected: true }).filter({ hasText: words }).waitFor();
      await page.keyboard.press('Enter');
      await palette.waitFor({ state: 'detached' });
    },
    async type(role: Role, name: string, words: string, within?: Locator): Promise<void> {
      await reach(find(role, name, within));
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(words);
    },
    async closed(dialog: Locator): Promise<void> {
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    },
    /** Looks at a place as it is now, and in the other looks. Without any it notes what is met: it takes as long as they do. */
    async look(place: string): Promise<void> {
      await inspect(place);
      const own = now;
      const more = others(own);
      if (more.length === 0) return note();
      const open = await countOpen();
      for (const look of more) {
        await dress(look);
        await inspect(place, rulesOfColours);
        if ((await countOpen()) !== open)
          findings.push(`${place}: ${look.theme}, ${look.language} changes what is open`);
      }
      await dress(own);
    },
  };
}

/** Names that Chromium gives to roles. */
const rolesOfChromium: Readonly<Record<string, string>> = {
  image: 'img',
  splitter: 'separator',
  RootWebArea: 'document',
  DescriptionList: 'list',
};
