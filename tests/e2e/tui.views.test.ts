/** Views and lists of the terminal UI: transcript, side conversation, agents, tasks, queue, goals, schedules (tui.md 3.13 to 3.16, 3.19). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { until } from '../helpers/daemon.js';
import type { Pty } from '../helpers/pty.js';
import { makePlace, startWeb, type Place, type Web } from './program.js';
import { createScreens, decide } from './screens.js';

jest.setTimeout(120_000);

let place: Place;
let web: Web;
const uis = createScreens(() => place);
let ui: Pty;

beforeAll(async () => {
  place = makePlace();
  web = await startWeb(place);
});
beforeEach(async () => {
  ui = await uis.ready();
});
afterEach(() => uis.close());
afterAll(async () => {
  await place.leave();
});

/** Types a line, then Enter separately: in one write they would be a paste. */
async function send(line: string): Promise<void> {
  ui.type(line);
  await ui.waitFor(`> ${line.slice(0, 80)}`);
  ui.type('\r');
}

async function shown(): Promise<string> {
  return (await ui.screen()).join('\n');
}

async function whole(): Promise<string> {
  return (await ui.scrollback()).join('\n');
}

test('a side conversation is answered in its view, the main turn continues, and nothing of it stays', async () => {
  await send('slow 60 m1 m2 m3 m4 m5 m6 m7 m8 m9 m10 m11 m12 m13 m14 m15 m16');
  await ui.waitFor('Esc to interrupt');
  await send('/btw say aside');
  await ui.waitFor(/^Side conversation[^]*^> say aside\n\naside$/m);
  expect((await ui.modes()).isInView).toBe(true);
  ui.type('say again');
  await ui.waitFor(/^> say again$/m);
  ui.type('\r');
  await ui.waitFor(/^> say again\n\nagain$/m);
  const [{ id } = { id: '' }] = (await web.ok('listSessions')).items;
  const before = (await web.ok('listAgents', { session_id: id })).items.filter(({ type }) => type === 'independent');
  expect(before.map(({ disposedAt }) => disposedAt)).toEqual([undefined]);
  ui.type('\x1b');
  await ui.waitFor(/m15 m16$/m);
  expect(await whole()).not.toContain('aside\n');
  expect((await ui.modes()).isInView).toBe(false);
});

test('the agents are a tree; Enter shows the transcript of one, x stops it', async () => {
  await send('background agent explore: slow 100 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 w14 w15 w16 w17 w18');
  await ui.waitFor('Task agent-');
  await send('/agents');
  await ui.waitFor(/^> main .*\n {4}\S.* agent_1 · works/m);
  ui.type('\x1b[B');
  await ui.waitFor(/^> {3}\S.* agent_1/m);
  ui.type('\r');
  await ui.waitFor(/^Agent [^]*w3 w4/m);
  ui.type('x');
  await ui.waitFor('Agent agent_1 is stopped');
  await ui.waitFor('Interrupted.');
  ui.type('q');
  await ui.waitFor(/agent_1 · idle/);
});

test('the output of a task is followed, and a second x stops it', async () => {
  await send('run in background for i in 1 2 3 4 5 6 7 8 9; do echo line $i; sleep 0.3; done');
  await decide(ui, 'Approval needed', '1');
  await ui.waitFor('Task bash-');
  await send('/tasks');
  await ui.waitFor(/^> bash-\S+ .*running/m);
  ui.type('\r');
  await ui.waitFor(/^line 3$/m);
  expect(await shown()).toContain('f follow off');
  ui.type('f');
  await ui.waitFor('f follow on');
  ui.type('x');
  await ui.waitFor('x again to stop');
  ui.type('x');
  await ui.waitFor(/^Task bash-.* killed/m);
  ui.type('q');
});

test('in the transcript blocks open, are found when they are closed, and prompts are reached', async () => {
  await send('run seq 1 40');
  await decide(ui, 'Approval needed', '1');
  await ui.waitFor('Bash: ok');
  await send('say the end');
  await ui.waitFor(/^the end$/m);
  ui.type('\x0f');
  await ui.waitFor(/^Transcript/m);
  expect(await shown()).not.toMatch(/^ +17$/m);
  ui.type('/');
  ui.type('17');
  await ui.waitFor(/^\/17$/m);
  ui.type('\r');
  await ui.waitFor(/^ {4}17$/m);
  ui.type(']');
  await ui.waitFor(/^> > say the end$/m);
  ui.type('[');
  await ui.waitFor(/^> > run seq 1 40$/m);
  ui.type('e');
  await ui.waitFor('Input');
  ui.type('?');
  await ui.waitFor('open or close the block');
  ui.type('?');
  ui.type('G');
  await ui.waitFor(/^ {2}the end$/m);
  // while the user reads further up, new output is counted and does not scroll
  ui.type('g');
  const [{ id } = { id: '' }] = (await web.ok('listSessions')).items;
  await web.prompt(id, 'say from elsewhere');
  await ui.waitFor(/\d new below/);
  expect(await shown()).toMatch(/^Transcript/);
  ui.type('q');
  await ui.waitFor(/^> say from elsewhere \(elsewhere\)$/m);
});

test('queued prompts are edited, moved, removed and steered', async () => {
  await send('slow 400 q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 q15 q16 q17 q18 q19 q20');
  await ui.waitFor('Esc to interrupt');
  for (const word of ['alpha', 'beta', 'gamma']) {
    await send(`say ${word}`);
    await ui.waitFor(`queued: say ${word}`);
  }
  await send('/queue');
  await ui.waitFor(/^> say alpha\n {2}say beta\n {2}say gamma$/m);
  ui.type(' ');
  await ui.waitFor('Space puts it down');
  ui.type('\x1b[B');
  await ui.waitFor(/^ {2}say beta\n> say alpha .*\n {2}say gamma$/m);
  ui.type(' ');
  await ui.waitFor(/^> say alpha$/m);
  ui.type('\x1b[3~');
  await ui.waitFor(/^ {2}say beta\n> say gamma$/m);
  ui.type('\r');
  await ui.waitFor('Edit the queued prompt');
  ui.type(' two');
  await ui.waitFor(/^> say gamma two$/m);
  ui.type('\r');
  await ui.waitFor(/^ {2}say beta\n> say gamma two$/m);
  ui.type('s');
  await ui.waitFor(/^for the next step: say gamma two$/m);
  await ui.waitFor(/^ *> say beta$/m);
  ui.type('\x1b');
  await ui.waitFor(/^> $/m);
  ui.type('\x1b');
  await ui.waitFor('Interrupted.');
});

test('a queued prompt that is sent while it is edited: what was typed comes into the input', async () => {
  await send('slow 250 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12');
  await ui.waitFor('Esc to interrupt');
  await send('say delta');
  await ui.waitFor('queued: say delta');
  await send('/queue');
  await ui.waitFor(/^> say delta$/m);
  ui.type('\r');
  await ui.waitFor('Edit the queued prompt');
  ui.type(' and more');
  await ui.waitFor(/^> say delta and more$/m);
  await ui.waitFor(/^> say delta\n\ndelta$/m);
  ui.type('\r');
  await ui.waitFor('The prompt is finished already');
  ui.type('\x1b');
  await ui.waitFor(/^> say delta and more$/m);
  ui.type('\x15');
  await ui.waitFor(/^> $/m);
});

test('goals that follow are edited, moved and removed; a goal starts in a mode and is given up after a question', async () => {
  for (const [at, objective] of ['one', 'two'].entries()) {
    await send(`/goal next ${objective}`);
    await ui.waitFor(`Goals that follow: ${at + 1}`);
  }
  await send('/goal next manage');
  await ui.waitFor(/^> 1\. one\n {2}2\. two$/m);
  ui.type(' ');
  await ui.waitFor('Space puts it down');
  ui.type('\x1b[B');
  await ui.waitFor(/^ {2}1\. two\n> 2\. one/m);
  ui.type(' ');
  ui.type('\r');
  await ui.waitFor('Edit the goal');
  ui.type('!');
  await ui.waitFor(/^> one!$/m);
  ui.type('\r');
  await ui.waitFor(/^> 2\. one!$/m);
  ui.type('\x1b[3~');
  await ui.waitFor(/^> 1\. two$/m);
  ui.type('\x1b[3~');
  await ui.waitFor('No match');
  ui.type('\x1b');
  await ui.waitFor(/^> $/m);
  await send('/goal tidy up');
  await ui.waitFor(
    /Start this goal\?[^]*^> 1\. Start in the present mode\n {2}2\. Start in auto\n {2}3\. Start in yolo\n {2}4\. Don't start$/m,
  );
  ui.type('3');
  await ui.waitFor(/^Goal complete.*\(\d+ turns?, .* tokens, /m, 20_000);
  await ui.waitFor(/^yolo · /m);
  await send('/goal cancel');
  await ui.waitFor('The session has no goal.');
});

test('schedules are listed and deleted', async () => {
  await send('remind 0 9 1 1 *: water the plants');
  await decide(ui, 'Approval needed', '1');
  await ui.waitFor('CronCreate: ok');
  await send('/cron');
  await ui.waitFor(/^> .*water the plants .*next \d{4}-/m);
  ui.type('\x1b[3~');
  await ui.waitFor('No match');
});

test('in the transcript of a long session the search and the first row reach turns that are not loaded yet', async () => {
  const id = await web.session({ agent_config: { model: 'offline/echo' } });
  for (let at = 1; at <= 50; at += 1) await web.prompt(id, `say turn ${at}.`);
  await until('the turns', async () => ((await web.ok('getSession', { session_id: id })).busy ? undefined : true));
  uis.close();
  ui = uis.start(['-S', id]);
  await ui.waitFor(/^turn 50\.$/m);
  ui.type('\x0f');
  await ui.waitFor(/^Transcript/m);
  ui.type('/turn 3.');
  await ui.waitFor(/^\/turn 3\.$/m);
  ui.type('\r');
  await ui.waitFor(/^> turn 3\.$/m);
  expect(await shown()).not.toContain('new below');
  ui.type('g');
  await ui.waitFor(/^ {2}> say turn 1\.$/m);
  ui.type('/nowhere');
  await ui.waitFor(/^\/nowhere$/m);
  ui.type('\r');
  await ui.waitFor('Not found: nowhere');
});
