/**
 * Models of `client/session` during cuts, slow connections, kills and stops of the server, and actions of other clients.
 * Afterwards each model must show the same as one that is opened then, and each prompt must be there once.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { SessionState } from '../../client/session/state.js';
import { startProcess, type DaemonProcess } from '../helpers/daemonprocess.js';
import { request } from '../helpers/turns.js';
import { startCutter, type Cutter } from './cutter.js';
import { actAtRandom, type WatchedSession } from './randomactions.js';
import { createRandom, type Random } from './random.js';
import { difference, pairOf, pairOfAll, watch, watchAll, type Overview } from './watchers.js';

export interface SessionsOptions {
  rounds: number;
  seed: number;
  report?(text: string): void;
}

interface Trial {
  options: SessionsOptions;
  random: Random;
  cwd: string;
  home: string;
  daemon: DaemonProcess;
  cutters: Record<'quick' | 'slow', Cutter>;
  problems: string[];
  kills: number;
  ends: number;
  compared: number;
  sent: number;
}

const roundsPerSession = 10;
/** Time for a client to catch up: it waits up to 3 s after failed requests. */
const equalWithinMs = 15_000;

export async function runSessions(options: SessionsOptions) {
  const random = createRandom(options.seed);
  const home = mkdtempSync(join(tmpdir(), 'agent-states-'));
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'agent-cwd-')));
  const target = () => trial.daemon.baseUrl;
  const trial: Trial = {
    options,
    random,
    cwd,
    home,
    daemon: await startProcess({ home, cwd }),
    cutters: { quick: await startCutter(target, random), slow: await startCutter(target, random, { isSlow: true }) },
    problems: [],
    kills: 0,
    ends: 0,
    compared: 0,
    sent: 0,
  };
  const cuts = (): number => Object.values(trial.cutters).reduce((sum, cutter) => sum + cutter.count(), 0);
  const overview = watchAll(() => cutServer(trial, 'quick'));
  let watched: WatchedSession | undefined;
  try {
    for (let round = 0; round < options.rounds; round += 1) {
      if (round % roundsPerSession === 0) {
        closeWatched(watched);
        watched = await openWatched(trial);
      }
      await runRound(trial, watched as WatchedSession, overview, round);
      if (round % 20 === 19) options.report?.(`${round + 1} rounds, ${trial.problems.length} broken`);
    }
  } finally {
    closeWatched(watched);
    overview.close();
    for (const cutter of Object.values(trial.cutters)) await cutter.close();
    await trial.daemon.kill();
    rmSync(home, { recursive: true, force: true });
    rmSync(cwd, { recursive: true, force: true });
  }
  const { problems, kills, ends, compared, sent } = trial;
  const summary = `${options.rounds} rounds, ${cuts()} cuts, ${kills} kills, ${ends} ends of the server, ${sent} prompts, ${compared} states compared`;
  return { problems, summary, cuts: cuts(), kills, ends, compared, sent };
}

function cutServer({ cutters, daemon }: Trial, pace: keyof Trial['cutters']) {
  return { baseUrl: cutters[pace].baseUrl, token: daemon.token };
}

async function openWatched(trial: Trial): Promise<WatchedSession> {
  const { random } = trial;
  const { data } = await request<{ id: string }>(trial.daemon, 'POST', '/api/v1/sessions', {
    metadata: { cwd: trial.cwd },
    agent_config: { permission_mode: random.pick(['yolo', 'manual']) },
  });
  const watchers = [
    watch(() => trial.daemon, data.id, 4),
    watch(() => cutServer(trial, 'quick'), data.id, 3),
    watch(() => cutServer(trial, 'quick'), data.id),
    watch(() => cutServer(trial, 'slow'), data.id, 2),
  ];
  return { id: data.id, watchers, prompts: new Map() };
}

function closeWatched(watched: WatchedSession | undefined): void {
  for (const watcher of watched?.watchers ?? []) watcher.close();
}

async function runRound(trial: Trial, watched: WatchedSession, overview: Overview, round: number): Promise<void> {
  const { random, cutters } = trial;
  const arm = (isArmed: boolean) => Object.values(cutters).forEach((cutter) => (cutter.armed = isArmed));
  const nextName = () => `say ${trial.options.seed} ${(trial.sent += 1)}`;
  arm(true);
  const running: Promise<void>[] = [];
  for (let count = random.between(1, 4); count > 0; count -= 1) {
    running.push(actAtRandom(watched, random, nextName));
    await wait(random.between(0, 120));
    if (random.chance(0.08)) await restart(trial);
  }
  if (random.chance(0.1)) await restart(trial);
  arm(false);
  await Promise.all(running);
  await settle(trial, watched);
  await compare(trial, watched, overview, round);
}

/** Restarts the server, mostly after `kill -9`, sometimes after SIGTERM. */
async function restart(trial: Trial): Promise<void> {
  if (trial.random.chance(0.7)) {
    await trial.daemon.kill();
    trial.kills += 1;
  } else {
    await trial.daemon.stop();
    trial.ends += 1;
  }
  trial.daemon = await startProcess({ home: trial.home, cwd: trial.cwd });
}

/** Resolves when the session is idle: aborts what waits for the user, and ends the goal and tasks. */
async function settle(trial: Trial, watched: WatchedSession): Promise<void> {
  const at = `/api/v1/sessions/${watched.id}`;
  const call = <T>(method: string, path: string) => request<T>(trial.daemon, method, `${at}${path}`);
  await call('POST', '/goal:cancel');
  for (const end = Date.now() + 30_000; Date.now() < end; await wait(15)) {
    const session = await call<{ busy: boolean; pending_interaction: string }>('GET', '');
    const { data: queue } = await call<{ active: unknown; queued: unknown[]; paused: boolean }>('GET', '/prompts');
    const tasks = await call<{ items: { id: string }[] }>('GET', '/tasks?status=running');
    for (const { id } of tasks.data.items) await call('POST', `/tasks/${id}:cancel`);
    if (session.data.pending_interaction !== 'none') await call('POST', ':abort');
    else if (session.data.busy || tasks.data.items.length > 0) continue;
    else if (queue.active === null && (queue.queued.length === 0 || queue.paused)) return;
  }
  trial.problems.push(`${watched.id} does not come to rest`);
}

/** Compares all clients with fresh ones. A difference counts only when it lasts, because events may still arrive. */
async function compare(trial: Trial, watched: WatchedSession, overview: Overview, round: number): Promise<void> {
  const server = () => trial.daemon;
  await Promise.all([
    ...watched.watchers.map((watcher, at) =>
      expectEqual(trial, `round ${round}, client ${at} of ${watched.id}`, () => pairOf(watcher, server)),
    ),
    expectEqual(trial, `round ${round}, list and account`, () => pairOfAll(overview, server)),
  ]);
  while (watched.watchers[0]?.model.get().timeline.hasOlder) await watched.watchers[0].model.loadOlder();
  const taken = takenPrompts(watched.watchers[0]?.model.get());
  for (const [text, outcome] of watched.prompts) {
    const times = taken.filter((each) => each === text).length;
    if (times > 1 || (times === 0 && outcome === 'sent'))
      trial.problems.push(`round ${round}: a prompt of ${watched.id} that was ${outcome} is there ${times} times`);
  }
}

async function expectEqual(trial: Trial, what: string, pair: () => Promise<[unknown, unknown]>): Promise<void> {
  trial.compared += 1;
  for (const end = Date.now() + equalWithinMs; ; await wait(60)) {
    const found = difference(...(await pair()));
    if (found === undefined) return;
    if (Date.now() > end) return void trial.problems.push(`${what}: ${found}`);
  }
}

function takenPrompts(state: SessionState | undefined): string[] {
  return [...(state?.timeline.prompts.values() ?? [])].map(({ content = [] }) =>
    content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''),
  );
}
