/** The maximum rate of events, and that they report only changes (ws.md 6.5, 7.1 to 7.7). */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { hurried, startTrial, type EventFrame, type Trial } from '../helpers/turns.js';

jest.setTimeout(60_000);

let model: ScriptedModel;
let trial: Trial;
beforeEach(async () => {
  model = await startModel();
  const provider = `[providers.p]\ntype = "openai"\nbase_url = "${model.baseUrl}"\napi_key = "sk-test-key"\n`;
  trial = await startTrial({
    config: `default_model = "offline/echo"\n${provider}[models.known]\nprovider = "p"\nmodel = "a"\nmax_context_size = 50000\n`,
    sleep: hurried(10),
  });
});
afterEach(async () => {
  await trial.close();
  await model.close();
});

/** The largest number of frames sent within one second. */
function densest(frames: readonly EventFrame[]): number {
  const times = frames.map(({ timestamp }) => Date.parse(timestamp));
  return Math.max(0, ...times.map((from) => times.filter((time) => time >= from && time < from + 1_000).length));
}

test('status, progress and output come at a bounded rate, and in bounded pieces', async () => {
  const talk = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
  await talk.run(
    // output arrives far more often than the limit allows it to be sent
    'run text=$(seq 1 3000); for i in $(seq 1 100); do echo "$text"; sleep 0.02; done\n' +
      'run in background text=$(seq 1 50); for i in $(seq 1 100); do echo "$text"; sleep 0.02; done\n' +
      Array.from({ length: 30 }, (_, n) => `find a${n}`).join('\n') +
      '\nwait 10',
  );
  const progress = talk.frames.filter(({ type }) => type === 'tool.progress');
  expect(progress.length).toBeGreaterThan(5);
  expect(densest(progress)).toBeLessThanOrEqual(10);
  for (const { payload } of progress) {
    const { text = '' } = payload['update'] as { text?: string };
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(16 * 1024);
  }
  const output = talk.frames.filter(({ type }) => type === 'task.output');
  expect(output.length).toBeGreaterThan(3);
  // the last piece is sent at once
  expect(densest(output.slice(0, -1))).toBeLessThanOrEqual(5);
  // the first status belongs to the subscription
  expect(talk.statuses.length).toBeGreaterThan(5);
  expect(densest(talk.statuses.slice(1))).toBeLessThanOrEqual(10);
});

test('work is reported only when it changed, and every status says only what did', async () => {
  const talk = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
  await talk.run('run in background sleep 0.3\n+ agent: say x\nrun sleep 0.5');
  await talk.submit('ask This? A | B');
  await talk.until('event.question.requested');
  await talk.call('POST', ':abort');
  await talk.until('prompt.aborted');
  const work = talk.frames
    .filter(({ type }) => type === 'event.session.work_changed')
    .map(({ payload }) => JSON.stringify(payload));
  expect(work.length).toBeGreaterThan(4);
  work.forEach((each, at) => expect(each).not.toBe(work[at - 1]));
  const main = talk.statuses.filter(({ payload }) => payload['agentId'] === 'main').slice(1);
  const known: Record<string, string> = {};
  for (const { payload } of main) {
    const { type: _type, agentId: _agent, sessionId: _session, ...said } = payload;
    for (const [field, value] of Object.entries(said)) {
      expect([field, JSON.stringify(value)]).not.toEqual([field, known[field]]);
      known[field] = JSON.stringify(value);
    }
  }
});

test('a window that is not known is absent, and never 0', async () => {
  const session = await trial.talk({ agent_config: { model: 'known' } });
  expect(session.statuses[0]?.payload).toMatchObject({ maxContextTokens: 50_000 });
  const without = await startTrial({ config: 'default_model = ""\n[offline]\nenabled = false\n' });
  try {
    const bare = await without.talk();
    expect(bare.statuses[0]?.payload).not.toHaveProperty('maxContextTokens');
    expect(bare.statuses[0]?.payload).not.toHaveProperty('contextUsage');
    expect(bare.statuses[0]?.payload).not.toHaveProperty('thinkingEffort');
  } finally {
    await without.close();
  }
});
