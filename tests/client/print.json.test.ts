/** Output format `stream-json`. */
import { describe, expect, test } from '@jest/globals';
import { createJsonPrinter } from '../../client/print/stream-json.js';
import { type Recorded, print, assistant, use, plain, tools, retried, failed, aborted } from './print.fixture.js';

describe('stream-json (cli.md 4.3)', () => {
  const lines = async (recorded: Recorded[]): Promise<unknown[]> =>
    (await print(recorded, createJsonPrinter)).out
      .trimEnd()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown);

  test('one Assistant line per step, then one Tool line per call in call order', async () => {
    expect(await lines(tools)).toEqual([
      {
        role: 'assistant',
        content: 'Looking.',
        tool_calls: [
          { type: 'function', id: 'c1', function: { name: 'Bash', arguments: '{"command":"ls"}' } },
          { type: 'function', id: 'c2', function: { name: 'Read', arguments: '{"path":"a"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'one\ntwo' },
      { role: 'tool', tool_call_id: 'c2', content: '<system>error: the call failed</system>\nno\n[image: f1]' },
      { role: 'assistant', content: 'End.' },
    ]);
  });

  test('thinking is not written, progress goes to stderr', async () => {
    expect(await print(plain, createJsonPrinter)).toEqual({
      out: '{"role":"assistant","content":"Two files.\\nDone"}\n',
      err: '',
    });
    expect((await print(tools, createJsonPrinter)).err).toContain('[tool] Bash ok\n');
  });

  test('a failed attempt writes nothing, an aborted step its text without calls', async () => {
    expect(await lines(retried)).toEqual([{ role: 'assistant', content: 'Whole' }]);
    expect(await lines(aborted)).toEqual([{ role: 'assistant', content: 'Half' }]);
    expect(await lines(failed)).toEqual([]);
    expect(await lines([assistant([], { partial: true })])).toEqual([]);
  });

  test('a step without text has no content; arguments that were no JSON stay as they came', async () => {
    expect(await lines([assistant([use('c', 'Bash', '{"half')])])).toEqual([
      {
        role: 'assistant',
        tool_calls: [{ type: 'function', id: 'c', function: { name: 'Bash', arguments: '{"half' } }],
      },
    ]);
  });
});
