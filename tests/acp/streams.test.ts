/** Input lines have a maximum length, and output waits for a slow editor (acp-cli.md 1.1). */
import { describe, expect, test } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { readLines } from '../../client/acp/lines.js';
import { createOutput } from '../../client/acp/output.js';

const mib = 1024 * 1024;

describe('lines', () => {
  test('one that is longer than 64 MiB is refused, and the next one is read', async () => {
    const input = new PassThrough();
    const refused: number[] = [];
    const { messages, ended } = readLines(input, ({ code }) => refused.push(code));
    const piece = Buffer.alloc(8 * mib, 'x');
    for (let count = 0; count < 9; count++) input.write(piece);
    input.write('\n{"jsonrpc":"2.0","id":1,"method":"a"}\r\n\n');
    const reader = messages.getReader();
    expect((await reader.read()).value).toMatchObject({ id: 1 });
    expect(refused).toEqual([-32600]);
    input.end();
    await ended;
  });

  test('a message in pieces is put together, also within a character', async () => {
    const input = new PassThrough();
    const { messages } = readLines(input, () => undefined);
    const bytes = Buffer.from('{"jsonrpc":"2.0","method":"ü"}\n');
    for (const byte of bytes) input.write(Buffer.from([byte]));
    expect((await messages.getReader().read()).value).toMatchObject({ method: 'ü' });
  });
});

describe('a slow editor', () => {
  const text = (messageId: string, words: string) =>
    ({ sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text: words } }) as const;

  /** Creates an output that accepts one message, and the rest after `drain`. */
  function slow() {
    const stream = new PassThrough();
    const lines: Record<string, unknown>[] = [];
    let isOpen = false;
    const output = createOutput(stream, (line) => {
      lines.push(JSON.parse(line) as Record<string, unknown>);
      return isOpen;
    });
    return {
      output,
      lines,
      stream,
      drain() {
        isOpen = true;
        stream.emit('drain');
      },
    };
  }

  test('gets texts of one message joined, the last state, and every fact', async () => {
    const { output, lines, drain } = slow();
    output.update('s', text('m', 'first'));
    const long = 'y'.repeat(mib);
    for (let count = 0; count < 17; count++) output.update('s', text('m', long));
    expect(output.room()).toBeDefined();
    output.update('s', text('m', 'a'));
    output.update('s', text('m', 'b'));
    output.update('s', text('n', 'c'));
    for (const percent of ['1', '2', '3'])
      output.update('s', { sessionUpdate: 'tool_call_update', toolCallId: 't', title: percent }, 'call t');
    output.update('s', { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' });
    const flushed = output.flushed();
    drain();
    await flushed;
    expect(output.room()).toBeUndefined();
    const texts = lines.map((line) => JSON.stringify(line)).slice(-4);
    expect(texts[0]).toMatch(/yab"/);
    expect(texts[1]).toContain('"text":"c"');
    expect(texts[2]).toContain('"title":"3"');
    expect(texts[3]).toContain('"status":"completed"');
  });

  test('that is gone is not waited for', async () => {
    const { output, stream } = slow();
    output.update('s', text('m', 'first'));
    output.update('s', text('m', 'second'));
    stream.emit('error', Object.assign(new Error('gone'), { code: 'EPIPE' }));
    await output.gone;
    await output.flushed();
  });

  test('what belongs behind an answer follows it', () => {
    const { output, lines, drain } = slow();
    drain();
    output.afterAnswer(7, () => output.update('s', text('m', 'later')));
    output.update('s', text('m', 'before'));
    output.send({ jsonrpc: '2.0', id: 7, result: {} });
    expect(lines.map((line) => line['id'] ?? 'update')).toEqual(['update', 7, 'update']);
  });
});
