/** Two terminal UIs, a script and a printing client on one session: each shows what the others do (tui.md 2.4). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../helpers/daemon.js';
import type { Pty } from '../helpers/pty.js';
import { agent, makePlace, startWeb, type Place, type Web } from './program.js';
import { createScreens, occurrences, text, type Screens } from './screens.js';

jest.setTimeout(60_000);

let place: Place;
let web: Web;
let screens: Screens;
let id: string;
let first: Pty;
let second: Pty;
beforeAll(async () => {
  place = makePlace();
  web = await startWeb(place);
});
beforeEach(async () => {
  screens = createScreens(() => place);
  id = await web.session({ agent_config: { model: 'offline/echo' } });
  [first, second] = [screens.start(['-S', id]), screens.start(['-S', id], { columns: 60, rows: 20 })];
  // the footer: the session is loaded, and what comes now is no history
  for (const ui of [first, second]) await ui.waitFor(/^offline\/echo[^]*^offline\/echo/m, 30_000);
});
afterEach(() => screens.close());
afterAll(() => place.leave());

const both = async (pattern: string | RegExp): Promise<void> => {
  for (const ui of [first, second]) await ui.waitFor(pattern);
};
/** Expects each line exactly once in both UIs. */
const once = async (...lines: string[]): Promise<void> => {
  for (const ui of [first, second]) for (const line of lines) expect(occurrences(await text(ui), line)).toBe(1);
};

test('prompts of the other UI, of a script and of agent -p, each once and marked', async () => {
  first.type('say from the first\r');
  await first.waitFor(/^> say from the first\n\nfrom the first$/m);
  await second.waitFor(/^> say from the first \(elsewhere\)\n\nfrom the first$/m);
  await web.prompt(id, 'say from a script');
  await both(/^> say from a script \(elsewhere\)\n\nfrom a script$/m);
  expect((await agent(place, ['-r', id, '-p', 'say printed'])).out).toContain('printed');
  await both(/^> say printed \(elsewhere\)\n\nprinted$/m);
  await web.ok('runShell', { session_id: id }, { command: 'echo by a script' });
  await both(/^\$ echo by a script \(elsewhere\)\n+ {2}by a script$/m);
  await once('> say from the first', '> say from a script', '> say printed', '$ echo by a script');
});

test('an approval that another one answers closes here, and the key that comes too late changes nothing', async () => {
  first.type('run echo shared\r');
  await both('Approval needed: Bash');
  await both(/^> 1\. /m);
  first.type('1');
  await first.waitFor('Approved: Bash echo shared');
  // too late: the other client has already decided
  second.type('3');
  await second.waitFor('Approved: Bash echo shared (elsewhere)');
  await both(/^ {2}shared$/m);
  expect(await text(second)).not.toMatch(/Rejected|40902|resolved/);
});

test('the full view of an approval closes when another one answers', async () => {
  first.type('run echo viewed\r');
  await both(/^> 1\. /m);
  second.type('\x05');
  await second.waitFor('q back');
  first.type('1');
  await second.waitFor('Approved: Bash echo viewed (elsewhere)');
  await until('the view to close', async () => ((await text(second)).includes('q back') ? undefined : true));
});

test('a question that another one answers', async () => {
  second.type('ask Which one? alpha | beta\r');
  await both('Which one?');
  await both(/^> 1\. /m);
  first.type('2');
  await first.waitFor('Answered: Which one? → beta');
  await second.waitFor('Answered: Which one? → beta (elsewhere)');
});

test('what is typed for an answer that another one gives first comes into the input', async () => {
  second.type('ask Which one? alpha | beta\r');
  await both(/^> 1\. /m);
  second.type('3');
  await second.waitFor('Enter sends');
  second.type('half of an answer');
  await second.waitFor(/^ {2}half of an answer$/m);
  first.type('2');
  await second.waitFor('Answered: Which one? → beta (elsewhere)');
  await second.waitFor(/^> half of an answer$/m);
  second.type('\x15');
  await second.waitFor(/^> $/m);
});

test('model, mode, plan, title, todos and queue follow', async () => {
  await web.ok('updateSessionProfile', { session_id: id }, { agent_config: { permission_mode: 'yolo' } });
  await both(/^yolo\b/m);
  await web.ok('updateSessionProfile', { session_id: id }, { agent_config: { plan_mode: true } });
  await both(/^.*\bplan\b.*offline\/echo/m);
  await web.ok(
    'updateSessionProfile',
    { session_id: id },
    { agent_config: { permission_mode: 'manual', plan_mode: false } },
  );
  await both(/^offline\/echo/m);
  await web.prompt(id, 'todo mend it; test it');
  await both(/^\[.\] mend it$/m);
  await web.prompt(id, 'slow 300 one two three four five six seven eight nine ten eleven twelve');
  await both('Esc to interrupt');
  await web.prompt(id, 'say queued by a script');
  await both('queued: say queued by a script');
  await web.ok('abortSession', { session_id: id });
  await both('Interrupted.');
  await both('queue paused');
  await once('Interrupted.');
});

test('abort, undo and redo of another one', async () => {
  writeFileSync(join(place.cwd, 'a.txt'), 'one\n');
  first.type('say to be undone\r');
  await both(/^to be undone$/m);
  await until('the end of the turn', async () =>
    (await web.ok('getSession', { session_id: id })).busy ? undefined : true,
  );
  await web.ok('undoSession', { session_id: id }, { count: 1 });
  await both('Undid 1 prompt.');
  await web.ok('redoSession', { session_id: id }, {});
  await both('Redid 1 prompt.');
  await once('Undid 1 prompt.', 'Redid 1 prompt.', '> say to be undone');
});

test('a prompt is not undone in the place of one that another one undid meanwhile', async () => {
  for (const word of ['alpha', 'beta', 'gamma']) {
    first.type(`say ${word}\r`);
    await both(new RegExp(`^${word}$`, 'm'));
  }
  await until('the end of the turn', async () =>
    (await web.ok('getSession', { session_id: id })).busy ? undefined : true,
  );
  // a terminal that has not heard of the end of the turn yet refuses the command
  await new Promise((next) => setTimeout(next, 500));
  second.type('/undo\r');
  await second.waitFor(/^> say gamma .*just now$/m);
  second.type('\r');
  await second.waitFor(/Go back to before: say gamma\n {2}2\. Conversation only\n> 3\. Cancel$/m);
  await web.ok('undoSession', { session_id: id }, { count: 1 });
  await first.waitFor('Undid 1 prompt.');
  second.type('2');
  await second.waitFor('The conversation changed meanwhile: choose again');
  // and an undo that hides another one is no redo
  await web.ok('undoSession', { session_id: id }, { count: 1 });
  await first.waitFor(/Undid 1 prompt\.\nUndid 1 prompt\./);
  const { agents } = await web.ok('listUserMessages', { session_id: id });
  expect(agents.flatMap(({ messages }) => messages.map(({ prompt }) => prompt))).toEqual(['say alpha']);
  expect(await text(first)).not.toContain('Redid');
});

test('another session that waits for the user is counted', async () => {
  const other = await web.session({ agent_config: { model: 'offline/echo' } });
  await web.prompt(other, 'run echo waits');
  await both('1 waiting');
  await web.ok('abortSession', { session_id: other });
  for (const ui of [first, second])
    await until('the count to go', async () => ((await ui.screen()).join('\n').includes('waiting') ? undefined : true));
});
