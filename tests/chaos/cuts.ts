/** One trial of many cuts: clients that are cut off all the time must end with what one saw that never was. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { createStream, type Stream } from '../../client/api/stream.js';
import { alignDelta } from '../../schemas/folds/text.js';
import { startProcess, type DaemonProcess } from '../helpers/daemonprocess.js';
import { modelConfig, request, type EventFrame } from '../helpers/turns.js';
import { startNaive, type Naive } from '../live/naive.js';
import { createShown, type Shown } from '../live/shown.js';
import { startCutter, type Cutter } from './cutter.js';
import { createRandom, type Random } from './random.js';
import { sceneKinds, startScenes, type SceneKind } from './scenes.js';
import { startLines, type Lines } from './lines.js';

export interface CutsOptions {
  /** cuts of each of the two clients on sockets */
  cuts: number;
  seed: number;
  tell?(text: string): void;
}

export interface CutsOutcome {
  /** by client: naive, api, lines */
  cuts: Record<string, number>;
  kinds: Record<string, number>;
  /** cuts while a step was being streamed */
  inside: number;
  scenes: Record<string, number>;
  events: number;
  steps: number;
  deltas: number;
  recovered: number;
  problems: string[];
}

interface Trial {
  random: Random;
  daemon: DaemonProcess;
  cwd: string;
  cutters: Record<'naive' | 'api' | 'lines', Cutter>;
  outcome: CutsOutcome;
  /** scenes that have not come yet since all of them had */
  deck: SceneKind[];
  /** what clients see of the session at hand */
  room?: Room;
}

/** A session with those who follow it. */
interface Room {
  id: string;
  reference: Shown;
  watcher: Naive;
  shown: Record<'naive' | 'api', Shown>;
  naive: Naive;
  stream: Stream;
  lines: Lines;
}

const scenesPerRoom = 6;

export async function runCuts({ cuts, seed, tell }: CutsOptions): Promise<CutsOutcome> {
  const home = mkdtempSync(join(tmpdir(), 'agent-cuts-'));
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'agent-cwd-')));
  writeFileSync(join(cwd, 'a.txt'), 'hat\n');
  const model = await startScenes();
  writeFileSync(join(home, 'config.toml'), modelConfig(`${model.url}/v1`));
  const random = createRandom(seed);
  const daemon = await startProcess({ home, cwd });
  const cutter = () =>
    startCutter(daemon.baseUrl, createRandom(random.between(1, 1_000_000)), {
      onCut() {
        if ((trial.room?.reference.open() ?? 0) > 0) trial.outcome.inside += 1;
      },
    });
  const trial: Trial = {
    random,
    daemon,
    cwd,
    deck: [],
    cutters: { naive: await cutter(), api: await cutter(), lines: await cutter() },
    outcome: { cuts: {}, kinds: {}, inside: 0, scenes: {}, events: 0, steps: 0, deltas: 0, recovered: 0, problems: [] },
  };
  const { cutters, outcome } = trial;
  try {
    for (let round = 1; Math.min(cutters.naive.count(), cutters.api.count()) < cuts; round += 1) {
      await playRoom(trial);
      tell?.(
        `${round} sessions, ${cutters.naive.count()} and ${cutters.api.count()} cuts, ${outcome.problems.length} broken`,
      );
      if (outcome.problems.length > 20) break;
    }
  } finally {
    if (trial.room) await leave(trial.room);
    for (const [name, each] of Object.entries(cutters)) {
      outcome.cuts[name] = each.count();
      for (const [kind, times] of Object.entries(each.cuts)) outcome.kinds[kind] = (outcome.kinds[kind] ?? 0) + times;
      await each.close();
    }
    await daemon.kill();
    await model.close();
    rmSync(home, { recursive: true, force: true });
    rmSync(cwd, { recursive: true, force: true });
  }
  return outcome;
}

function api<T = Record<string, unknown>>({ daemon }: Trial, method: string, path: string, body?: unknown) {
  return request<T>(daemon, method, `/api/v1/sessions${path}`, body);
}

async function playRoom(trial: Trial): Promise<void> {
  const { random, outcome, cutters } = trial;
  const { data } = await api<{ id: string }>(trial, 'POST', '', {
    metadata: { cwd: trial.cwd },
    title: 'Cuts',
    agent_config: { permission_mode: random.pick(['manual', 'yolo']) },
  });
  const room = await enter(trial, data.id);
  trial.room = room;
  for (const each of Object.values(cutters)) each.armed = true;
  for (let scene = 0; scene < scenesPerRoom; scene += 1) await playScene(trial, room);
  if (random.chance(0.5)) await compact(trial, room);
  for (const each of Object.values(cutters)) each.armed = false;
  await settled(trial, room);
  compare(trial, room);
  delete trial.room;
  await leave(room);
  outcome.events += room.reference.events.length;
  outcome.steps += room.reference.steps.size;
}

async function enter(trial: Trial, id: string): Promise<Room> {
  const { daemon, cutters, random } = trial;
  const { token } = daemon;
  const reference = createShown('reference');
  const shown = { naive: createShown('naive'), api: createShown('api', alignAsClient) };
  const act = (frame: EventFrame): void => void answer(trial, id, frame).catch(() => undefined);
  const watcher = startNaive({
    baseUrl: daemon.baseUrl,
    token,
    sessionId: id,
    shown: reference,
    pause: () => 1_000,
    seen: (frame, live) => void (live && act(frame)),
  });
  const naive = startNaive({
    baseUrl: cutters.naive.baseUrl,
    token,
    sessionId: id,
    shown: shown.naive,
    pause: () => (random.chance(0.3) ? random.between(20, 300) : 0),
  });
  cutters.api.armed = false;
  let live = false;
  const stream = createStream({
    baseUrl: cutters.api.baseUrl,
    token: () => token,
    WebSocket,
    clientId: 'cut',
    reconnect: { delaysMs: [0, 5, 20], endless: true },
    onState: (state) => void (live = state === 'live'),
    onEnd: (failure) => void shown.api.problems.push(`the stream gave up: ${failure.message}`),
  });
  await stream.subscribe(id, {
    cursor: { seq: 0 },
    onEvent: (frame) => shown.api.take(frame as unknown as EventFrame, live),
    async onResync({ reason }) {
      shown.api.problems.push(`the stream had to begin anew: ${reason}`);
      return { seq: 0 };
    },
  });
  live = true;
  return { id, reference, watcher, shown, naive, stream, lines: startLines(cutters.lines.baseUrl, token, id) };
}

async function leave({ watcher, naive, stream, lines }: Room): Promise<void> {
  stream.close();
  await Promise.all([watcher.close(), naive.close(), lines.close()]);
}

/** The project's own rule for the same table. */
function alignAsClient(buffer: string, frame: Parameters<typeof alignDelta>[1]): string | undefined {
  const aligned = alignDelta(buffer, frame);
  return aligned.kind === 'gap' ? undefined : aligned.buffer;
}

async function playScene(trial: Trial, room: Room): Promise<void> {
  const { random, outcome } = trial;
  if (trial.deck.length === 0) trial.deck = [...sceneKinds];
  const [kind = 'text'] = trial.deck.splice(random.between(0, trial.deck.length - 1), 1);
  outcome.scenes[kind] = (outcome.scenes[kind] ?? 0) + 1;
  const sent = await api<{ prompt_id: string }>(trial, 'POST', `/${room.id}/prompts`, {
    content: [{ type: 'text', text: `scene ${kind} ${random.between(1, 100_000)}` }],
  });
  if (sent.code !== 0) return void outcome.problems.push(`a prompt was refused: ${sent.msg}`);
  const over = (): boolean => room.reference.events.some((text) => endOf(text, sent.data.prompt_id));
  if (kind === 'long' || random.chance(0.1)) {
    await wait(random.between(50, 1_500));
    await api(trial, 'POST', `/${room.id}:abort`);
  }
  if (!(await comesAbout(over))) outcome.problems.push(`${room.id}: the prompt of scene ${kind} did not end`);
}

function endOf(text: string, promptId: string): boolean {
  return /^\{"type":"prompt\.(completed|aborted)"/.test(text) && text.includes(promptId);
}

async function compact(trial: Trial, room: Room): Promise<void> {
  const { code } = await api(trial, 'POST', `/${room.id}:compact`, {});
  const over = (): boolean =>
    room.reference.events.some((text) => /^\{"type":"compaction\.(completed|cancelled)"/.test(text));
  if (code === 0 && !(await comesAbout(over))) trial.outcome.problems.push(`${room.id}: the compaction did not end`);
}

/** Decides and answers what the session asks the user. */
async function answer(trial: Trial, id: string, { type, payload }: EventFrame): Promise<void> {
  const { random } = trial;
  if (type === 'event.approval.requested') {
    await wait(random.between(0, 150));
    const decision = random.pick(['approved', 'approved', 'approved', 'rejected']);
    await api(trial, 'POST', `/${id}/approvals/${String(payload['approval_id'])}`, { decision });
  } else if (type === 'event.question.requested') {
    await wait(random.between(0, 250));
    const verb = random.chance(0.3) ? ':dismiss' : '';
    const answers = { q_0: { kind: 'single', option_id: 'opt_0_0' } };
    await api(trial, 'POST', `/${id}/questions/${String(payload['question_id'])}${verb}`, { answers });
  }
}

async function comesAbout(holds: () => boolean | Promise<boolean>, ms = 30_000): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await wait(15)) if (await holds()) return true;
  return false;
}

/** Nothing runs any more and all have seen the last event. */
async function settled(trial: Trial, room: Room): Promise<void> {
  const quiet = await comesAbout(async () => {
    const { data } = await api<{ busy: boolean }>(trial, 'GET', `/${room.id}`);
    return !data.busy;
  });
  if (!quiet) trial.outcome.problems.push(`${room.id} stays busy`);
  await wait(100);
  const last = (): number => room.reference.cursor().seq;
  const all = await comesAbout(
    () =>
      Object.values(room.shown).every((each) => each.cursor().seq === last()) &&
      room.lines.events.at(-1) === room.reference.events.at(-1),
    10_000,
  );
  const places = Object.entries(room.shown).map(([name, each]) => `${name} at ${each.cursor().seq}`);
  if (!all)
    trial.outcome.problems.push(
      `${room.id}: not all came to ${last()}: ${places.join(', ')}, lines at ${room.lines.events.length}`,
    );
}

function compare({ outcome }: Trial, { id, reference, shown, lines }: Room): void {
  const problem = (text: string) => void outcome.problems.push(`${id}: ${text}`);
  const events = reference.events.join('\n');
  for (const [name, each] of Object.entries(shown)) {
    if (each.events.join('\n') !== events) problem(`${name} has other events`);
    if (JSON.stringify([...each.steps]) !== JSON.stringify([...reference.steps])) problem(`${name} shows other texts`);
    outcome.deltas += each.counts.deltas;
    outcome.recovered += each.counts.recovered;
  }
  if (lines.events.join('\n') !== events) problem('the event stream has other events');
  for (const each of [reference, ...Object.values(shown)])
    outcome.problems.push(...each.problems.map((text) => `${id}: ${text}`));
  if (reference.counts.recovered > 0) problem('the client that was never cut got recovered frames');
}
