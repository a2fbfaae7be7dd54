/** Starts the built program as a user does: as a process, in a temporary home and directory, with a minimal environment. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { operationTable, type OperationName, type Operations } from '../../schemas/generated/operations.js';
import { pathOf, until } from '../helpers/daemon.js';
import { processesOf } from '../helpers/processes.js';

export const root = resolve(import.meta.dirname, '../..');

/** A temporary home, a working directory, and an environment for programs in them. */
export interface Place {
  folder: string;
  /** AGENT_CODE_HOME */
  home: string;
  cwd: string;
  /** HOME */
  user: string;
  env: Record<string, string>;
  /** kills all processes started here, waits until none is left, and removes the folder */
  leave(): Promise<void>;
  children: Set<ChildProcess>;
}

/** `config`: content of the home's `config.toml`; `temporary`: parent of the folder. */
export function makePlace(config?: string, temporary = tmpdir()): Place {
  const folder = realpathSync(mkdtempSync(join(temporary, 'agent-e2e-')));
  const [home, cwd, user] = [join(folder, 'home'), join(folder, 'work'), join(folder, 'user')];
  for (const path of [cwd, user]) mkdirSync(path);
  if (config !== undefined) {
    mkdirSync(home, { mode: 0o700 });
    writeFileSync(join(home, 'config.toml'), config, { mode: 0o600 });
  }
  const children = new Set<ChildProcess>();
  return {
    folder,
    home,
    cwd,
    user,
    children,
    env: { PATH: process.env['PATH'] ?? '', HOME: user, AGENT_CODE_HOME: home },
    async leave() {
      await Promise.all(
        [...children].map(
          (child) =>
            new Promise<void>((gone) => {
              child.once('exit', () => gone());
              child.kill('SIGKILL');
            }),
        ),
      );
      await until('the end of all processes', () => (processesOf(user).length === 0 ? true : undefined));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Outcome {
  /** exit code; null: a signal ended the process */
  code: number | null;
  out: string;
  err: string;
}

export interface RunOptions {
  env?: Record<string, string>;
  cwd?: string;
  stdin?: string;
}

export interface Running {
  pid: number;
  child: ChildProcess;
  out(): string;
  err(): string;
  signal(name: NodeJS.Signals): void;
  /** resolves when the process has ended and its output is complete */
  ended: Promise<Outcome>;
}

/** Starts `agent` with these arguments. */
export function launch(place: Place, argv: readonly string[], options: RunOptions = {}): Running {
  return follow(
    place,
    spawn(process.execPath, [join(root, 'bin/agent.js'), ...argv], {
      cwd: options.cwd ?? place.cwd,
      env: { ...place.env, ...options.env },
      stdio: [options.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    }),
    options.stdin,
  );
}

/** Collects the output of a process; leaving the place kills it. */
export function follow(place: Place, child: ChildProcess, stdin?: string): Running {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (data: Buffer) => out.push(data));
  child.stderr?.on('data', (data: Buffer) => err.push(data));
  child.stdin?.end(stdin);
  place.children.add(child);
  child.once('exit', () => place.children.delete(child));
  const text = (pieces: Buffer[]): string => Buffer.concat(pieces).toString('utf8');
  return {
    pid: child.pid ?? -1,
    child,
    out: () => text(out),
    err: () => text(err),
    signal: (name) => void child.kill(name),
    ended: new Promise((done) => child.once('close', (code) => done({ code, out: text(out), err: text(err) }))),
  };
}

/** Runs `agent` with these arguments to its end. */
export function agent(place: Place, argv: readonly string[], options?: RunOptions): Promise<Outcome> {
  return launch(place, argv, options).ended;
}

/** Returns the session id of the line that shows how to resume. */
export const resumed = ({ err }: { err: string }): string =>
  /^To resume this session: agent .*-r (session_\w+)$/m.exec(err)?.[1] ?? '';

/** Returns the names of the files in the registry of running servers. */
export function instanceFiles(place: Place): string[] {
  return readdirSync(join(place.home, 'server/instances'));
}

export interface Web extends Running {
  baseUrl: string;
  /** default token of requests */
  token: string;
  /** returns the value of a label in the banner */
  field(label: string): string;
  /** returns the data of a call that must succeed */
  ok<Name extends OperationName>(
    name: Name,
    params?: Record<string, string>,
    body?: unknown,
  ): Promise<Operations[Name]['data']>;
  /** sends a request, by default with the server's token */
  fetch(path: string, init?: { method?: string; token?: string | null; body?: unknown }): Promise<Response>;
  /** returns all durable events of a session */
  events(id: string): Promise<SeenEvent[]>;
  session(body?: Record<string, unknown>): Promise<string>;
  prompt(id: string, text: string, more?: Record<string, unknown>): Promise<void>;
  /** waits for the first event of a type whose JSON contains `text` */
  event(id: string, type: string, text?: string): Promise<SeenEvent>;
  /** sends SIGTERM; returns the exit code */
  stop(): Promise<number | null>;
}

export interface SeenEvent {
  type: string;
  seq: number;
  payload: Record<string, unknown>;
}

/** Starts `agent web`, on a free port unless `argv` contains one; throws with its stderr when it does not start. */
export async function startWeb(place: Place, argv: readonly string[] = [], options: RunOptions = {}): Promise<Web> {
  const port = argv.includes('--port') ? [] : ['--port', '0'];
  const running = launch(place, ['web', '--no-open', ...port, ...argv], options);
  let over: Outcome | undefined;
  void running.ended.then((outcome) => (over = outcome));
  await until('the banner', () => {
    if (over) throw new Error(`agent web ended with ${over.code}: ${over.err}`);
    return running.out().includes('Stop with') ? true : undefined;
  });
  const field = (label: string): string => new RegExp(`^ *${label}: +(.*)$`, 'm').exec(running.out())?.[1] ?? '';
  const baseUrl = field('Local').replace(/\/$/, '');
  const send: Web['fetch'] = (path, { method, token = web.token, body } = {}) =>
    fetch(baseUrl + path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      signal: AbortSignal.timeout(20_000),
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const ok: Web['ok'] = async (name, params = {}, body) => {
    const { method, successCode } = operationTable[name];
    const answer = (await (await send(pathOf(name, params), { method, body })).json()) as {
      code: number;
      msg: string;
      data: Operations[typeof name]['data'];
    };
    if (answer.code !== successCode) throw new Error(`${name}: ${answer.code} ${answer.msg}`);
    return answer.data;
  };
  const events: Web['events'] = async (id) => {
    const text = await (await send(`/api/v1/sessions/${id}/events`)).text();
    return text
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice(6)) as SeenEvent);
  };
  const web: Web = {
    ...running,
    baseUrl,
    token: field('Token'),
    field,
    ok,
    events,
    fetch: send,
    session: async (body = {}) =>
      (await ok('createSession', {}, { metadata: { cwd: place.cwd }, title: 'Trial', ...body })).id,
    async prompt(id, text, more = {}) {
      await ok('submitPrompt', { session_id: id }, { content: [{ type: 'text', text }], ...more });
    },
    event: (id, type, text = '') =>
      until(type, async () =>
        (await events(id)).find((event) => event.type === type && JSON.stringify(event).includes(text)),
      ),
    async stop() {
      running.signal('SIGTERM');
      return (await running.ended).code;
    },
  };
  return web;
}
