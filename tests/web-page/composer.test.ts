/** The message box: file completion, attachments, shell mode, drafts across devices, input methods (web.md 5.6). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import type { PromptQueue } from '../../schemas/generated/types.js';
import { until } from '../helpers/daemon.js';
import { expectAccessible, expectNoSideScroll, openSite, type Site } from './harness.js';

/** a red dot */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==',
  'base64',
);

let site: Site;
let page: Page;
let id: string;
beforeAll(async () => {
  site = await openSite({
    config:
      '[providers.p]\ntype = "openai"\nbase_url = "http://127.0.0.1:9/v1"\napi_key = "k"\n' +
      '[models.blind]\nprovider = "p"\nmodel = "blind"\nmax_context_size = 100000\ncapabilities = ["tool_use"]\n',
  });
  mkdirSync(join(site.daemon.cwd, 'src'));
  writeFileSync(join(site.daemon.cwd, 'README.md'), '# Project\n');
  writeFileSync(join(site.daemon.cwd, 'src', 'reader of files.ts'), 'export {};\n');
  id = await createSession();
  page = await site.open(`/sessions/${id}`);
  await box().waitFor();
}, 60_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

const box = (on: Page = page) => on.getByRole('textbox', { name: 'Message' });
const options = () => page.getByRole('listbox', { name: 'Files' }).getByRole('option');

async function createSession(): Promise<string> {
  const { data } = await site.daemon.call<{ id: string }>('POST', '/api/v1/sessions', {
    body: { metadata: { cwd: site.daemon.cwd }, agent_config: { model: 'offline/echo' } },
  });
  return data.id;
}

async function prompts(): Promise<string[]> {
  const { data } = await site.daemon.call<{ agents: { messages: { prompt: string }[] }[] }>(
    'GET',
    `/api/v1/sessions/${id}/transcript/user-messages`,
  );
  return data.agents.flatMap(({ messages }) => messages.map(({ prompt }) => prompt));
}

function holds(words: string, on: Page = page) {
  return on.waitForFunction(
    (wanted) => document.querySelector<HTMLTextAreaElement>('form textarea')?.value === wanted,
    words,
  );
}

/** Pastes a file into the message box, or drops it there. */
async function give(kind: 'paste' | 'drop', name: string, type: string, bytes: Buffer): Promise<void> {
  await box().evaluate(
    (element, [how, fileName, mediaType, base64]) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
      data.items.add(new File([content], fileName, { type: mediaType }));
      if (how === 'paste')
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      else
        for (const event of ['dragenter', 'drop'])
          document.body.dispatchEvent(new DragEvent(event, { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [kind, name, type, bytes.toString('base64')] as const,
  );
}

test('an @ lists files; the accepted path is sent as a mention in its place', async () => {
  await box().pressSequentially('see @read');
  await options().filter({ hasText: 'README.md' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('listbox', { name: 'Files' }).waitFor({ state: 'detached' });
  await box().fill('');
  await box().pressSequentially('see @README');
  await options().first().waitFor();
  await page.keyboard.press('Tab');
  await holds('see @README.md ');
  await box().pressSequentially('and @reader');
  await options().filter({ hasText: 'src/reader of files.ts' }).waitFor();
  await page.keyboard.press('Enter');
  await holds('see @README.md and @src/reader of files.ts ');
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/prompts'));
  await page.keyboard.press('Enter');
  const { content } = (await sent).postDataJSON() as { content: PromptQueue['queued'][number]['content'] };
  expect(content).toEqual([
    { type: 'text', text: 'see ' },
    { type: 'mention', path: 'README.md' },
    { type: 'text', text: ' and ' },
    { type: 'mention', path: 'src/reader of files.ts' },
    { type: 'text', text: ' ' },
  ]);
  await page.getByTestId('user-message').locator('.mention').first().waitFor();
  const shown = await page.getByTestId('user-message').first().innerText();
  expect(shown.trim()).toBe('see @README.md and @src/reader of files.ts');
  await holds('');
});

test('files come by paste, drop and button; a picture is shown after a reload', async () => {
  await give('paste', 'dot.png', 'image/png', png);
  const chip = (name: string) => page.getByTestId('attachment').filter({ hasText: name });
  await chip('dot.png').waitFor();
  await give('drop', 'notes.txt', 'text/plain', Buffer.from('one'));
  await chip('notes.txt').waitFor();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach', exact: true }).click();
  await (await choosing).setFiles({ name: 'more.txt', mimeType: 'text/plain', buffer: Buffer.from('two') });
  await chip('more.txt').waitFor();
  await expectAccessible(page);
  await chip('more.txt').getByRole('button', { name: 'Remove more.txt' }).click();
  await chip('more.txt').waitFor({ state: 'detached' });
  // the draft keeps uploaded files
  await box().fill('look at this');
  await page.locator('progress').first().waitFor({ state: 'detached' });
  await box().blur();
  await page.reload();
  await chip('dot.png').waitFor();
  await chip('notes.txt').waitFor();
  await holds('look at this');
  await page.getByRole('button', { name: 'Send' }).click();
  const message = page.getByTestId('user-message').filter({ hasText: 'look at this' });
  await message.locator('.thumbnail img').waitFor();
  await chip('dot.png').waitFor({ state: 'detached' });
  await page.reload();
  await message.locator('.thumbnail img').waitFor();
  await message.getByRole('button', { name: 'notes.txt' }).waitFor();
  await message.locator('.thumbnail').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Zoom in' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('a model that takes no images is named before sending', async () => {
  const { data } = await site.daemon.call<{ id: string }>('POST', '/api/v1/sessions', {
    body: { metadata: { cwd: site.daemon.cwd }, agent_config: { model: 'blind' } },
  });
  await page.goto(`${site.daemon.baseUrl}/sessions/${data.id}`);
  await box().waitFor();
  await give('paste', 'dot.png', 'image/png', png);
  await page.getByText('This model does not take images').waitFor();
  await page.getByRole('button', { name: 'Remove dot.png' }).click();
  await page.goto(`${site.daemon.baseUrl}/sessions/${id}`);
  await box().waitFor();
});

test('a model is found by what is typed, by provider and by what it can', async () => {
  const model = page.getByRole('combobox', { name: 'Model' });
  const list = page.getByRole('listbox', { name: 'Model' });
  await model.click();
  await list
    .getByRole('group', { name: 'p', exact: true })
    .getByRole('option', { name: /^blind/ })
    .waitFor();
  await expectAccessible(page);
  await page.keyboard.type('image');
  await list.getByRole('option', { name: /^offline\/echo/ }).waitFor();
  expect(await list.getByRole('option').count()).toBe(1);
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'hidden' });
  expect(await model.inputValue()).toBe('offline/echo');
  await page.keyboard.type('blind');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[data-control=model]')?.value === 'blind');
  await model.click();
  await list.getByRole('option', { name: /^offline\/echo/ }).click();
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('[data-control=model]')?.value === 'offline/echo',
  );
});

test('an exclamation mark in the empty box begins a shell command, whose output the transcript shows', async () => {
  await box().focus();
  await page.keyboard.press('!');
  await page.locator('[data-shell=true]').waitFor();
  await page.keyboard.press('Backspace');
  await page.locator('[data-shell=false]').waitFor();
  await page.keyboard.press('!');
  await box().pressSequentially('echo from the shell');
  await page.keyboard.press('Enter');
  const ran = page.getByTestId('shell-command').filter({ hasText: 'echo from the shell' });
  await ran.locator('.output, pre').filter({ hasText: 'from the shell' }).first().waitFor();
  await page.locator('[data-shell=false]').waitFor();
  await page.keyboard.press('!');
  await box().pressSequentially('sleep 60');
  await page.keyboard.press('Enter');
  const running = page.getByTestId('shell-command').filter({ hasText: 'sleep 60' });
  await running.getByRole('button', { name: 'Stop' }).click();
  await running.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
  await expectAccessible(page);
});

test('a draft reaches another device, and is gone there once it was sent', async () => {
  await box().fill('begun here');
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/setItem'));
  await box().blur();
  await kept;
  await site.daemon.call('GET', '/api/v1/gui/store/getItem', { query: { key: `web.draft.${id}` } });
  const other = await site.open(`/sessions/${id}`);
  await holds('begun here', other);
  // other devices follow the index, which the page writes last
  const shared = other.waitForResponse((answer) => answer.url().endsWith('/setItem'));
  await box(other).press('Enter');
  await holds('', other);
  await shared;
  await other.waitForFunction(() => document.querySelector('[data-testid=user-message]') !== null);
  await other.context().close();
  await page.reload();
  await holds('');
  expect((await prompts()).filter((prompt) => prompt === 'begun here')).toHaveLength(1);
});

test('leaving the page just after a key press keeps every letter', async () => {
  for (const path of ['/new', `/sessions/${await createSession()}`]) {
    const other = await site.open(path);
    await box(other).focus();
    // in one evaluation, so that the page cannot store the draft in between
    const stored = await other.evaluate(() => {
      document.execCommand('insertText', false, 'written until now');
      dispatchEvent(new PageTransitionEvent('pagehide'));
      return JSON.stringify({ ...localStorage });
    });
    expect(stored).toContain('written until now');
    await other.reload();
    await holds('written until now', other);
    await other.context().close();
  }
});

test('Enter of an input method neither sends nor closes', async () => {
  const before = (await prompts()).length;
  await box().fill('你好');
  await box().evaluate((element) => {
    const enter = { key: 'Enter', bubbles: true, cancelable: true };
    element.dispatchEvent(new KeyboardEvent('keydown', { ...enter, isComposing: true }));
    element.dispatchEvent(new KeyboardEvent('keydown', { ...enter, keyCode: 229 }));
    element.dispatchEvent(new CompositionEvent('compositionend', { data: '你好', bubbles: true }));
    element.dispatchEvent(new KeyboardEvent('keydown', enter));
  });
  expect(await box().inputValue()).toBe('你好');
  expect(await prompts()).toHaveLength(before);
  await box().fill('');
});

/** Delays the page's prompts; `let` forwards the next one, or refuses it. */
async function holdPrompts() {
  const waiting: (() => void)[] = [];
  let isRefused = false;
  await page.route('**/prompts', async (route) => {
    if (route.request().method() !== 'POST') return await route.continue();
    await new Promise<void>((resolve) => waiting.push(resolve));
    if (isRefused) await refuse(route);
    else await route.continue();
  });
  return {
    async let(outcome: 'through' | 'refused') {
      await until('a prompt on its way', () => waiting[0]);
      isRefused = outcome === 'refused';
      waiting.shift()?.();
    },
  };
}

function refuse(route: Route): Promise<void> {
  return route.fulfill({ status: 200, json: { code: 40001, msg: 'This is refused', data: null, request_id: 'x' } });
}

const refusal = () => page.locator('form').getByRole('alert').filter({ hasText: 'This is refused' });

function sends(...prompts: string[]) {
  return page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('.user-message.sending')].map((each) => each.textContent).join() === wanted,
    prompts.join(),
  );
}

test('the box is free while a message is in flight; each arrives once, and a reload loses none', async () => {
  const held = await holdPrompts();
  await box().fill('in flight');
  await box().press('Enter');
  await box().press('Enter');
  await holds('');
  await box().pressSequentially('after it');
  await sends('in flight');
  await box().press('Enter');
  await holds('');
  await sends('in flight', 'after it');
  await held.let('through');
  await held.let('through');
  await until('both prompts', async () => ((await prompts()).includes('after it') ? true : undefined));
  expect((await prompts()).filter((prompt) => /in flight|after it/.test(prompt))).toEqual(['in flight', 'after it']);
  // an unsent text stays in the draft
  await box().fill('never left');
  await box().press('Enter');
  await holds('');
  await box().pressSequentially('nor this');
  await box().blur();
  await page.reload();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await holds('never left\n\nnor this');
  await box().fill('');
});

test('refused messages come back in their order, before what was written since', async () => {
  const held = await holdPrompts();
  for (const words of ['first', 'second']) {
    await box().fill(words);
    await box().press('Enter');
    await holds('');
  }
  await box().pressSequentially('third');
  await held.let('refused');
  await held.let('refused');
  await refusal().waitFor();
  await holds('first\n\nsecond\n\nthird');
  await sends();
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await holds('first\n\nsecond\n\nthird');
  await box().fill('');
});

test('a draft follows into another tab whose box is not in use', async () => {
  const tab = await site.open(`/sessions/${id}`, { context: page.context() });
  await box(tab).waitFor();
  await box().fill('written here');
  await holds('written here', tab);
  await box(tab).focus();
  await box().fill('written on');
  await box().blur();
  await until('the kept draft', async () =>
    (await tab.evaluate((key) => localStorage.getItem(key), `agent.draft.${id}`))?.includes('written on'),
  );
  expect(await box(tab).inputValue()).toBe('written here');
  await box(tab).fill('');
  await holds('');
  await tab.close();
});

test('a refused prompt leaves everything in the box, with the reason', async () => {
  await page.route('**/prompts', (route) => (route.request().method() === 'POST' ? refuse(route) : route.continue()));
  await box().fill('stays');
  await page.keyboard.press('Enter');
  await refusal().waitFor();
  await holds('stays');
  await page.unroute('**/prompts');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSideScroll(page);
  // the permission mode is never truncated, unlike other settings
  const mode = page.getByRole('button', { name: /^Permission mode: / });
  const isWhole = (element: Element) => {
    const row = element.closest('.composer-controls')!.getBoundingClientRect();
    const { left, right } = element.getBoundingClientRect();
    // the last 16 pixels of the row fade out
    return left >= row.left && right <= row.right - 16;
  };
  await mode.click();
  await page.getByRole('menuitemradio', { name: 'Ask When Needed' }).click();
  await page.getByRole('button', { name: 'Permission mode: Ask When Needed' }).waitFor();
  expect(await mode.evaluate(isWhole)).toBe(true);
  await expectAccessible(page);
});
