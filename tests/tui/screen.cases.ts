/** The screen of the terminal UI in a terminal: what is printed stays once, through all frames and sizes (tui.md 1). */
import { afterEach, expect, test } from '@jest/globals';
import { createScreen, type Frame, type Screen, type Size } from '../../client/tui/terminal/screen.js';
import { visibleWidth } from '../../client/tui/terminal/width.js';
import { cutLine, lineOf, plainLine } from '../../client/tui/text/line.js';
import { findForbidden } from '../helpers/terminalbytes.js';
import { createTmux, createXterm, type TestTerminal } from './terminals.js';

const kinds = { 'xterm.js': createXterm, tmux: createTmux };
export type Kind = keyof typeof kinds;

let opened: TestTerminal[] = [];

interface Trial extends TestTerminal {
  screen: Screen;
  /** what was sent, and in how many writes */
  output(): string;
  writes(): number;
  forget(): void;
  /** resizes the terminal and the screen, as a signal does */
  setSize(columns: number, rows: number, frame?: Frame): Promise<void>;
  /** waits until no output is pending */
  quiet(): Promise<void>;
}

async function open(kind: Kind, columns: number, rows: number, isKnown = true, sizeDelay = 50): Promise<Trial> {
  const terminal = await kinds[kind](columns, rows);
  opened.push(terminal);
  let output = '';
  let writes = 0;
  let pending = 0;
  const screen = createScreen({
    size: { columns, rows },
    terminal: { rewraps: isKnown, shiftsCursor: isKnown && kind === 'xterm.js', sizeDelay, unicode: true },
    write(text, done) {
      output += text;
      writes += 1;
      pending += 1;
      terminal.write(text, () => {
        pending -= 1;
        done();
      });
    },
  });
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const quiet = async () => {
    for (let before = -1; before !== writes || pending > 0;) {
      before = writes;
      await pause(20);
    }
  };
  return {
    ...terminal,
    screen,
    output: () => output,
    writes: () => writes,
    forget() {
      output = '';
      writes = 0;
    },
    quiet,
    async setSize(toColumns, toRows, frame) {
      // a row that was sent just before the change may arrive after it
      await pause(sizeDelay);
      await terminal.resize(toColumns, toRows);
      screen.resize({ columns: toColumns, rows: toRows });
      if (frame) screen.draw(frame);
      await pause(80);
      await quiet();
    },
  };
}

const input = 'write a test';
const cut = (text: string, columns: number): string => plainLine(cutLine(lineOf(text), columns));

/** Lays out live rows for a width, as the application does. */
export function layOut({ columns }: Size, streaming = ''): Frame {
  const wide = (left: string, right: string) =>
    left + ' '.repeat(Math.max(1, columns - visibleWidth(left) - visibleWidth(right))) + right;
  const rows = [
    ...(streaming === '' ? [] : [cut(streaming, columns)]),
    cut(wide('LIVE activity 日本', 'Esc to interrupt'), columns),
    '─'.repeat(Math.min(40, columns)),
    `> ${input}`,
    cut(wide('LIVE footer', '12% 8k/64k'), columns),
  ];
  return { rows, caret: { row: rows.length - 2, column: 2 + input.length } };
}

const earlier = Array.from({ length: 60 }, (_, at) => `earlier ${at + 1}`);
const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => `row ${at + 1} ${'word '.repeat(at % 40)}end of row ${at + 1}`);

/** Separates the lines that are expected, in their order, from the others. */
function compare(lines: readonly string[], expected: readonly string[]): { found: string[]; others: string[] } {
  const known = new Set(expected);
  return { found: lines.filter((line) => known.has(line)), others: lines.filter((line) => !known.has(line)) };
}

/** Registers the tests of a screen in one kind of terminal. */
export function testScreenIn(kind: Kind): void {
  afterEach(() => {
    for (const terminal of opened) terminal.close();
    opened = [];
  });

  test('2,000 rows and six sizes: every line once, no stale live row', async () => {
    const trial = await open(kind, 120, 40);
    trial.write(`${earlier.join('\r\n')}\r\n`, () => undefined);
    trial.screen.draw(layOut({ columns: 120, rows: 40 }, 'first'));
    await trial.quiet();
    const rows = numbered(2000);
    for (let at = 0; at < rows.length; at += 100) {
      trial.screen.commit(rows.slice(at, at + 100));
      trial.screen.draw(layOut({ columns: 120, rows: 40 }, `streaming ${at} ${'x'.repeat(at % 130)}`));
      if (at % 500 === 0) await trial.quiet();
    }
    await trial.quiet();
    const last = 'a row that streams '.repeat(6).trim();
    const expected = [...earlier, ...rows].join('\n');
    const sizes = [
      [100, 40],
      [80, 30],
      [60, 24],
      [90, 24],
      [120, 40],
      [40, 10],
      [120, 40],
      [119, 40],
    ] as const;
    for (const [at, [columns, height]] of sizes.entries()) {
      const frame = layOut({ columns, rows: height }, last);
      trial.forget();
      await trial.setSize(columns, height, frame);
      expect(trial.output().length).toBeLessThan(4096);
      const { found, others } = compare(await trial.lines(), [...earlier, ...rows]);
      expect(found.join('\n')).toBe(expected);
      if (at < 5) expect(others).toEqual(frame.rows);
      // at most one stale copy
      expect(others.slice(-frame.rows.length)).toEqual(frame.rows);
      expect(others.length).toBeLessThanOrEqual(2 * frame.rows.length);
      expect(findForbidden(trial.output())).toEqual([]);
    }
    trial.screen.close();
    await trial.quiet();
    expect((await trial.lines()).slice(0, 2060).join('\n')).toBe(expected);
  });

  test.each([
    ['an unknown', false],
    ['a known', true],
  ])('%s terminal through twenty sizes: stale rows may remain, a committed row is never erased', async (_, isKnown) => {
    const trial = await open(kind, 100, 30, isKnown, kind === 'tmux' ? 300 : 50);
    trial.write(`${earlier.join('\r\n')}\r\n`, () => undefined);
    const rows = numbered(60);
    let random = 7;
    const next = (below: number) => (random = (random * 16_807) % 2_147_483_647) % below;
    for (let at = 0; at < 20; at += 1) {
      const size = { columns: 12 + next(130), rows: 3 + next(45) };
      await trial.resize(size.columns, size.rows);
      trial.screen.resize(size);
      trial.screen.draw(layOut(size, `streaming ${'wide 日本 '.repeat(next(12))}`.trim()));
      trial.screen.commit(rows.slice(at, at + 1));
      if (next(3) === 0) await new Promise((resolve) => setTimeout(resolve, 70));
    }
    await trial.setSize(200, 40, layOut({ columns: 200, rows: 40 }));
    trial.screen.commit(rows.slice(20));
    await trial.quiet();
    expect(compare(await trial.lines(), [...earlier, ...rows]).found).toEqual([...earlier, ...rows]);
  });

  test('rows are text that the terminal divides itself, and come back exactly', async () => {
    const trial = await open(kind, 40, 12);
    const code = [
      'function long() {',
      `  return ${'"x" + '.repeat(30)}"日本語";`,
      '',
      '}',
      'x'.repeat(40),
      'y'.repeat(80),
      'end',
    ];
    trial.screen.draw(layOut({ columns: 40, rows: 12 }));
    trial.screen.commit(code);
    await trial.quiet();
    const lines = await trial.lines();
    expect(lines.slice(0, code.length)).toEqual(code);
    for (const row of await trial.rows()) if (row !== '') expect(row).not.toMatch(/ $/);
  });

  test('the cursor is at the caret behind text of every width, while rows stream', async () => {
    const trial = await open(kind, 80, 24);
    for (const [at, typed] of [
      'hello',
      '漢字テスト',
      'ひらがな ｶﾀｶﾅ ｶﾞ',
      '한국어 각',
      '👍 🚀 ok',
      'e\u0301te\u0301',
    ].entries()) {
      for (const text of ['', typed.slice(0, 2), typed]) {
        trial.screen.draw({
          rows: [`streams 日本 ${'.'.repeat(at + text.length)}`, `> ${text}`, 'footer'],
          caret: { row: 1, column: 2 + visibleWidth(text) },
        });
        if (text === '') trial.screen.commit([`committed ${at}`]);
        await trial.quiet();
      }
      const { row, column } = await trial.cursor();
      expect((await trial.rows())[row]).toBe(`> ${typed}`);
      expect(column).toBe(2 + visibleWidth(typed));
    }
  });

  test('a character whose width is in dispute moves no row', async () => {
    const trial = await open(kind, 20, 8);
    for (let at = 0; at < 3; at += 1) {
      trial.screen.draw({ rows: [`${'❤️1️⃣👍🏽क्षि'.repeat(4)}${at}`, '> x', 'footer'], caret: { row: 1, column: 3 } });
      await trial.quiet();
    }
    const rows = await trial.rows();
    expect(rows.slice(1, 4)).toEqual(['> x', 'footer', '']);
  });

  test('behind a view the live region is below the same rows, and what came meanwhile is printed once', async () => {
    const trial = await open(kind, 60, 12);
    trial.screen.commit(['one', 'two']);
    trial.screen.draw(layOut({ columns: 60, rows: 12 }));
    await trial.quiet();
    trial.screen.hold();
    trial.write('\x1b[?1049h\x1b[2J\x1b[Ha view', () => undefined);
    trial.screen.commit(['three']);
    trial.screen.draw(layOut({ columns: 60, rows: 12 }, 'newer'));
    await trial.quiet();
    expect((await trial.rows())[0]).toBe('a view');
    expect((await trial.rows()).join('')).not.toContain('LIVE');
    await trial.setSize(50, 12, layOut({ columns: 50, rows: 12 }, 'newer'));
    trial.write('\x1b[?1049l', () => undefined);
    trial.screen.release();
    await trial.quiet();
    expect(await trial.lines()).toEqual(['one', 'two', 'three', ...layOut({ columns: 50, rows: 12 }, 'newer').rows]);
    trial.screen.close();
    await trial.quiet();
    expect(await trial.lines()).toEqual(['one', 'two', 'three']);
    expect(await trial.cursor()).toEqual({ row: 3, column: 0 });
  });

  test.each([
    [19, 24],
    [80, 4],
    [10, 3],
  ])('at %d×%d only the row of the caret is drawn', async (columns, rows) => {
    const trial = await open(kind, 80, 24);
    trial.screen.commit(['before']);
    trial.screen.draw(layOut({ columns: 80, rows: 24 }));
    await trial.quiet();
    trial.forget();
    await trial.setSize(columns, rows, layOut({ columns, rows }));
    expect(trial.output()).toContain('> write');
    expect(trial.output()).not.toContain('LIVE');
    await trial.setSize(80, 24, layOut({ columns: 80, rows: 24 }));
    expect((await trial.lines()).slice(-4)).toEqual(layOut({ columns: 80, rows: 24 }).rows);
  });
}
