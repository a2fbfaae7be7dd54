/** Clients whose connections are cut all the time must end with the same events and texts as a client that is never cut. */
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
  /** minimum number of cuts for each of the two WebSocket clients */
  cuts: number;
  seed: number;
  report?(text: string): void;
}

export interface CutsOutcome {
  /** by client: naive, api, lines */
  cuts: Record<string, number>;
  kinds: Record<string, number>;
  /** cuts during a streamed step */
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
  /** scenes left until each was used once more */
  deck: SceneKind[];
  /** the current session */
  session?: CutSession;
}

/** A session and its clients. */
interface CutSession {
  id: string;
  reference: Shown;
  watcher: Naive;
  shown: Record<'naive' | 'api', Shown>;
  naive: Naive;
  stream: Stream;
  lines: Lines;
}

const scenesPerSession = 6;

export async function runCuts({ cuts, seed, report }: CutsOptions): Promise<CutsOutcome> {
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
        if ((trial.session?.reference.open() ?? 0) > 0) trial.outcome.inside += 1;
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
      await runSession(trial);
      report?.(
        `${round} sessions, ${cutters.naive.count()} and ${cutters.api.count()} cuts, ${outcome.problems.length} broken`,
      );
      if (outcome.problems.length > 20) break;
    }
  } finally {
    if (trial.session) await closeClients(trial.session);
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

async function runSession(trial: Trial): Promise<void> {
  const { random, outcome, cutters } = trial;
  const { data } = await api<{ id: string }>(trial, 'POST', '', {
    metadata: { cwd: trial.cwd },
    title: 'Cuts',
    agent_config: { permission_mode: random.pick(['manual', 'yolo']) },
  });
  const session = await openClients(trial, data.id);
  trial.session = session;
  for (const each of Object.values(cutters)) each.armed = true;
  for (let scene = 0; scene < scenesPerSession; scene += 1) await runScene(trial, session);
  if (random.chance(0.5)) await compact(trial, session);
  for (const each of Object.values(cutters)) each.armed = false;
  await untilSettled(trial, session);
  compare(trial, session);
  delete trial.session;
  await closeClients(session);
  outcome.events += session.reference.events.length;
  outcome.steps += session.reference.steps.size;
}

async function openClients(trial: Trial, id: string): Promise<CutSession> {
  const { daemon, cutters, random } = trial;
  const { token } = daemon;
  const reference = createShown('reference');
  const shown = { naive: createShown('naive'), api: createShown('api', alignAsProject) };
  const answerNow = (frame: EventFrame): void => void answer(trial, id, frame).catch(() => undefined);
  const watcher = startNaive({
    baseUrl: daemon.baseUrl,
    token,
    sessionId: id,
    shown: reference,
    pause: () => 1_000,
    seen: (frame, live) => void (live && answerNow(frame)),
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

async function closeClients({ watcher, naive, stream, lines }: CutSession): Promise<void> {
  stream.close();
  await Promise.all([watcher.close(), naive.close(), lines.close()]);
}

/** Aligns deltas by the project's own implementation of the rule. */
function alignAsProject(buffer: string, frame: Parameters<typeof alignDelta>[1]): string | undefined {
  const aligned = alignDelta(buffer, frame);
  return aligned.kind === 'gap' ? undefined : aligned.buffer;
}

async function runScene(trial: Trial, session: CutSession): Promise<void> {
  const { random, outcome } = trial;
  if (trial.deck.length === 0) trial.deck = [...sceneKinds];
  const [kind = 'text'] = trial.deck.splice(random.between(0, trial.deck.length - 1), 1);
  outcome.scenes[kind] = (outcome.scenes[kind] ?? 0) + 1;
  const sent = await api<{ prompt_id: string }>(trial, 'POST', `/${session.id}/prompts`, {
    content: [{ type: 'text', text: `scene ${kind} ${random.between(1, 100_000)}` }],
  });
  if (sent.code !== 0) return void outcome.problems.push(`a prompt was refused: ${sent.msg}`);
  const over = (): boolean => session.reference.events.some((text) => endOf(text, sent.data.prompt_id));
  if (kind === 'long' || random.chance(0.1)) {
    await wait(random.between(50, 1_500));
    await api(trial, 'POST', `/${session.id}:abort`);
  }
  if (!(await becomesTrue(over))) outcome.problems.push(`${session.id}: the prompt of scene ${kind} did not end`);
}

function endOf(text: string, promptId: string): boolean {
  return /^\{"type":"prompt\.(completed|aborted)"/.test(text) && text.includes(promptId);
}

async function compact(trial: Trial, session: CutSession): Promise<void> {
  const { code } = await api(trial, 'POST', `/${session.id}:compact`, {});
  const over = (): boolean =>
    session.reference.events.some((text) => /^\{"type":"compaction\.(completed|cancelled)"/.test(text));
  if (code === 0 && !(await becomesTrue(over)))
    trial.outcome.problems.push(`${session.id}: the compaction did not end`);
}

/** Answers approvals and questions as a user would. */
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

async function becomesTrue(check: () => boolean | Promise<boolean>, ms = 30_000): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await wait(15)) if (await check()) return true;
  return false;
}

/** Resolves when the session is idle and all clients have received the last event. */
async function untilSettled(trial: Trial, session: CutSession): Promise<void> {
  const quiet = await becomesTrue(async () => {
    const { data } = await api<{ busy: boolean }>(trial, 'GET', `/${session.id}`);
    return !data.busy;
  });
  if (!quiet) trial.outcome.problems.push(`${session.id} stays busy`);
  await wait(100);
  const last = (): number => session.reference.cursor().seq;
  const all = await becomesTrue(
    () =>
      Object.values(session.shown).every((each) => each.cursor().seq === last()) &&
      session.lines.events.at(-1) === session.reference.events.at(-1),
    10_000,
  );
  const places = Object.entries(session.shown).map(([name, each]) => `${name} at ${each.cursor().seq}`);
  if (!all)
    trial.outcome.problems.push(
      `${session.id}: not all came to ${last()}: ${places.join(', ')}, lines at ${session.lines.events.length}`,
    );
}

function compare({ outcome }: Trial, { id, reference, shown, lines }: CutSession): void {
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
