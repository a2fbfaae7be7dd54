/** Skills and `kill -9`: skills of a waiting turn reach the model, queued calls keep theirs (engine.md 19). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { reconnect, begin, call, cwd, restart, useDaemonProcess } from './revival.js';

jest.setTimeout(60_000);
useDaemonProcess();

function skill(name: string, text: string): void {
  mkdirSync(join(cwd, '.agent-code/skills'), { recursive: true });
  writeFileSync(join(cwd, '.agent-code/skills', `${name}.md`), text);
}

test('a turn that waits gets its skill, and the call behind it its own', async () => {
  skill('loaded', 'Loaded text.');
  skill('called', 'Called with $0.');
  const { id, seen } = await begin('skill loaded now\n+ ask Really?');
  await seen.until('event.question.requested');
  await seen.until('tool.result');
  expect(await call('POST', `/${id}/skills/called:activate`, { args: 'x' })).toMatchObject({ code: 0 });
  await seen.until('prompt.queued');
  await restart();
  skill('loaded', 'Loaded text, changed.');
  const again = await reconnect(id, seen);
  const questions = await call<{ items: { question_id: string }[] }>('GET', `/${id}/questions?status=pending`);
  await call('POST', `/${id}/questions/${questions.data.items[0]?.question_id ?? ''}`, { answers: {} });
  await again.until('turn.started skill_activation');
  await again.until(() => again.lines().filter((line) => line === 'prompt.completed completed').length === 2);
  const users = again.frames
    .filter(({ type }) => type === 'message.appended')
    .map(({ payload }) => payload['message'] as { role: string; content: { text?: string }[] })
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content[0]?.text);
  expect(users).toEqual([
    expect.stringMatching(/trigger="model-tool"[^]*Loaded text, changed\.[^]*ARGUMENTS: now/),
    expect.stringMatching(/trigger="user-slash"[^]*Called with x\./),
  ]);
});
