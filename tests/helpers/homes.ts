/** Several daemon processes on one home, and sockets that record every frame. */
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { buildAsyncApi } from '../../daemon/http/asyncapi.js';
import { startProcess, type DaemonProcess, type ProcessOptions } from './daemonprocess.js';
import { frameValidator } from './documents.js';
import { processesOf } from './processes.js';
import { eventually, request, type Envelope } from './turns.js';

/** A frame with its time of arrival, in ms of this process. */
export interface Heard {
  raw: string;
  at: number;
  type: string;
  seq: number;
  epoch?: string;
  volatile?: boolean;
  session_id: string;
  payload: Record<string, unknown>;
}

export interface Ack {
  code: number;
  msg: string;
  payload: Record<string, unknown>;
}

export interface Listener {
  /** all frames except acks */
  readonly frames: readonly Heard[];
  /** violations of the published document */
  readonly findings: string[];
  ask(type: string, payload: Record<string, unknown>): Promise<Ack>;
  subscribe(ids: readonly string[], more?: Record<string, unknown>): Promise<Ack>;
  /** returns durable frames of a session */
  durable(id: string): Heard[];
  /** returns the first matching frame of a session, received already or later */
  until(id: string, fits: string | ((frame: Heard) => boolean), ms?: number): Promise<Heard>;
  close(): void;
}

export interface Home {
  home: string;
  cwd: string;
  /** starts another daemon */
  start(more?: Partial<ProcessOptions>): Promise<DaemonProcess>;
  open(daemon: DaemonProcess): Promise<Listener>;
  /** closes all sockets; throws when a frame violated the published document */
  hangUp(): void;
  /** like `close`, and stops all daemons */
  close(): Promise<void>;
}

/** of the running test */
export let home: Home;

/** Registers hooks that create a home for each test; `home.start` starts daemons. */
export function useHome(): void {
  beforeEach(() => {
    home = makeHome();
  });
  afterEach(() => home.close());
}

/** Registers hooks that create one home for the file, with daemons that `begin` starts. */
export function useOneHome(begin: () => Promise<void>): void {
  beforeAll(async () => {
    home = makeHome();
    await begin();
  });
  afterEach(() => home.hangUp());
  afterAll(() => home.close());
}

let validate: ReturnType<typeof frameValidator> | undefined;

function makeHome(): Home {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-two-')));
  const [home, cwd] = [join(folder, 'home'), join(folder, 'work')];
  mkdirSync(cwd);
  const daemons: DaemonProcess[] = [];
  const listeners: Listener[] = [];
  function hangUp(): void {
    const all = listeners.splice(0);
    for (const listener of all) listener.close();
    const findings = all.flatMap((listener) => listener.findings);
    if (findings.length > 0) throw new Error(`frames break the document:\n${findings.join('\n')}`);
  }
  return {
    home,
    cwd,
    async start(more = {}) {
      const daemon = await startProcess({ home, cwd, ...more });
      daemons.push(daemon);
      return daemon;
    },
    async open(daemon) {
      const listener = await listen(daemon);
      listeners.push(listener);
      return listener;
    },
    hangUp,
    async close() {
      for (const daemon of daemons) await daemon.kill();
      // processes of commands that the daemons left behind
      for (const pid of processesOf(home)) process.kill(pid, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true });
      hangUp();
    },
  };
}

async function listen(daemon: DaemonProcess): Promise<Listener> {
  const check = (validate ??= frameValidator(buildAsyncApi({ version: '0.0.1' })));
  const socket = new WebSocket(`${daemon.baseUrl.replace('http', 'ws')}/api/v1/ws`, {
    headers: { authorization: `Bearer ${daemon.token}` },
  });
  const frames: Heard[] = [];
  const findings: string[] = [];
  const asked = new Map<string, { type: string; settle(ack: Ack): void }>();
  socket.on('error', () => undefined);
  socket.on('message', (data: Buffer) => {
    const raw = data.toString();
    const frame = JSON.parse(raw) as Heard & Ack & { id?: string };
    const request = frame.type === 'ack' ? asked.get(frame.id ?? '') : undefined;
    for (const finding of check(frame, request?.type)) findings.push(`${frame.type}: ${finding}`);
    if (request) request.settle(frame);
    else frames.push({ ...frame, raw, at: performance.now() });
  });
  // the first frame shows that the server registered the connection, which receives only later events
  await new Promise((resolve, reject) => {
    socket.once('message', resolve);
    socket.once('close', reject);
  });
  const ask: Listener['ask'] = (type, payload) =>
    new Promise((settle) => {
      const id = `r${asked.size}`;
      asked.set(id, { type, settle });
      socket.send(JSON.stringify({ type, id, payload }));
    });
  return {
    frames,
    findings,
    ask,
    subscribe: (ids, more = {}) => ask('subscribe', { session_ids: ids, ...more }),
    durable: (id) => frames.filter(isDurable(id)),
    async until(id, fits, ms = 15_000) {
      const test = typeof fits === 'string' ? ({ type }: Heard) => type === fits : fits;
      let found: Heard | undefined;
      await eventually(
        () => (found = frames.find((frame) => frame.session_id === id && test(frame))) !== undefined,
        `${String(fits)} of ${id} among ${frames.length} frames`,
        ms,
      );
      return found as Heard;
    },
    close: () => socket.terminate(),
  };
}

const isDurable =
  (id: string) =>
  ({ session_id, seq, volatile }: Heard): boolean =>
    session_id === id && seq !== undefined && volatile !== true;

/** Returns the data of a call that must succeed. */
export async function call<T = Record<string, unknown>>(
  daemon: DaemonProcess,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const { code, msg, data } = await tryCall<T>(daemon, method, path, body);
  if (code !== 0) throw new Error(`${method} ${path}: ${code} ${msg}`);
  return data;
}

export const tryCall = <T = Record<string, unknown>>(
  daemon: DaemonProcess,
  method: string,
  path: string,
  body?: unknown,
): Promise<Envelope<T>> => request<T>(daemon, method, `/api/v1${path}`, body);

export async function makeSession(daemon: DaemonProcess, cwd: string, more: object = {}): Promise<string> {
  return (await call<{ id: string }>(daemon, 'POST', '/sessions', { metadata: { cwd }, ...more })).id;
}

/** Submits a prompt; returns its id. */
export async function submit(daemon: DaemonProcess, id: string, text: string, more: object = {}): Promise<string> {
  const sent = await call<{ prompt_id: string }>(daemon, 'POST', `/sessions/${id}/prompts`, {
    content: [{ type: 'text', text }],
    ...more,
  });
  return sent.prompt_id;
}

/** Waits for the end of a prompt on a socket. */
export const promptEnd =
  (promptId: string) =>
  ({ type, payload }: Heard): boolean =>
    (type === 'prompt.completed' || type === 'prompt.aborted') && payload['promptId'] === promptId;

export const raws = (frames: readonly Heard[]): string[] => frames.map(({ raw }) => raw);
export const seqs = (frames: readonly Heard[]): number[] => frames.map(({ seq }) => seq);
export const types = (frames: readonly Heard[]): string[] => frames.map(({ type }) => type);

/** Returns the median. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
