/**
 * What clients show of a session after cuts, kills of the server, and each other's work: every model of `client/session`
 * that lived through it says the same as one that is opened afterwards, and no prompt was taken twice.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { WebSocket } from 'ws';
import { createClient } from '../../client/api/client.js';
import { ApiFailure, ConnectionFailure } from '../../client/api/failure.js';
import { createStream } from '../../client/api/stream.js';
import { openSession, type SessionModel } from '../../client/session/session.js';
import type { SessionState } from '../../client/session/state.js';
import { startProcess, type DaemonProcess } from '../helpers/daemonprocess.js';
import { request } from '../helpers/turns.js';
import { startCutter, type Cutter } from './cutter.js';
import { createRandom, type Random } from './random.js';

export interface SessionsOptions {
  rounds: number;
  seed: number;
  tell?(text: string): void;
}

/** A client with a connection of its own. */
interface Watcher {
  model: SessionModel;
  close(): void;
}

interface Server {
  baseUrl: string;
  token: string;
}

/** Opens a session as a client does; `server` is asked for at each call and connection. */
function watch(server: () => Server, sessionId: string, pageSize?: number): Watcher {
  const baseUrl = () => server().baseUrl;
  const token = () => server().token;
  const client = createClient({ baseUrl, token });
  const stream = createStream({
    baseUrl,
    token,
    WebSocket,
    clientId: 'states',
    reconnect: { delaysMs: [5, 20, 50, 100], endless: true },
    onEnd: () => undefined,
  });
  const model = openSession({ sessionId, client, stream, ...(pageSize !== undefined && { pageSize }) });
  return {
    model,
    close() {
      model.close();
      stream.close();
    },
  };
}

/** What a state shows, without what concerns the one client only. */
function shownOf({ connection: _connection, timeline, agents, ...state }: SessionState): unknown {
  const { items, hasOlder, attachments, prompts } = timeline;
  const shown = { items, hasOlder, attachments: [...attachments.values()], prompts: [...prompts.values()] };
  return JSON.parse(JSON.stringify({ ...state, agents, timeline: shown })) as unknown;
}

/** Loads all there is, and gives what is shown then. */
async function wholeOf({ model }: Watcher): Promise<unknown> {
  for (const end = Date.now() + 30_000; !model.get().isLoaded && Date.now() < end;) await wait(5);
  while (model.get().timeline.hasOlder) await model.loadOlder();
  await model.settled();
  return shownOf(model.get());
}

interface Trial {
  options: SessionsOptions;
  random: Random;
  cwd: string;
  home: string;
  daemon: DaemonProcess;
  cutter: Cutter;
  problems: string[];
  kills: number;
  compared: number;
  sent: number;
}

interface Room {
  id: string;
  watchers: Watcher[];
  /** texts of prompts, by what became of sending them */
  prompts: Map<string, 'sent' | 'unknown'>;
}

const roundsOfRoom = 10;

export async function runSessions(options: SessionsOptions) {
  const random = createRandom(options.seed);
  const home = mkdtempSync(join(tmpdir(), 'agent-states-'));
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'agent-cwd-')));
  const daemon = await startProcess({ home, cwd });
  const cutter = await startCutter(() => trial.daemon.baseUrl, random);
  const trial: Trial = {
    options,
    random,
    cwd,
    home,
    daemon,
    cutter,
    problems: [],
    kills: 0,
    compared: 0,
    sent: 0,
  };
  let room: Room | undefined;
  try {
    for (let round = 0; round < options.rounds; round += 1) {
      if (round % roundsOfRoom === 0) {
        closeRoom(room);
        room = await openRoom(trial);
      }
      await playRound(trial, room as Room, round);
      if (round % 20 === 19) options.tell?.(`${round + 1} rounds, ${trial.problems.length} broken`);
    }
  } finally {
    closeRoom(room);
    await cutter.close();
    await trial.daemon.kill();
    rmSync(home, { recursive: true, force: true });
    rmSync(cwd, { recursive: true, force: true });
  }
  const { problems, kills, compared, sent } = trial;
  const summary = `${options.rounds} rounds, ${cutter.count()} cuts, ${kills} kills, ${sent} prompts, ${compared} states compared`;
  return { problems, summary, cuts: cutter.count(), kills, compared, sent };
}

async function openRoom(trial: Trial): Promise<Room> {
  const { random } = trial;
  const { data } = await request<{ id: string }>(trial.daemon, 'POST', '/api/v1/sessions', {
    metadata: { cwd: trial.cwd },
    agent_config: { permission_mode: random.pick(['yolo', 'manual']) },
  });
  const direct = () => trial.daemon;
  const cut = () => ({ baseUrl: trial.cutter.baseUrl, token: trial.daemon.token });
  const watchers = [watch(direct, data.id, 4), watch(cut, data.id, 3), watch(cut, data.id)];
  return { id: data.id, watchers, prompts: new Map() };
}

function closeRoom(room: Room | undefined): void {
  for (const watcher of room?.watchers ?? []) watcher.close();
}

async function playRound(trial: Trial, room: Room, round: number): Promise<void> {
  const { random, cutter } = trial;
  cutter.armed = true;
  const under: Promise<void>[] = [];
  for (let count = random.between(1, 4); count > 0; count -= 1) {
    under.push(act(trial, room));
    await wait(random.between(0, 120));
    if (random.chance(0.08)) await restart(trial);
  }
  if (random.chance(0.1)) await restart(trial);
  cutter.armed = false;
  await Promise.all(under);
  await settle(trial, room);
  await compare(trial, room, round);
}

async function restart(trial: Trial): Promise<void> {
  await trial.daemon.kill();
  trial.kills += 1;
  trial.daemon = await startProcess({ home: trial.home, cwd: trial.cwd });
}

const texts: ((random: Random) => string)[] = [
  () => 'say good morning\nsay and good night',
  () => 'think hard about it',
  (random) => `slow ${random.between(2, 12)} one two three four five six seven eight`,
  () => 'run echo one; sleep 0.05; echo two',
  () => 'run exit 3\n+ run echo beside',
  () => 'todo first; second\ndone 1',
  () => 'agent: run echo from below',
  () => 'agent: slow 8 one two three\n+ agent: say x',
  () => 'background agent: say done below',
  () => 'run in background echo started; sleep 0.1; echo ended',
  () => 'write file.txt: text\nread file.txt',
  () => 'ask Which? A | B\nsay going',
  () => 'plan Do it',
];

/** One thing that a client does; what the server refuses is no matter here. */
async function act(trial: Trial, room: Room): Promise<void> {
  const { random } = trial;
  const { model } = random.pick(room.watchers);
  const { approvals, questions, queue } = model.get();
  const [approval] = approvals;
  const [question] = questions;
  const [queued] = queue.queued;
  const send = async (): Promise<void> => {
    const text = `say ${trial.options.seed} ${(trial.sent += 1)}\n${random.pick(texts)(random)}`;
    room.prompts.set(text, 'unknown');
    await model.send([{ type: 'text', text }]);
    room.prompts.set(text, 'sent');
  };
  const answers = { q_0: { kind: 'single' as const, option_id: 'opt_0_0' } };
  const deeds: (() => Promise<unknown>)[] = [
    ...(approval
      ? [() => model.decide(approval.approval_id, { decision: random.pick(['approved', 'rejected', 'cancelled']) })]
      : []),
    ...(question
      ? [() => model.answer(question.question_id, { answers }), () => model.dismiss(question.question_id)]
      : []),
    ...(queued
      ? [
          () => model.steer([queued.prompt_id]),
          () => model.removeQueued(queued.prompt_id),
          () => model.editQueued(queued.prompt_id, { position: 1 }),
        ]
      : []),
    ...Array.from({ length: 14 }, () => send),
    () => model.abort(),
    () => model.undo({ count: random.between(1, 2) }),
    () => model.redo(),
    () => model.compact(),
    () => model.configure({ permission_mode: random.pick(['yolo', 'manual', 'auto']) }),
    () => model.configure({ plan_mode: random.chance(0.3) }),
    () => model.rename(`Title ${random.between(1, 99)}`),
    () => model.loadOlder(),
  ];
  try {
    await random.pick(deeds)();
  } catch (error) {
    if (!(error instanceof ApiFailure) && !(error instanceof ConnectionFailure)) throw error;
  }
}

/** Resolves when nothing runs; what waits for the user is aborted. */
async function settle(trial: Trial, room: Room): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; await wait(15)) {
    const at = `/api/v1/sessions/${room.id}`;
    const session = await request<{ busy: boolean; pending_interaction: string }>(trial.daemon, 'GET', at);
    const { data: queue } = await request<{ active: unknown; queued: unknown[]; paused: boolean }>(
      trial.daemon,
      'GET',
      `${at}/prompts`,
    );
    if (session.data.pending_interaction !== 'none') await request(trial.daemon, 'POST', `${at}:abort`);
    else if (!session.data.busy && queue.active === null && (queue.queued.length === 0 || queue.paused)) return;
  }
  trial.problems.push(`${room.id} does not come to rest`);
}

/** What is told a little later may come in between, so that a difference has to last. */
async function compare(trial: Trial, room: Room, round: number): Promise<void> {
  for (const [at, watcher] of room.watchers.entries()) {
    let shown: unknown;
    let fresh: unknown;
    for (const end = Date.now() + 5_000; ; await wait(60)) {
      const other = watch(() => trial.daemon, room.id, 100);
      fresh = await wholeOf(other);
      other.close();
      shown = await wholeOf(watcher);
      if (isDeepStrictEqual(shown, fresh) || Date.now() > end) break;
    }
    trial.compared += 1;
    if (!isDeepStrictEqual(shown, fresh))
      trial.problems.push(`round ${round}, client ${at} of ${room.id}: ${difference(shown, fresh, '')}`);
  }
  const taken = takenPrompts(room.watchers[0]?.model.get());
  for (const [text, fate] of room.prompts) {
    const times = taken.filter((each) => each === text).length;
    if (times > 1 || (times === 0 && fate === 'sent'))
      trial.problems.push(`round ${round}: a prompt of ${room.id} that was ${fate} is there ${times} times`);
  }
}

function takenPrompts(state: SessionState | undefined): string[] {
  return [...(state?.timeline.prompts.values() ?? [])].map(({ content = [] }) =>
    content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''),
  );
}

/** The first place where two values differ, with both. */
function difference(a: unknown, b: unknown, path: string): string {
  const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
  if (!isObject(a) || !isObject(b)) return `${path}: ${JSON.stringify(a)} instead of ${JSON.stringify(b)}`;
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
    if (!isDeepStrictEqual(a[key], b[key])) return difference(a[key], b[key], `${path}/${key}`);
  return path;
}
