/** A separate daemon for turn tests, and sessions whose frames are recorded, checked and shown as short lines. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { buildAsyncApi } from '../../daemon/http/asyncapi.js';
import { startDaemon, type DaemonOptions, type RunningDaemon } from '../../daemon/main.js';
import { frameValidator } from './documents.js';
import { exchange } from './exchange.js';

export interface Envelope<T = Record<string, unknown>> {
  code: number;
  msg: string;
  data: T;
}

export interface EventFrame {
  type: string;
  seq: number;
  epoch?: string;
  volatile?: boolean;
  offset?: number;
  session_id: string;
  timestamp: string;
  payload: Record<string, unknown>;
}

/** A socket that follows one session. */
export interface Follower {
  /** event frames of the session in order, without status updates */
  readonly frames: EventFrame[];
  /** frames of `agent.status.updated` */
  readonly statuses: EventFrame[];
  readonly ack: { code: number; payload: Record<string, unknown> };
  /** violations of the published document */
  readonly findings: string[];
  /** returns the first matching frame, received already or later; looks at frames from index `from` on */
  until(fits: string | ((frame: EventFrame) => boolean), from?: number): Promise<EventFrame>;
  /** returns durable frames as short lines */
  lines(from?: number): string[];
  /** sends a control frame and waits for its ack */
  send(type: string, payload: Record<string, unknown>): Promise<{ code: number; payload: Record<string, unknown> }>;
  close(): void;
}

export interface Talk extends Follower {
  id: string;
  submit(
    text: string,
    more?: Record<string, unknown>,
  ): Promise<Envelope<{ prompt_id: string; user_message_id: string; status: string }>>;
  /** submits a prompt and waits for the end of its turn */
  run(text: string, more?: Record<string, unknown>): Promise<string>;
  call<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Envelope<T>>;
  /** waits for an approval and decides it */
  decide(decision: Record<string, unknown>, from?: number): Promise<EventFrame>;
  follow(payload?: Record<string, unknown>): Promise<Follower>;
  messages(): Promise<{ role: string; content: Record<string, unknown>[]; metadata?: Record<string, unknown> }[]>;
}

export interface Trial {
  home: string;
  cwd: string;
  daemon: RunningDaemon;
  call<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Envelope<T>>;
  talk(body?: Record<string, unknown>): Promise<Talk>;
  /** follows an existing session, from a cursor if given */
  join(id: string, payload?: Record<string, unknown>): Promise<Talk>;
  /** stops gracefully and starts a new daemon on the same home */
  restart(options?: Partial<DaemonOptions>): Promise<void>;
  /** stops everything; throws when a frame violated the published document */
  close(): Promise<void>;
}

export interface TrialOptions extends Partial<DaemonOptions> {
  /** text of config.toml */
  config?: string;
}

/** `config.toml` for a scripted model of type `openai` under the alias `m`. */
export function modelConfig(baseUrl: string, more = ''): string {
  return (
    `default_model = "m"\n${more}\n[providers.p]\ntype = "openai"\nbase_url = "${baseUrl}"\napi_key = "sk-test-key"\n` +
    '[models.m]\nprovider = "p"\nmodel = "scripted"\nmax_context_size = 100000\n'
  );
}

let validate: ReturnType<typeof frameValidator> | undefined;

export async function startTrial({ config, ...given }: TrialOptions = {}): Promise<Trial> {
  const home = mkdtempSync(join(tmpdir(), 'agent-home-'));
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'agent-cwd-')));
  if (config !== undefined) writeFileSync(join(home, 'config.toml'), config);
  const start = (more: Partial<DaemonOptions>) =>
    startDaemon({
      lifetime: 'web',
      host: '127.0.0.1',
      port: 0,
      home,
      userHome: home,
      cwd,
      version: '0.0.1',
      env: { PATH: process.env['PATH'], HOME: home },
      ...given,
      ...more,
    });
  const findings: string[] = [];
  const open: Follower[] = [];
  const trial: Trial = {
    home,
    cwd,
    daemon: await start({}),
    call: (method, path, body) => request(trial.daemon, method, path, body),
    async talk(body = {}) {
      const made = await trial.call<{ id: string }>('POST', '/api/v1/sessions', {
        metadata: { cwd },
        // without a title a session requests one from a scripted model
        ...(config === undefined ? {} : { title: 'Trial' }),
        ...body,
      });
      if (made.code !== 0) throw new Error(`no session: ${made.msg}`);
      return trial.join(made.data.id);
    },
    async join(id, payload = {}) {
      const track = async (more: Record<string, unknown>) => {
        const follower = await follow(trial.daemon, id, more, findings);
        open.push(follower);
        return follower;
      };
      return talkOf(trial, id, await track(payload), track);
    },
    async restart(more = {}) {
      await trial.daemon.close();
      trial.daemon = await start(more);
    },
    async close() {
      for (const follower of open) follower.close();
      await trial.daemon.close();
      rmSync(home, { recursive: true, force: true });
      rmSync(cwd, { recursive: true, force: true });
      if (findings.length > 0) throw new Error(`frames break the document:\n${findings.join('\n')}`);
    },
  };
  return trial;
}

export async function request<T>(
  to: { baseUrl: string; token: string | undefined },
  method: string,
  path: string,
  body?: unknown,
): Promise<Envelope<T>> {
  const { bytes } = await exchange(to.baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${to.token ?? ''}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return JSON.parse(bytes.toString()) as Envelope<T>;
}

function talkOf(
  trial: Trial,
  id: string,
  follower: Follower,
  track: (more: Record<string, unknown>) => Promise<Follower>,
): Talk {
  const call: Talk['call'] = (method, path, body) => trial.call(method, `/api/v1/sessions/${id}${path}`, body);
  const submit: Talk['submit'] = (text, more = {}) =>
    call('POST', '/prompts', { content: [{ type: 'text', text }], ...more });
  return Object.assign(follower, {
    id,
    call,
    submit,
    async run(text: string, more: Record<string, unknown> = {}) {
      const from = follower.frames.length;
      const sent = await submit(text, more);
      if (sent.code !== 0) throw new Error(`not taken: ${sent.msg}`);
      const id = sent.data.prompt_id;
      await follower.until(
        (frame) =>
          (frame.type === 'prompt.completed' || frame.type === 'prompt.aborted') && frame.payload['promptId'] === id,
        from,
      );
      return id;
    },
    async decide(decision: Record<string, unknown>, from = 0) {
      const asked = await follower.until('event.approval.requested', from);
      const answer = await call('POST', `/approvals/${String(asked.payload['approval_id'])}`, decision);
      if (answer.code !== 0) throw new Error(`not decided: ${answer.msg} ${JSON.stringify(answer)}`);
      return asked;
    },
    follow: (payload: Record<string, unknown> = {}) => track(payload),
    messages: async () => (await call<{ items: never[] }>('GET', '/messages?page_size=100')).data.items.toReversed(),
  });
}

/** Opens a socket and subscribes; resolves when the subscription is acknowledged. */
export async function follow(
  to: { baseUrl: string; token: string | undefined },
  id: string,
  more: Record<string, unknown> = {},
  findings: string[] = [],
): Promise<Follower> {
  const check = (validate ??= frameValidator(buildAsyncApi({ version: '0.0.1' })));
  const socket = new WebSocket(`${to.baseUrl.replace('http', 'ws')}/api/v1/ws`, {
    headers: { authorization: `Bearer ${to.token ?? ''}` },
  });
  const frames: EventFrame[] = [];
  const statuses: EventFrame[] = [];
  const sent = new Map<string, { type: string; settle(ack: Follower['ack']): void }>();
  const waiting = new Set<() => void>();
  socket.on('error', () => undefined);
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as EventFrame & { id?: string; code?: number };
    const request = frame.type === 'ack' ? sent.get(frame.id ?? '') : undefined;
    for (const finding of check(frame, request?.type)) findings.push(`${frame.type}: ${finding}`);
    if (request) request.settle({ code: frame.code ?? -1, payload: frame.payload });
    if (frame.session_id !== id || frame.seq === undefined) return;
    (frame.type === 'agent.status.updated' ? statuses : frames).push(frame);
    for (const look of [...waiting]) look();
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('close', reject);
  });
  const send = (type: string, payload: Record<string, unknown>) =>
    new Promise<Follower['ack']>((settle) => {
      const key = `r${sent.size}`;
      sent.set(key, { type, settle });
      socket.send(JSON.stringify({ type, id: key, payload }));
    });
  const ack = await send('subscribe', { session_ids: [id], ...more });
  return {
    frames,
    statuses,
    ack,
    findings,
    send,
    close: () => socket.terminate(),
    lines: (from = 0) =>
      frames
        .slice(from)
        .filter((frame) => !frame.volatile)
        .map(line),
    until(fits, from = 0) {
      const test =
        typeof fits === 'function'
          ? fits
          : (frame: EventFrame) => !frame.volatile && (frame.type === fits || line(frame).startsWith(fits));
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`nothing like ${String(fits)} came; there is:\n${frames.slice(from).map(line).join('\n')}`));
        }, 40_000);
        const look = () => {
          const found = frames.slice(from).find(test);
          if (!found) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      });
    },
  };
}

/** Returns a frame as a short line: its type and its distinguishing fields. */
function line({ type, payload: p }: EventFrame): string {
  const list = (...parts: unknown[]) => [type, ...parts.filter((part) => part !== undefined)].join(' ');
  switch (type) {
    case 'prompt.submitted':
      return list(p['status']);
    case 'prompt.queued':
      return list(p['queueLength']);
    case 'prompt.updated':
      return list(p['change']);
    case 'prompt.completed':
      return list(p['reason']);
    case 'turn.started':
      return list((p['origin'] as { kind: string }).kind);
    case 'turn.step.started':
      return list(p['step'], p['attempt'] === 1 ? undefined : `attempt ${String(p['attempt'])}`);
    case 'turn.step.completed':
      return list(p['step'], p['finishReason']);
    case 'turn.step.interrupted':
      return list(p['step'], p['reason']);
    case 'turn.step.retrying':
      return list(p['step'], p['failedAttempt']);
    case 'turn.ended':
      return list(p['reason'], p['interruptReason'], p['recovered'] ? 'recovered' : undefined);
    case 'message.appended': {
      const { role, metadata } = p['message'] as { role: string; metadata?: { partial?: boolean } };
      return list(role, metadata?.partial ? 'partial' : undefined);
    }
    case 'tool.call.started':
      return list(p['name']);
    case 'tool.result':
      return list(p['isError'] ? 'error' : 'ok', p['synthetic'] ? 'synthetic' : undefined);
    case 'event.approval.resolved':
      return list(p['decision'], p['by']);
    case 'event.question.dismissed':
      return list(p['by']);
    case 'event.session.work_changed':
      return list(p['busy'] ? 'busy' : 'idle', p['pending_interaction'], p['last_turn_reason']);
    case 'compaction.started':
      return list(p['trigger'], p['cause']);
    case 'compaction.blocked':
      return list(p['turnId'] === undefined ? 'hook' : 'turn');
    case 'compaction.cancelled':
      return list(p['reason']);
    case 'error':
      return list(p['code']);
    default:
      return type;
  }
}

/** Waits until a condition holds. */
export async function eventually(holds: () => boolean | Promise<boolean>, what: string, ms = 40_000): Promise<void> {
  for (const end = Date.now() + ms; ;) {
    if (await holds()) return;
    if (Date.now() > end) throw new Error(`this did not come about: ${what}`);
    await wait(20);
  }
}

/** Returns a sleep function that shortens delays to `ms`. */
export function hurried(ms: number): NonNullable<DaemonOptions['sleep']> {
  return async (wanted, signal) => {
    await wait(Math.min(wanted, ms), undefined, signal ? { signal } : {}).catch((error: unknown) => {
      throw signal?.aborted ? signal.reason : error;
    });
  };
}
