/** Two pages and a script use the same sessions: both pages converge, and drafts stay private (web.md 4.3, 13). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../helpers/daemon.js';
import { onSession, openSite, untilOnline, type Site } from './harness.js';
import { expectSame, readShown } from './shown.js';

let site: Site;
let one: Page;
let other: Page;
let id: string;
beforeAll(async () => {
  site = await openSite();
  [one, other] = await Promise.all([site.open('/', { height: 3_000 }), site.open('/', { height: 3_000 })]);
  await Promise.all([untilOnline(one), untilOnline(other)]);
}, 60_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

const answers = (page: Page, words: string) => page.getByTestId('assistant-text').filter({ hasText: words });
const item = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Sessions' }).getByRole('link', { name }).first();

test('both write and decide in one session at once; nothing is lost, nothing comes twice', async () => {
  const [mine, theirs] = [onSession(site, one), onSession(site, other)];
  id = await mine.start();
  await other.goto(one.url());
  await theirs.box().waitFor();
  await Promise.all([mine.send('run echo shared'), theirs.box().fill('half a thought')]);
  const panels = [one, other].map((page) => page.getByTestId('approval'));
  await Promise.all(panels.map((panel) => panel.waitFor()));
  // both press at once: one decides, and the other shows that the approval is already decided
  const buttons = await Promise.all(
    panels.map((panel) => panel.getByRole('button', { name: 'Approve', exact: true }).elementHandle()),
  );
  await Promise.all(buttons.map((button) => button?.evaluate((element) => (element as HTMLElement).click())));
  await Promise.all(panels.map((panel) => panel.waitFor({ state: 'detached' })));
  await mine.untilTurns(1);
  expect(await theirs.box().inputValue()).toBe('half a thought');
  await Promise.all([
    mine.send('echo from one'),
    theirs.send('echo from other'),
    site.daemon.prompt(id, 'echo from a script'),
  ]);
  await Promise.all([mine.untilTurns(4), theirs.untilTurns(4)]);
  for (const words of ['from one', 'from other', 'from a script']) await answers(one, words).waitFor();
  await expectSame(one, other);
});

test('a name, a mode, a fork, an archive and a deletion reach both', async () => {
  await Promise.all([
    site.daemon.ok('updateSessionProfile', { ...site.daemon.session(id), body: { title: 'Named by a script' } }),
    (async () => {
      await one.getByRole('button', { name: 'Permission mode: Always Ask' }).click();
      await one.getByRole('menuitemradio', { name: /Ask When Needed/ }).click();
    })(),
    (async () => {
      const { id: forked } = await site.daemon.ok('forkSession', { ...site.daemon.session(id), body: {} });
      await site.daemon.ok('archiveSession', site.daemon.session(forked));
    })(),
    site.daemon.createSession({ title: 'Another one' }),
  ]);
  for (const page of [one, other]) {
    await page.getByRole('heading', { level: 1, name: 'Named by a script' }).waitFor();
    await page.getByRole('button', { name: 'Permission mode: Ask When Needed' }).waitFor();
    await item(page, /^Another one/).waitFor();
  }
  await expectSame(one, other);
  await other.getByRole('button', { name: 'Session actions: Another one' }).click();
  await other.getByRole('menuitem', { name: 'Archive' }).click();
  await item(one, /^Another one/).waitFor({ state: 'detached' });
  await expectSame(one, other);
  await one.reload();
  await one.getByTestId('turn-usage').first().waitFor();
  await expectSame(one, other);
});

test('a queue is changed from both sides, and stopped by either', async () => {
  const [mine, theirs] = [onSession(site, one), onSession(site, other)];
  await mine.send(`slow 2000 ${'word '.repeat(60)}`);
  await Promise.all([one, other].map((page) => page.getByTestId('activity').waitFor()));
  await Promise.all([mine.send('echo first'), theirs.send('echo second')]);
  await until('both prompts in both queues', async () => {
    const queues = await Promise.all([readShown(one), readShown(other)]);
    return queues.every(({ queue }) => queue.length === 2) ? true : undefined;
  });
  await expectSame(one, other);
  await Promise.all([
    one.getByTestId('queued-prompt').filter({ hasText: 'echo first' }).getByRole('button', { name: 'Remove' }).click(),
    other
      .getByTestId('queued-prompt')
      .filter({ hasText: 'echo second' })
      .getByRole('button', { name: 'Remove' })
      .click(),
  ]);
  await Promise.all(
    [one, other].map((page) => page.getByTestId('queued-prompt').first().waitFor({ state: 'detached' })),
  );
  await other.getByRole('button', { name: 'Stop', exact: true }).click();
  await one.getByRole('button', { name: 'Send' }).waitFor();
  await expectSame(one, other);
});
