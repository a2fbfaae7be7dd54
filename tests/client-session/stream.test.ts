/** Watches, terminals, events and aborts over one connection to a real daemon, and after its restarts. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../../client/api/client.js';
import { ApiFailure } from '../../client/api/failure.js';
import { ownerOf } from '../../client/api/owner.js';
import { globalLog, type EventFrame, type Stream } from '../../client/api/stream.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { closeClients, isResting, openClient, saidIn, stateOf } from './open.js';

let daemon: TestDaemon;
let id: string;
beforeEach(async () => {
  daemon = await startTestDaemon();
  ({ id } = await daemon.createSession());
});
afterEach(async () => {
  closeClients();
  await daemon.close();
});

const reject = (): Promise<never> => Promise.reject(new Error('no'));

/** Lets a check run out of time before its answer can be read, so that it gives the connection up. */
function checkTooLate(stream: Stream): Promise<boolean> {
  const checked = stream.check(0);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  return checked;
}

test('watched files are reported, also after a restart, and not after the end of the watch', async () => {
  const { stream } = openClient(daemon);
  const seen = new Set<string>();
  let missed = 0;
  const end = await stream.watch(id, {
    paths: ['.'],
    onChange: ({ changes }) => changes.forEach(({ path }) => seen.add(path)),
    onMissed: () => (missed += 1),
  });
  const write = (name: string) => writeFileSync(join(daemon.cwd, name), name);
  write('a.txt');
  await until('the first file', () => seen.has('a.txt') || undefined);
  await daemon.restart();
  await until('the watch', () => missed > 0 || undefined);
  write('b.txt');
  await until('the second file', () => seen.has('b.txt') || undefined);
  end();
  const other = await stream.watch(id, { paths: ['sub'], onChange: () => undefined, onMissed: () => undefined });
  mkdirSync(join(daemon.cwd, 'sub'));
  write('c.txt');
  expect(await stream.check(5_000)).toBe(true);
  expect(seen.has('c.txt')).toBe(false);
  other();
  await expect(
    stream.watch(id, { paths: ['../x'], onChange: () => undefined, onMissed: () => undefined }),
  ).rejects.toMatchObject({ name: 'FS_PATH_ESCAPES_SESSION' });
});

test('a terminal is written to and read, once per piece over a lost connection, and named gone after a restart', async () => {
  const { stream, client } = openClient(daemon);
  const terminal = await client.createTerminal({ params: { session_id: id }, body: { shell: '/bin/sh' } });
  let output = '';
  let gone: ApiFailure | undefined;
  const attached = await stream.attachTerminal({
    sessionId: id,
    terminalId: terminal.id,
    onOutput: (data) => (output += data),
    onExit: () => undefined,
    onTruncated: () => (output = ''),
    onGone: (failure) => (gone = failure),
  });
  await attached.resize(90, 30);
  await attached.write('echo x$((40 + 2))x\n');
  await until('the output', () => output.includes('x42x') || undefined);
  const sockets = await daemon.ok('listConnections', {});
  expect(sockets.connections.length).toBe(1);
  expect(await checkTooLate(stream)).toBe(false);
  await until('the new connection', () => stream.state === 'live' || undefined);
  await attached.write('echo y$((40 + 3))y\n');
  await until('the further output', () => output.includes('y43y') || undefined);
  expect(output.split('x42x').length).toBe(2);
  await daemon.restart();
  await until('the refusal', () => gone);
  expect(gone?.name).toBe('TERMINAL_NOT_FOUND');
});

test('the global log brings what was missed, each event once', async () => {
  const { stream } = openClient(daemon);
  const seen: EventFrame[] = [];
  const listened: EventFrame[] = [];
  stream.onGlobalEvent((frame) => void listened.push(frame));
  await stream.subscribe(globalLog, {
    cursor: { seq: 0 },
    onEvent: (frame) => void seen.push(frame),
    onResync: reject,
  });
  const roots = ['one', 'two', 'three'].map((name) => join(daemon.folder, name));
  const register = async (root: string) => {
    mkdirSync(root);
    await daemon.ok('registerWorkspace', { body: { root } });
  };
  await register(roots[0] as string);
  expect(await checkTooLate(stream)).toBe(false);
  await register(roots[1] as string);
  await until('the new connection', () => stream.state === 'live' || undefined);
  await register(roots[2] as string);
  const rootsIn = (frames: EventFrame[]) =>
    frames.flatMap(({ payload }) => (payload.type === 'event.workspace.created' ? [payload.workspace.root] : []));
  await until('the last workspace', () => rootsIn(seen).includes(roots[2] as string) || undefined);
  expect(rootsIn(seen).slice(-3)).toEqual(roots);
  expect(rootsIn(listened).slice(-3)).toEqual(roots);
});

test('a prompt is aborted over the socket', async () => {
  const { stream, open } = openClient(daemon);
  const model = open(id);
  const promptId = await model.send([{ type: 'text', text: 'slow 200 one two three four five six seven eight nine' }]);
  await stateOf(model, 'the turn', ({ session }) => session?.main_turn_active === true);
  expect(await stream.abort(id, promptId)).toMatchObject({ aborted: true });
  const state = await stateOf(model, 'its end', isResting);
  expect(state.session?.last_turn_reason).toBe('cancelled');
  await expect(stream.abort(id, promptId)).rejects.toMatchObject({ name: 'PROMPT_ALREADY_COMPLETED' });
});

test('a session that another server owns is read here, and worked with there', async () => {
  await daemon.run(id, 'say here');
  const other = await startTestDaemon({ home: daemon.home });
  try {
    const { open } = openClient(other);
    const model = open(id);
    await stateOf(model, 'the session', (state) => saidIn(state).length === 1);
    const refused: unknown = await model.send([{ type: 'text', text: 'say no' }]).catch((error: unknown) => error);
    const owner = ownerOf(refused);
    expect(owner?.base_url).toBe(daemon.baseUrl);
    expect(model.get().owner).toEqual(owner);
    if (!owner) throw refused;
    await createClient({ baseUrl: owner.base_url ?? '', token: daemon.token }).submitPrompt({
      params: { session_id: id },
      body: { content: [{ type: 'text', text: 'say there' }] },
    });
    await stateOf(model, 'what the owner did', (state) => saidIn(state).at(-1) === 'there');
    expect(ownerOf(new ApiFailure({ code: 40901, message: 'busy', status: 200 }))).toBeUndefined();
  } finally {
    closeClients();
    await other.close();
  }
});
