/** Terminal UIs on pseudoterminals, read at full speed and reduced to their text, so that only the UI is measured. */
import { spawn } from 'node-pty';
import { environment } from './processes.js';
import { clock, sleep } from './report.js';

const sequences = /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[PX^_][^\x1b]*\x1b\\|\x1b[ -/]*[0-~]/g;

const open = new Set();

/** The status line of a session that accepts input, with the model of these measurements. */
export const ready = /bench .*% |bench · /;

/** Starts a command on a terminal of 120×40 that answers no queries. */
export function openScreen(args, { home, cwd, env = {} }) {
  const from = clock();
  const pty = spawn(process.execPath, args, {
    cols: 120,
    rows: 40,
    cwd,
    env: { ...environment(home), NO_COLOR: undefined, TERM: 'xterm-256color', LANG: 'C.UTF-8', ...env },
  });
  let bytes = 0;
  let text = '';
  let unread = '';
  const waiting = new Set();
  let ended;
  const end = new Promise((resolve) => {
    pty.onExit(({ exitCode }) => {
      open.delete(screen);
      ended = exitCode;
      resolve(exitCode);
    });
  });
  pty.onData((piece) => {
    const at = clock();
    bytes += Buffer.byteLength(piece);
    unread += piece;
    // an escape sequence may be incomplete
    const cut = unread.lastIndexOf('\x1b');
    const whole = cut >= 0 && unread.length - cut < 40 && !/\x1b\[[0-?]*[ -/]*[@-~]/.test(unread.slice(cut));
    const taken = whole ? unread.slice(0, cut) : unread;
    unread = unread.slice(taken.length);
    text = (text + taken.replace(sequences, '')).slice(-400_000);
    for (const each of waiting) each(at);
  });
  const screen = {
    pid: pty.pid,
    from,
    type: (keys) => pty.write(keys),
    resize: (columns, rows) => pty.resize(columns, rows),
    stall: () => pty.pause(),
    read: () => pty.resume(),
    text: () => text,
    bytes: () => bytes,
    forget() {
      bytes = 0;
      text = '';
    },
    /** Resolves with the time at which the text appeared. */
    async shows(pattern, ms = 60_000) {
      const find = () => (typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text));
      if (find()) return clock();
      return await new Promise((resolve, reject) => {
        const look = (at) => {
          if (!find()) return;
          finish();
          resolve(at);
        };
        const timer = setTimeout(() => {
          finish();
          reject(new Error(`waited for ${pattern} on the terminal, which shows: ${text.slice(-500)}`));
        }, ms);
        const finish = () => {
          clearTimeout(timer);
          waiting.delete(look);
        };
        waiting.add(look);
      });
    },
    ended: end,
    async close() {
      if (ended === undefined) pty.kill('SIGTERM');
      await Promise.race([end, sleep(5_000)]);
      if (ended === undefined) pty.kill('SIGKILL');
      await end;
    },
  };
  open.add(screen);
  return screen;
}

/** Closes screens that a failure left open. */
export async function closeScreens() {
  await Promise.all([...open].map((screen) => screen.close()));
}

/** Waits until there has been no output for a while. */
export async function quiet(screen, ms = 1_000) {
  for (let before = -1; before !== screen.bytes();) {
    before = screen.bytes();
    await sleep(ms);
  }
}

/** Types letters that appear nowhere else on the screen, and returns the ms until each one is shown. */
export async function echoes(screen, count, gap) {
  const times = [];
  for (let at = 0; at < count; at += 1) {
    const key = String.fromCodePoint(0x0530 + 1 + (at % 38));
    screen.forget();
    const from = clock();
    const echoed = screen.shows(key);
    screen.type(key);
    times.push((await echoed) - from);
    await sleep(gap);
  }
  return times;
}
