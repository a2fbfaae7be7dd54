/** Slash commands in the message box, and undo with its preview, in a real browser (web.md 5.7, 5.12). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expectAccessible, openSite, type Site } from './harness.js';

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
    body: { metadata: { cwd: site.daemon.cwd }, agent_config: { model: 'offline/echo', permission_mode: 'auto' } },
  });
  id = data.id;
  await page.goto(`${site.daemon.baseUrl}/sessions/${id}`);
  await box().waitFor();
});
afterEach(() => site.expectClean());

const box = () => page.getByRole('textbox', { name: 'Message' });
const list = () => page.getByRole('listbox', { name: 'Commands' });
const note = (words: string) => page.getByTestId('toast').filter({ hasText: words });

async function ask(words: string): Promise<void> {
  await box().fill(words);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
}

function holds(words: string) {
  return page.waitForFunction(
    (wanted) => document.querySelector<HTMLTextAreaElement>('form textarea')?.value === wanted,
    words,
  );
}

async function turnEnds(count: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelectorAll('[data-testid=turn-usage]').length === wanted,
    count,
  );
}

test('a slash lists commands; one that is accepted offers its values, and runs', async () => {
  await box().pressSequentially('/pla');
  await list().getByRole('option', { name: '/plan' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await holds('/plan');
  await box().pressSequentially(' o');
  await list().getByRole('option', { name: 'on', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await holds('/plan on');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('.composer [role=switch]')?.checked);
  await holds('');
});

test('a word that only descriptions hold is sent as it is, and a command of the list runs when it is chosen', async () => {
  await box().pressSequentially('/summary');
  await list().getByRole('option', { name: '/compact' }).waitFor();
  expect(await list().locator('[aria-selected=true]').count()).toBe(0);
  await page.keyboard.press('Enter');
  await page.getByText('You said: /summary').waitFor();
  await box().pressSequentially('/summary');
  await list().getByRole('option', { name: '/compact' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await holds('/compact');
});

test('commands have their effect in the form of the page', async () => {
  await ask('/title A better name');
  await page.getByRole('heading', { level: 1, name: 'A better name' }).waitFor();
  await ask('/help');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('/compact').first().waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await ask('/goal status');
  await note('goal').waitFor();
  // the list uses texts of the page, and Enter chooses the first entry
  await ask('/goal echo it');
  const goal = page.getByRole('dialog', { name: 'Start this goal?' });
  await goal.getByRole('button', { name: 'Start in Ask When Needed' }).waitFor();
  const start = goal.getByRole('button', { name: 'Start', exact: true });
  expect(await start.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await goal.waitFor({ state: 'detached' });
  await box().fill('');
  await ask('/desktop');
  await page.locator('form').getByRole('alert').filter({ hasText: '/desktop belongs to the terminal' }).waitFor();
  expect(await box().inputValue()).toBe('/desktop');
  await ask('/nothing of that name');
  await page.getByTestId('user-message').filter({ hasText: '/nothing of that name' }).waitFor();
  await turnEnds(1);
  await ask('/usage');
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
});

test('commands speak the language of the page, which changes without a reload', async () => {
  const other = await site.open(`/sessions/${id}`, { locale: 'zh-CN' });
  const field = other.getByRole('textbox', { name: '消息' });
  const type = async (words: string): Promise<void> => {
    await field.fill(words);
    await other.keyboard.press('Escape');
    await other.keyboard.press('Enter');
  };
  const noted = (words: string) => other.getByTestId('toast').filter({ hasText: words }).waitFor();
  await field.pressSequentially('/');
  const menu = other.getByRole('listbox', { name: '命令' });
  await menu.getByRole('option', { name: '/compact [说明]' }).waitFor();
  expect((await menu.getByRole('option').allTextContents()).filter(hasEnglish)).toEqual([]);
  await field.pressSequentially('goal ');
  await menu.getByRole('option', { name: 'resume' }).waitFor();
  expect((await menu.locator('[role=option] .dim').allTextContents()).filter(hasEnglish)).toEqual([]);
  await type('/goal cancel');
  await other.locator('form').getByRole('alert').filter({ hasText: '此会话没有目标。' }).waitFor();
  await type('/plan on');
  await noted('计划模式已开启');
  await type('/goal status');
  await noted('没有目标。');
  // the button sends: Enter would choose an entry from the list of directories
  await field.fill('/add-dir /');
  await other.getByRole('button', { name: '发送' }).click();
  const question = other.getByRole('dialog', { name: '添加 /？' });
  await question.getByRole('button', { name: '为此项目记住' }).waitFor();
  expect(hasEnglish(await question.innerText())).toBe(false);
  await other.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await type('/help');
  const help = other.getByRole('table', { name: '消息框的命令' });
  await help.getByText('用摘要替换较早的上下文').waitFor();
  expect((await help.locator('td').allTextContents()).filter(hasEnglish)).toEqual([]);
  await other.evaluate((key) => {
    localStorage.setItem(key, JSON.stringify({ language: 'en' }));
    // simulates a change by another tab
    dispatchEvent(new StorageEvent('storage', { key }));
  }, 'agent.preferences');
  await other.getByText('Replace the older context by a summary').waitFor();
  await other.context().close();
});

/** Whether a text contains English words, except names of commands, values, files and formats, and single letters. */
function hasEnglish(shown: string): boolean {
  const names =
    /\(?\/[a-z?-]+(?:, \/[a-z?-]+)*\)?|\[[a-z|]+[|\]]|\b(?:list|status|MCP|Markdown|HTML|ZIP|HEAD|(?:AGENTS|SYSTEM)\.md)\b/g;
  return /[A-Za-z]{2}/.test(shown.replace(names, ''));
}

test('what needs an idle session is refused while a turn runs, and stays in the box', async () => {
  await ask('slow 400 one two three four five six seven eight nine ten');
  await page.getByTestId('activity').waitFor();
  await ask('/compact');
  await page.locator('form').getByRole('alert').filter({ hasText: 'Stop the turn first (Escape Escape)' }).waitFor();
  expect(await box().inputValue()).toBe('/compact');
  await box().fill('');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Send' }).waitFor();
});

test('an undo shows the files first, refuses changed ones without consent, and is taken back', async () => {
  const file = join(site.daemon.cwd, 'undone.txt');
  await ask(`call Write ${JSON.stringify({ path: file, content: 'first\n' })}`);
  await turnEnds(1);
  expect(readFileSync(file, 'utf8')).toBe('first\n');
  writeFileSync(file, 'by hand\n');
  await ask('/undo');
  const dialog = page.getByRole('dialog', { name: 'Undo 1 prompt' });
  await dialog.getByTestId('undo-file').filter({ hasText: 'undone.txt' }).waitFor();
  await expectAccessible(page);
  const undo = dialog.getByRole('button', { name: 'Undo', exact: true });
  expect(await undo.getAttribute('aria-disabled')).toBe('true');
  await dialog.getByRole('checkbox', { name: 'Overwrite 1 changed file' }).check();
  await undo.click();
  await dialog.waitFor({ state: 'detached' });
  expect(() => readFileSync(file)).toThrow();
  expect(await box().inputValue()).toContain('call Write');
  await note('1 prompt undone').getByRole('button', { name: 'Redo' }).click();
  const redo = page.getByRole('dialog', { name: 'Redo 1 prompt' });
  // the same preview as before the undo
  await redo.getByRole('list').getByText('call Write').waitFor();
  const again = redo.getByTestId('undo-file').filter({ hasText: 'undone.txt' });
  await again.locator('summary').click();
  await again.locator('[data-testid=diff-line][data-kind=add]').getByText('by hand').waitFor();
  await expectAccessible(page);
  await redo.getByRole('button', { name: 'Redo' }).click();
  await note('1 prompt redone').waitFor();
  await turnEnds(1);
  // the prompt is in the transcript again
  expect(await box().inputValue()).toBe('');
  expect(readFileSync(file, 'utf8')).toBe('by hand\n');
});

test('an ended turn has its steps and a menu: its prompt is edited and sent again, and nothing is undone before', async () => {
  await ask('echo one');
  await turnEnds(1);
  await ask('echo two');
  await turnEnds(2);
  const menu = page.getByRole('button', { name: 'Turn actions' });
  await page.getByRole('button', { name: 'Steps of turn 1' }).click();
  await page.getByRole('dialog', { name: 'Steps of turn 1' }).getByRole('row').nth(1).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await menu.last().click();
  await page.getByRole('menuitem', { name: 'Edit and resend' }).click();
  await holds('echo two');
  await page.getByText('Sending undoes turn 2').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await holds('');
  expect(await page.getByTestId('turn').count()).toBe(2);
  await menu.last().click();
  await page.getByRole('menuitem', { name: 'Edit and resend' }).click();
  await holds('echo two');
  await box().fill('echo three');
  await page.keyboard.press('Enter');
  await page.getByTestId('assistant-text').filter({ hasText: 'three' }).waitFor();
  await page.getByTestId('user-message').filter({ hasText: 'echo two' }).waitFor({ state: 'detached' });
  await turnEnds(2);
});

test('a fork copies up to its turn, and the list of prompts goes to one of them', async () => {
  await ask('echo one');
  await turnEnds(1);
  await ask('echo two');
  await turnEnds(2);
  await page.getByRole('button', { name: 'Prompts', exact: true }).click();
  const prompts = page.getByRole('dialog', { name: 'Prompts' });
  await prompts.getByRole('searchbox', { name: 'Filter prompts' }).fill('one');
  await expectAccessible(page);
  await prompts.getByRole('button', { name: /echo one/ }).click();
  await page.locator('.transcript-row.marked').filter({ hasText: 'echo one' }).waitFor();
  await page.getByRole('button', { name: 'Turn actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Fork from here' }).click();
  await page.getByRole('heading', { level: 1, name: /^Fork: / }).waitFor();
  await turnEnds(1);
});

test('commands that cannot be loaded are said to be missing, in the menu and when one is sent; the text stays', async () => {
  const other = await site.open(`/sessions/${id}`);
  const field = other.getByRole('textbox', { name: 'Message' });
  await other.route('**/assets/commands-*.js', (route) => route.abort());
  await field.pressSequentially('/');
  const problem = 'A part of the page cannot be loaded. Load the page again.';
  await other.getByRole('alert').getByText(problem, { exact: true }).waitFor();
  await other.getByTestId('version-note').getByRole('button', { name: 'Reload' }).waitFor();
  await expectAccessible(other);
  await field.pressSequentially('help');
  await other.keyboard.press('Enter');
  await other.locator('form').getByRole('alert').getByText(problem, { exact: true }).waitFor();
  expect(await field.inputValue()).toBe('/help');
  await other.context().close();
});
