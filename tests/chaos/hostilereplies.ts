/**
 * Replies of a hostile model over every protocol. After each, the turn must end and an ordinary prompt must work; at the
 * end, delays of the event loop and the memory must be within their bounds.
 */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startProcess, type DaemonProcess } from '../helpers/daemonprocess.js';
import { request } from '../helpers/turns.js';
import { createRandom, type Random } from './random.js';
import { brokenBody, protocolOfPath, protocols, soundBody, type Protocol } from './replybodies.js';

export interface RepliesOptions {
  seed: number;
  rounds?: number;
  /** bytes of the longest reply */
  longest?: number;
  /** whether to check delays of the event loop and the memory; default: true */
  bounds?: boolean;
  report?(text: string): void;
}

/** Maximum time of a turn in ms after its reply broke or was aborted. */
const turnMs = 120_000;
/** Maximum delay of the event loop in ms, 99th percentile. */
const mostLoopMs = 20;
/** Maximum growth of the server's memory, 30 s after the last reply. */
const mostKeptMb = 50;
const settleMs = 30_000;
const kilobyte = 1_000;
const megabyte = 1_000 * kilobyte;

/** Ranges of reply sizes and their share; sizes are spread evenly over the magnitudes of a range. */
const sizes = (longest: number) =>
  (
    [
      { of1000: 720, from: 1, to: 4 * kilobyte },
      { of1000: 200, from: 4 * kilobyte, to: 250 * kilobyte },
      { of1000: 70, from: 250 * kilobyte, to: 8 * megabyte },
      { of1000: 10, from: 8 * megabyte, to: 200 * megabyte },
    ] as const
  ).map(({ of1000, from, to }) => ({ of1000, from: Math.min(from, longest), to: Math.min(to, longest) }));

interface Trial {
  daemon: DaemonProcess;
  random: Random;
  cwd: string;
  longest: number;
  /** answers the next requests; undefined: a valid answer */
  hostile?: ((protocol: Protocol, response: ServerResponse) => Promise<void>) | undefined;
}

interface Slowest {
  ms: number;
  kind: string;
}

export async function runReplies({
  seed,
  rounds = 2_000,
  longest = 200 * megabyte,
  bounds = true,
  report,
}: RepliesOptions) {
  const home = mkdtempSync(join(tmpdir(), 'agent-replies-'));
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'agent-cwd-')));
  const model = createServer((asked, response) => {
    response.on('error', () => undefined);
    asked.resume().on('end', () => {
      const protocol = protocolOfPath(asked.url ?? '');
      if (asked.method !== 'POST' || !protocol) return void response.writeHead(404).end();
      if (trial.hostile) return void trial.hostile(protocol, response);
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(soundBody(protocol));
    });
  });
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(model.address() as AddressInfo).port}`;
  writeFileSync(join(home, 'config.toml'), configOf(url), { mode: 0o600 });
  const daemon = await startProcess({ home, cwd, steered: true });
  const trial: Trial = { daemon, random: createRandom(seed), cwd, longest };
  const problems: string[] = [];
  const holds: Slowest[] = [];
  const aborts: Slowest[] = [];
  const fresh = residentMb(daemon);
  // the first turn over each protocol loads its modules
  for (const protocol of protocols) await ordinary(trial, await open(trial, protocol));
  const before = residentMb(daemon);
  const waits: number[] = [];
  const watching = new AbortController();
  const watched = watchHealth(daemon, waits, watching.signal);
  await daemon.loopDelays();
  const bytes: number[] = [];
  let summary = '';
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const { kind, size, abortMs, problems: found } = await once(trial);
      bytes.push(size);
      problems.push(...found.map((problem) => `round ${round}, ${kind}: ${problem}`));
      holds.push({ ms: (await daemon.loopDelays()).lastMax, kind });
      if (abortMs !== undefined) aborts.push({ ms: abortMs, kind });
      if (round % 100 === 0)
        report?.(`${round} replies, ${problems.length} broken, ${residentMb(daemon).toFixed(0)} MB of memory`);
    }
    watching.abort();
    await watched;
    const after = bounds ? await settled(daemon, before + mostKeptMb) : residentMb(daemon);
    const { p99, max, ownP99, ownMax } = await daemon.loopDelays();
    if (bounds) problems.push(...missed(ownP99, before, after));
    for (const [what, list] of [
      ['held the event loop', holds],
      ['took to abort', aborts],
    ] as const)
      for (const { ms, kind } of slowest(list)) report?.(`${what} for ${ms.toFixed(0)} ms: ${kind}`);
    const longestHealth = percentiles(waits);
    summary =
      `${rounds} hostile replies (${spread(bytes)}); ` +
      `event loop inside the server held by its own work (CPU time) for ${ownP99.toFixed(1)} ms at p99 (at most ${mostLoopMs} allowed), for ${ownMax.toFixed(0)} ms at most; ` +
      `late, also because of other processes, by ${p99.toFixed(1)} ms at p99, by ${max.toFixed(0)} ms at most, over ${mostLoopMs} ms in ${holds.filter(({ ms }) => ms > mostLoopMs).length} replies; ` +
      `healthz, asked by the process that also sends the replies, ${longestHealth}; ` +
      `turns ended after an abort: ${percentiles(aborts.map(({ ms }) => ms))}; ` +
      `memory ${fresh.toFixed(0)} MB at the start, ${before.toFixed(0)} MB after ${protocols.length} ordinary turns, ` +
      `${after.toFixed(0)} MB within ${settleMs / 1000} s of the last reply (at most ${mostKeptMb} MB more allowed); ` +
      `load of the machine ${loadavg()[0]?.toFixed(1)}`;
  } catch (error) {
    problems.push(`the server is gone: ${String(error)} ${daemon.errors().slice(-500)}`);
  } finally {
    watching.abort();
    await watched;
  }
  await daemon.kill();
  model.close();
  model.closeAllConnections();
  for (const path of [home, cwd]) rmSync(path, { recursive: true, force: true });
  return { problems, summary };
}

/** Returns the bounds that the run exceeded. */
function missed(ownP99: number, before: number, after: number): string[] {
  return [
    ...(ownP99 <= mostLoopMs
      ? []
      : [`the event loop of the server is held for ${ownP99.toFixed(1)} ms of CPU time at p99, over ${mostLoopMs} ms`]),
    ...(after - before <= mostKeptMb
      ? []
      : [
          `the server keeps ${(after - before).toFixed(0)} MB, ${settleMs / 1000} s after the last reply, over ${mostKeptMb} MB`,
        ]),
  ];
}

/** Runs a turn with a hostile reply, then an ordinary prompt. */
async function once(trial: Trial) {
  const { daemon, random } = trial;
  const protocol = random.pick(protocols);
  const id = await open(trial, protocol);
  const problems: string[] = [];
  const size = sizeOf(random, trial.longest);
  const { kind, write } = brokenBody(protocol, random, size);
  let served = 0;
  trial.hostile = async (by, response) => {
    served += 1;
    // at most three steps are hostile
    if (served > 2) trial.hostile = undefined;
    await write(response).catch(() => undefined);
    if (by !== protocol) problems.push(`asked over ${by}`);
  };
  await submit(daemon, id);
  const { status, abortMs } = await ends(daemon, id, random.chance(0.5) ? random.between(5, 400) : undefined);
  if (status === undefined) problems.push('the turn has not ended');
  trial.hostile = undefined;
  const next = await ordinary(trial, id);
  if (next !== 'completed') problems.push(`the next prompt ended ${String(next)}`);
  return { kind: `${protocol}, ${kind}`, size, abortMs, problems };
}

async function open({ daemon, cwd }: Trial, model: Protocol): Promise<string> {
  const body = { metadata: { cwd }, agent_config: { model, permission_mode: 'yolo' } };
  return (await call<{ id: string }>(daemon, 'POST', '', body)).data.id;
}

/** Runs an ordinary prompt and deletes the session; resolves with the reason of the turn's end. */
async function ordinary({ daemon }: Trial, id: string): Promise<string | undefined> {
  await submit(daemon, id);
  const { status } = await ends(daemon, id);
  await call(daemon, 'DELETE', `/${id}`);
  return status;
}

function configOf(url: string): string {
  const provider = (protocol: Protocol) =>
    `[providers.${protocol}]\ntype = "${protocol}"\nbase_url = "${url}/${protocol}"\napi_key = "sk-test-key"\n` +
    (protocol === 'vertexai' ? `[providers.${protocol}.env]\nGOOGLE_CLOUD_PROJECT = "p"\n` : '') +
    `[models.${protocol}]\nprovider = "${protocol}"\nmodel = "scripted"\nmax_context_size = 100000000\n`;
  return `default_model = "openai"\n[loop_control]\nmax_attempts_per_step = 1\n${protocols.map(provider).join('')}`;
}

function sizeOf(random: Random, longest: number): number {
  let at = random.between(1, 1_000);
  const { from, to } = sizes(longest).find(({ of1000 }) => (at -= of1000) <= 0) ?? { from: 1, to: 1 };
  return Math.round(from * (to / from) ** random.next());
}

/** How many replies had which size. */
function spread(bytes: readonly number[]): string {
  const classes = [4 * kilobyte, 250 * kilobyte, 8 * megabyte, Infinity].map((to, at, all) => {
    const count = bytes.filter((size) => size <= to && size > (all[at - 1] ?? 0)).length;
    return `${count} ${to === Infinity ? 'over 8 MB' : `up to ${to < megabyte ? `${to / kilobyte} kB` : `${to / megabyte} MB`}`}`;
  });
  const total = bytes.reduce((sum, size) => sum + size, 0);
  return `${classes.join(', ')}, the longest ${(Math.max(0, ...bytes) / megabyte).toFixed(0)} MB, ${(total / megabyte).toFixed(0)} MB together, each served up to three times`;
}

const slowest = (list: readonly Slowest[]): Slowest[] => [...list].sort((a, b) => b.ms - a.ms).slice(0, 10);

function percentiles(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, at most ${at(1)} ms`;
}

function call<T = Record<string, unknown>>(daemon: DaemonProcess, method: string, path: string, body?: unknown) {
  return request<T>(daemon, method, `/api/v1/sessions${path}`, body);
}

async function submit(daemon: DaemonProcess, id: string): Promise<void> {
  const sent = await call(daemon, 'POST', `/${id}/prompts`, { content: [{ type: 'text', text: 'go' }] });
  if (sent.code !== 0) throw new Error(`a prompt was refused: ${sent.msg}`);
}

/** How the turn ended, undefined when it does not end, and how long that took after it was aborted. */
async function ends(daemon: DaemonProcess, id: string, abortAt?: number) {
  const from = performance.now();
  let abortedAt: number | undefined;
  while (performance.now() - from < turnMs) {
    const { data } = await call<{ busy: boolean; last_turn_reason?: string }>(daemon, 'GET', `/${id}`);
    if (!data.busy) {
      const abortMs = abortedAt === undefined ? undefined : performance.now() - abortedAt;
      return { status: data.last_turn_reason ?? 'none', abortMs };
    }
    if (abortAt !== undefined && abortedAt === undefined && performance.now() - from > abortAt) {
      abortedAt = performance.now();
      await call(daemon, 'POST', `/${id}:abort`);
    } else await wait(10);
  }
  return { status: undefined, abortMs: undefined };
}

async function watchHealth(daemon: DaemonProcess, waits: number[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const from = performance.now();
    await fetch(`${daemon.baseUrl}/api/v1/healthz`).then(
      (response) => response.arrayBuffer(),
      () => undefined,
    );
    waits.push(performance.now() - from);
    await wait(20);
  }
}

function residentMb({ pid }: DaemonProcess): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Memory once it is down to what is allowed, or after 30 s. */
async function settled(daemon: DaemonProcess, allowedMb: number): Promise<number> {
  const until = performance.now() + settleMs;
  while (performance.now() < until && residentMb(daemon) > allowedMb) await wait(500);
  return residentMb(daemon);
}
