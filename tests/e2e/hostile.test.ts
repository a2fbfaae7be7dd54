/** A server stays responsive while it analyzes expensive command lines (engine.md 7). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { hostileShapes } from '../helpers/hostile.js';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { modelConfig, startTrial, type Trial } from '../helpers/turns.js';

let trial: Trial;
let model: ScriptedModel;

beforeAll(async () => {
  model = await startModel();
  trial = await startTrial({ config: modelConfig(model.baseUrl), env: { PATH: process.env['PATH'] } });
});
afterAll(async () => {
  await trial.close();
  await model.close();
});

/** Returns the longest response time of `healthz` during some work, in milliseconds. */
async function longestWait(work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let open = true;
  const end = work.finally(() => (open = false));
  while (open) {
    const started = performance.now();
    expect((await fetch(`${trial.daemon.baseUrl}/api/v1/healthz`)).status).toBe(200);
    longest = Math.max(longest, performance.now() - started);
  }
  await end;
  return longest;
}

test('healthz answers while hostile lines are judged', async () => {
  const lines = ['a relative cd and a loop', 'stars in a word', '4,000 times cd', 'long paths', '10,000 times xargs'];
  const waits: [string, number][] = [];
  for (const name of lines) {
    const talk = await trial.talk({ agent_config: { permission_mode: 'manual' } });
    model.reply({ calls: [{ name: 'Bash', input: { command: hostileShapes[name] } }] });
    await talk.submit('go');
    waits.push([name, await longestWait(talk.until('event.approval.requested'))]);
    await talk.call('POST', ':abort');
    await talk.until('prompt.aborted');
  }
  // 50 ms on a quiet machine
  expect(waits.filter(([, wait]) => wait > 500)).toEqual([]);
}, 60_000);
