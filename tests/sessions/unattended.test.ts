/** Time limits of work in the background, attended and unattended (cli.md 4.1-4). */
import { expect, jest, test } from '@jest/globals';
import { startTrial } from '../helpers/turns.js';

jest.setTimeout(60_000);

test.each([
  ['', false, 600_000, 7_200_000],
  ['', true, undefined, undefined],
  ['[background]\nbash_task_timeout_s = 7\n[subagent]\ntimeout_ms = 9000\n', false, 7_000, 9_000],
  ['[background]\nbash_task_timeout_s = 7\n[subagent]\ntimeout_ms = 9000\n', true, 7_000, 9_000],
])('configuration %j, unattended %s: command %s ms, agent %s ms', async (config, unattended, command, agent) => {
  const trial = await startTrial({ config });
  try {
    const talk = await trial.talk({ agent_config: { permission_mode: 'auto' } });
    await talk.run('run in background sleep 0.1\nbackground agent: say x', { unattended });
    const limits = talk.frames
      .filter(({ type }) => type === 'task.started')
      .map(({ payload }) => payload['info'] as { kind: string; timeoutMs?: number })
      .map(({ kind, timeoutMs }) => [kind, timeoutMs]);
    expect(limits).toEqual([
      ['process', command],
      ['agent', agent],
    ]);
  } finally {
    await trial.close();
  }
});
