/** An editor for tests: the protocol's own client, connected over pipes to the real program. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { client, ndJsonStream, type ClientContext, type SessionUpdate } from '@agentclientprotocol/sdk';
import { buildEntry } from '../helpers/daemonentry.js';
import { until } from '../helpers/daemon.js';

export type Answer = Record<string, unknown>;
type Handler = (params: Answer, signal: AbortSignal) => unknown;

export interface Editor {
  agent: ClientContext;
  child: ChildProcess;
  cwd: string;
  home: string;
  /** updates of all sessions, in order */
  updates: { sessionId: string; update: SessionUpdate }[];
  /** every line of stdout, parsed */
  lines: Answer[];
  errors(): string;
  /** sets the handler of the bridge's requests with this method */
  on(method: string, handler: Handler): void;
  ask<T = Answer>(method: string, params?: object, signal?: AbortSignal): Promise<T>;
  notify(method: string, params: object): Promise<void>;
  /** creates a session; returns it with the answer */
  open(more?: object): Promise<Answer & { sessionId: string }>;
  prompt(sessionId: string, text: string): Promise<Answer>;
  /** text of the answer so far */
  text(sessionId: string): string;
  kinds(sessionId: string): string[];
  calls(sessionId: string): Map<string, Answer>;
  /** closes stdin; resolves with the exit code */
  end(): Promise<number | null>;
}

export interface EditorOptions {
  args?: string[];
  env?: Record<string, string>;
  capabilities?: object;
  /** home to share with another editor */
  home?: string;
  cwd?: string;
  /** starts the program from a shell that waits for it; the file receives the program's process id */
  pidFile?: string;
}

const running = new Set<ChildProcess>();
const folders: string[] = [];

export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-acp-')));
  folders.push(folder);
  return folder;
}

/** Lines on the stdout of any program that are not JSON-RPC messages. */
const strayLines: string[] = [];

/** Kills every process that tests left running; throws when a program wrote anything but the protocol to stdout. */
export function cleanUp(): void {
  for (const child of running) child.kill('SIGKILL');
  const stray = strayLines.splice(0);
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  if (stray.length > 0) throw new Error(`stdout is no JSON-RPC:\n${stray.join('\n')}`);
}

/** Checks every line of stdout, including the last one of a program that ends by itself. */
function checkStdout(child: ChildProcess): void {
  let rest = '';
  const note = (line: string): void => void (isMessage(line) || strayLines.push(line.slice(0, 500)));
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(note);
  });
  child.once('close', (_, signal) => {
    if (rest !== '' && signal === null) note(rest);
  });
}

/** Whether a line is a request, a notification, or an answer with either a result or an error. */
function isMessage(line: string): boolean {
  try {
    const { jsonrpc, method, id, result, error } = JSON.parse(line) as Answer;
    const isAnswer = id !== undefined && (result === undefined) !== (error === undefined);
    return jsonrpc === '2.0' && (typeof method === 'string' ? result === undefined : isAnswer);
  } catch {
    return false;
  }
}

/** Starts the program without a handshake. */
export async function startProgram({ args = [], env = {}, home, cwd, pidFile }: EditorOptions = {}): Promise<{
  child: ChildProcess;
  home: string;
  cwd: string;
}> {
  const folder = temporaryFolder();
  const place = { home: home ?? join(folder, 'home'), cwd: cwd ?? join(folder, 'work') };
  mkdirSync(place.cwd, { recursive: true });
  const program = [process.execPath, await buildEntry('program'), 'acp', ...args];
  const script = 'exec 3<&0; file=$1; shift; "$@" <&3 & echo $! > "$file"; wait';
  const [command = '', ...words] =
    pidFile === undefined ? program : ['/bin/sh', '-c', script, 'parent', pidFile, ...program];
  const child = spawn(command, words, {
    cwd: place.cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, AGENT_CODE_HOME: place.home, TERM: 'dumb', ...env },
  });
  running.add(child);
  checkStdout(child);
  child.once('exit', () => running.delete(child));
  return { child, ...place };
}

export async function startEditor(options: EditorOptions = {}): Promise<Editor> {
  const { child, home, cwd } = await startProgram(options);
  const updates: Editor['updates'] = [];
  const lines: Answer[] = [];
  const handlers = new Map<string, Handler>();
  const errors: string[] = [];
  child.stderr?.on('data', (data: Buffer) => errors.push(data.toString()));
  const copy = new PassThrough();
  let rest = '';
  child.stdout?.on('data', (data: string) => {
    const parts = (rest + data).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) lines.push(JSON.parse(line) as Answer);
    copy.write(data);
  });
  const stdin = child.stdin as Writable;
  stdin.on('error', () => undefined);
  const stream = ndJsonStream(
    Writable.toWeb(stdin) as WritableStream<Uint8Array>,
    Readable.toWeb(copy) as ReadableStream<Uint8Array>,
  );
  const connection = client()
    .onNotification('session/update', ({ params }) => void updates.push(params))
    .onNotification('*', () => undefined)
    .onRequest('*', async ({ method, params, signal }) => {
      const handler = handlers.get(method);
      if (!handler) throw new Error(`no handler for ${method}`);
      return await handler(params as Answer, signal);
    })
    .connect(stream);
  const { agent } = connection;
  const of = (sessionId: string): SessionUpdate[] =>
    updates.filter((each) => each.sessionId === sessionId).map(({ update }) => update);
  const ask = <T>(method: string, params: object = {}, signal?: AbortSignal): Promise<T> =>
    agent.request<T>(method, params, signal ? { cancellationSignal: signal } : {});
  const editor: Editor = {
    agent,
    child,
    home,
    cwd,
    updates,
    lines,
    errors: () => errors.join(''),
    on: (method, handler) => void handlers.set(method, handler),
    ask,
    notify: (method, params) => agent.notify(method, params),
    open: (more = {}) => ask('session/new', { cwd, mcpServers: [], ...more }),
    prompt: (sessionId, text) => ask('session/prompt', { sessionId, prompt: [{ type: 'text', text }] }),
    text: (sessionId) =>
      of(sessionId)
        .map((update) =>
          update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text' ? update.content.text : '',
        )
        .join(''),
    kinds: (sessionId) => of(sessionId).map(({ sessionUpdate }) => sessionUpdate),
    calls(sessionId) {
      const calls = new Map<string, Answer>();
      for (const update of of(sessionId))
        if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update')
          calls.set(update.toolCallId, { ...calls.get(update.toolCallId), ...(update as unknown as Answer) });
      return calls;
    },
    async end() {
      stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
      return child.exitCode;
    },
  };
  await ask('initialize', { protocolVersion: 1, clientCapabilities: options.capabilities ?? {} });
  return editor;
}

export const eventually = until;
