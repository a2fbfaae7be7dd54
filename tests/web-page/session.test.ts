/** The session screen in a real browser, with the built-in offline model: prompt, answer, calls, queue, stop, drafts. */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { until } from '../helpers/daemon.js';
import { expectAccessible, expectNoSideScroll, onSession, openSite, type Site } from './harness.js';

let site: Site;
let id: string;
let page: Page;
beforeAll(async () => {
  site = await openSite();
  writeFileSync(join(site.daemon.cwd, 'README.md'), '# Project\n\nA text.\n');
  const { data } = await site.daemon.call<{ id: string }>('POST', '/api/v1/sessions', {
    body: { metadata: { cwd: site.daemon.cwd }, title: 'First session' },
  });
  id = data.id;
  page = await site.open(`/sessions/${id}`);
}, 60_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

const box = () => page.getByRole('textbox', { name: 'Message' });

async function ask(words: string): Promise<void> {
  await box().fill(words);
  await page.keyboard.press('Enter');
}

test('a prompt gives a folded call and an answer; the box is empty again', async () => {
  await page.getByRole('heading', { level: 1, name: 'First session' }).waitFor();
  await ask('read README.md');
  await page.getByTestId('turn-usage').waitFor();
  expect(await page.getByTestId('user-message').textContent()).toContain('read README.md');
  const call = page.getByTestId('tool-call');
  expect(await call.getAttribute('data-state')).toBe('done');
  expect(await call.getByRole('button').getAttribute('aria-expanded')).toBe('false');
  expect(await page.getByTestId('assistant-text').count()).toBeGreaterThan(0);
  expect(await box().inputValue()).toBe('');
  await call.getByRole('button', { name: /^Read / }).click();
  await page.getByText('A text.').first().waitFor();
  await expectAccessible(page);
});

test('while a turn runs a prompt queues, and Stop ends the turn', async () => {
  await ask('slow 400 one two three four five six seven eight nine ten');
  await page.getByTestId('activity').waitFor();
  await box().fill('echo later');
  await page.getByRole('button', { name: 'Steer' }).waitFor();
  await page.getByRole('button', { name: 'Queue' }).waitFor();
  await box().fill('');
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Send' }).waitFor();
  await page.locator('[data-marker=interruption]').getByText('Stopped').waitFor();
  // shown once, above the figures of the turn
  const rows = page.getByTestId('transcript').locator('.row-marker, .row-footer');
  expect((await rows.allTextContents()).slice(-2)).toEqual(['Stopped', expect.not.stringContaining('Stopped')]);
});

test('a note covers nothing of the message box', async () => {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await ask('/title First session');
    const note = page.getByTestId('toast');
    await note.waitFor();
    const [shown, form] = await Promise.all(
      [note, page.getByRole('form', { name: 'Prompt' })].map((each) => each.boundingBox()),
    );
    expect((shown?.y ?? Infinity) + (shown?.height ?? 0)).toBeLessThanOrEqual(form?.y ?? 0);
    await note.getByRole('button', { name: 'Dismiss' }).click();
    await note.waitFor({ state: 'detached' });
  }
});

test('the page starts with one request for each list, and with its session first', async () => {
  const asked: string[] = [];
  const times: number[] = [];
  const note = (request: Request): void => {
    asked.push(request.url().slice(site.daemon.baseUrl.length));
    times.push(performance.now());
  };
  page.on('request', note);
  await page.reload();
  await page.getByTestId('turn').first().waitFor();
  await page
    .getByRole('link', { name: /First session/ })
    .first()
    .waitFor();
  page.off('request', note);
  const transcript = /\/transcript\?agent_id=main&page_size=20&prompts=page$/;
  const list = /\/sessions\?view=/;
  const lists = [/\/workspaces$/, /\/inbox$/, /key=web\.pins$/, transcript, list];
  const counts = lists.map((each) => asked.filter((path) => each.test(path)).length);
  expect(counts).toEqual(lists.map(() => 1));
  // the page requests the session list after it drew the session, or after half a second
  const at = (path: RegExp): number => times[asked.findIndex((each) => path.test(each))] ?? Number.NaN;
  const waited = at(list) - at(transcript);
  expect(waited).toBeGreaterThan(0);
  if (waited < 400) expect(at(list)).toBeGreaterThan(at(/\/fs:git_status$/));
});

test('a draft survives a reload, and what was opened stays open', async () => {
  await box().fill('half a thought');
  await box().blur();
  await page.reload();
  await page.getByTestId('turn').first().waitFor();
  expect(await box().inputValue()).toBe('half a thought');
  await box().fill('');
});

test('a session that is deleted while it is shown says so, and what was written for it can be copied', async () => {
  const { id: brief } = await site.daemon.createSession({ agent_config: { model: 'offline/echo' } });
  await page.goto(`${site.daemon.baseUrl}/sessions/${brief}`);
  await box().fill('half a thought');
  await site.daemon.ok('deleteSession', site.daemon.session(brief));
  await page.getByRole('heading', { level: 1, name: 'Session not found' }).waitFor();
  await page.getByText('This session was deleted.').waitFor();
  const unsent = page.getByRole('region', { name: 'What you wrote and did not send' });
  await unsent.getByText('half a thought').waitFor();
  await unsent.getByRole('button', { name: 'Copy text' }).click();
  await page.getByTestId('toast').getByText('Copied').waitFor();
  await expectAccessible(page);
  await unsent.getByRole('button', { name: 'Discard' }).click();
  await unsent.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Session not found' }).waitFor();
  expect(await page.getByText('half a thought').count()).toBe(0);
  await page.goto(`${site.daemon.baseUrl}/sessions/${id}`);
  await box().waitFor();
});

test('the arrows go through what was sent from this directory, and the draft comes back', async () => {
  await box().fill('');
  await ask('echo remembered');
  await page.getByTestId('assistant-text').filter({ hasText: 'remembered' }).waitFor();
  const holds = (words: string) =>
    page.waitForFunction(
      (wanted) => document.querySelector<HTMLTextAreaElement>('form textarea')?.value === wanted,
      words,
    );
  await box().fill('a draft');
  await page.keyboard.press('ArrowUp');
  await holds('echo remembered');
  await page.keyboard.press('ArrowUp');
  await holds('/title First session');
  await page.keyboard.press('ArrowDown');
  await holds('echo remembered');
  await page.keyboard.press('ArrowDown');
  await holds('a draft');
  await box().fill('');
});

test('a new session exists only when its first prompt is sent', async () => {
  const count = async () => (await site.daemon.call<{ total: number }>('GET', '/api/v2/sessions')).data.total;
  await page.goto(`${site.daemon.baseUrl}/new?cwd=${encodeURIComponent(site.daemon.cwd)}`);
  await page.getByRole('heading', { level: 1, name: 'New session' }).waitFor();
  expect(await page.getByRole('combobox', { name: 'Directory' }).inputValue()).toBe(site.daemon.cwd);
  await expectAccessible(page);
  const before = await count();
  await box().fill('echo hello');
  expect(await count()).toBe(before);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByTestId('turn-usage').waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/sessions\/session_/);
  expect(await count()).toBe(before + 1);
  await page.goBack();
  await page.goto(`${site.daemon.baseUrl}/sessions/${id}`);
});

test('markers are where the thing happened, and unfold only when there is more', async () => {
  const { start, send } = onSession(site, page);
  await start();
  // high enough for the whole transcript
  await page.setViewportSize({ width: 1280, height: 2_400 });
  await send('plan Write the parser');
  await page.getByRole('region', { name: 'Plan review' }).getByRole('button', { name: 'Approve' }).click();
  await page.getByTestId('turn-usage').waitFor();
  const rows = page.getByTestId('transcript').locator('.row-marker, .row-call, .row-footer');
  const names = await rows.evaluateAll((all) =>
    all.map((each) => {
      const marked = each.querySelector<HTMLElement>('[data-marker], [data-tool], [data-testid=turn-usage]');
      return marked?.dataset['marker'] ?? marked?.dataset['tool'] ?? 'footer';
    }),
  );
  expect(names).toEqual([
    'EnterPlanMode',
    'plan.enter',
    'Write',
    'plan.revision',
    'ExitPlanMode',
    'plan.exit',
    'footer',
  ]);
  expect(await page.locator('[data-marker="plan.enter"]').getByRole('button').count()).toBe(0);
  expect(await page.locator('[data-marker="plan.revision"]').getByRole('button').count()).toBe(1);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('a turn that the user did not ask for says where it came from; the focus stays on the screen', async () => {
  const { start, run, send } = onSession(site, page);
  await start({ model: 'offline/echo', permission_mode: 'auto' });
  writeFileSync(join(site.daemon.cwd, 'until.sh'), 'until [ -e over ]; do sleep 0.05; done\n');
  await run('run in background sh until.sh');
  const state = page.getByTestId('session-state');
  await state.getByText('Working in the background').waitFor();
  await page
    .getByTestId('session-item')
    .getByRole('link', { name: /, Working in the background/ })
    .waitFor();
  expect(await state.getAttribute('data-state')).toBe('running');
  writeFileSync(join(site.daemon.cwd, 'over'), '');
  await page.getByRole('heading', { level: 2, name: 'Turn 2: A background task ended' }).waitFor();
  await page.getByTestId('user-message').getByText('A background task ended').waitFor();
  await page.getByTestId('turn-usage').nth(1).waitFor();

  await send('fail 400');
  await page.getByTestId('turn-error').getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { level: 2, name: 'Turn 4: A retry' }).waitFor();
  const untilFocused = (name: string) =>
    page.waitForFunction((wanted) => {
      const { activeElement } = document;
      return [activeElement?.getAttribute('aria-label'), activeElement?.textContent].includes(wanted);
    }, name);
  await untilFocused('Message');

  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await page.getByRole('button', { name: 'Close panel' }).click();
  await untilFocused('Details');
  await page.goto(`${site.daemon.baseUrl}/sessions/${id}`);
});

test('the place in the transcript comes back after a reload, after another screen, and without a connection', async () => {
  const { id } = await site.daemon.createSession({ title: 'Long', agent_config: { model: 'offline/echo' } });
  for (let at = 1; at <= 24; at += 1) await site.daemon.run(id, `say number ${at} ${'and more words '.repeat(30)}`);
  await page.goto(`${site.daemon.baseUrl}/sessions/${id}`);
  const transcript = page.getByTestId('transcript');
  await transcript.getByText('number 24 ').first().waitFor();
  await transcript.hover();
  for (let at = 0; at < 12; at += 1) {
    await page.mouse.wheel(0, -400);
    await page.waitForTimeout(50);
  }
  await page.mouse.wheel(0, 137);
  await page.getByRole('button', { name: /^Jump to latest/ }).waitFor();
  /** returns the first row below the upper edge, with its distance from the edge */
  const place = () =>
    transcript.evaluate((log) => {
      const edge = log.getBoundingClientRect().top;
      const rows = [...log.querySelectorAll('.transcript-row')].map((row) => ({
        words: row.textContent?.slice(0, 40) ?? '',
        top: Math.round(row.getBoundingClientRect().top - edge),
      }));
      return rows.filter(({ top }) => top > 0).sort((a, b) => a.top - b.top)[0];
    });
  const settled = async () => {
    let before = await place();
    for (;;) {
      await page.waitForTimeout(300);
      const now = await place();
      if (JSON.stringify(now) === JSON.stringify(before)) return now;
      before = now;
    }
  };
  const left = await settled();
  const expectThere = async (): Promise<void> => {
    await transcript.waitFor();
    const found = await settled();
    expect(found?.words).toBe(left?.words);
    expect(Math.abs((found?.top ?? NaN) - (left?.top ?? NaN))).toBeLessThanOrEqual(1);
    expect(await transcript.getAttribute('data-follow')).toBe('false');
  };
  await page.reload();
  await expectThere();
  await page.getByRole('link', { name: 'Usage' }).click();
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  await page.goBack();
  await expectThere();

  await page.getByRole('link', { name: 'Usage' }).click();
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  await page.context().setOffline(true);
  await page.goBack();
  await expectThere();
  await page.context().setOffline(false);
  await page.waitForSelector('html[data-connection=online]');
  await expectThere();

  await page.getByRole('button', { name: 'Prompts' }).click();
  await page.waitForFunction(() => document.activeElement?.getAttribute('type') === 'search');
  await page.keyboard.press('Escape');
}, 120_000);

test('a dialog of a session closes with it: when another screen is shown, and when the session is deleted', async () => {
  const { id: brief } = await site.daemon.createSession({ agent_config: { model: 'offline/echo' } });
  const dialog = page.getByRole('dialog');
  const hasFocus = (words: string) =>
    page.waitForFunction((wanted) => document.activeElement?.textContent === wanted, words);
  await page.getByRole('link', { name: 'Usage' }).click();
  await page.goto(`${site.daemon.baseUrl}/sessions/${brief}`);
  await ask('say hello');
  await page.getByTestId('turn-usage').waitFor();
  await page.getByRole('button', { name: 'Steps of turn 1' }).click();
  await dialog.waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.goForward();
  await page.getByRole('button', { name: 'Steps of turn 1' }).click();
  await dialog.waitFor();
  // navigation within the screen keeps it open
  await page.evaluate(() => {
    history.pushState(null, '', '?turn=1');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await page.locator('.marked').waitFor();
  expect(await dialog.count()).toBe(1);
  await site.daemon.ok('deleteSession', site.daemon.session(brief));
  await dialog.waitFor({ state: 'detached' });
  await hasFocus('Session not found');
  await page.goto(`${site.daemon.baseUrl}/sessions/${id}`);
  await box().waitFor();
});

test('on paper the transcript is whole, dark on light, and stays where it was on the screen', async () => {
  const { id: long } = await site.daemon.createSession({ agent_config: { model: 'offline/echo' } });
  const content = (words: string) => ({ body: { content: [{ type: 'text', text: words }] } });
  await page.evaluate(() => localStorage.setItem('agent.preferences', JSON.stringify({ theme: 'dark' })));
  await page.goto(`${site.daemon.baseUrl}/sessions/${long}`);
  await box().waitFor();
  for (let turn = 1; turn <= 8; turn += 1) {
    await site.daemon.call('POST', `/api/v1/sessions/${long}/prompts`, content(`say ${`turn ${turn} `.repeat(200)}`));
    await page.getByRole('heading', { level: 2, name: `Turn ${turn}:` }).waitFor();
    await page.locator('[data-testid=session-state][data-state=idle]').waitFor();
  }
  const transcript = page.getByTestId('transcript');
  await transcript.hover();
  await page.mouse.wheel(0, -900);
  await page.waitForSelector('[data-testid=transcript][data-follow=false]');
  await page.waitForTimeout(300);
  const place = () => transcript.evaluate((element) => Math.round(element.scrollTop));
  const before = await place();
  expect(before).toBeGreaterThan(300);
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2);
  await page.emulateMedia({ media: 'print' });
  await page.waitForFunction(() => document.querySelectorAll('.row-footer').length === 8);
  const shown = await page.evaluate(() => ({
    theme: document.documentElement.dataset['theme'],
    frame: ['.sidebar', '.composer', '.session-tools'].filter((name) =>
      document.querySelector(name)?.checkVisibility(),
    ),
    cut: document.documentElement.scrollHeight < (document.querySelector('.transcript')?.scrollHeight ?? 0),
  }));
  expect(shown).toEqual({ theme: 'light', frame: [], cut: false });
  await page.emulateMedia({ media: null });
  await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark');
  await page.waitForFunction(() => document.querySelectorAll('.row-footer').length < 8);
  // row heights settle after a few frames
  await until('the former place', async () => (Math.abs((await place()) - before) <= 1 ? true : undefined));
  await page.evaluate(() => localStorage.removeItem('agent.preferences'));
  await page.goto(`${site.daemon.baseUrl}/sessions/${id}`);
});

test('nothing is wrong on a small screen, and an unknown session says so', async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByTestId('transcript').waitFor();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.goto(`${site.daemon.baseUrl}/sessions/session_00000000000000000000000000`);
  await page.getByRole('heading', { level: 1, name: 'Session not found' }).waitFor();
});
