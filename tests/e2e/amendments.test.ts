/** Approvals with changes and `kill -9`: applied once, or reported as not applied (additions.md A1, engine.md 19). */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { reconnect, begin, call, cwd, restart, useDaemonProcess, watch } from './revival.js';

jest.setTimeout(60_000);
useDaemonProcess();

const at = (name: string) => join(cwd, name);
const write = (name: string, content: string) => `call Write ${JSON.stringify({ path: name, content })}`;
const text = (changed: number[]) =>
  Array.from({ length: 40 }, (_, index) => `${changed.includes(index + 1) ? 'row' : 'line'} ${index + 1}\n`).join('');

test('asked before the kill, changed after it', async () => {
  writeFileSync(at('a.txt'), text([]));
  const { id, seen } = await begin(write('a.txt', text([5, 35])));
  const asked = await seen.until('event.approval.requested');
  const approval = `/${id}/approvals/${String(asked.payload['approval_id'])}`;
  await restart();
  // no server has loaded the session yet
  const detail = await call<{ edit: { before: string; after: string } }>('GET', approval);
  expect(detail.data.edit).toMatchObject({ before: text([]), after: text([5, 35]) });
  const refused = await call('POST', approval, { decision: 'approved', amend: { hunks: ['h3'] } });
  expect(refused.code).toBe(40001);
  const denied = await call('POST', approval, {
    decision: 'approved',
    amend: { input: { path: '.env', content: '' } },
  });
  expect(denied).toMatchObject({ code: 40001, msg: expect.stringContaining('.env') });
  const again = await reconnect(id, seen);
  const answer = await call('POST', approval, { decision: 'approved', amend: { hunks: ['h2'] } });
  expect(answer.code).toBe(0);
  await again.until('prompt.completed completed');
  expect(readFileSync(at('a.txt'), 'utf8')).toBe(text([35]));
  await restart();
  expect(readFileSync(at('a.txt'), 'utf8')).toBe(text([35]));
  // the log keeps the complete texts
  const types = new Set(again.frames.map(({ type }) => type));
  for (const internal of ['approval.proposal', 'approval.amendment']) expect(types.has(internal)).toBe(false);
});

test('decided before the kill, while the next call of the step still waits', async () => {
  writeFileSync(at('a.txt'), text([]));
  const { id, seen } = await begin(`${write('a.txt', text([5, 35]))}\n+ run echo one >> log.txt\n+ run echo three`);
  const first = await seen.until('event.approval.requested');
  const approval = (asked: typeof first) => `/${id}/approvals/${String(asked.payload['approval_id'])}`;
  await call('POST', approval(first), { decision: 'approved', amend: { hunks: ['h1'] }, feedback: 'only the first' });
  const asked = new Set([first.payload['approval_id']]);
  const next = async () => {
    const found = await seen.until(
      ({ type, payload }) => type === 'event.approval.requested' && !asked.has(payload['approval_id']),
    );
    asked.add(found.payload['approval_id']);
    return found;
  };
  const second = await next();
  const input = { command: 'echo two >> log.txt' };
  expect((await call('POST', approval(second), { decision: 'approved', amend: { input } })).code).toBe(0);
  const third = await next();
  expect(existsSync(at('log.txt'))).toBe(false);
  await restart();
  expect(readFileSync(at('a.txt'), 'utf8')).toBe(text([]));
  const again = await reconnect(id, seen);
  await call('POST', approval(third), { decision: 'rejected' });
  await again.until('prompt.completed completed');
  expect(readFileSync(at('a.txt'), 'utf8')).toBe(text([5]));
  expect(readFileSync(at('log.txt'), 'utf8')).toBe('two\n');
  const results = again.frames
    .filter(({ type }) => type === 'tool.result')
    .map(({ payload }) => String(payload['output']));
  expect(results[0]).toMatch(/^The user applied 1 of 2 changes of this call\.[^]*The user's note: only the first/);
  expect(results.filter((each) => each.startsWith('The user changed the arguments of this call'))).toHaveLength(1);
  const started = again.frames.find(({ type }) => type === 'tool.call.started');
  expect(started?.payload).toMatchObject({ args: { content: text([5]) }, proposed_args: { content: text([5, 35]) } });
});

test.each([0, 1, 2, 4, 8, 15, 30])('killed %i ms after the decision: once, or not at all', async (ms) => {
  const { id, seen } = await begin('run echo no >> log.txt');
  const asked = await seen.until('event.approval.requested');
  const deciding = call('POST', `/${id}/approvals/${String(asked.payload['approval_id'])}`, {
    decision: 'approved',
    amend: { input: { command: 'echo yes >> log.txt' } },
  }).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, ms));
  await restart();
  await deciding;
  const again = await watch(id, 0);
  await again.until(({ type }) => type === 'event.approval.requested');
  const pending = await call<{ items: unknown[] }>('GET', `/${id}/approvals?status=pending`);
  const written = () => (existsSync(at('log.txt')) ? readFileSync(at('log.txt'), 'utf8') : '');
  if (pending.data.items.length > 0) {
    expect(written()).toBe('');
    await call('POST', `/${id}/approvals/${String(asked.payload['approval_id'])}`, {
      decision: 'approved',
      amend: { input: { command: 'echo yes >> log.txt' } },
    });
    await again.until('prompt.completed completed');
    expect(written()).toBe('yes\n');
    return;
  }
  const result = await again.until(({ type }) => type === 'tool.result');
  const { output, synthetic } = result.payload;
  if (synthetic !== true) expect(written()).toBe('yes\n');
  else if (String(output).includes('did not run')) expect(written()).toBe('');
  else expect(['', 'yes\n']).toContain(written());
});
