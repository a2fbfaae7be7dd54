/** The session screen in a real browser, with the built-in offline model: prompt, answer, calls, queue, stop, drafts. */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { expectAccessible, expectNoSideScroll, openSite, type Site } from './harness.js';

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
  await page.getByText('Stopped', { exact: false }).first().waitFor();
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
  // the list waits until the session is drawn, at most half a second
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
  await holds('slow 400 one two three four five six seven eight nine ten');
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

test('nothing is wrong on a small screen, and an unknown session says so', async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByTestId('transcript').waitFor();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.goto(`${site.daemon.baseUrl}/sessions/session_00000000000000000000000000`);
  await page.getByRole('heading', { level: 1, name: 'Session not found' }).waitFor();
});
