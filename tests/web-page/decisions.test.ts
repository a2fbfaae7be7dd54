/** The inbox: approvals, hunks, edits, questions and plans, decided in a real browser (web.md 5.2, 5.8, 5.10). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { available } from '../runtimes/machine.js';
import { clickTwice, expectAccessible, expectNoSideScroll, openSite, type Site } from './harness.js';

let site: Site;
let page: Page;
beforeAll(async () => {
  site = await openSite();
}, 60_000);
afterAll(() => site?.close());
beforeEach(async () => {
  page = await site.open('/inbox');
  await page.waitForSelector('html[data-connection=online]');
});
afterEach(async () => {
  await page.context().close();
  site.expectClean();
});

const file = (name: string): string => join(site.daemon.cwd, name);

/** Sends a prompt in a new session; returns the session's id. */
async function ask(text: string): Promise<string> {
  const { data } = await site.daemon.call<{ id: string }>('POST', '/api/v1/sessions', {
    body: { metadata: { cwd: site.daemon.cwd }, title: text.slice(0, 40), agent_config: { model: 'offline/echo' } },
  });
  await site.daemon.call('POST', `/api/v1/sessions/${data.id}/prompts`, {
    body: { content: [{ type: 'text', text }] },
  });
  return data.id;
}

const cardOf = (id: string): Locator => page.locator(`[data-testid=inbox-card][data-session-id=${id}]`);
const gone = (id: string): Promise<void> => cardOf(id).waitFor({ state: 'detached' });

/** Waits until an element has the focus, given by its name, tag or text. */
const untilFocused = (name: string) =>
  page.waitForFunction((wanted) => {
    const { activeElement } = document;
    return [activeElement?.getAttribute('aria-label'), activeElement?.tagName, activeElement?.textContent].includes(
      wanted,
    );
  }, name);

const twoQuestions = `call AskUserQuestion ${JSON.stringify({
  questions: ['Size', 'Shape'].map((header) => ({
    question: `${header}?`,
    header,
    options: [{ label: `${header} A` }, { label: `${header} B` }],
  })),
})}`;

test('a double click decides once, although the next approval takes the place of the first', async () => {
  const first = await ask('run echo first');
  await cardOf(first).waitFor();
  const second = await ask('run echo second');
  await cardOf(second).waitFor();
  await clickTwice(cardOf(first).getByRole('button', { name: 'Approve', exact: true }), () => gone(first));
  await site.daemon.waitForEnd(first);
  const pending = { ...site.daemon.session(second), query: { status: 'pending' } };
  expect((await site.daemon.ok('listApprovals', pending)).items.length).toBe(1);
  await cardOf(second).getByRole('button', { name: 'Approve', exact: true }).click();
  await gone(second);
});

/** Waits until the session is idle; returns all its messages as text. */
async function messages(id: string): Promise<string> {
  for (;;) {
    const { data } = await site.daemon.call<{ busy: boolean }>('GET', `/api/v1/sessions/${id}`);
    if (!data.busy) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return JSON.stringify((await site.daemon.call('GET', `/api/v1/sessions/${id}/messages`)).data);
}

test('an approval by a press and by a digit; the count and the title follow', async () => {
  await page.getByText('Nothing is waiting for you.').waitFor();
  const first = await ask('run echo one');
  await cardOf(first).getByRole('group', { name: 'Approval needed' }).waitFor();
  await expectAccessible(page);
  expect(await page.title()).toMatch(/^\(1\) Inbox/);
  // digits follow the order of the buttons, and each button shows its digit
  const named = cardOf(first).locator('button[aria-keyshortcuts]');
  expect(await named.evaluateAll((all) => all.map((each) => each.getAttribute('aria-keyshortcuts')))).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
  ]);
  expect(await named.allTextContents()).toEqual([
    '1Approve',
    '2Approve for this session',
    '3Reject',
    '4Reject with feedback…',
    '5Edit…',
    '6Approve with note…',
  ]);
  await cardOf(first).getByRole('button', { name: 'Approve', exact: true }).click();
  await gone(first);
  expect(await messages(first)).toContain('Bash: ok');

  const second = await ask('run echo two');
  await cardOf(second).getByTestId('approval').waitFor();
  await cardOf(second).focus();
  // digits are ignored for a moment after a panel came
  await page.waitForTimeout(350);
  await page.keyboard.press('3');
  await gone(second);
  expect(await messages(second)).not.toContain('Bash: ok');
  expect(await page.title()).toMatch(/^Inbox/);
});

test('a command of 20,000 characters: what it is and its decisions stay in view, however long the rule for it is', async () => {
  const id = await ask(`call Bash ${JSON.stringify({ command: `echo ${'x'.repeat(20_000)}` })}`);
  const card = cardOf(id);
  const rule = card.getByTestId('remembered-rule');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 780 });
    await rule.waitFor();
    const { height = 0 } = (await rule.boundingBox()) ?? {};
    expect(height).toBeGreaterThan(0);
    expect(height).toBeLessThan(60);
    const { height: rest = 0 } = (await card.locator('.decision-first').boundingBox()) ?? {};
    expect(rest).toBeLessThan(200);
  }
  expect(await rule.getAttribute('title')).toMatch(/^Bash\(echo x{20000}\)$/);
  await page.setViewportSize({ width: 1280, height: 780 });
  await card.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: 'Reject', exact: true }).click();
  await gone(id);
});

test('a rejection with feedback, which the model reads', async () => {
  const id = await ask('run echo three');
  const card = cardOf(id);
  await card.getByRole('button', { name: 'Reject with feedback…' }).click();
  await card.getByRole('textbox', { name: 'Feedback' }).fill('use printf');
  // entered text survives a reload
  await page.reload();
  await card.getByRole('button', { name: 'Reject with feedback…' }).click();
  expect(await card.getByRole('textbox', { name: 'Feedback' }).inputValue()).toBe('use printf');
  await card.getByRole('button', { name: 'Reject with this feedback' }).waitFor();
  expect(await card.getByRole('button', { name: 'Reject', exact: true }).count()).toBe(1);
  await page.keyboard.press('Enter');
  await gone(id);
  expect(await messages(id)).toContain('use printf');
});

test('single hunks: one of two is written, and none cannot be approved', async () => {
  const before = Array.from({ length: 30 }, (_, at) => `line ${at}`).join('\n') + '\n';
  writeFileSync(file('hunks.txt'), before);
  const after = before.replace('line 2\n', 'first\n').replace('line 27\n', 'second\n');
  const id = await ask(`call Write ${JSON.stringify({ path: file('hunks.txt'), content: after })}`);
  const card = cardOf(id);
  const second = card.getByRole('checkbox', { name: 'Include change 2 of 2' });
  await second.uncheck();
  await card.getByRole('checkbox', { name: 'Include change 1 of 2' }).uncheck();
  const none = card.getByRole('button', { name: 'Approve 0 of 2 changes' });
  expect(await none.getAttribute('aria-disabled')).toBe('true');
  await second.check();
  await card.getByRole('button', { name: 'Approve 1 of 2 changes' }).click();
  await gone(id);
  await messages(id);
  expect(readFileSync(file('hunks.txt'), 'utf8')).toBe(before.replace('line 27\n', 'second\n'));
});

test('an edited command runs in the place of the original', async () => {
  const id = await ask('run echo original');
  const card = cardOf(id);
  await card.getByRole('button', { name: 'Edit…' }).click();
  const command = card.getByRole('textbox', { name: 'Command' });
  expect(await command.inputValue()).toBe('echo original');
  await command.fill('echo changed');
  await page.reload();
  await card.getByRole('button', { name: 'Edit…' }).click();
  expect(await command.inputValue()).toBe('echo changed');
  await card.getByRole('button', { name: 'Approve as edited' }).click();
  await gone(id);
  const all = await messages(id);
  expect(all).toContain('changed');
});

test('an edited text is written whole', async () => {
  const id = await ask(`write ${file('new.txt')}: proposed`);
  const card = cardOf(id);
  await card.getByRole('button', { name: 'Edit…' }).click();
  await card.getByRole('textbox', { name: 'New text' }).fill('mine\n');
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Approve as edited' }).click();
  await gone(id);
  await messages(id);
  expect(readFileSync(file('new.txt'), 'utf8')).toBe('mine\n');
});

test('a question is answered with an option, with own words, and dismissed', async () => {
  const first = await ask('ask Which colour? Red | Green');
  await cardOf(first).getByRole('radio', { name: 'Green' }).check();
  await cardOf(first).getByRole('button', { name: 'Send answers' }).click();
  await gone(first);
  expect(await messages(first)).toContain('Green');

  const second = await ask('ask Which tool? Hammer | Saw');
  await cardOf(second).getByRole('textbox', { name: 'Your answer' }).fill('a file');
  await expectAccessible(page);
  await cardOf(second).getByRole('button', { name: 'Send answers' }).click();
  await gone(second);
  expect(await messages(second)).toContain('a file');

  const third = await ask('ask Which day? Monday | Friday');
  await cardOf(third).getByRole('radio', { name: 'Friday' }).check();
  await cardOf(third).getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss' }).click();
  await gone(third);
  expect(await messages(third)).toContain('dismissed the questions without an answer');
});

test('several questions have tabs and a review', async () => {
  const id = await ask(twoQuestions);
  const card = cardOf(id);
  await card.getByRole('radio', { name: 'Size B' }).check();
  await card.getByRole('tab', { name: 'Shape' }).click();
  await card.getByRole('radio', { name: 'Shape A' }).check();
  await page.keyboard.press('Enter');
  await card.getByRole('tab', { name: 'Review', selected: true }).waitFor();
  expect(await card.getByRole('definition').allTextContents()).toEqual(['Size B', 'Shape A']);
  await card.getByRole('button', { name: 'Send answers' }).click();
  await gone(id);
  expect(await messages(id)).toContain('Shape A');
});

test('a half-answered form of questions is as it was after a reload, and is forgotten once it is sent', async () => {
  const id = await ask(twoQuestions);
  const card = cardOf(id);
  await card.getByRole('radio', { name: 'Size B' }).check();
  await card.getByRole('tab', { name: 'Shape' }).click();
  await card.getByRole('textbox', { name: 'Your answer' }).fill('half a circle');
  await page.reload();
  await card.getByRole('tab', { name: 'Shape', selected: true }).waitFor();
  expect(await card.getByRole('textbox', { name: 'Your answer' }).inputValue()).toBe('half a circle');
  await card.getByRole('tab', { name: 'Review' }).click();
  expect(await card.getByRole('definition').allTextContents()).toEqual(['Size B', 'half a circle']);
  await card.getByRole('button', { name: 'Send answers' }).click();
  await gone(id);
  expect(await messages(id)).toContain('half a circle');
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))).toEqual([]);
});

test('a plan is revised with a comment on a part of it', async () => {
  const id = await ask('plan Write the parser | Fast | Careful');
  const card = cardOf(id);
  await card.getByRole('button', { name: 'Comment on this part' }).first().click();
  // the opened field has the focus
  await untilFocused('TEXTAREA');
  await page.keyboard.type('and test it');
  await page.reload();
  expect(await card.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('and test it');
  await card.getByRole('button', { name: 'Add comment' }).click();
  await untilFocused('Comment on this part');
  // comments survive leaving the screen and a reload
  await page.getByRole('link', { name: 'Usage' }).click();
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  await page.goBack();
  const comments = card.getByRole('list', { name: 'Comments' });
  await comments.waitFor();
  const [list, field] = await Promise.all([comments.boundingBox(), comments.getByRole('textbox').boundingBox()]);
  if (!list || !field) throw new Error('The comment has no place.');
  // horizontally centered
  expect(field.x - list.x).toBeCloseTo(list.x + list.width - field.x - field.width, 0);
  await page.reload();
  expect(await card.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('and test it');
  await card.getByRole('button', { name: 'Revise…' }).click();
  await untilFocused('TEXTAREA');
  await page.keyboard.type('and be quick');
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Send feedback' }).waitFor();
  await page.keyboard.press('Enter');
  await gone(id);
  const all = await messages(id);
  expect(all).toContain('and test it');
  expect(all).toContain('> Write the parser');
  expect(all).toContain('and be quick');
  expect(await page.evaluate(() => localStorage.getItem('agent.draft.plans'))).toBeNull();
});

test('an option of a plan is chosen by its digit, and approved by Enter', async () => {
  const id = await ask('plan Write the parser | Fast | Careful');
  await cardOf(id).getByTestId('approval').focus();
  await page.keyboard.press('2');
  await untilFocused('Approve');
  expect(await cardOf(id).getByRole('radio', { name: 'Careful' }).isChecked()).toBe(true);
  await page.keyboard.press('Enter');
  await gone(id);
  expect(await messages(id)).toContain('with this option: Careful');
});

test('a decision elsewhere takes the card away, and the keys move between cards', async () => {
  const ids = [await ask('run echo a'), await ask('run echo b'), await ask('run echo c')];
  for (const id of ids) await cardOf(id).waitFor();
  const cards = page.getByTestId('inbox-card');
  const [first, second, third] = await cards.evaluateAll((all) => all.map((card) => card.dataset['sessionId'] ?? ''));
  if (first === undefined || second === undefined || third === undefined) throw new Error('three cards were asked for');
  await cardOf(first).focus();
  await page.keyboard.press('j');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-session-id'))).toBe(second);
  const { data } = await site.daemon.call<{ items: { approval_id: string }[] }>(
    'GET',
    `/api/v1/sessions/${second}/approvals`,
    { query: { status: 'pending' } },
  );
  await site.daemon.call('POST', `/api/v1/sessions/${second}/approvals/${data.items[0]?.approval_id}`, {
    body: { decision: 'rejected' },
  });
  await gone(second);
  await page.waitForFunction((id) => document.activeElement?.getAttribute('data-session-id') === id, third);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSideScroll(page);
  await expectAccessible(page);
});

(available ? test : test.skip)(
  'the fifth approved command of a session hints at the sandbox, once for a home',
  async () => {
    const hint = page.getByTestId('toast').filter({ hasText: 'without asking: /sandbox on' });
    const approve = async (count: number): Promise<void> => {
      const lines = Array.from({ length: count }, (_, at) => `run echo hinted-${at + 1}`);
      await page.goto(`${site.daemon.baseUrl}/sessions/${await ask(lines.join('\n'))}`);
      for (let at = 1; at <= count; at += 1) {
        expect(await hint.count()).toBe(0);
        const approval = page.getByTestId('approval').filter({ hasText: `echo hinted-${at}` });
        await approval.getByRole('button', { name: 'Approve', exact: true }).click();
        await approval.waitFor({ state: 'detached' });
      }
    };
    await approve(5);
    await hint.waitFor();
    await approve(6);
    await page.getByTestId('turn-usage').waitFor();
    expect(await hint.count()).toBe(0);
  },
);
