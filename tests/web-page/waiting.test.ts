/** Approvals and questions on the session screen: several at once, keys, focus, their end (web.md 5.8, 5.10, 6). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { modelEnv, until } from '../helpers/daemon.js';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { expectAccessible, expectNoSideScroll, openSite, type Site } from './harness.js';

let model: ScriptedModel;
let site: Site;
let page: Page;
let id: string;
beforeAll(async () => {
  model = await startModel();
  site = await openSite({ env: modelEnv(model.baseUrl) });
  page = await site.open('/');
  await page.waitForSelector('html[data-connection=online]');
}, 60_000);
afterAll(async () => {
  await site?.close();
  await model?.close();
});
beforeEach(async () => {
  await show(await create('offline/echo'));
});
afterEach(() => site.expectClean());

const box = () => page.getByRole('textbox', { name: 'Message' });
const panel = () => page.getByRole('region', { name: 'Approval needed' });
const focusedTestId = () => page.evaluate(() => document.activeElement?.getAttribute('data-testid'));

/** Creates a session; default: with the scripted model. */
async function create(model?: string): Promise<string> {
  const { data } = await site.daemon.call<{ id: string }>('POST', '/api/v1/sessions', {
    body: { metadata: { cwd: site.daemon.cwd }, ...(model && { agent_config: { model } }) },
  });
  return data.id;
}

async function show(session: string): Promise<void> {
  id = session;
  await page.goto(`${site.daemon.baseUrl}/sessions/${id}`);
  await box().waitFor();
}

async function ask(text: string, session = id): Promise<void> {
  await site.daemon.call('POST', `/api/v1/sessions/${session}/prompts`, {
    body: { content: [{ type: 'text', text }] },
  });
}

test('an approval stands above the box without taking the focus; Mod-. goes there, and a decision gives it back', async () => {
  await box().fill('a draft');
  await ask('run echo one');
  await panel().getByRole('heading', { level: 2 }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Message');
  await expectAccessible(page);
  await page.keyboard.press('Control+.');
  expect(await focusedTestId()).toBe('approval');
  await page.waitForTimeout(350);
  await page.keyboard.press('1');
  await panel().waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Message');
  expect(await box().inputValue()).toBe('a draft');
  await box().fill('');
  await page.getByTestId('turn-usage').waitFor();
});

test('several approvals are shown one at a time, and after a decision comes the next', async () => {
  // an agent requests one approval at a time, so two agents are needed
  const asked = new Set<string>();
  model.answer(({ messages }) => {
    const last = JSON.stringify(messages.at(-1));
    const word = /Run (echo first|echo second)/.exec(last)?.[1];
    if (word !== undefined && !asked.has(word)) {
      asked.add(word);
      return { calls: [{ name: 'Bash', input: { command: word } }] };
    }
    if (!last.includes('Run both.')) return { text: 'Done.' };
    const agents = ['first', 'second'].map((each) => ({
      name: 'Agent',
      input: { description: each, prompt: `Run echo ${each}.`, run_in_background: true },
    }));
    return { calls: agents };
  });
  await show(await create());
  await ask('Run both.');
  await panel().getByText('1 of 2').waitFor();
  const first = await panel().getAttribute('data-approval-id');
  await panel().getByRole('button', { name: 'Next approval' }).click();
  await panel().getByText('2 of 2').waitFor();
  expect(await panel().getAttribute('data-approval-id')).not.toBe(first);
  await panel().getByRole('button', { name: 'Approve', exact: true }).click();
  await page.waitForFunction((wanted) => document.activeElement?.getAttribute('data-approval-id') === wanted, first);
  expect(
    await panel()
      .getByText(/ of \d/)
      .count(),
  ).toBe(0);
  await panel().getByRole('button', { name: 'Reject', exact: true }).click();
  await panel().waitFor({ state: 'detached' });
});

test('a decision elsewhere and another mode take the panel away, and a note says which', async () => {
  await ask('run echo two');
  const approval = await panel().getAttribute('data-approval-id');
  await site.daemon.call('POST', `/api/v1/sessions/${id}/approvals/${approval}`, { body: { decision: 'rejected' } });
  await page.getByText('Decided elsewhere').first().waitFor();
  await panel().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Send' }).waitFor();

  await ask('run echo three');
  await panel().waitFor();
  await site.daemon.call('POST', `/api/v1/sessions/${id}/profile`, {
    body: { agent_config: { permission_mode: 'auto' } },
  });
  await page.getByText('Decided by the new permission mode').first().waitFor();
});

test('a question is answered in the session, and Mod-. finds one of another session', async () => {
  await ask('ask Which colour? Red | Green');
  const question = page.getByRole('region', { name: 'Question' });
  await question.getByRole('radio', { name: 'Green' }).check();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await question.getByRole('button', { name: 'Send answers' }).click();
  await question.waitFor({ state: 'detached' });

  // by keyboard only
  await ask('ask Which day? Monday | Friday');
  await question.waitFor();
  await page.keyboard.press('Control+.');
  await page.waitForFunction(() => document.activeElement?.getAttribute('data-testid') === 'question');
  await page.keyboard.press('2');
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  await page.getByTestId('assistant-text').filter({ hasText: 'Friday' }).waitFor();

  const other = await create('offline/echo');
  await ask('run echo elsewhere', other);
  await page.waitForFunction(() => document.title.startsWith('(1)'));
  await box().focus();
  await page.keyboard.press('Control+.');
  await page.waitForURL(`**/sessions/${other}`);
  await page.waitForFunction(() => document.activeElement?.getAttribute('data-testid') === 'approval');
  await panel().getByRole('button', { name: 'Reject', exact: true }).click();
  await panel().waitFor({ state: 'detached' });
  await page.waitForFunction(() => /^[^(]/.test(document.title));
  await page.keyboard.press('Control+.');
  await page.getByText('Nothing is waiting', { exact: true }).first().waitFor();
});

test('changes to approve are in one area that scrolls, with the buttons in view', async () => {
  const name = join(site.daemon.cwd, 'long.txt');
  const before = Array.from({ length: 60 }, (_, at) => `line ${at}\n`).join('');
  writeFileSync(name, before);
  const content = [2, 27, 50].reduce((text, at) => text.replace(`line ${at}\n`, `new ${at}\n`), before);
  await ask(`read long.txt\ncall Write ${JSON.stringify({ path: name, content })}`);
  const third = panel().getByRole('checkbox', { name: 'Include change 3 of 3' });
  await third.waitFor();
  for (const [width, height] of [
    [1280, 800],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    const scrolled = await page.evaluate(() =>
      [...document.querySelectorAll('.session-decisions, .session-decisions *')]
        .filter((each) => each.scrollHeight > each.clientHeight + 1)
        .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowY))
        .map((each) => each.className),
    );
    expect(scrolled).toEqual(['session-decisions']);
    // buttons stick from the first frame after a resize
    for (const name of ['Approve', 'Reject'])
      await until(`"${name}" in view at ${width} px`, async () => {
        const box = await panel().getByRole('button', { name, exact: true }).boundingBox();
        return box && box.y + box.height < height ? true : undefined;
      });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  // the sticky buttons do not cover the focused element
  await third.focus();
  const [own, foot] = await Promise.all([third.boundingBox(), page.locator('.decision-foot').boundingBox()]);
  expect((own?.y ?? 0) + (own?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
  await panel().getByRole('button', { name: 'Reject', exact: true }).click();
  await panel().waitFor({ state: 'detached' });
});
