/** Opens one Chromium and one server for a suite; console errors, policy violations and foreign requests fail the suite. */
import { expect } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { startTestDaemon, until, type TestDaemon, type TestDaemonOptions } from '../helpers/daemon.js';

const axe = readFileSync(join(process.cwd(), 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export interface Site {
  daemon: TestDaemon;
  /** Opens a path in a new browser context, signed in unless `token` is given. */
  open(path?: string, options?: OpenOptions): Promise<Page>;
  /** Expects no findings since the last call. */
  expectClean(): void;
  /** Returns and clears the findings, for a suite that causes some on purpose. */
  takeFindings(): string[];
  close(): Promise<void>;
}

export interface OpenOptions extends BrowserContextOptions {
  width?: number;
  height?: number;
  /** null: none */
  token?: string | null;
  /** opens the page in this context, to share its storage */
  context?: BrowserContext;
  /** preferences that the browser already stores */
  preferences?: Record<string, unknown>;
  /** default: the server's own address; for a proxy in front of it */
  baseUrl?: string;
}

/**
 * Returns the path of the browser: `CHROMIUM_PATH`, else the headless build of Chromium, else Chromium itself. The
 * headless build has no notifications.
 */
export function browserPath(hasNotifications = false): string {
  const places = [...(hasNotifications ? [] : ['/usr/bin/chromium-headless-shell']), '/usr/bin/chromium'];
  const given = process.env['CHROMIUM_PATH'];
  const path = given === undefined ? places.find((place) => existsSync(place)) : given;
  if (path !== undefined && existsSync(path)) return path;
  throw new Error(
    `There is no Chromium at ${given ?? places.join(' or ')}: install it (on Debian: apt-get install chromium), or set CHROMIUM_PATH.`,
  );
}

export interface SiteOptions extends TestDaemonOptions {
  /** the browser can show notifications */
  hasNotifications?: boolean;
}

export async function openSite({ hasNotifications, ...options }: SiteOptions = {}): Promise<Site> {
  const executablePath = browserPath(hasNotifications);
  const [browser, daemon] = await Promise.all([
    chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] }),
    startTestDaemon({ webDirectory: join(process.cwd(), 'dist', 'web'), ...options }),
  ]);
  const findings: string[] = [];
  return {
    daemon,
    open: (path = '/', more = {}) => openPage(browser, daemon, findings, path, more),
    takeFindings: () => findings.splice(0),
    expectClean() {
      expect(findings.splice(0)).toEqual([]);
    },
    async close() {
      await browser.close();
      await daemon.close();
      // findings since the suite's last check
      expect(findings).toEqual([]);
    },
  };
}

/** Waits until the page is loaded and connected. */
export async function untilOnline(page: Page): Promise<void> {
  await page.waitForSelector('html[data-connection=online]');
}

/** Waits for the end of the turn that `begin` starts. Compares row numbers, because only rows near the viewport exist. */
export async function untilTurnEnds(page: Page, begin: () => Promise<unknown>): Promise<void> {
  const rows = page.locator('[data-index]:has([data-testid=turn-usage])');
  const newest = async (): Promise<number> =>
    Math.max(-1, ...(await rows.evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-index'))))));
  const before = await newest();
  await begin();
  await until('the end of a turn', async () => ((await newest()) > before ? true : undefined));
}

/** Double-clicks at the position of a control; `between` runs after the first click. */
export async function clickTwice(control: Locator, between: () => Promise<unknown>): Promise<void> {
  const { mouse } = control.page();
  const box = await control.boundingBox();
  await mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await between();
  await mouse.down({ clickCount: 2 });
  await mouse.up({ clickCount: 2 });
}

/** Actions on the session that a page shows. */
export function onSession(site: Site, page: Page) {
  const box = (): Locator => page.getByRole('textbox', { name: 'Message' });
  const send = async (words: string): Promise<void> => {
    await box().fill(words);
    // closes the list of completions
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
  };
  return {
    box,
    send,
    /** Creates a session, by default with the offline model, and opens it; returns its id. */
    async start(agent_config: Record<string, unknown> = { model: 'offline/echo' }): Promise<string> {
      const { id } = await site.daemon.createSession({ agent_config });
      // the page stores its token only after the server has accepted it
      await untilOnline(page);
      await page.goto(`${site.daemon.baseUrl}/sessions/${id}`);
      await box().waitFor();
      return id;
    },
    /** Sends a prompt and waits until its turn has ended. */
    run: (words: string) => untilTurnEnds(page, () => send(words)),
    untilTurns: (count: number) =>
      page.waitForFunction((wanted) => document.querySelectorAll('[data-testid=turn-usage]').length === wanted, count),
    untilBox: (words: string) =>
      page.waitForFunction(
        (wanted) => document.querySelector<HTMLTextAreaElement>('form textarea')?.value === wanted,
        words,
      ),
  };
}

async function openPage(
  browser: Browser,
  daemon: TestDaemon,
  findings: string[],
  path: string,
  { width = 1280, height = 800, token, context: given, preferences, baseUrl, ...more }: OpenOptions,
): Promise<Page> {
  const context =
    given ??
    (await browser.newContext({ viewport: { width, height }, locale: 'en-US', reducedMotion: 'reduce', ...more }));
  const root = baseUrl ?? daemon.baseUrl;
  const { origin } = new URL(root);
  await context.addInitScript(
    (kept) => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`policy: ${violatedDirective} ${blockedURI}`),
      );
      if (kept && !localStorage.getItem('agent.preferences')) localStorage.setItem('agent.preferences', kept);
    },
    preferences && JSON.stringify(preferences),
  );
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  page.on('console', (message) => {
    // the browser prints every error response; the page expects these and handles them
    const isAnswer = /Failed to load resource|WebSocket connection to .* failed/.test(message.text());
    if (message.type() === 'error' && !isAnswer) findings.push(`console: ${message.text()}`);
  });
  // errors of the browser itself, such as a module that failed to load, have no stack
  page.on('pageerror', ({ name, message, stack }) => findings.push(`error: ${stack || `${name}: ${message}`}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== origin) findings.push(`foreign: ${request.url()}`);
  });
  const usedToken = token === undefined ? daemon.token : token;
  await page.goto(`${root}${path}${usedToken ? `#token=${usedToken}` : ''}`);
  return page;
}

/** Opens a section of the settings. */
export function showSection(page: Page, name: string): Promise<void> {
  return page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true }).click();
}

/** Returns the text that describes a field: its hint and its error. */
export function describedBy(field: Locator): Promise<string> {
  return field.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  );
}

/** Expects no accessibility violations in the current state of the page. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityFindings(page)).toEqual([]);
}

/** Returns accessibility violations in the current state of the page; `rules`: axe rules or tags to check. */
export async function accessibilityFindings(page: Page, rules: readonly string[] = axeTags): Promise<string[]> {
  // the page's policy forbids foreign scripts, so the debugger injects axe
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(async (tags) => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(
          root: Document,
          options: object,
        ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
      };
    };
    const found = await axe.run(document, { runOnly: tags, resultTypes: ['violations'], preload: false });
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`,
    );
  }, rules);
}

/** Expects that nothing is wider than its container, with the fonts of this machine and with wider ones. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  expect(await sideScrollFindings(page)).toEqual([]);
}

export async function sideScrollFindings(page: Page): Promise<string[]> {
  const findings: string[] = [];
  for (const font of [
    '',
    ":root { --sans: 'DejaVu Sans', Verdana, sans-serif !important } body { letter-spacing: 0.06em }",
  ]) {
    const tooWide = await page.evaluate((rules) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      const places = [
        document.documentElement,
        ...document.querySelectorAll('#content, .screen, .panel, dialog[open]'),
      ];
      const found = places.flatMap((place) =>
        place.scrollWidth > place.clientWidth
          ? [`${place.tagName} ${place.className}: ${place.scrollWidth} of ${place.clientWidth}`]
          : [],
      );
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
      return found;
    }, font);
    findings.push(...tooWide.map((each) => `too wide${font && ' with a wide font'}: ${each}`));
  }
  return findings;
}
