/** The strips above the message box during a turn: queue, todos, goal; steering and stopping (web.md 5.6, 5.13). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { clickTwice, expectAccessible, openSite, type Site } from './harness.js';

let site: Site;
let page: Page;
let id: string;
beforeAll(async () => {
  site = await openSite();
  page = await site.open('/');
  await page.waitForSelector('html[data-connection=online]');
}, 60_000);
afterAll(() => site?.close());
beforeEach(async () => {
  const { data } = await site.daemon.call<{ id: string }>('POST', '/api/v1/sessions', {
    body: { metadata: { cwd: site.daemon.cwd }, agent_config: { model: 'offline/echo' } },
  });
  id = data.id;
  await page.goto(`${site.daemon.baseUrl}/sessions/${id}`);
  await box().waitFor();
});
afterEach(async () => {
  await site.daemon.call('POST', `/api/v1/sessions/${id}:abort`);
  site.expectClean();
});

const box = () => page.getByRole('textbox', { name: 'Message' });
const queue = () => page.getByRole('list', { name: 'Queued prompts' });
const entry = (words: string) => queue().getByTestId('queued-prompt').filter({ hasText: words });
const words = () => queue().locator('.queued-words').allTextContents();
// takes longer than any test, even on a busy machine; each test stops it
const slow = 'slow 3000 one two three four five six seven eight nine ten eleven twelve';

async function ask(prompt: string): Promise<void> {
  await box().fill(prompt);
  await page.keyboard.press('Enter');
}

async function untilQueued(...wanted: string[]): Promise<void> {
  await page.waitForFunction(
    (texts) =>
      [...document.querySelectorAll('.queue .queued-words')].map((each) => each.textContent).join() === texts.join(),
    wanted,
  );
  expect(await words()).toEqual(wanted);
}

test('a double click on Send or Queue does not press the button that takes its place, which stops the turn', async () => {
  const form = page.getByRole('form', { name: 'Prompt' });
  const stop = form.getByRole('button', { name: 'Stop' });
  const aborts: string[] = [];
  page.on('request', (request) => void (/:abort$/.test(request.url()) && aborts.push(request.url())));
  await box().fill(slow);
  await clickTwice(form.getByRole('button', { name: 'Send' }), () => stop.waitFor());
  await box().fill('echo a');
  await clickTwice(form.getByRole('button', { name: 'Queue' }), () => untilQueued('echo a'));
  expect(aborts).toEqual([]);
  await stop.click();
  await stop.waitFor({ state: 'detached' });
  expect(aborts.length).toBe(1);
});

test('queued prompts are moved, edited and removed, and one is sent into the running turn', async () => {
  await ask(slow);
  await page.getByTestId('activity').waitFor();
  for (const prompt of ['echo a', 'echo b', 'echo c']) await ask(prompt);
  await untilQueued('echo a', 'echo b', 'echo c');
  expect(await entry('echo a').getByRole('button', { name: 'Move up' }).getAttribute('aria-disabled')).toBe('true');
  await entry('echo c').getByRole('button', { name: 'Move up' }).click();
  await untilQueued('echo a', 'echo c', 'echo b');
  await entry('echo a').getByRole('button', { name: 'Remove' }).click();
  await untilQueued('echo c', 'echo b');
  await entry('echo b').getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Queued prompt' }).fill('echo changed');
  await page.keyboard.press('Enter');
  await untilQueued('echo c', 'echo changed');
  await expectAccessible(page);
  await entry('echo changed').getByRole('button', { name: 'Send now' }).click();
  await page.getByTestId('steered-prompt').filter({ hasText: 'echo changed' }).waitFor();
  await untilQueued('echo c');
  // the next entry gets the focus, and the message box after the last one
  await ask('echo d');
  await untilQueued('echo c', 'echo d');
  await entry('echo c').getByRole('button', { name: 'Remove' }).click();
  await untilQueued('echo d');
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Remove');
  await page.keyboard.press('Enter');
  await queue().waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Message');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
});

test('what is typed into a queued prompt outlives its change elsewhere, its refusal and its start', async () => {
  await ask(slow);
  await page.getByTestId('activity').waitFor();
  for (const prompt of ['echo a', 'echo b']) await ask(prompt);
  await untilQueued('echo a', 'echo b');
  const { data } = await site.daemon.call<{ queued: { prompt_id: string }[] }>('GET', `/api/v1/sessions/${id}/prompts`);
  const [first, second] = data.queued.map(({ prompt_id }) => `/api/v1/sessions/${id}/prompts/${prompt_id}`);
  const field = () => queue().getByRole('textbox', { name: 'Queued prompt' });
  await entry('echo a').getByRole('button', { name: 'Edit' }).click();
  await field().fill('echo mine');
  await site.daemon.call('PATCH', first ?? '', { body: { content: [{ type: 'text', text: 'echo theirs' }] } });
  await queue().getByText('Changed elsewhere to: echo theirs').waitFor();
  expect(await field().inputValue()).toBe('echo mine');
  await page.route('**/prompts/*', (route) =>
    route.fulfill({ json: { code: 50001, msg: 'not now', data: null, request_id: 'r' } }),
  );
  await page.keyboard.press('Enter');
  await page.getByTestId('toast').filter({ hasText: 'not now' }).waitFor();
  expect(await field().inputValue()).toBe('echo mine');
  await page.unroute('**/prompts/*');
  await page.keyboard.press('Enter');
  await untilQueued('echo mine', 'echo b');
  await box().fill('a draft');
  await entry('echo b').getByRole('button', { name: 'Edit' }).click();
  await field().fill('echo b, and more');
  await site.daemon.call('DELETE', second ?? '');
  await page.getByTestId('toast').getByText('This prompt left the queue before you saved it.').waitFor();
  expect(await box().inputValue()).toBe('a draft\n\necho b, and more');
  await untilQueued('echo mine');
  await box().fill('');
});

test('a half-typed change of a queued prompt is there again when the session is, and in the box when the prompt is gone', async () => {
  await ask(slow);
  await page.getByTestId('activity').waitFor();
  for (const prompt of ['echo a', 'echo b']) await ask(prompt);
  await untilQueued('echo a', 'echo b');
  const { data } = await site.daemon.call<{ queued: { prompt_id: string }[] }>('GET', `/api/v1/sessions/${id}/prompts`);
  const field = () => queue().getByRole('textbox', { name: 'Queued prompt' });
  const away = () => page.getByRole('link', { name: 'Usage' }).click();
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  await entry('echo a').getByRole('button', { name: 'Edit' }).click();
  await field().fill('echo a, half');
  await away();
  await heading('Usage').waitFor();
  await page.goBack();
  await field().waitFor();
  expect(await field().inputValue()).toBe('echo a, half');
  // the screen's heading has the focus
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await page.reload();
  await field().waitFor();
  expect(await field().inputValue()).toBe('echo a, half');
  await away();
  await heading('Usage').waitFor();
  await site.daemon.call('DELETE', `/api/v1/sessions/${id}/prompts/${data.queued[0]?.prompt_id ?? ''}`);
  await page.goBack();
  await page.getByTestId('toast').filter({ hasText: 'This prompt left the queue before you saved it.' }).waitFor();
  expect(await box().inputValue()).toBe('echo a, half');
  await untilQueued('echo b');
  // Escape restores the previous text
  await entry('echo b').getByRole('button', { name: 'Edit' }).click();
  await field().fill('echo b, half');
  await page.keyboard.press('Escape');
  await page.reload();
  await untilQueued('echo b');
  await box().fill('');
});

test('a path that a queued prompt mentions stays in its line, also where the words are edited', async () => {
  await ask(slow);
  await page.getByTestId('activity').waitFor();
  const content = [
    { type: 'text', text: 'echo look at ' },
    { type: 'mention', path: 'a b.txt' },
    { type: 'text', text: ', then go on' },
  ];
  await site.daemon.call('POST', `/api/v1/sessions/${id}/prompts`, { body: { content } });
  await entry('echo look at @a b.txt, then go on').getByRole('button', { name: 'Edit' }).click();
  const field = queue().getByRole('textbox', { name: 'Queued prompt' });
  expect(await field.inputValue()).toBe('echo look at @a b.txt, then go on');
  await field.fill('echo read @a b.txt: then stop');
  await page.keyboard.press('Enter');
  await untilQueued('echo read @a b.txt: then stop');
});

test('after a stop the queue waits, and Go on sends what is first', async () => {
  await ask(slow);
  await page.getByTestId('activity').waitFor();
  await ask('echo afterwards');
  await untilQueued('echo afterwards');
  await box().focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  const paused = page.getByTestId('queue-paused');
  await paused.getByRole('button', { name: 'Go on' }).click();
  await queue().waitFor({ state: 'detached' });
  await page.getByTestId('assistant-text').filter({ hasText: 'afterwards' }).waitFor();
});

test('todos unfold with their states', async () => {
  const todos = [
    { title: 'Read', status: 'done' },
    { title: 'Write', status: 'in_progress' },
  ];
  await ask(`call TodoList ${JSON.stringify({ todos })}`);
  await page.getByRole('button', { name: 'Todos 1 of 2' }).click();
  const list = page.getByRole('list', { name: 'Todos' });
  expect(await list.getByRole('listitem').allTextContents()).toEqual(['Readdone', 'Writein progress']);
});

test('a goal is paused, followed by others, and cancelled after a question', async () => {
  // the goal begins after the running turn
  await ask(slow);
  await page.getByTestId('activity').waitFor();
  await site.daemon.call('POST', `/api/v1/sessions/${id}/goal`, { body: { objective: 'Make it work' } });
  const goal = page.getByTestId('goal');
  await goal.getByText('Make it work').waitFor();
  await goal.getByRole('button', { name: 'Pause' }).click();
  await goal.getByRole('button', { name: 'Resume' }).waitFor();
  await expectAccessible(page);
  await goal.getByRole('button', { name: 'Edit queue' }).click();
  const dialog = page.getByRole('dialog', { name: 'Goals that follow' });
  await dialog.getByRole('button', { name: 'Add a goal' }).click();
  await dialog.getByRole('textbox', { name: 'Goal 1' }).fill('Make it fast');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { data } = await site.daemon.call<{ objectives: string[] }>('GET', `/api/v1/sessions/${id}/goal/queue`);
  expect(data.objectives).toEqual(['Make it fast']);
  await goal.getByRole('button', { name: 'Cancel goal' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel goal' }).click();
  await goal.waitFor({ state: 'detached' });
});
