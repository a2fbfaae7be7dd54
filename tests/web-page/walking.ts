/** Drives the page by keyboard in any width, language and theme; inspects each place and records its roles and test ids. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { en } from '../../web/messages/en.js';
import { zhCN } from '../../web/messages/zh-CN.js';
import { accessibilityFindings, sideScrollFindings } from './harness.js';

export interface Appearance {
  width: number;
  language: 'en' | 'zh-CN';
  theme: 'light' | 'dark' | 'contrast';
}

type Role = Parameters<Page['getByRole']>[0];

/** Folder for a screenshot of each place; undefined: no screenshots. */
const pictures = process.env['WALK_PICTURES'];

/** Accessibility rules that another theme can break, because it changes only colors. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** More key presses than any screen needs to reach a control. */
const maxKeyPresses = 250;

const texts = { en, 'zh-CN': zhCN } satisfies Record<Appearance['language'], Readonly<Record<string, string>>>;

const literalLength = (pattern: string): number => pattern.replace(/\{\w+\}/g, '').length;

/** Message texts as patterns, the longest literal text first. A text of placeholders only would match everything. */
const patternsIn = (language: Appearance['language']) =>
  Object.entries(texts[language])
    .filter(([, pattern]) => literalLength(pattern) > 0)
    .sort(([, a], [, b]) => literalLength(b) - literalLength(a))
    .map(([key, pattern]) => ({
      key,
      places: [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
      fits: new RegExp(`^${pattern.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '(.+)')}$`),
    }));
const patternsOf = { en: patternsIn('en'), 'zh-CN': patternsIn('zh-CN') };

/** Cache: accessible names by their text in another language, translated to English. */
const englishTexts = new Map<string, string>();

/** Translates a text of the page and the values in it; returns it unchanged when no message fits. */
function translateText(given: string, from: Appearance['language'], to: Appearance['language']): string {
  for (const { key, places, fits } of patternsOf[from]) {
    const found = fits.exec(given);
    if (!found) continue;
    const text = (texts[to] as Readonly<Record<string, string>>)[key] ?? given;
    return places.reduce(
      (filled, name, at) => filled.replace(`{${name}}`, translateText(found[at + 1] ?? '', from, to)),
      text,
    );
  }
  return given;
}

/** Translates an English name. `#key` names a message directly, for texts that are not unique in English. */
function nameIn(english: string, language: Appearance['language']): string {
  if (english.startsWith('#')) return (texts[language] as Readonly<Record<string, string>>)[english.slice(1)] ?? '';
  return language === 'en' ? english : translateText(english, 'en', language);
}

export type Walk = ReturnType<typeof createWalk>;

/** `otherAppearances`: further appearances in which `inspect` checks each place. */
export function createWalk(page: Page, otherAppearances: (now: Appearance) => readonly Appearance[] = () => []) {
  let now: Appearance = { width: 1280, language: 'en', theme: 'light' };
  const findings: string[] = [];
  /** `role "Name"` in English and `[test id]` of every element seen so far */
  const seenHandles = new Set<string>();
  const localized = (english: string): string => nameIn(english, now.language);
  const find = (role: Role, name: string, within: Page | Locator = page): Locator =>
    within.getByRole(role, { name: localized(name), exact: true }).first();

  /** Moves the focus to a control with Tab, and with arrow keys inside a group that is a single Tab stop. */
  async function reach(target: Locator): Promise<void> {
    await target.waitFor();
    for (let stops = 0; stops < maxKeyPresses; stops += 1) {
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

  async function recordHandles(): Promise<void> {
    const cdp = await page.context().newCDPSession(page);
    const { nodes } = (await cdp.send('Accessibility.getFullAXTree')) as {
      nodes: { ignored: boolean; role?: { value: string }; name?: { value: string } }[];
    };
    await cdp.detach();
    for (const { ignored, role, name } of nodes) {
      if (ignored || !role || !name?.value) continue;
      if (now.language !== 'en' && !englishTexts.has(name.value))
        englishTexts.set(name.value, translateText(name.value, now.language, 'en'));
      const words = now.language === 'en' ? name.value : englishTexts.get(name.value);
      seenHandles.add(`${rolesOfChromium[role.value] ?? role.value} "${words}"`);
    }
    const ids = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-testid]')].map(({ dataset }) => dataset['testid'] ?? ''),
    );
    for (const id of ids) seenHandles.add(`[${id}]`);
  }

  async function applyAppearance(appearance: Appearance): Promise<void> {
    now = appearance;
    await page.setViewportSize({ width: appearance.width, height: appearance.width < 768 ? 640 : 800 });
    await page.evaluate(({ language, theme }) => {
      const key = 'agent.preferences';
      const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
      localStorage.setItem(key, JSON.stringify({ ...kept, language, theme }));
      // the page listens to changes that another tab makes
      dispatchEvent(new StorageEvent('storage', { key }));
    }, appearance);
    await page.waitForSelector(`html[data-theme=${appearance.theme}][lang="${appearance.language}"]`);
  }

  /** Records accessibility and overflow findings of the current state; `rules`: only these rules. */
  async function inspectOnce(place: string, rules?: readonly string[]): Promise<void> {
    await page.waitForFunction(() => document.querySelector('.skeleton') === null);
    const state = `${place} at ${now.width}, ${now.theme}, ${now.language}`;
    const found = [...(await accessibilityFindings(page, rules)), ...(await sideScrollFindings(page))];
    findings.push(...found.map((each) => `${state}: ${each}`));
    await takePicture(place);
  }

  async function takePicture(place: string): Promise<void> {
    if (pictures === undefined) return;
    mkdirSync(pictures, { recursive: true });
    const file = `${place.replaceAll(' ', '-')}.${now.width}.${now.theme}.${now.language}.png`;
    await page.screenshot({ path: join(pictures, file) });
  }

  /** Counts open dialogs, menus and panels, which a change of appearance must not close. */
  const countOpen = (): Promise<number> =>
    page.locator('dialog[open], [role=menu], [role=listbox], .panel').filter({ visible: true }).count();

  return {
    page,
    seenHandles,
    find,
    reach,
    localized,
    get now() {
      return now;
    },
    get isNarrow() {
      return now.width < 768;
    },
    /** Returns the findings since the last call. */
    takeFindings: (): string[] => findings.splice(0),
    applyAppearance,
    takePicture,
    /** Focuses a control by keyboard and presses Enter. */
    async press(role: Role, name: string, within?: Locator): Promise<void> {
      await reach(find(role, name, within));
      await page.keyboard.press('Enter');
    },
    /** Runs an entry of the command palette. */
    async choose(name: string): Promise<void> {
      const words = name.split(': ').map(localized).join(': ');
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
    async close(dialog: Locator): Promise<void> {
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    },
    /**
     * Inspects a place in the current appearance and in the others. Records its handles only when there are no others,
     * because recording takes as long as inspecting them.
     */
    async inspect(place: string): Promise<void> {
      await inspectOnce(place);
      const own = now;
      const others = otherAppearances(own);
      if (others.length === 0) return recordHandles();
      const open = await countOpen();
      for (const appearance of others) {
        await applyAppearance(appearance);
        await inspectOnce(place, colorRules);
        if ((await countOpen()) !== open)
          findings.push(`${place}: ${appearance.theme}, ${appearance.language} changes what is open`);
      }
      await applyAppearance(own);
    },
  };
}

/** ARIA roles by Chromium's own names for them. */
const rolesOfChromium: Readonly<Record<string, string>> = {
  image: 'img',
  splitter: 'separator',
  RootWebArea: 'document',
  DescriptionList: 'list',
};
