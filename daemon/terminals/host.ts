/** The process that holds the pseudoterminals: from the server's own, commands would inherit them and could type in them. */
import { spawn, type IPty } from 'node-pty';
import { head } from '../base/text/cut.js';
import { endSession } from './ending.js';
import type { FromHost, TerminalWish, ToHost } from './messages.js';

/** How often output goes out, and how much of all terminals together: a flood leaves the server time for others. */
const tickMs = 8;
const tickLetters = 40_000;
/** Letters of one frame, which stays below 64 KiB in UTF-8. */
const frameLetters = 20_000;
/** Letters of one terminal that wait; beyond that its program is not read, and so has to wait itself. */
const maxWaiting = 64 * 1024;

interface Held {
  pty: IPty;
  waiting: string;
  paused: boolean;
  /** set when the program has ended: reported once all output before it is */
  ended?: { code: number | null };
}

const terminals = new Map<string, Held>();
let ticking = false;

process.on('message', (message: ToHost) => {
  if (message.type === 'open') return open(message.id, message.wish);
  const held = terminals.get(message.id);
  if (!held || held.ended) return;
  if (message.type === 'input') held.pty.write(message.data);
  else if (message.type === 'resize') held.pty.resize(message.cols, message.rows);
  else void end(held);
});

// the server is gone, however it ended: nothing that it started stays behind
process.on('disconnect', () => {
  void Promise.all([...terminals.values()].map(end)).finally(() => process.exit());
});

function open(id: string, { program, args, cwd, env, cols, rows }: TerminalWish): void {
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

/** Sends what a tick may carry, each terminal its share; returns whether more waits. */
function send(): boolean {
  const speaking = [...terminals].filter(([, held]) => held.waiting !== '' || held.ended);
  const share = Math.min(frameLetters, Math.ceil(tickLetters / Math.max(1, speaking.length)));
  for (const [id, held] of speaking) {
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
