/** Output format `text`: answer and thinking as blocks. */
import { describe, expect, test } from '@jest/globals';
import { createBlock } from '../../client/print/block.js';
import type { Sink } from '../../client/print/printer.js';
import { createTextPrinter } from '../../client/print/text.js';
import { type Recorded, sink, print, said, assistant, text, plain, tools, retried, aborted } from './print.fixture.js';

describe('text (cli.md 4.2)', () => {
  test('a plain reply: thinking on stderr, text on stdout, both as blocks', async () => {
    expect(await print(plain, createTextPrinter)).toEqual({ out: '• Two files.\n  Done\n\n', err: '• hmm\n  ok\n\n' });
  });

  test('behind a gap nothing more of a text is shown, also what would seem to fit, until it is healed', async () => {
    const whole = (delta: string): Recorded => [
      'assistant.delta',
      { delta, recovered: true },
      { volatile: true, offset: 0 },
    ];
    const until = [said('Hello', 0), said('XX', 3), said(' there', 5)];
    expect((await print(until, createTextPrinter)).out.trim()).toBe('• Hello');
    expect((await print([...until, whole('Hello wor'), said('ld', 9)], createTextPrinter)).out.trim()).toBe(
      '• Hello world',
    );
    expect((await print([...until, assistant([text('Hello world')])], createTextPrinter)).out.trim()).toBe(
      '• Hello world',
    );
  });

  test('calls, live output and results on stderr; a block ends when a call follows', async () => {
    const { out, err } = await print(tools, createTextPrinter);
    expect(out).toBe('• Looking.\n\n• End.\n\n');
    expect(err).toBe('[tool] Bash ls\n[tool] Read a\n  one\n[tool] Read error: no\n  two\n[tool] Bash ok\n');
  });

  test('text of a failed attempt stays, the next one is a block of its own', async () => {
    expect(await print(retried, createTextPrinter)).toEqual({
      out: '• Half\n\n• Whole\n\n',
      err: '[retry] attempt 2 of 3 in 1.5 s: overloaded\n',
    });
  });

  test('the final message completes what the deltas left open', async () => {
    expect((await print(aborted, createTextPrinter)).out).toBe('• Half\n\n');
    expect((await print([said('a', 0), said('late', 40), assistant([text('a whole')])], createTextPrinter)).out).toBe(
      '• a whole\n\n',
    );
    expect((await print([assistant([text('never streamed')])], createTextPrinter)).out).toBe('• never streamed\n\n');
    expect((await print([said('wrong', 0), assistant([text('right')])], createTextPrinter)).out).toBe(
      '• wrong\n\n• right\n\n',
    );
  });

  test('recovered text is not shown twice', async () => {
    const recovered: Recorded = [
      'assistant.delta',
      { delta: 'Hello wo', recovered: true },
      { volatile: true, offset: 0 },
    ];
    expect(
      (await print([said('Hello', 0), recovered, said('rld', 8), assistant([text('Hello world')])], createTextPrinter))
        .out,
    ).toBe('• Hello world\n\n');
  });

  test('line breaks around the text are no part of the block, those inside are', async () => {
    expect(
      (await print([said('\n\na\n', 0), said('\nb\n\n', 4), assistant([text('\n\na\n\nb\n\n')])], createTextPrinter))
        .out,
    ).toBe('• a\n  \n  b\n\n');
  });

  test('escape sequences of the answer reach a pipe, a terminal shows them', async () => {
    const recorded = [said('a\u001b', 0), said('[2Jb\u0007c\r', 2), said('\nd', 9), said('\rx', 11)];
    expect((await print(recorded, createTextPrinter)).out).toBe('• a\u001b[2Jb\u0007c\r\n  d\rx\n\n');
    expect((await print(recorded, createTextPrinter, { columns: 80 })).out).toBe('• a\\x1b[2Jb\\x07c\n  d\\x0dx\n\n');
  });

  test('a character that is cut in two deltas is written whole', async () => {
    const written: string[] = [];
    const out: Sink = { write: (piece) => written.push(piece) };
    const block = createBlock(out, { raw: true });
    for (const unit of '😀x'.split('')) block.write(unit);
    block.close();
    expect(written.every((piece) => piece.isWellFormed())).toBe(true);
    expect(written.join('')).toBe('• 😀x\n\n');
  });
});

describe('wrapping at the width of the terminal', () => {
  const long =
    'the quick brown fox jumps over the lazy dog and runs away from 你好世界你好世界你好世界你好世界 😀 internationalization-of-everything-there-is';

  function rows(value: string, pieces: number[]): string[] {
    const out = sink(24);
    const block = createBlock(out);
    let at = 0;
    for (const size of pieces) {
      block.write(value.slice(at, at + size));
      at += size;
    }
    block.write(value.slice(at));
    block.close();
    return out.text.trimEnd().split('\n');
  }

  test.each([[[]], [[1, 2, 3, 4, 5]], [Array.from({ length: 60 }, () => 2)]])(
    'in pieces of %j no row is too wide and no letter is lost',
    (pieces) => {
      const lines = rows(long, pieces);
      for (const line of lines)
        expect([...line].reduce((sum, char) => sum + (/[\u3000-\u9fff😀]/u.test(char) ? 2 : 1), 0)).toBeLessThanOrEqual(
          24,
        );
      expect(lines[0]).toMatch(/^• the quick/);
      expect(lines.slice(1).every((line) => line.startsWith('  '))).toBe(true);
      expect(
        lines
          .map((line) => line.slice(2))
          .join('')
          .replaceAll(' ', ''),
      ).toBe(long.replaceAll(' ', ''));
    },
  );

  test('words are kept whole, however they are cut into pieces', () => {
    const lines = rows(
      'alpha beta gamma deltas epsilon',
      Array.from({ length: 20 }, () => 1),
    );
    expect(lines.map((line) => line.trimEnd())).toEqual(['• alpha beta gamma', '  deltas epsilon']);
  });

  test('not a terminal: only the own line breaks of the text', async () => {
    expect((await print([said(long, 0), assistant([text(long)])], createTextPrinter)).out).toBe(`• ${long}\n\n`);
  });
});
