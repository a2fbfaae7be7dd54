/** Randomly damaged forms, sent in random pieces, get a named outcome; refused ones leave nothing behind. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { boundary, field, filePart, formBody, formType } from '../helpers/forms.js';
import { rounds, seedOf } from '../helpers/rounds.js';

let daemon: TestDaemon;
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
  daemon = await startTestDaemon();
});
afterAll(async () => {
  agent.destroy();
  await daemon.close();
});

const whole = formBody([
  field('name', 'späß'),
  filePart('hello\r\n--x\r\nworld', { rest: 'filename="a\\"b.txt"' }),
  field('expires_in_sec', '60'),
]);

/** Separators of the lines of a form, and bytes that break them. */
const pieces = fc.oneof(
  fc.constantFrom(
    '\r\n',
    '\n',
    '\r',
    '--',
    '"',
    ';',
    ':',
    '=',
    '\0',
    boundary,
    `--${boundary}\r\n`,
    `\r\n--${boundary}--`,
    'Content-Disposition: form-data; name="file"; filename="b"\r\n\r\n',
    'Content-Disposition: form-data\r\n\r\n',
    'Content-Type: application/octet-stream\r\n',
    "filename*=utf-8''%ff%zz",
    'Content-Transfer-Encoding: base64\r\n',
  ),
  fc.string({ maxLength: 20 }),
);
const edit = fc.record({ at: fc.nat(whole.length), cut: fc.nat(40), put: pieces });
const damaged = fc.record({
  edits: fc.array(edit, { minLength: 1, maxLength: 4 }),
  splits: fc.array(fc.nat(whole.length), { maxLength: 4 }),
});

function apply(edits: readonly { at: number; cut: number; put: string }[]): Buffer {
  let bytes = whole;
  for (const { at, cut, put } of edits)
    bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(put), bytes.subarray(at + cut)]);
  return bytes;
}

function upload(body: Buffer, splits: readonly number[]): Promise<{ code: number; data: { id: string } | null }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${daemon.token}`, 'content-type': formType };
    const sent = request(`${daemon.baseUrl}/api/v1/files`, { method: 'POST', headers, agent }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve(JSON.parse(text) as { code: number; data: { id: string } | null }));
    });
    sent.setTimeout(5_000, () => sent.destroy(new Error('no answer in 5 s')));
    sent.on('error', reject);
    let from = 0;
    const write = (ends: readonly number[]): void => {
      const [end, ...more] = ends;
      if (end === undefined) {
        sent.end(body.subarray(from));
        return;
      }
      sent.write(body.subarray(from, end));
      from = Math.max(from, end);
      setImmediate(write, more);
    };
    write([...splits].sort((a, b) => a - b));
  });
}

test(
  'damaged forms',
  async () => {
    const outcomes = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(damaged, async ({ edits, splits }) => {
        const { code, data } = await upload(apply(edits), splits);
        expect([0, 40001, 40002, 41301]).toContain(code);
        outcomes.set(code, (outcomes.get(code) ?? 0) + 1);
        if (data) await daemon.ok('deleteFile', { params: { file_id: data.id } });
      }),
      { seed: seedOf(1), numRuns: rounds(120, 5_000) },
    );
    // the damage has different outcomes
    expect([...outcomes.keys()].sort()).toEqual(expect.arrayContaining([0, 40001, 40002]));
    await until('nothing to be left', () => readdirSync(join(daemon.home, 'files')).length === 0 || undefined);
  },
  rounds(60_000, 600_000),
);
