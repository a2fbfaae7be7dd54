/** Tool calls in the transcript: commands, colored and folded output, diffs, paths relative to the session. */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expectAccessible, openSite, untilTurnEnds, type Site } from './harness.js';

let site: Site;
let page: Page;
beforeAll(async () => {
  site = await openSite();
  const lines = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`);
  writeFileSync(join(site.daemon.cwd, 'long.txt'), `${lines.join('\n')}\n`);
  writeFileSync(
    join(site.daemon.cwd, 'show.sh'),
    "seq 1 29; until [ -e go ]; do printf '\\033[31mred\\033[0m\\n'; sleep 0.2; done\n",
  );
  const { id } = await site.daemon.createSession({
    metadata: { cwd: site.daemon.cwd },
    agent_config: { permission_mode: 'auto' },
  });
  // high enough for the whole transcript
  page = await site.open(`/sessions/${id}`, { height: 8_000 });
}, 60_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

async function send(words: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(words);
  await page.keyboard.press('Enter');
}

/** Sends a prompt, waits for the end of its turn, and returns its last call. */
async function ask(words: string): Promise<Locator> {
  await untilTurnEnds(page, () => send(words));
  return page.getByTestId('tool-call').last();
}

test('output has the colours of the theme and its last lines while it runs, then its first; what was unfolded stays so', async () => {
  await send('run sh show.sh');
  const call = page.getByTestId('tool-call').last();
  await call.getByRole('button', { name: /^Bash sh show.sh/ }).click();
  await call.locator('.sgr-color-1', { hasText: 'red' }).first().waitFor();
  await call.locator('.output-line').nth(9).waitFor();
  expect(await call.locator('.output-line').count()).toBe(10);
  writeFileSync(join(site.daemon.cwd, 'go'), '');
  await page.getByTestId('turn-usage').waitFor();
  expect(await call.locator('.output-line').first().textContent()).toBe('1');
  await expectAccessible(page);
  await call.getByRole('button', { name: /^Show all output/ }).click();
  expect(await call.locator('.output-line').count()).toBeGreaterThan(29);
  await page.reload();
  await page.getByTestId('turn-usage').waitFor();
  expect(await page.getByTestId('tool-call').last().locator('.output-line').count()).toBeGreaterThan(29);
});

test('a call whose turn has not come names its command, and has nothing to move to the background', async () => {
  await send('run until [ -e next ]; do sleep 0.1; done\n+ run echo second\n+ read long.txt');
  const last = page.getByTestId('tool-call').last();
  await last.getByRole('button', { name: 'Read long.txt, queued' }).waitFor();
  const second = page.getByTestId('tool-call').filter({ hasText: 'echo second' });
  await second.getByRole('button', { name: 'Bash echo second, queued' }).waitFor();
  expect(await page.getByRole('button', { name: 'Move to background' }).count()).toBe(1);
  await untilTurnEnds(page, async () => writeFileSync(join(site.daemon.cwd, 'next'), ''));
  await last.getByRole('button', { name: /^Read long\.txt, done/ }).waitFor();
});

test('a change is one diff, open at once, under the path from the directory of the session', async () => {
  const call = await ask('edit long.txt: line 17 => another line');
  await call.getByRole('button', { name: /^Edit long.txt, done/ }).waitFor();
  expect(await call.getByTestId('diff').count()).toBe(1);
  const removed = call.getByTestId('diff-line').and(page.locator('[data-kind="del"]'));
  expect(await removed.first().textContent()).toContain('line 17');
  await expectAccessible(page);
});

test('a change that was not made is shown without numbers of lines, which are not known', async () => {
  const call = await ask(
    `call Edit ${JSON.stringify({ path: 'long.txt', old_string: 'not there', new_string: 'x\n' })}`,
  );
  await call.getByRole('button', { name: /^Edit long.txt, error/ }).waitFor();
  const lines = call.getByTestId('diff-line');
  expect(await lines.evaluateAll((rows) => rows.map((row) => row.querySelector('.diff-number')?.textContent))).toEqual([
    '',
    '',
  ]);
  expect(await call.getByTestId('diff').textContent()).not.toContain('end of the file');
});

test('unchanged lines unfold twenty at a time, and changes of blanks alone can be left out', async () => {
  const call = await ask('edit long.txt: line 5 => line  5');
  const diff = call.getByTestId('diff');
  const lines = diff.getByTestId('diff-line');
  // the lines before and after, three lines of context, and the first line
  expect(await lines.count()).toBe(9);
  await diff.getByRole('button', { name: 'Show 20 of 22 unchanged lines' }).click();
  expect(await lines.count()).toBe(29);
  await diff.getByRole('button', { name: 'Show 2 of 2 unchanged lines' }).click();
  await diff.getByRole('checkbox', { name: 'Ignore whitespace' }).check();
  await diff.getByText('Only whitespace changes.').waitFor();
  expect(await lines.count()).toBe(0);
  await expectAccessible(page);
  await diff.getByRole('checkbox', { name: 'Ignore whitespace' }).uncheck();
});

test('paths in calls and answers open the file at its line', async () => {
  const panel = page.getByRole('complementary', { name: 'Files' });
  const opened = async (link: Locator, line: string | null) => {
    await link.click();
    await panel.getByRole('region', { name: 'long.txt' }).waitFor();
    expect(new URL(page.url()).searchParams.get('line')).toBe(line);
    await page.getByRole('button', { name: 'Close panel' }).click();
  };
  const call = await ask('search line 28');
  await call.getByRole('button', { name: /^Grep / }).click();
  await opened(call.getByRole('button', { name: '28', exact: true }), '28');
  await ask('say see [the list](long.txt#L12) and [elsewhere](../outside.txt)');
  const answer = page.getByTestId('assistant-text').last();
  await opened(answer.getByRole('button', { name: 'the list' }), '12');
  expect(await answer.getByRole('button').count()).toBe(1);
});

test('what is risky about a command is said in a sentence below it', async () => {
  const call = await ask('run false && git reset --hard none');
  expect(await call.getByText('history-rewrite').count()).toBe(0);
  await call.getByRole('button', { name: /^Bash / }).click();
  await call.getByText('It discards commits or changes for good.').waitFor();
  expect(await call.getByText('history-rewrite').count()).toBe(0);
});

test('the content of a file that was read is folded', async () => {
  const call = await ask('read long.txt');
  await call.getByRole('button', { name: /^Read long.txt/ }).click();
  await call.getByTestId('code-block').waitFor();
  expect(await call.getByText('line 28').count()).toBe(0);
  await call.getByRole('button', { name: /^Show all/ }).click();
  await call.getByText('line 28').waitFor();
});

test('what a call did is said in the language of the page', async () => {
  await ask('read long.txt');
  const call = await ask('run sh -c "exit 3"');
  expect(await call.locator('.call-state').textContent()).toMatch(/^exit 3 · /);
  const other = await site.open(new URL(page.url()).pathname, { locale: 'zh-CN', height: 8_000 });
  const calls = other.getByTestId('tool-call');
  await calls.last().getByText('退出码 3').waitFor();
  expect(await calls.nth(-2).locator('.call-state').textContent()).toMatch(/^30 行 · /);
});

test('an open call changes its words with the language', async () => {
  const call = await ask('write fresh.txt: one');
  await call.getByText('new file').waitFor();
  await page.evaluate((key) => {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
    localStorage.setItem(key, JSON.stringify({ ...kept, language: 'zh-CN' }));
    // simulates a change by another tab
    dispatchEvent(new StorageEvent('storage', { key }));
  }, 'agent.preferences');
  await call.getByText('新文件').waitFor();
});
