/** Sessions of daemons that tests kill and restart; their clients reconnect and compare what survived. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from '@jest/globals';
import { startProcess, type DaemonProcess, type ProcessOptions } from '../helpers/daemonprocess.js';
import { processesOf } from '../helpers/processes.js';
import { eventually, follow, request, type Envelope, type Follower } from '../helpers/turns.js';

export let home: string;
export let cwd: string;
export let daemon: DaemonProcess | undefined;
export let findings: string[];
let open: Follower[];

/** Registers hooks that start a daemon in a new home for each test, and that expect no process afterwards. */
export function useDaemonProcess(): void {
  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'agent-home-'));
    cwd = realpathSync(mkdtempSync(join(tmpdir(), 'agent-cwd-')));
    findings = [];
    open = [];
    await start();
  });
  afterEach(async () => {
    for (const follower of open) follower.close();
    await daemon?.kill();
    await eventually(() => processesOf(home).length === 0, 'no process is left');
    rmSync(home, { recursive: true, force: true });
    rmSync(cwd, { recursive: true, force: true });
    expect(findings).toEqual([]);
  });
}

export async function start(more: Partial<ProcessOptions> = {}): Promise<void> {
  daemon = await startProcess({ home, cwd, ...more });
}

export async function restart(more: Partial<ProcessOptions> = {}): Promise<void> {
  await daemon?.kill();
  await start(more);
}

export function call<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Envelope<T>> {
  return request<T>(daemon as DaemonProcess, method, `/api/v1/sessions${path}`, body);
}

export async function watch(id: string, seq?: number, epoch?: string): Promise<Follower> {
  const follower = await follow(
    daemon as DaemonProcess,
    id,
    seq === undefined ? {} : { cursors: { [id]: { seq, ...(epoch === undefined ? {} : { epoch }) } } },
    findings,
  );
  open.push(follower);
  return follower;
}

export async function begin(text: string, mode = 'manual'): Promise<{ id: string; promptId: string; seen: Follower }> {
  const made = await call<{ id: string }>('POST', '', {
    metadata: { cwd },
    // without a title the session would request one from the model
    title: 'Trial',
    agent_config: { permission_mode: mode },
  });
  const seen = await watch(made.data.id);
  return { id: made.data.id, promptId: await submit(made.data.id, text), seen };
}

export async function submit(id: string, text: string, fields: object = {}): Promise<string> {
  const body = { content: [{ type: 'text', text }], ...fields };
  const sent = await call<{ prompt_id: string }>('POST', `/${id}/prompts`, body);
  expect(sent.code).toBe(0);
  return sent.data.prompt_id;
}

function cursorOf(seen: Follower): { seq: number; epoch: string } {
  const last = seen.frames.findLast((frame) => !frame.volatile);
  return { seq: last?.seq ?? 0, epoch: String(last?.epoch) };
}

/** Subscribes again at the cursor of an earlier subscription; expects the same epoch. */
export async function reconnect(id: string, seen: Follower): Promise<Follower> {
  const { seq, epoch } = cursorOf(seen);
  const again = await watch(id, seq, epoch);
  expect(again.ack).toMatchObject({ code: 0, payload: { resync_required: [] } });
  for (const frame of again.frames) expect(frame.epoch).toBe(epoch);
  return again;
}

/** Returns the whole log as a new client receives it; expects the durable frames of `parts` in it, unchanged. */
export async function expectHistory(id: string, ...parts: Follower[]): Promise<Follower> {
  const all = await watch(id, 0);
  const durable = (follower: Follower) => follower.frames.filter((frame) => !frame.volatile);
  const seqs = durable(all).map(({ seq }) => seq);
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
  const bySeq = new Map(durable(all).map((frame) => [frame.seq, frame]));
  for (const part of parts) for (const frame of durable(part)) expect(bySeq.get(frame.seq)).toEqual(frame);
  return all;
}

/** lines of a turn that the restarted server ends as failed */
export const brokenTurnEnd = [
  'turn.ended failed error recovered',
  'event.session.work_changed idle none failed',
  'prompt.completed failed',
];
/** lines of the last step and the end of a completed turn */
export const finish = (step: number) => [
  `turn.step.started ${step}`,
  'message.appended assistant',
  `turn.step.completed ${step} end_turn`,
  'turn.ended completed',
  'event.session.work_changed idle none completed',
  'prompt.completed completed',
];
/** lines of an approved command */
export const approved = (result = 'ok') => [
  'event.approval.resolved approved client',
  'event.session.work_changed busy none',
  'tool.call.started Bash',
  `tool.result ${result}`,
];
