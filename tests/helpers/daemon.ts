/** A real daemon in a temporary home, with a client that checks responses and frames against the served documents. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import type { AsyncApiDocument } from '../../daemon/http/asyncapi.js';
import { startDaemon, type DaemonOptions, type RunningDaemon } from '../../daemon/main.js';
import { errorTable, type ErrorName } from '../../schemas/generated/errors.js';
import { operationTable, type OperationName, type Operations } from '../../schemas/generated/operations.js';
import type { Approval, PromptQueue, Question, Session } from '../../schemas/generated/types.js';
import { documentsStatus, findingsOf, isBytes, operationAt } from './answers.js';
import { frameValidator } from './documents.js';
import { exchange } from './exchange.js';

export interface Request {
  query?: Record<string, string | number | boolean | readonly string[]>;
  /** sent as JSON */
  body?: unknown;
  /** JSON text, sent unchanged */
  text?: string;
  /** sent as `multipart/form-data` */
  form?: FormData;
  headers?: Record<string, string>;
  /** null: no token */
  token?: string | null;
}

export interface Answer<Data = unknown> {
  status: number;
  headers: Headers;
  code: number;
  msg: string;
  data: Data;
  details?: unknown;
  request_id: string;
  /** body of a response with bytes instead of JSON; its `code` is 0 */
  bytes?: Buffer;
}

type Params<Name extends OperationName> = Operations[Name]['params'];
type Given<Name extends OperationName> = Request &
  (Params<Name> extends undefined ? { params?: undefined } : { params: Params<Name> });

export interface TestDaemonOptions extends Partial<Omit<DaemonOptions, 'env' | 'home'>> {
  /** added to an environment that contains little more than PATH */
  env?: Record<string, string | undefined>;
  /** home of another test daemon, to share its data */
  home?: string;
  /** `config.toml` of a new home */
  config?: string;
  /** parent of the daemon's directories */
  temporary?: string;
  /** starts the daemon; default: in this process */
  start?: (options: DaemonOptions) => Promise<Started>;
}

/** The parts of a running daemon that tests need. */
export type Started = Pick<RunningDaemon, 'baseUrl' | 'port' | 'token' | 'closed' | 'close'>;

export type TestDaemon = Awaited<ReturnType<typeof startTestDaemon>>;

export const codeOf = (name: ErrorName): number => errorTable[name].code;

/** Returns the path of an operation with its parameters filled in. */
export function pathOf(name: OperationName, params: Readonly<Record<string, string>> = {}): string {
  return operationTable[name].path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
}

/** Returns the environment variables of a scripted model. */
export function modelEnv(baseUrl: string): Record<string, string> {
  return {
    AGENT_MODEL_NAME: 'scripted',
    AGENT_MODEL_API_KEY: 'sk-scripted-model',
    AGENT_MODEL_PROVIDER_TYPE: 'openai',
    AGENT_MODEL_BASE_URL: baseUrl,
  };
}

export async function startTestDaemon(given: TestDaemonOptions = {}) {
  const { env, home: sharedHome, config, temporary = tmpdir(), start = startDaemon, ...overrides } = given;
  const folder = mkdtempSync(join(temporary, 'agent-daemon-'));
  const home = sharedHome ?? join(folder, 'home');
  const cwd = join(folder, 'work');
  const userHome = join(folder, 'user');
  for (const path of [cwd, userHome]) mkdirSync(path);
  if (config !== undefined) {
    mkdirSync(home, { mode: 0o700 });
    writeFileSync(join(home, 'config.toml'), config, { mode: 0o600 });
  }
  const options: DaemonOptions = {
    lifetime: 'web',
    host: '127.0.0.1',
    port: 0,
    userHome,
    cwd,
    version: '1.2.3',
    // opens nothing on this machine
    programs: { find: async (name) => `/usr/bin/${name}`, start: async () => undefined },
    ...overrides,
    home,
    env: { PATH: process.env['PATH'], ...env },
  };
  let daemon: Started = await start(options);
  const sockets: WebSocket[] = [];

  /** Sends a request; the response must match the document, and the operation must list its code. */
  async function call<Data = unknown>(method: string, path: string, request: Request = {}): Promise<Answer<Data>> {
    const { query = {}, headers = {}, token = daemon.token ?? '' } = request;
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([key, value]) =>
        (Array.isArray(value) ? value : [value]).map((each) => [key, String(each)]),
      ),
    );
    const json = request.text ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
    const body = request.form ?? json;
    const response = await exchange(`${daemon.baseUrl}${path}${search.size > 0 ? `?${search.toString()}` : ''}`, {
      method,
      ...(body === undefined ? {} : { body }),
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        // `fetch` sets the content type of a form, with its boundary
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    const operation = operationAt(method === 'HEAD' ? 'GET' : method, path);
    const what = `${operation?.name ?? 'no operation'}: ${method} ${path}`;
    const { bytes } = response;
    if (operation?.answer === 'bytes' && isBytes(response)) {
      const documented = documentsStatus(operation.name, response.status);
      if (!documented) throw new Error(`${what} breaks its contract: documents no bytes for status ${response.status}`);
      const { status, headers } = response;
      return { code: 0, msg: '', request_id: '', data: null as Data, bytes, status, headers };
    }
    if (operation?.status === 204 && response.status === 204) {
      if (bytes.length > 0) throw new Error(`${what} breaks its contract: 204 with a body`);
      return { code: 0, msg: '', request_id: '', data: null as Data, status: 204, headers: response.headers };
    }
    const text = bytes.toString();
    if (response.headers.get('content-type')?.startsWith('application/json') !== true)
      throw new Error(`${what} answered ${response.status} ${text.slice(0, 300)}`);
    const parsed = JSON.parse(text) as Omit<Answer<Data>, 'status' | 'headers'>;
    // a bare document is treated like the data of a successful envelope
    const answer =
      operation?.answer === 'document' && response.status < 300
        ? { code: 0, msg: '', request_id: '', data: parsed as Data }
        : parsed;
    if (operation && answer === parsed) {
      const findings = await findingsOf(operation.name, response.status, answer);
      if (findings.length > 0)
        throw new Error(`${what} breaks its contract: ${findings.join('; ')}\n${text.slice(0, 1_000)}`);
    }
    return { ...answer, status: response.status, headers: response.headers };
  }

  /** Calls an operation by name. */
  function ask<Name extends OperationName>(
    name: Name,
    request: Given<Name>,
  ): Promise<Answer<Operations[Name]['data']>> {
    return call(
      operationTable[name].method,
      pathOf(name, request.params as Record<string, string> | undefined),
      request,
    );
  }

  /** Returns the data of a call that must succeed. */
  async function ok<Name extends OperationName>(name: Name, request: Given<Name>): Promise<Operations[Name]['data']> {
    const answer = await ask(name, request);
    if (answer.code !== operationTable[name].successCode)
      throw new Error(`${name} failed: ${answer.code} ${answer.msg} ${JSON.stringify(answer.details ?? null)}`);
    return answer.data;
  }

  /** Returns the response of a call that must fail with this error. */
  async function fails<Name extends OperationName>(
    name: Name,
    error: ErrorName,
    request: Given<Name>,
  ): Promise<Answer> {
    const answer = await ask(name, request);
    if (answer.code !== codeOf(error))
      throw new Error(
        `${name} answered ${answer.code} ${answer.msg} instead of ${error}: ${JSON.stringify(answer.data)}`,
      );
    return answer;
  }

  const session = (session_id: string) => ({ params: { session_id } });

  async function waitForEnd(sessionId: string): Promise<Session> {
    return until(`the end of ${sessionId}`, async () => {
      const queue: PromptQueue = await ok('listPrompts', session(sessionId));
      const now = await ok('getSession', session(sessionId));
      return queue.active === null && !now.busy && (queue.queued.length === 0 || queue.paused) ? now : undefined;
    });
  }

  return {
    home,
    cwd,
    userHome,
    folder,
    call,
    ask,
    ok,
    fails,
    session,
    waitForEnd,
    /** returns the violations in a JSON response from elsewhere; empty when it matches */
    check: findingsOf,
    get baseUrl() {
      return daemon.baseUrl;
    },
    get port() {
      return daemon.port;
    },
    get token() {
      return daemon.token ?? '';
    },
    get closed() {
      return daemon.closed;
    },
    createSession: (body: Record<string, unknown> = {}): Promise<Session> =>
      ok('createSession', { body: { metadata: { cwd }, ...body } }),
    /** submits text; `more` are additional fields of the body */
    prompt: (sessionId: string, text: string, more: Record<string, unknown> = {}) =>
      ok('submitPrompt', { ...session(sessionId), body: { content: [{ type: 'text', text }], ...more } }),
    /** submits text and waits until the session is idle */
    async run(sessionId: string, text: string, more: Record<string, unknown> = {}): Promise<Session> {
      await ok('submitPrompt', { ...session(sessionId), body: { content: [{ type: 'text', text }], ...more } });
      return waitForEnd(sessionId);
    },
    /** waits for the end of a turn that no prompt started */
    waitForTurn: (sessionId: string, turnId: number): Promise<Session> =>
      until(`turn ${turnId}`, async () => {
        const { bytes } = await exchange(`${daemon.baseUrl}/api/v1/sessions/${sessionId}/events?types=turn.ended`, {
          method: 'GET',
          headers: { authorization: `Bearer ${daemon.token ?? ''}` },
        });
        return bytes.includes(`"turnId":${turnId},`) ? waitForEnd(sessionId) : undefined;
      }),
    approval: (sessionId: string): Promise<Approval> =>
      until(
        'an approval',
        async () => (await ok('listApprovals', { ...session(sessionId), query: { status: 'pending' } })).items[0],
      ),
    question: (sessionId: string): Promise<Question> =>
      until(
        'a question',
        async () => (await ok('listQuestions', { ...session(sessionId), query: { status: 'pending' } })).items[0],
      ),
    async socket(): Promise<TestSocket> {
      const document = await (asyncApi ??= loadAsyncApi(daemon));
      const socket = new WebSocket(`${daemon.baseUrl.replace('http', 'ws')}/api/v1/ws`, {
        headers: { authorization: `Bearer ${daemon.token ?? ''}` },
      });
      sockets.push(socket);
      return openSocket(socket, document);
    },
    /** stops gracefully and starts again on the same data; the address changes */
    async restart(changed: Partial<DaemonOptions> = {}): Promise<void> {
      await daemon.close();
      daemon = await start({ ...options, ...changed });
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.terminate();
      await daemon.close(2_000);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let asyncApi: Promise<AsyncApiDocument> | undefined;

/** Loads the document once per suite. */
function loadAsyncApi({ baseUrl, token = '' }: Started): Promise<AsyncApiDocument> {
  const asked = fetch(`${baseUrl}/asyncapi.json`, { headers: { authorization: `Bearer ${token}` } });
  return asked.then((response) => response.json() as Promise<AsyncApiDocument>);
}

/** Polls every few milliseconds, later less often, until `look` returns a value. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
  ms = 40_000,
): Promise<T> {
  const end = Date.now() + ms;
  for (let pause = 5; Date.now() < end; pause = Math.min(pause * 1.25, 50)) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw new Error(`waited ${ms} ms for ${what}`);
}

/** A frame as a client receives it. */
export interface Seen {
  type: string;
  id?: string;
  seq?: number;
  code?: number;
  session_id?: string;
  terminal_id?: string;
  volatile?: boolean;
  payload: Record<string, unknown>;
}

export interface TestSocket {
  frames: Seen[];
  /** sends a client frame and returns the payload of its ack */
  send(type: string, payload: unknown): Promise<Seen>;
  /** returns the first matching frame, received already or later */
  until(what: string, fits: (frame: Seen) => boolean): Promise<Seen>;
  /** stops or resumes reading from the socket, so that its buffers fill up */
  stall(isStalled: boolean): void;
  close(): void;
}

async function openSocket(socket: WebSocket, described: AsyncApiDocument): Promise<TestSocket> {
  const validate = frameValidator(described);
  const frames: Seen[] = [];
  const asked = new Map<string, string>();
  const faults: string[] = [];
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as Seen;
    const findings = validate(frame, asked.get(frame.id ?? ''));
    if (findings.length > 0)
      faults.push(`${frame.type}: ${findings.join('; ')} ${JSON.stringify(frame).slice(0, 500)}`);
    frames.push(frame);
  });
  const find = (what: string, fits: (frame: Seen) => boolean): Promise<Seen> =>
    until(what, () => {
      if (faults.length > 0) throw new Error(`frames break their contract: ${faults.join('\n')}`);
      return frames.find(fits);
    });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return {
    frames,
    until: find,
    send(type, payload) {
      const id = `r${asked.size + 1}`;
      asked.set(id, type);
      socket.send(JSON.stringify({ type, id, payload }));
      return find(`the ack of ${type}`, (frame) => frame.type === 'ack' && frame.id === id);
    },
    stall: (isStalled) => (isStalled ? socket.pause() : socket.resume()),
    close: () => socket.terminate(),
  };
}
