/** Runs a program in a pseudoterminal with xterm.js, and records its output. */
import xterm from '@xterm/headless';
import { execFileSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { type IPty, spawn } from 'node-pty';

export interface PtyOptions {
  cwd?: string;
  environment?: Record<string, string | undefined>;
  columns?: number;
  rows?: number;
  /** Whether the terminal answers queries; default: true. */
  answers?: boolean;
}

export interface Pty {
  readonly pid: number;
  type(text: string): void;
  resize(columns: number, rows: number): void;
  /** Returns the rows of the screen without trailing blanks. */
  screen(): Promise<string[]>;
  /** Returns the rows of the screen with their styles. */
  styled(): Promise<string>;
  /** Returns scrollback and screen as logical lines, without empty ones at the end. */
  scrollback(): Promise<string[]>;
  cursor(): Promise<{ row: number; column: number }>;
  /** Waits until the screen contains a text or a match; returns the match. */
  waitFor(text: string | RegExp, ms?: number): Promise<RegExpExecArray>;
  modes(): Promise<{ paste: boolean; focus: boolean; wraps: boolean; isInView: boolean }>;
  /** Returns the terminal's settings as `stty -g` prints them. */
  settings(): string;
  /** Returns all output of the program. */
  bytes(): string;
  forget(): void;
  /** Stops reading, so that the terminal's buffer fills up. */
  stall(): void;
  read(): void;
  /** Returns the exit code; undefined while the program runs. */
  ended(): number | undefined;
  close(): void;
}

/** The environment contains nothing of this process except PATH. */
export function startInPty(command: string, args: readonly string[], options: PtyOptions = {}): Pty {
  const { columns = 80, rows = 24, answers = true } = options;
  const environment = { PATH: process.env['PATH'], LANG: 'C.UTF-8', TERM: 'xterm-256color', ...options.environment };
  const program = spawn(command, [...args], {
    cols: columns,
    rows,
    cwd: options.cwd ?? process.cwd(),
    env: environment,
  });
  const terminal = new xterm.Terminal({
    cols: columns || 80,
    rows: rows || 24,
    scrollback: 20_000,
    allowProposedApi: true,
  });
  let path: string | undefined;
  const device = () => (path ??= deviceOf(program));
  let output = '';
  /** number of screen changes so far */
  let changes = 0;
  let code: number | undefined;
  program.onData((text) => {
    output += text;
    changes += 1;
    terminal.write(text);
  });
  program.onExit(({ exitCode }) => (code = exitCode));
  if (answers) terminal.onData((text) => program.write(text));
  const flush = () => new Promise<void>((done) => terminal.write('', done));
  const screen = async (): Promise<string[]> => {
    await flush();
    const { active } = terminal.buffer;
    return Array.from(
      { length: terminal.rows },
      (_, at) => active.getLine(active.baseY + at)?.translateToString(true, 0, terminal.cols) ?? '',
    );
  };
  return {
    pid: program.pid,
    type: (text) => program.write(text),
    resize(toColumns, toRows) {
      if (toColumns > 0 && toRows > 0) {
        changes += 1;
        terminal.resize(toColumns, toRows);
        program.resize(toColumns, toRows);
      } else execFileSync('stty', ['cols', `${toColumns}`, 'rows', `${toRows}`, '-F', device()]);
    },
    screen,
    async styled() {
      await flush();
      return styledScreen(terminal);
    },
    async scrollback() {
      await flush();
      return readLines(terminal);
    },
    async cursor() {
      await flush();
      return { row: terminal.buffer.active.cursorY, column: terminal.buffer.active.cursorX };
    },
    async waitFor(text, ms = 20_000) {
      const pattern = typeof text === 'string' ? new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')) : text;
      let shown = '';
      let seen = -1;
      for (const end = Date.now() + ms; ; await new Promise((next) => setTimeout(next, 5))) {
        if (seen !== changes) {
          seen = changes;
          shown = (await screen()).join('\n');
          const found = pattern.exec(shown);
          if (found) return found;
        }
        if (Date.now() > end) throw new Error(`waited ${ms} ms for ${String(text)} on the screen:\n${shown.trimEnd()}`);
      }
    },
    async modes() {
      await flush();
      const { bracketedPasteMode: paste, sendFocusMode: focus, wraparoundMode: wraps } = terminal.modes;
      return { paste, focus, wraps, isInView: terminal.buffer.active.type === 'alternate' };
    },
    settings: () => execFileSync('stty', ['-g', '-F', device()], { encoding: 'utf8' }).trim(),
    bytes: () => output,
    forget: () => (output = ''),
    stall: () => program.pause(),
    read: () => program.resume(),
    ended: () => code,
    close() {
      if (code === undefined) program.kill('SIGKILL');
      terminal.dispose();
    },
  };
}

/** Returns scrollback and screen as logical lines, with wrapped rows joined. */
export function readLines(terminal: InstanceType<typeof xterm.Terminal>): string[] {
  const { active } = terminal.buffer;
  const lines: string[] = [];
  for (let at = 0; at < active.length; at += 1) {
    const line = active.getLine(at);
    const isFollowed = active.getLine(at + 1)?.isWrapped === true;
    const text = line?.translateToString(!isFollowed) ?? '';
    if (line?.isWrapped === true) lines.push((lines.pop() ?? '') + text);
    else lines.push(text);
  }
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1);
}

/** Returns the path of the terminal device. */
function deviceOf({ pid }: IPty): string {
  return readlinkSync(`/proc/${pid}/fd/0`);
}

type Terminal = InstanceType<typeof xterm.Terminal>;
type Cell = NonNullable<ReturnType<NonNullable<ReturnType<Terminal['buffer']['active']['getLine']>>['getCell']>>;

/** Returns each row and, after `~`, the columns with a style; omits empty rows at the end. */
function styledScreen(terminal: Terminal): string {
  const { active } = terminal.buffer;
  const rows: string[] = [];
  for (let at = 0; at < terminal.rows; at += 1) {
    const line = active.getLine(active.baseY + at);
    if (!line) continue;
    const runs: { style: string; from: number; to: number }[] = [];
    for (let column = 0; column < terminal.cols; column += 1) {
      const cell = line.getCell(column);
      const style = cell ? styleOf(cell) : '';
      const last = runs.at(-1);
      if (last && last.style === style) last.to = column;
      else runs.push({ style, from: column, to: column });
    }
    const named = runs.filter(({ style }) => style !== '').map(({ style, from, to }) => `${from}-${to} ${style}`);
    rows.push(
      [
        `|${line.translateToString(true, 0, terminal.cols).trimEnd()}`,
        ...(named.length > 0 ? [`  ~ ${named.join('; ')}`] : []),
      ].join('\n'),
    );
  }
  while (rows.at(-1) === '|') rows.pop();
  return rows.join('\n');
}

function styleOf(cell: Cell): string {
  const isBlank = cell.getChars().trim() === '';
  const styles = [
    !isBlank && cell.isBold() !== 0 && 'bold',
    !isBlank && cell.isDim() !== 0 && 'dim',
    !isBlank && cell.isItalic() !== 0 && 'italic',
    cell.isUnderline() !== 0 && 'underline',
    cell.isInverse() !== 0 && 'reverse',
    !isBlank && colorOf(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor(), ''),
    colorOf(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor(), 'on '),
  ];
  return styles.filter((style) => typeof style === 'string').join(' ');
}

function colorOf(isDefault: boolean, isRgb: boolean, color: number, prefix: string): string | false {
  if (isDefault) return false;
  return prefix + (isRgb ? `#${color.toString(16).padStart(6, '0')}` : String(color));
}
