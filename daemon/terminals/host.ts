/** The process that holds the pseudoterminals: commands would inherit the server's own and could write to them. */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { spawn, type IPty } from 'node-pty';
import { head } from '../base/text/cut.js';

/** Milliseconds between two sends, and characters of all terminals per send, so that a flood leaves the server time. */
const tickMs = 8;
const tickLetters = 40_000;
/** Characters of one frame, which stays below 64 KiB in UTF-8. */
const frameLetters = 20_000;
/** Characters of one terminal in the queue; beyond that its program is not read and has to wait. */
const maxWaiting = 64 * 1024;

interface Held {
  pty: IPty;
  waiting: string;
  paused: boolean;
  /** set when the program has ended; reported after all its output */
  ended?: { code: number | null };
}

const terminals = new Map<string, Held>();
let ticking = false;

process.on('message', (message: ToHost) => {
  if (message.type === 'open') return open(message.id, message.request);
  const held = terminals.get(message.id);
  if (!held || held.ended) return;
  if (message.type === 'input') held.pty.write(message.data);
  else if (message.type === 'resize') held.pty.resize(message.cols, message.rows);
  else void end(held);
});

// the server has ended: end everything that it started
process.on('disconnect', () => {
  void Promise.all([...terminals.values()].map(end)).finally(() => process.exit());
});

function open(id: string, { program, args, cwd, env, cols, rows }: TerminalRequest): void {
  try {
    const pty = spawn(program, args, { name: 'xterm-256color', cwd, env, cols, rows });
    const held: Held = { pty, waiting: '', paused: false };
    terminals.set(id, held);
    pty.onData((data) => {
      held.waiting += data;
      if (held.waiting.length > maxWaiting && !held.paused) {
        held.paused = true;
        pty.pause();
      }
      tick();
    });
    pty.onExit(({ exitCode, signal }) => {
      held.ended = { code: signal ? null : exitCode };
      tick();
    });
    post({ type: 'opened', id });
  } catch (error) {
    post({ type: 'failed', id, reason: error instanceof Error ? error.message : String(error) });
  }
}

/** Ends the program and everything that it started in its terminal. */
async function end({ pty }: Held): Promise<void> {
  await endSession(pty.pid);
}

function tick(): void {
  if (ticking) return;
  ticking = true;
  setTimeout(() => {
    ticking = false;
    if (send()) tick();
  }, tickMs);
}

/** Sends as much as one tick may carry, divided among the terminals; returns whether more is queued. */
function send(): boolean {
  const withOutput = [...terminals].filter(([, held]) => held.waiting !== '' || held.ended);
  const share = Math.min(frameLetters, Math.ceil(tickLetters / Math.max(1, withOutput.length)));
  for (const [id, held] of withOutput) {
    const data = head(held.waiting, share);
    held.waiting = held.waiting.slice(data.length);
    if (data !== '') post({ type: 'output', id, data });
    if (held.paused && held.waiting.length < maxWaiting / 2) {
      held.paused = false;
      held.pty.resume();
    }
    if (held.waiting !== '' || !held.ended) continue;
    post({ type: 'exit', id, code: held.ended.code });
    terminals.delete(id);
  }
  return [...terminals.values()].some((held) => held.waiting !== '');
}

function post(message: FromHost): void {
  if (process.connected) process.send?.(message);
}

/** Milliseconds between SIGHUP and SIGKILL. */
const graceMs = 2_000;
const checkMs = 50;

/** Sends SIGHUP, waits up to two seconds, kills the rest. `leader`: the session leader's process id. Never throws. */
async function endSession(leader: number): Promise<void> {
  const until = performance.now() + graceMs;
  for (const pid of await members(leader)) signal(pid, 'SIGHUP');
  let left = await members(leader);
  while (left.length > 0 && performance.now() < until) {
    await delay(checkMs);
    left = await members(leader);
  }
  // the next scan finds processes that started between a scan and its kill
  while (left.length > 0) {
    for (const pid of left) signal(pid, 'SIGKILL');
    await delay(checkMs);
    left = await members(leader);
    if (performance.now() > until + graceMs) return;
  }
}

/** Processes of the session; where the system does not list them, the leader's process group as a negative number. */
async function members(leader: number): Promise<number[]> {
  let names: string[];
  try {
    names = await readdir('/proc');
  } catch {
    // no /proc here: only the process group can be signalled
    return signal(-leader, 0) ? [-leader] : [];
  }
  const found = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map((name) => memberOf(leader, name)));
  return found.filter((pid) => pid !== undefined);
}

async function memberOf(leader: number, name: string): Promise<number | undefined> {
  try {
    const stat = await readFile(`/proc/${name}/stat`, 'latin1');
    // the program name may contain anything; after it: state, parent, group, session
    const [state, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(session) === leader && state !== 'Z' ? Number(name) : undefined;
  } catch {
    // the process has ended meanwhile
    return undefined;
  }
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    // the process is gone, or its id belongs to another process by now
    return false;
  }
}

/** Parameters of a new terminal. */
export interface TerminalRequest {
  /** absolute path of the program */
  program: string;
  args: string[];
  /** absolute */
  cwd: string;
  env: Record<string, string>;
  /** characters */
  cols: number;
  rows: number;
}

/** Messages to the process; `id` is the server's name of the terminal. */
export type ToHost =
  | { type: 'open'; id: string; request: TerminalRequest }
  | { type: 'input'; id: string; data: string }
  | { type: 'resize'; id: string; cols: number; rows: number }
  | { type: 'close'; id: string };

/** Messages from the process: `opened` or `failed` once, then any number of `output`, then `exit`. */
export type FromHost =
  | { type: 'opened'; id: string }
  | { type: 'failed'; id: string; reason: string }
  | { type: 'output'; id: string; data: string }
  | { type: 'exit'; id: string; code: number | null };
