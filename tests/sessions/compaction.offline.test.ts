/** How the offline provider summarizes, and that it continues where it was (engine.md 9, 11). */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { trial, useTrial } from '../helpers/trial.js';
import { hurried, type Talk } from '../helpers/turns.js';

jest.setTimeout(60_000);

useTrial({ sleep: hurried(5) });
let talk: Talk;
beforeEach(async () => {
  talk = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
});

const summaries = () =>
  talk.frames
    .filter(({ type }) => type === 'compaction.completed')
    .map(({ payload }) => (payload['result'] as { summary: string }).summary);
const answer = async () => {
  const last = (await talk.messages()).findLast(({ role }) => role === 'assistant');
  return last?.content.map((part) => part['text']).join('');
};

test('a summary names the number of messages, the files of calls, and the last text of the user', async () => {
  writeFileSync(join(trial.cwd, 'a.txt'), 'text of a');
  await talk.run('read a.txt');
  await talk.run('say <b>two</b>');
  expect((await talk.call('POST', ':compact')).code).toBe(0);
  await talk.until('compaction.completed');
  expect(summaries()[0]).toBe(
    'Messages: 6\nFiles: a.txt\nSteps since the last text: 1\nLast text of the user:\nsay <b>two</b>',
  );
  // the second summary includes the first
  await talk.run('write b.txt: x');
  const from = talk.frames.length;
  await talk.call('POST', ':compact');
  await talk.until('compaction.completed', from);
  expect(summaries()[1]).toMatch(/^Messages: 1\d\nFiles: a\.txt, b\.txt\n/);
  await talk.run('say three');
  expect(await answer()).toBe('three');
});

test('a message of many steps continues behind the last one that was done', async () => {
  const line = `${'word '.repeat(20)}\n`;
  writeFileSync(join(trial.cwd, 'long.txt'), line.repeat(2_000));
  const reads = Array.from({ length: 16 }, (_, at) => `run head -n ${70 + at} long.txt`);
  await talk.run([...reads, 'write done.txt: yes'].join('\n'));
  expect(summaries().length).toBeGreaterThan(1);
  const calls = talk.frames.filter(({ type }) => type === 'tool.call.started');
  expect(calls.map(({ payload }) => (payload['args'] as { command?: string }).command ?? 'write')).toEqual([
    ...reads.map((each) => each.replace('run ', '')),
    'write',
  ]);
  expect(existsSync(join(trial.cwd, 'done.txt'))).toBe(true);
  expect(talk.lines()).toContain('turn.ended completed');
});

test('a context that is too long, as asked: compacted, and the step repeated', async () => {
  await talk.run('say one');
  const from = talk.frames.length;
  await talk.run('fail overflow');
  expect(talk.lines(from)).toContain('compaction.started auto overflow');
  expect(talk.lines(from)).toContain('turn.ended completed');
});
