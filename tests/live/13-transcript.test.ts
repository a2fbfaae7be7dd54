/** The transcript channel: pages and batches together are the transcript, whatever is lost on the way (ws.md 12). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { modelEnv, startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { pageOf, shown, told } from '../transcript/clients.js';
import { startViewer, type Grade, type Viewer } from './viewer.js';

let model: ScriptedModel;
let daemon: TestDaemon;

beforeEach(async () => {
  model = await startModel();
  daemon = await startTestDaemon({ env: modelEnv(model.baseUrl) });
});

afterEach(async () => {
  await daemon.close();
  await model.close();
});

const make = async () => (await daemon.createSession({ title: 'T', agent_config: { permission_mode: 'yolo' } })).id;

/** Until the state of the agent, which is told a little later, has come too. */
async function same(viewer: Viewer, id: string, agentId = 'main'): Promise<void> {
  let fresh = await pageOf(daemon, id, { agent_id: agentId });
  await until(
    'a transcript like a fresh page',
    async () => {
      await viewer.settle();
      fresh = await pageOf(daemon, id, { agent_id: agentId });
      return JSON.stringify(told(viewer.transcript)) === JSON.stringify(shown(fresh)) ? true : undefined;
    },
    3_000,
  ).catch(() => undefined);
  expect(told(viewer.transcript)).toEqual(shown(fresh));
}

describe('check 13: ops applied to a REST page equal a fresh REST page at the end, at grades block and delta, also with dropped batches', () => {
  test.each<Grade>(['block', 'delta'])('at grade %s', async (grade) => {
    const id = await make();
    const text = Array.from({ length: 40 }, (_, n) => `word ${n} 😀 `).join('');
    model.reply(
      {
        thinking: 'let me see',
        text: 'I write',
        calls: [{ name: 'Write', input: { path: 'a.txt', content: 'x' } }],
        chunkSize: 9,
        chunkDelayMs: 1,
      },
      { text, chunkSize: 7, chunkDelayMs: 2 },
    );
    const viewer = await startViewer(daemon, id, { grade });
    await viewer.settle();
    await daemon.run(id, 'go');
    await same(viewer, id);
    expect(viewer.counts).toEqual({ resets: 1, loads: 1, heals: 0 });
    expect(viewer.transcript.items).toHaveLength(1);
    viewer.close();
  });
});
