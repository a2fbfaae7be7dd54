/** Kills the server many times on one data directory; each restart must keep all seen events and acknowledged prompts. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startProcess, type DaemonProcess } from '../helpers/daemonprocess.js';
import { processesOf } from '../helpers/processes.js';
import { follow, request, type EventFrame, type Follower } from '../helpers/turns.js';
import { amendedInput, brokenAmendments, type Amended } from './amended.js';
import { createRandom, type Random } from './random.js';
import { openPairs, strayFrames } from './pairs.js';

export interface ChaosOptions {
  runs: number;
  seed: number;
  report?(text: string): void;
}

export interface ChaosOutcome {
  runs: number;
  prompts: number;
  events: number;
  /** number of prompts of each kind, and of amended approvals */
  moments: Record<string, number>;
  problems: string[];
}

/** What clients know of a session: acknowledged prompts, and each durable event they saw, by `seq`. */
interface Known {
  id: string;
  prompts: Set<string>;
  amended: Amended;
  events: Map<number, string>;
  last: { seq: number; epoch: string };
  seen?: Follower;
}

interface Trial {
  options: ChaosOptions;
  random: Random;
  home: string;
  cwd: string;
  daemon: DaemonProcess;
  sessions: Known[];
  outcome: ChaosOutcome;
}

const sessionsAtOnce = 3;

const promptKinds: Record<string, (random: Random) => string> = {
  stream: (random) => `slow ${random.between(1, 12)} ${'word '.repeat(random.between(5, 40))}`,
  tool: (random) => `run sleep 0.${random.between(1, 6)}; echo ${random.between(1, 99)}`,
  long: () => 'run sleep 47',
  asked: (random) => `run echo ${random.between(1, 99)}\n+ run echo ${random.between(1, 99)}\n+ run sleep 0.1`,
  tools: () => 'read a.txt\n+ list files\n+ todo one; two\nsearch hat\nsay done',
  write: (random) => `write out-${random.between(1, 9)}.txt: hello\nread a.txt`,
  question: () => 'ask Which way? Left | Right\nsay going',
  plan: () => 'plan first this, then that',
  retry: () => 'fail 500 2\nsay made it',
  agents: (random) => `agent: run echo ${random.between(1, 99)}\n+ agent plan: slow 20 one two three\n+ agent: say x`,
  background: () => 'background agent: run echo late\nsay on',
  behind: (random) =>
    `run in background sleep 0.${random.between(1, 6)}; echo late\nrun in background sleep 48\nwait 1\nsay on`,
  asking: () =>
    'call AskUserQuestion {"questions":[{"question":"Which?","options":[{"label":"a"},{"label":"b"}]}],"background":true}\nsay on',
  talk: () => 'think about it\nsay one\nsay two',
};

export async function runChaos(options: ChaosOptions): Promise<ChaosOutcome> {
  const home = mkdtempSync(join(tmpdir(), 'agent-chaos-'));
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'agent-cwd-')));
  writeFileSync(join(cwd, 'a.txt'), 'hat\n');
  const trial: Trial = {
    options,
    random: createRandom(options.seed),
    home,
    cwd,
    daemon: await startProcess({ home, cwd }),
    sessions: [],
    outcome: { runs: 0, prompts: 0, events: 0, moments: {}, problems: [] },
  };
  try {
    for (let run = 1; run <= options.runs; run += 1) {
      await runOnce(trial, run);
      trial.outcome.runs = run;
      if (run % 20 === 0) options.report?.(`${run} kills, ${trial.outcome.problems.length} broken`);
    }
  } finally {
    for (const { seen } of trial.sessions) seen?.close();
    await trial.daemon.kill();
  }
  if (trial.outcome.problems.length === 0) rmSync(home, { recursive: true, force: true });
  else options.report?.(`the data is kept in ${home}`);
  rmSync(cwd, { recursive: true, force: true });
  return trial.outcome;
}

async function runOnce(trial: Trial, run: number): Promise<void> {
  const { random } = trial;
  if (trial.sessions.length < sessionsAtOnce || random.chance(0.2)) await addSession(trial);
  const prompts = random.between(1, 2);
  for (let each = 0; each < prompts; each += 1)
    await addPrompt(trial, random.pick(trial.sessions.slice(-sessionsAtOnce)));
  const until = Date.now() + random.between(0, 450);
  while (Date.now() < until) {
    if (random.chance(0.4)) await actAsUser(trial, random.pick(trial.sessions.slice(-sessionsAtOnce)));
    await wait(random.between(1, 40));
  }
  await trial.daemon.kill();
  for (const known of trial.sessions) recordSeen(trial, known, run);
  await untilChildrenGone(trial, run);
  trial.daemon = await startProcess({ home: trial.home, cwd: trial.cwd });
  for (const known of trial.sessions) await check(trial, known, run);
}

function api<T = Record<string, unknown>>(trial: Trial, method: string, path: string, body?: unknown) {
  return request<T>(trial.daemon, method, `/api/v1/sessions${path}`, body);
}

async function addSession(trial: Trial): Promise<void> {
  const mode = trial.random.pick(['manual', 'yolo', 'yolo', 'auto']);
  const { data } = await api<{ id: string }>(trial, 'POST', '', {
    metadata: { cwd: trial.cwd },
    agent_config: { permission_mode: mode },
  });
  const known: Known = {
    id: data.id,
    prompts: new Set(),
    amended: new Set(),
    events: new Map(),
    last: { seq: 0, epoch: '' },
  };
  known.seen = await follow(trial.daemon, known.id);
  trial.sessions.push(known);
}

async function addPrompt(trial: Trial, known: Known): Promise<void> {
  const kind = trial.random.pick(Object.keys(promptKinds));
  trial.outcome.moments[kind] = (trial.outcome.moments[kind] ?? 0) + 1;
  const text = (promptKinds[kind] as (random: Random) => string)(trial.random);
  const sent = await api<{ prompt_id: string }>(trial, 'POST', `/${known.id}/prompts`, {
    content: [{ type: 'text', text }],
  });
  if (sent.code !== 0) trial.outcome.problems.push(`a prompt was refused: ${sent.msg}`);
  else known.prompts.add(sent.data.prompt_id);
  trial.outcome.prompts += 1;
}

/** Decides, answers, steers or aborts at random. Refusals are ignored, because the work may have ended. */
async function actAsUser(trial: Trial, known: Known): Promise<void> {
  const { random } = trial;
  if (random.chance(0.15)) {
    await api(trial, 'POST', `/${known.id}:abort`);
    return;
  }
  const { data } = await api<{
    pending_approvals: { approval_id: string; tool_name: string }[];
    pending_questions: { question_id: string }[];
    prompts: { queued: { prompt_id: string }[] };
  }>(trial, 'GET', `/${known.id}/snapshot`);
  const [approval] = data.pending_approvals;
  const [question] = data.pending_questions;
  const [queued] = data.prompts.queued;
  if (approval?.tool_name === 'Bash' && random.chance(0.6)) {
    const { approval_id } = approval;
    const { code } = await api(trial, 'POST', `/${known.id}/approvals/${approval_id}`, {
      decision: 'approved',
      amend: { input: amendedInput(approval_id) },
    });
    if (code !== 0) return;
    known.amended.add(approval_id);
    trial.outcome.moments['amended'] = (trial.outcome.moments['amended'] ?? 0) + 1;
  } else if (approval && random.chance(0.7)) {
    await api(trial, 'POST', `/${known.id}/approvals/${approval.approval_id}`, {
      decision: random.pick(['approved', 'approved', 'rejected', 'cancelled']),
    });
  } else if (question && random.chance(0.7)) {
    await api(trial, 'POST', `/${known.id}/questions/${question.question_id}${random.chance(0.3) ? ':dismiss' : ''}`, {
      answers: { q_0: { kind: 'single', option_id: 'opt_0_0' } },
    });
  } else if (queued && random.chance(0.5)) {
    await api(trial, 'POST', `/${known.id}/prompts/${queued.prompt_id}:steer`);
  }
}

/** Adds the events that the session's client saw since the last restart. */
function recordSeen(trial: Trial, known: Known, run: number): void {
  if (!known.seen) return;
  known.seen.close();
  let before = known.last.seq;
  for (const frame of known.seen.frames) {
    if (frame.volatile) continue;
    if (frame.seq <= before)
      trial.outcome.problems.push(`run ${run}: ${known.id} number ${frame.seq} came after ${before}`);
    before = frame.seq;
    recordEvent(known, frame);
  }
}

function recordEvent(known: Known, frame: EventFrame): void {
  known.events.set(frame.seq, JSON.stringify(frame));
  known.last = { seq: frame.seq, epoch: frame.epoch ?? '' };
}

async function untilChildrenGone(trial: Trial, run: number): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt += 1) {
    if (processesOf(trial.home).length === 0) return;
    await wait(20);
  }
  const left = processesOf(trial.home);
  if (left.length > 0) trial.outcome.problems.push(`run ${run}: processes are left: ${left.join(', ')}`);
}

async function check(trial: Trial, known: Known, run: number): Promise<void> {
  const problem = (text: string) => void trial.outcome.problems.push(`run ${run}: ${known.id} ${text}`);
  const { seq, epoch } = known.last;
  const cursor = seq === 0 ? { seq } : { seq, epoch };
  const seen = await follow(trial.daemon, known.id, { cursors: { [known.id]: cursor }, resume_inflight: true });
  if (JSON.stringify(seen.ack.payload['resync_required']) !== '[]') problem(`had to resync at ${seq}`);
  const all = await follow(trial.daemon, known.id, { cursors: { [known.id]: { seq: 0 } } });
  all.close();
  const log = all.frames.filter((frame) => !frame.volatile);
  compare(trial, known, log, problem);
  for (const stray of strayFrames(log)) problem(`has ${stray} outside of its turn`);
  for (const broken of brokenAmendments(trial.cwd, known.amended, log)) problem(broken);
  known.seen = seen;
  // a task whose question was answered ends a moment after the start
  let open = await leftOpen(trial, known, log);
  for (let attempt = 0; attempt < 50 && open.length > 0; attempt += 1) {
    await wait(200);
    const again = await follow(trial.daemon, known.id, { cursors: { [known.id]: { seq: 0 } } });
    again.close();
    const present = again.frames.filter((frame) => !frame.volatile);
    open = await leftOpen(trial, known, present);
  }
  for (const each of open) problem(each);
}

/** Returns the open pairs at the end of a log, except those that wait for the user or in the queue. */
async function leftOpen(trial: Trial, known: Known, log: EventFrame[]): Promise<string[]> {
  const snapshot = await api<{
    pending_approvals: { approval_id: string }[];
    pending_questions: { question_id: string }[];
    prompts: { active: { prompt_id: string } | null; queued: { prompt_id: string }[] };
  }>(trial, 'GET', `/${known.id}/snapshot`);
  if (snapshot.code !== 0) return [`has no snapshot: ${snapshot.msg}`];
  const { pending_approvals, pending_questions, prompts } = snapshot.data;
  const waiting = new Set([
    ...pending_approvals.map((each) => each.approval_id),
    ...pending_questions.map((each) => each.question_id),
    ...prompts.queued.map((each) => each.prompt_id),
  ]);
  const isUserAsked = pending_approvals.length + pending_questions.length > 0;
  if (prompts.active && isUserAsked) waiting.add(prompts.active.prompt_id);
  return openPairs(log)
    .filter(({ id, kind }) => !waiting.has(id) && !(isUserAsked && mayWait.has(kind)))
    .map(({ id, kind }) => `leaves ${kind} ${id} open`);
}

/** Kinds of pairs that stay open while a call or a task waits for the user. */
const mayWait: ReadonlySet<string> = new Set(['turn or call', 'subagent', 'task']);

function compare(trial: Trial, known: Known, log: EventFrame[], problem: (text: string) => void): void {
  const bySeq = new Map<number, string>();
  let before = 0;
  for (const frame of log) {
    if (frame.seq <= before) problem(`number ${frame.seq} came after ${before}`);
    before = frame.seq;
    bySeq.set(frame.seq, JSON.stringify(frame));
  }
  for (const [seq, text] of known.events) if (bySeq.get(seq) !== text) problem(`event ${seq} is not what a client saw`);
  const submitted = new Set(
    log.filter(({ type }) => type === 'prompt.submitted').map(({ payload }) => payload['promptId']),
  );
  for (const id of known.prompts) if (!submitted.has(id)) problem(`lost the prompt ${id}`);
  trial.outcome.events += Math.max(0, log.length - known.events.size);
}
