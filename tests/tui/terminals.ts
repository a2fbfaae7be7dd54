/** Terminals for tests of the screen: xterm.js in this process, and tmux with a pane that shows the text of a pipe. */
import xterm from '@xterm/headless';
import { execFile, execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, write } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readLines } from '../helpers/pty.js';

export interface TestTerminal {
  write(text: string, done: () => void): void;
  resize(columns: number, rows: number): Promise<void>;
  /** Returns scrollback and screen as logical lines, without the empty ones at the end. */
  lines(): Promise<string[]>;
  /** Returns the rows of the screen. */
  rows(): Promise<string[]>;
  cursor(): Promise<{ row: number; column: number }>;
  close(): void;
}

export function createXterm(columns: number, rows: number): TestTerminal {
  const terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 20_000, allowProposedApi: true });
  const flush = () => new Promise<void>((done) => terminal.write('', done));
  return {
    write: (text, done) => terminal.write(text, done),
    async resize(toColumns, toRows) {
      await flush();
      terminal.resize(toColumns, toRows);
    },
    async lines() {
      await flush();
      return readLines(terminal);
    },
    async rows() {
      await flush();
      const { active } = terminal.buffer;
      return Array.from(
        { length: terminal.rows },
        (_, at) => active.getLine(active.baseY + at)?.translateToString(true) ?? '',
      );
    },
    async cursor() {
      await flush();
      return { row: terminal.buffer.active.cursorY, column: terminal.buffer.active.cursorX };
    },
    close: () => terminal.dispose(),
  };
}

const run = promisify(execFile);

export async function createTmux(columns: number, rows: number): Promise<TestTerminal> {
  const folder = mkdtempSync(join(tmpdir(), 'screen-'));
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const tmux = async (...args: string[]) => (await run('tmux', ['-S', join(folder, 'socket'), ...args])).stdout;
  await run(
    'tmux',
    [
      '-S',
      join(folder, 'socket'),
      '-f',
      '/dev/null',
      'new-session',
      '-d',
      '-x',
      `${columns}`,
      '-y',
      `${rows}`,
      'sleep 100',
    ],
    { env: { ...process.env, LC_ALL: 'C.UTF-8', TMUX: '' } },
  );
  await tmux('set', '-g', 'history-limit', '20000');
  await tmux('set', '-g', 'status', 'off');
  await tmux('set', '-g', 'exit-empty', 'off');
  await tmux('new-window', '-k', '-t', ':0', `stty raw -echo; exec cat ${pipe}`);
  await tmux('resize-window', '-x', `${columns}`, '-y', `${rows}`);
  const descriptor = openSync(pipe, 'w');
  const show = async (format: string) => (await tmux('display-message', '-p', format)).trim();
  let pending = Promise.resolve();
  /** Number of markers: once the title of a marker is there, the text before it has arrived. */
  let markers = 0;
  const send = (text: string) =>
    new Promise<void>((done, fail) => write(descriptor, text, (error) => (error ? fail(error) : done())));
  const flush = async () => {
    const title = `marker-${(markers += 1)}`;
    pending = pending.then(() => send(`\x1b]2;${title}\x1b\\`));
    await pending;
    while ((await show('#{pane_title}')) !== title) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return {
    write(text, done) {
      pending = pending.then(() => send(text)).then(done);
    },
    async resize(toColumns, toRows) {
      await flush();
      await tmux('resize-window', '-x', `${toColumns}`, '-y', `${toRows}`);
    },
    async lines() {
      await flush();
      const lines = (await tmux('capture-pane', '-p', '-J', '-S', '-')).split('\n').map((line) => line.trimEnd());
      return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
    },
    async rows() {
      await flush();
      return (await tmux('capture-pane', '-p')).split('\n').slice(0, -1);
    },
    async cursor() {
      await flush();
      const [row = 0, column = 0] = (await show('#{cursor_y} #{cursor_x}')).split(' ').map(Number);
      return { row, column };
    },
    close() {
      closeSync(descriptor);
      execFileSync('tmux', ['-S', join(folder, 'socket'), 'kill-server']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
