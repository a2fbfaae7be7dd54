/** What the screen of the terminal UI sends, and when (tui.md 1, 4.2). */
import { describe, expect, test } from '@jest/globals';
import { createScreen, type Frame, type Size } from '../../client/tui/terminal/screen.js';
import { framesOf } from '../helpers/terminalbytes.js';
import { layOut } from './screen.cases.js';
import { createXterm } from './terminals.js';

const terminal = { rewraps: true, shiftsCursor: false, sizeDelay: 50, unicode: true };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('what is sent', () => {
  /** Opens a screen whose terminal accepts nothing until `take`. */
  function openStalled(size: Size = { columns: 80, rows: 24 }) {
    const sent: string[] = [];
    let taken: (() => void)[] = [];
    const write = (text: string, done: () => void) => {
      sent.push(text);
      taken.push(done);
    };
    const screen = createScreen({
      size,
      terminal,
      write,
    });
    const take = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      const done = taken;
      taken = [];
      for (const each of done) each();
      await new Promise((resolve) => setTimeout(resolve, 20));
    };
    return { screen, sent, take };
  }
  const rows = (count: number, text = 'row') => Array.from({ length: count }, (_, at) => `${text} ${at}`);

  test('one write for what a tick changes, inside a synchronized update, and nothing when nothing changed', async () => {
    const { screen, sent, take } = openStalled();
    const frame = layOut({ columns: 80, rows: 24 });
    screen.commit(['one']);
    screen.draw(layOut({ columns: 80, rows: 24 }, 'never shown'));
    screen.commit(['two']);
    screen.draw(frame);
    await take();
    expect(sent).toHaveLength(1);
    expect(framesOf(sent[0] ?? '').join('')).toHaveLength((sent[0] ?? '').length - 16);
    screen.draw({ ...frame, rows: [...frame.rows] });
    screen.commit([]);
    await take();
    expect(sent).toHaveLength(1);
    screen.redraw();
    await take();
    expect(sent[1]).toContain('LIVE footer');
  });

  test('a row that changes is sent alone: a spinner costs less than 200 bytes', async () => {
    const { screen, sent, take } = openStalled({ columns: 120, rows: 40 });
    const frame = (mark: string): Frame => {
      const { rows: all, caret } = layOut({ columns: 120, rows: 40 });
      return { rows: [`${mark}${all[0]?.slice(1)}`, ...all.slice(1)], caret };
    };
    screen.draw(frame('|'));
    await take();
    screen.draw(frame('/'));
    await take();
    expect(Buffer.byteLength(sent[1] ?? '')).toBeLessThanOrEqual(200);
    expect(sent[1]).not.toContain('footer');
    expect(sent[1]).not.toContain('> write');
  });

  test('at most sixty frames a second', async () => {
    const { screen, sent, take } = openStalled();
    const start = performance.now();
    for (let at = 0; sent.length < 10 || performance.now() - start < 300; at += 1) {
      screen.draw({ rows: [`row ${at}`], caret: null });
      await Promise.resolve();
      if (at % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
      void take();
    }
    expect(sent.length).toBeLessThanOrEqual(Math.ceil((performance.now() - start) * 0.06) + 1);
  });

  test('while the terminal does not read, one frame is on its way; afterwards everything is there once', async () => {
    const { screen, sent, take } = openStalled();
    const all = rows(20_000, 'a committed row with some text');
    for (let at = 0; at < all.length; at += 1) {
      screen.commit(all.slice(at, at + 1));
      screen.draw({ rows: [`live ${at}`], caret: null });
      if (at % 1000 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(sent).toHaveLength(1);
    for (let before = 0; before !== sent.length;) {
      before = sent.length;
      await take();
    }
    expect(Math.max(...sent.map((text) => text.length))).toBeLessThan(70_000);
    expect(sent.join('').match(/a committed row with some text \d+/g)).toEqual(all);
    expect(sent.at(-1)).toContain('live 19999');
  });

  test('of commits that are held back over 4 MiB the oldest are replaced by their number', async () => {
    const { screen, sent, take } = openStalled();
    screen.hold();
    screen.hold();
    const long = 'x'.repeat(1024);
    for (let at = 0; at < 6 * 1024; at += 1) screen.commit([`${at} ${long}`]);
    screen.release();
    await take();
    expect(sent.join('')).toBe('');
    screen.release();
    for (let before = -1; before !== sent.length;) {
      before = sent.length;
      await take();
    }
    const output = sent.join('');
    const [, dropped = ''] = /… (\d+) lines \(Ctrl-O\)\r\n/.exec(output) ?? [];
    expect(Number(dropped)).toBeGreaterThan(2000);
    expect(output.match(/\d+(?= x)/g)).toEqual(
      rows(6 * 1024)
        .slice(Number(dropped))
        .map((row) => row.slice(4)),
    );
    expect(output.length).toBeLessThan(4.5 * 1024 * 1024);
  });

  test('200 sizes in two seconds cost little, and nothing is drawn before the last', async () => {
    const { screen, sent, take } = openStalled();
    screen.draw(layOut({ columns: 80, rows: 24 }));
    await take();
    const start = process.cpuUsage();
    for (let at = 0; at < 200; at += 1) {
      const size = { columns: 60 + (at % 60), rows: 20 + (at % 20) };
      screen.resize(size);
      screen.draw(layOut(size));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(sent).toHaveLength(1);
    const { user, system } = process.cpuUsage(start);
    expect(user + system).toBeLessThan(500_000);
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(sent).toHaveLength(2);
    expect(sent[1]).toContain(layOut({ columns: 79, rows: 39 }).rows.at(-1));
  });

  test('the size is asked for before a frame: none is drawn for a size that the terminal has no more', async () => {
    const sent: string[] = [];
    let size: Size = { columns: 80, rows: 24 };
    const screen = createScreen({
      size,
      terminal,
      write(text, done) {
        sent.push(text);
        done();
      },
      checkSize: () => screen.resize(size),
    });
    screen.draw(layOut(size));
    await pause(30);
    expect(sent).toHaveLength(1);
    size = { columns: 50, rows: 24 };
    screen.commit(['committed']);
    screen.draw(layOut({ columns: 80, rows: 24 }, 'of the old size'));
    await pause(30);
    expect(sent).toHaveLength(1);
    screen.draw(layOut(size, 'of the new size'));
    await pause(120);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toContain('committed');
    expect(sent[1]).toContain('of the new size');
  });

  test('a row that arrives after a change of size has not been divided: no committed row is erased for it', async () => {
    const xterm = createXterm(80, 24);
    const screen = createScreen({
      size: { columns: 80, rows: 24 },
      terminal,
      // the system has accepted the text, but the terminal reads it a little later
      write(text, done) {
        setTimeout(() => xterm.write(text, () => undefined), 10);
        done();
      },
    });
    const committed = rows(5, 'committed');
    screen.commit(committed);
    const frame = (words: string): Frame => ({ rows: [words, '> x', 'footer'], caret: { row: 1, column: 3 } });
    screen.draw(frame('words'));
    await pause(100);
    screen.draw(frame('words of a row that streams '.repeat(3).slice(0, 80)));
    await Promise.resolve();
    await xterm.resize(30, 24);
    screen.resize({ columns: 30, rows: 24 });
    screen.draw(frame('words of a row'));
    await pause(120);
    expect(await xterm.lines()).toEqual([...committed, 'words of a row', '> x', 'footer']);
    xterm.close();
  });
});
