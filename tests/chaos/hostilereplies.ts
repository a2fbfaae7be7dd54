/** Replies of a hostile model over every protocol: after each one its turn has ended, and an ordinary prompt works. */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startProcess, type DaemonProcess } from '../helpers/daemonprocess.js';
import { request } from '../helpers/turns.js';
import { createRandom, type Random } from './random.js';
import { brokenBody, pathsOf, protocols, soundBody, type Protocol } from './replybodies.js';

export interface RepliesOptions {
  seed: number;
  rounds?: number;
  /** bytes of the longest reply */
  longest?: number;
  tell?(text: string): void;
}

/** Milliseconds that a turn may take after its reply was broken or aborted. */
const turnMs = 120_000;
const megabyte = 1_000_000;

export async function runReplies({ seed, rounds = 2_000, longest = 200 * megabyte, tell }: RepliesOptions) {
  const random = createRandom(seed);
  const home = mkdtempSync(join(tmpdir(), 'agent-replies-'));
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'agent-cwd-')));
  let hostile: ((protocol: Protocol, response: ServerResponse) => Promise<void>) | undefined;
  const model = createServer((asked, response) => {
    response.on('error', () => undefined);
    asked.resume().on('end', () => {
      const protocol = pathsOf(asked.url ?? '');
      if (asked.method !== 'POST' || !protocol) return void response.writeHead(404).end();
      if (hostile) return void hostile(protocol, response);
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(soundBody(protocol));
    });
  });
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(model.address() as AddressInfo).port}`;
  writeFileSync(join(home, 'config.toml'), configOf(url), { mode: 0o600 });
  const daemon = await startProcess({ home, cwd });
  const problems: string[] = [];
  const waits: number[] = [];
  const watching = new AbortController();
  const watched = watchHealth(daemon, waits, watching.signal);
  const before = residentMb(daemon);
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const protocol = random.pick(protocols);
      const session = await call<{ id: string }>(daemon, 'POST', '', {
        metadata: { cwd },
        agent_config: { model: protocol, permission_mode: 'yolo' },
      });
      const problem = (text: string) => void problems.push(`round ${round}, ${protocol}: ${text}`);
      const { kind, write } = brokenBody(protocol, random, sizeOf(random, longest));
      let served = 0;
      hostile = async (by, response) => {
        served += 1;
        // one step is hostile, or two; what follows is as it should be
        if (served > 2) hostile = undefined;
        await write(response).catch(() => undefined);
        if (by !== protocol) problem(`asked over ${by}`);
      };
      await submit(daemon, session.data.id);
      const abortAt = random.chance(0.5) ? random.between(5, 400) : undefined;
      if (!(await ends(daemon, session.data.id, abortAt))) problem(`${kind}: the turn has not ended`);
      hostile = undefined;
      await submit(daemon, session.data.id);
      const status = await ends(daemon, session.data.id);
      if (status !== 'completed') problem(`${kind}: the next prompt ended ${String(status)}`);
      await call(daemon, 'DELETE', `/${session.data.id}`);
      if (round % 100 === 0) tell?.(`${round} replies, ${problems.length} broken`);
    }
  } catch (error) {
    problems.push(`the server is gone: ${String(error)} ${daemon.errors().slice(-500)}`);
  } finally {
    watching.abort();
    await watched;
  }
  const after = await settled(daemon, before);
  await daemon.kill();
  model.close();
  model.closeAllConnections();
  for (const path of [home, cwd]) rmSync(path, { recursive: true, force: true });
  waits.sort((a, b) => a - b);
  const at = (share: number) => (waits[Math.floor((waits.length - 1) * share)] ?? 0).toFixed(0);
  const summary = `${rounds} hostile replies; healthz p99 ${at(0.99)} ms, at most ${at(1)} ms; memory ${before.toFixed(0)} MB, ${after.toFixed(0)} MB afterwards`;
  return { problems, summary };
}

function configOf(url: string): string {
  const provider = (protocol: Protocol) =>
    `[providers.${protocol}]\ntype = "${protocol}"\nbase_url = "${url}/${protocol}"\napi_key = "sk-test-key"\n` +
    (protocol === 'vertexai' ? `[providers.${protocol}.env]\nGOOGLE_CLOUD_PROJECT = "p"\n` : '') +
    `[models.${protocol}]\nprovider = "${protocol}"\nmodel = "scripted"\nmax_context_size = 100000000\n`;
  return `default_model = "openai"\n[loop_control]\nmax_attempts_per_step = 1\n${protocols.map(provider).join('')}`;
}

/** Most replies are small, and few are as long as they may be. */
function sizeOf(random: Random, longest: number): number {
  const share = random.next() ** 8;
  return Math.ceil(share * longest) + random.between(0, 2_000);
}

function call<T = Record<string, unknown>>(daemon: DaemonProcess, method: string, path: string, body?: unknown) {
  return request<T>(daemon, method, `/api/v1/sessions${path}`, body);
}

async function submit(daemon: DaemonProcess, id: string): Promise<void> {
  const sent = await call(daemon, 'POST', `/${id}/prompts`, { content: [{ type: 'text', text: 'go' }] });
  if (sent.code !== 0) throw new Error(`a prompt was refused: ${sent.msg}`);
}

/** How the turn ended; false when it does not end. */
async function ends(daemon: DaemonProcess, id: string, abortAt?: number): Promise<string | false> {
  const from = performance.now();
  let isAborted = false;
  while (performance.now() - from < turnMs) {
    const { data } = await call<{ busy: boolean; last_turn_reason?: string }>(daemon, 'GET', `/${id}`);
    if (!data.busy) return data.last_turn_reason ?? 'none';
    if (abortAt !== undefined && !isAborted && performance.now() - from > abortAt) {
      isAborted = true;
      await call(daemon, 'POST', `/${id}:abort`);
    }
    await wait(10);
  }
  return false;
}

async function watchHealth(daemon: DaemonProcess, waits: number[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const from = performance.now();
    await fetch(`${daemon.baseUrl}/api/v1/healthz`).then(
      (response) => response.arrayBuffer(),
      () => undefined,
    );
    waits.push(performance.now() - from);
    await wait(5);
  }
}

function residentMb({ pid }: DaemonProcess): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Memory once it is near where it was, or after 30 s. */
async function settled(daemon: DaemonProcess, before: number): Promise<number> {
  for (let look = 0; look < 60 && residentMb(daemon) > before + 50; look += 1) await wait(500);
  return residentMb(daemon);
}
