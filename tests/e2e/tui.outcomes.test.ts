/**
 * The terminal UI with a scripted model: budget, retries, several approvals, plans, background tasks, compaction, undo
 * with changed files, and a login (tui.md 2.1, 2.5, 3.1 to 3.4, 3.9 to 3.12, 3.18).
 */
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startAccountServer, type AccountServer } from '../helpers/accountserver.js';
import { until } from '../helpers/daemon.js';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import type { Pty } from '../helpers/pty.js';
import { modelConfig } from '../helpers/turns.js';
import { makePlace, startWeb, type Place, type Web } from './program.js';
import { createScreens } from './screens.js';

jest.setTimeout(120_000);

let model: ScriptedModel;
let account: AccountServer;
let place: Place;
let web: Web;
const terminals = createScreens(() => place);
beforeAll(async () => {
  [model, account] = await Promise.all([startModel(), startAccountServer()]);
  place = makePlace(
    `${modelConfig(model.baseUrl)}capabilities = ["video_in", "tool_use"]\n[models.m.price]\ninput = 0\noutput = 1000\n`,
  );
  web = await startWeb(place, [], { env: account.env });
});
afterAll(async () => {
  terminals.close();
  await place.leave();
  await Promise.all([model.close(), account.close()]);
});

/** Starts a UI with a new session. */
async function open(config: object = {}): Promise<{ ui: Pty; id: string }> {
  const id = await web.session({ agent_config: config });
  const ui = terminals.start(['-S', id], { columns: 160 });
  await ui.waitFor(/^(?:plan · |yolo · )?(?:m|offline\/echo) · /m, 30_000);
  return { ui, id };
}

async function rest(ui: Pty, id: string): Promise<void> {
  await until('the end of the turn', async () => {
    const { main_turn_active: isActive } = await web.ok('getSession', { session_id: id });
    return isActive || (await ui.screen()).join('\n').includes('Esc to interrupt') ? undefined : true;
  });
  await ui.waitFor(/^> $/m);
}

const shown = async (ui: Pty): Promise<string> => (await ui.scrollback()).join('\n');

test('a step that breaks off is said again, and a refusal counts down', async () => {
  const { ui, id } = await open();
  model.reply(
    {
      text: 'First paragraph.\n\nSecond one.\n\nThird one, which breaks off.',
      chunkSize: 8,
      chunkDelayMs: 100,
      cutAfterChunks: 6,
    },
    { error: { status: 429, message: 'slow down', retryAfter: 3 } },
    { text: 'All of it.' },
  );
  ui.type('answer\r');
  await ui.waitFor(/^Retrying \(2\/\d+\): .+\. The text above is said again\.$/m);
  await ui.waitFor(/^\S Retrying 3\/\d+ in \d s.*Esc to interrupt$/m);
  await ui.waitFor(/^First paragraph\.$[^]*^All of it\.$/m);
  await rest(ui, id);
});

test('several approvals: the oldest first, with their number; a change of the mode decides what is left', async () => {
  const { ui, id } = await open({ model: 'offline/echo' });
  ui.type('background agent: run sleep 0.1\r');
  await ui.waitFor(/^Approval needed: Bash[^]*^ {2}sleep 0\.1$/m);
  await web.prompt(id, 'run sleep 0.2');
  await ui.waitFor(/^Approval needed: Bash.*\(1 of 2\)$[^]*^ {2}sleep 0\.1$[^]*^> 1\. Approve once$/m);
  await ui.waitFor(/^\S? ?Waiting for approval/m);
  ui.type('4');
  ui.type('not this one\r');
  await ui.waitFor(/^Rejected: Bash sleep 0\.1: not this one$[^]*^Approval needed: Bash$[^]*^ {2}sleep 0\.2$/m);
  await web.ok('updateSessionProfile', { session_id: id }, { agent_config: { permission_mode: 'yolo' } });
  await ui.waitFor(/^Approved: Bash sleep 0\.2 \(by mode\)$/m);
  await rest(ui, id);
});

test('an approval for the session names its rule', async () => {
  const { ui, id } = await open();
  model.reply({ calls: [{ name: 'Bash', input: { command: 'node --version' } }] }, { text: 'known' });
  ui.type('version\r');
  await ui.waitFor(/^> 1\. Approve once\n {2}2\. Approve for this session .*Bash\(node --version\)/m);
  ui.type('2');
  await ui.waitFor(/^Approved for this session: Bash\(node --version\)$/m);
  await rest(ui, id);
});

test('a plan is shown whole with its options; Revise sends a text, Reject and Exit leaves the mode', async () => {
  const { ui, id } = await open({ model: 'offline/echo', plan_mode: true });
  ui.type('plan # Parts | Small steps | At once\r');
  await ui.waitFor(
    /^Parts$[^]*^Plan review$[^]*1\. Small steps\n {2}2\. At once\n {2}3\. Revise\n {2}4\. Reject\n {2}5\. Reject and Exit$/m,
  );
  await ui.waitFor(/^> 1\. /m);
  ui.type('3');
  ui.type('name the risks\r');
  await ui.waitFor(/^Rejected: ExitPlanMode.*: name the risks$/m);
  await rest(ui, id);
  ui.type('plan # Risks | Small steps | At once\r');
  await ui.waitFor(/^Risks$[^]*^> 1\. Small steps/m);
  ui.type('5');
  await rest(ui, id);
  await ui.waitFor(/^Plan mode off\.$/m);
  expect((await web.ok('getSession', { session_id: id })).agent_config.plan_mode).toBe(false);
});

test('calls move to the background, are listed as tasks, and are asked about at the end', async () => {
  const { ui, id } = await open();
  for (const name of ['one', 'two']) {
    model.reply({ calls: [{ name: 'Bash', input: { command: `sleep 300 # ${name}` } }] }, { text: `started ${name}` });
    ui.type(`start ${name}\r`);
    await ui.waitFor(new RegExp(`Approval needed: Bash[^]*# ${name}[^]*^> 1\\. `, 'm'));
    ui.type('1');
    await ui.waitFor(new RegExp(`^Approved: Bash sleep 300 # ${name}$[^]*Working \\([12] s`, 'm'));
    ui.type('\x02');
    await ui.waitFor(new RegExp(`^.*Bash +sleep 300 # ${name} +moved to background`, 'm'));
    await ui.waitFor(new RegExp(`^Task \\S+ started: .*# ${name}$`, 'm'));
    await rest(ui, id);
  }
  await ui.waitFor(/^.*\b2 tasks\b/m);
  ui.type('/exit\r');
  await ui.waitFor(/^2 background tasks are running\.[^]*^> 1\. Leave it running\n {2}2\. Stop it\n {2}3\. Stay$/m);
  ui.type('3');
  await ui.waitFor(/^> $/m);
  const { items } = await web.ok('listTasks', { session_id: id });
  for (const task of items) await web.ok('cancelTask', { session_id: id, task_id: task.id }, {});
  await ui.waitFor(/^Task \S+ (?:cancelled|killed)[^\n]*# one/m);
});

test('Esc interrupts a call, which says so, and a compaction, which is named while it runs', async () => {
  const { ui, id } = await open({ permission_mode: 'yolo' });
  model.reply({ calls: [{ name: 'Bash', input: { command: 'sleep 300' } }] });
  ui.type('wait\r');
  await ui.waitFor(/sleep 300[^]*Esc to interrupt/);
  ui.type('\x1b');
  await ui.waitFor(/^.*Bash +sleep 300 +interrupted.*$[^]*^Interrupted\.$/m);
  await rest(ui, id);
  model.reply({ text: 'a summary', delayMs: 20_000 });
  ui.type('/compact\r');
  await ui.waitFor(/^.*Compacting.*Esc to interrupt$/m);
  ui.type('\x1b');
  await ui.waitFor(/^Compaction ended without effect\.$/m);
  await rest(ui, id);
});

test('an undo over a file that changed meanwhile names it, and overwrites it when the user says so', async () => {
  const { ui, id } = await open({ permission_mode: 'yolo' });
  const file = join(place.cwd, 'undo.txt');
  model.reply(
    { calls: [{ name: 'Write', input: { path: 'undo.txt', content: 'by the model' } }] },
    { text: 'written' },
  );
  ui.type('write it\r');
  await ui.waitFor(/^written$/m);
  await rest(ui, id);
  writeFileSync(file, 'by the user');
  ui.type('/undo\r');
  await ui.waitFor(/^> write it +1 file \+0 −1/m);
  ui.type('\r');
  await ui.waitFor(
    /^Go back to before: write it[^]*1\. Conversation and files\n {2}2\. Conversation only\n> 3\. Cancel$/m,
  );
  ui.type('1');
  await ui.waitFor(/undo\.txt[^]*1\. Overwrite them\n {2}2\. Conversation only\n> 3\. Cancel$/m);
  ui.type('1');
  await ui.waitFor(/^Undid 1 prompt\.$/m);
  await rest(ui, id).catch(() => undefined);
  expect(await until('the file', () => (existsSync(file) ? undefined : 'gone'))).toBe('gone');
});

test('names with blanks are quoted behind @; a video becomes a placeholder where the model takes it', async () => {
  const { ui } = await open();
  writeFileSync(join(place.cwd, 'a b.txt'), 'text');
  writeFileSync(join(place.cwd, 'film.mp4'), Buffer.from('\0\0\0\x18ftypisom\0\0\0\0', 'latin1'));
  ui.type('@a b');
  ui.type('\x7f\x7f');
  await ui.waitFor(/^(?:> |\S? ?)a b\.txt/m);
  ui.type('\t');
  await ui.waitFor(/^> @"a b\.txt" ?$/m);
  ui.type('\x15\x1b[200~./film.mp4\x1b[201~');
  await ui.waitFor(/^> \[Video #1\] ?$/m);
});

test('a login shows address and code, can be left, and says when it is done', async () => {
  const { ui } = await open();
  ui.type('/login\r');
  const panel = /^Log in\nOpen {2}http:\/\/127\.0\.0\.1:\d+\/device\?user_code=(\S+)\nCode {2}\1\nEsc to cancel$/m;
  await ui.waitFor(panel);
  ui.type('\x1b');
  await ui.waitFor(/^Not logged in: cancelled\n[^]*^> $/m);
  ui.type('/login\r');
  const [, code] = await ui.waitFor(panel);
  account.approve(code);
  await ui.waitFor(/^Logged in\.$/m);
});

test('a warning that the start shows is not shown again with the first prompt', async () => {
  const name = 'unreadable';
  mkdirSync(join(place.home, 'skills', name), { recursive: true });
  writeFileSync(join(place.home, 'skills', name, 'SKILL.md'), '---\nname: [\n---\n');
  const ui = terminals.start(['-m', 'm'], { columns: 160 });
  await ui.waitFor(new RegExp(`^.*skills/${name}/SKILL.md.*$`, 'm'), 30_000);
  model.reply({ text: 'an answer' });
  ui.type('a prompt\r');
  await ui.waitFor(/^an answer$/m);
  const rows = (await shown(ui)).split('\n').filter((row) => row.includes(`skills/${name}/`));
  expect(rows).toHaveLength(1);
});

test('a terminal of few rows greets in four, and counts what it leaves out', async () => {
  const names = ['one', 'two', 'three', 'four', 'five'];
  for (const name of names) {
    mkdirSync(join(place.home, 'skills', name), { recursive: true });
    writeFileSync(join(place.home, 'skills', name, 'SKILL.md'), '---\nname: [\n---\n');
  }
  const id = await web.session();
  const { warnings } = await until('the warnings', async () => {
    const answer = await web.ok('listWarnings', { session_id: id });
    return answer.warnings.length >= names.length ? answer : undefined;
  });
  const ui = terminals.start(['-S', id], { columns: 40, rows: 10 });
  const [, more] = await ui.waitFor(/^\+(\d+) more \(\/status\)$/m, 30_000);
  const rows = (await shown(ui)).split('\n');
  const [from, to] = [rows.findIndex((row) => row.startsWith('agent ')), rows.findIndex((row) => row.startsWith('+'))];
  expect(to - from + 1).toBeLessThanOrEqual(4);
  expect(Number(more)).toBeGreaterThanOrEqual(warnings.length - 2);
});

test('from a part of the budget on a row warns; at its end the user is asked', async () => {
  const { ui, id } = await open();
  await web.ok('updateConfig', {}, { budget: { session_usd: 2, warn_ratio: 0.5 } });
  const usage = { input: 10, output: 1_200 };
  model.reply(
    { text: 'dear', usage },
    { calls: [{ name: 'Glob', input: { pattern: '*' } }], usage },
    { text: 'dearer', usage },
  );
  ui.type('one\r');
  await ui.waitFor(/^dear$/m);
  await rest(ui, id);
  await ui.waitFor(/\$1\.20\/\$2\.00/);
  ui.type('two\r');
  await ui.waitFor(/^.*budget.*$/im);
  await ui.waitFor(/Budget[^]*^> 1\. /m);
  ui.type('2');
  await ui.waitFor(/^Answered: Budget → Raise for this session/m);
  await ui.waitFor(/^dearer$/m);
  await rest(ui, id);
});
