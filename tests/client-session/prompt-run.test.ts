/** A client that follows one prompt, against a real daemon: what it shows, waits for, and stops (cli.md 4.1). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventFrame } from '../../client/api/stream.js';
import { openPromptRun, type Bound, type OpenWork, type PromptRun } from '../../client/session/prompt-run.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { closeClients, losing, openClient, type OpenClient } from './open.js';

jest.setTimeout(60_000);

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon({ config: '[background]\nkill_grace_period_ms = 50\n' });
});
afterAll(() => daemon.close());

let id: string;
beforeEach(async () => {
  ({ id } = await daemon.createSession({ agent_config: { permission_mode: 'auto' } }));
});
afterEach(closeClients);

interface Shown {
  run: PromptRun;
  frames: EventFrame[];
  waits: OpenWork[];
  bounds: Bound[];
  text(): string;
}

async function open(
  { client, stream }: OpenClient = openClient(daemon),
  show?: (frame: EventFrame) => Promise<void>,
): Promise<Shown> {
  const frames: EventFrame[] = [];
  const waits: OpenWork[] = [];
  const bounds: Bound[] = [];
  const run = await openPromptRun({
    sessionId: id,
    client,
    stream,
    since: 0,
    ownsServer: false,
    show: show ?? ((frame) => Promise.resolve(void frames.push(frame))),
    onWait: (work) => void waits.push(work),
    onBound: (bound) => void bounds.push(bound),
  });
  const text = (): string =>
    frames
      .flatMap(({ payload }) => (payload.type === 'message.appended' ? payload.message.content : []))
      .flatMap((part) => (part.type === 'text' ? [part.text] : []))
      .join('\n');
  return { run, frames, waits, bounds, text };
}

const send = (run: PromptRun, text: string): Promise<void> => run.send([{ type: 'text', text }], { unattended: true });
const gate = 'while [ ! -e gate ]; do sleep 0.01; done; rm gate';
const openGate = (): void => writeFileSync(join(daemon.cwd, 'gate'), '');
const statuses = async (): Promise<string[]> =>
  (await daemon.ok('listTasks', daemon.session(id))).items.map(({ engine_status: status }) => status);

test('it shows the events of its prompt and of no other', async () => {
  await daemon.prompt(id, 'slow 5 not mine at all');
  const { run, text, waits } = await open();
  await send(run, 'say mine');
  expect(await run.finish()).toBe('completed');
  expect(text()).toContain('mine');
  expect(text()).not.toContain('not mine');
  expect(waits).toEqual([]);
});

test('a prompt whose answer was lost is sent again, and runs once', async () => {
  let lost = 0;
  const calls = losing((url, method) => method === 'POST' && url.endsWith('/prompts') && lost++ === 0);
  const { run, text } = await open(openClient(daemon, { calls }));
  await send(run, 'say once');
  expect(await run.finish()).toBe('completed');
  expect(text()).toMatch(/once/);
  expect(lost).toBe(2);
  expect((await daemon.ok('getSession', daemon.session(id))).usage.turn_count).toBe(1);
});

test('background work is waited for, and the turn that its end begins belongs to the prompt', async () => {
  const { run, text, waits } = await open();
  await send(run, `run in background ${gate}\nsay main`);
  const finished = run.finish();
  await until('the wait', () => waits[0]);
  expect(waits).toEqual([{ tasks: [expect.stringMatching(/^bash-\w{8}$/)], jobs: [], pursuesGoal: false }]);
  openGate();
  expect(await finished).toBe('completed');
  expect(text()).toContain('I have seen that the task ended.');
});

test('a limit of the wait ends it, and what is left is stopped', async () => {
  await daemon.ok('updateConfig', { body: { background: { printWaitCeilingS: 1 } } });
  const { run, bounds } = await open();
  await send(run, 'run in background sleep 60\nsay main');
  expect(await run.finish()).toBe('bound');
  expect(bounds).toEqual([{ name: 'print_wait_ceiling_s', value: 1 }]);
  expect(await statuses()).toEqual(['killed']);
  await daemon.ok('updateConfig', { body: { background: { printWaitCeilingS: null } } });
});

test.each([
  ['in the turn', 'run in background sleep 60\nrun echo begun; sleep 60', 'aborted'],
  ['in the wait', 'run in background sleep 60\nsay main', 'completed'],
])('a run that is cancelled %s leaves nothing behind', async (_when, prompt, end) => {
  const { run, frames, waits } = await open();
  await send(run, prompt);
  const finished = run.finish();
  await until('the moment', () => waits[0] ?? frames.find(({ type }) => type === 'tool.progress'));
  await run.cancel();
  expect(await finished).toBe(end);
  expect(await statuses()).toEqual(['killed']);
  expect((await daemon.waitForEnd(id)).busy).toBe(false);
});

test('a run that is cancelled before the server has its prompt aborts it then', async () => {
  const { run } = await open();
  const sent = send(run, 'run sleep 60');
  await run.cancel();
  await sent;
  expect((await daemon.waitForEnd(id)).last_turn_reason).not.toBe('completed');
});

test('an event that cannot be shown ends the run with what went wrong', async () => {
  const { run } = await open(undefined, () => Promise.reject(new Error('no room')));
  await send(run, 'say x');
  await expect(run.finish()).rejects.toThrow('no room');
});

test('a run that is closed waits for nothing', async () => {
  const { run, waits } = await open();
  await send(run, 'run in background sleep 60\nsay main');
  const finished = run.finish();
  await until('the wait', () => waits[0]);
  run.close();
  expect(await finished).toBe('completed');
  expect(await statuses()).toEqual(['running']);
});
