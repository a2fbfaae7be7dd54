/** The output of texts whose frames were cut, and for slow readers. */
import { describe, expect, test } from '@jest/globals';
import type { EventFrame } from '../../client/api/stream.js';
import type { Sink } from '../../client/print/printer.js';
import { createJsonPrinter } from '../../client/print/stream-json.js';
import { createTextPrinter } from '../../client/print/text.js';
import type { Message } from '../../schemas/generated/types.js';
import { type Recorded, frames, sink, print, said, text, use, result } from './print.fixture.js';

describe('frames that were cut', () => {
  const long = 'x'.repeat(200_000);
  const cutOff = `${long.slice(0, 65_536)}…`;
  const message = (content: object[]): Message =>
    ({ id: 'm', session_id: 's', role: 'assistant', content, created_at: '' }) as unknown as Message;
  const cutFrame: Recorded = ['message.appended', { truncated: true, message: message([text(cutOff)]) }];

  test('text: the whole text once, whatever was streamed', async () => {
    const whole = message([text(long)]);
    for (const before of [[], [said(long.slice(0, 1_000), 0)], [said(long, 0)], [said('x', 0), said('x', 900)]])
      expect((await print([...before, cutFrame], createTextPrinter, { whole })).out).toBe(`• ${long}\n\n`);
  });

  test('stream-json: whole text, arguments and results', async () => {
    const input = { content: `${long}\u009b😀` };
    const whole = message([
      text(`${'y'.repeat(65_535)}😀${long}`),
      use('c1', 'Write', input),
      { type: 'tool_result', tool_call_id: 'c1', output: `done ${long}` },
    ]);
    const recorded: Recorded[] = [cutFrame, result('c1', cutOff, { truncated: true, messageId: 'm' })];
    const { out } = await print(recorded, createJsonPrinter, { whole });
    const [first, second, ...more] = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(more).toEqual([]);
    expect(first).toEqual({
      role: 'assistant',
      content: `${'y'.repeat(65_535)}😀${long}`,
      tool_calls: [{ type: 'function', id: 'c1', function: { name: 'Write', arguments: JSON.stringify(input) } }],
    });
    expect(second).toEqual({ role: 'tool', tool_call_id: 'c1', content: `done ${long}` });
    expect(out).not.toMatch(/[\u0080-\u009f]/);
  });

  test('a reader that is slow holds up the printer after each piece', async () => {
    let waiting: (() => void) | undefined;
    let written = 0;
    const slow: Sink = {
      write: (piece) => (written += piece.length),
      ready: () => new Promise((resolve) => (waiting = resolve)),
    };
    const options = { stdout: slow, stderr: sink(), readMessage: () => Promise.resolve(message([text(long)])) };
    for (const make of [createTextPrinter, createJsonPrinter]) {
      written = 0;
      const [frame] = frames([cutFrame]);
      let done = false;
      const printed = make(options)
        .frame(frame as EventFrame)
        .then(() => (done = true));
      for (let most = 65_536; !done; most += 65_536) {
        await new Promise((resolve) => setImmediate(resolve));
        expect(written).toBeLessThan(most + 100);
        waiting?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
      await printed;
      expect(written).toBeGreaterThanOrEqual(long.length);
    }
  });
});
