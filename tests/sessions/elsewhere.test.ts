/** Two servers of one home: what one does is told by the other (ws.md 5.3). */
import { expect, test } from '@jest/globals';
import { startDaemon } from '../../daemon/main.js';
import { startTrial, type Trial } from '../helpers/turns.js';

test('durable events of a session that another server runs arrive within a second, with the same numbers', async () => {
  const trial = await startTrial();
  const other = await startDaemon({
    lifetime: 'web',
    host: '127.0.0.1',
    port: 0,
    home: trial.home,
    userHome: trial.home,
    cwd: trial.cwd,
    version: '0.0.1',
    env: { PATH: process.env['PATH'], HOME: trial.home },
  });
  try {
    const talk = await trial.talk({ title: 'shared' });
    const reader = await follow(talk.id, trial, other);
    await talk.run('say one');
    const from = Date.now();
    await talk.run('say two');
    const ended = talk.frames.findLast(({ type }) => type === 'turn.ended');
    const there = await reader.until((frame) => frame.type === 'turn.ended' && frame.seq === ended?.seq);
    expect(there).toMatchObject({ seq: ended?.seq, epoch: ended?.epoch, payload: ended?.payload });
    expect(Date.now() - from).toBeLessThan(3_000);
    const durable = (frames: readonly { volatile?: boolean; seq: number; type: string }[]) =>
      frames.filter(({ volatile }) => !volatile).map(({ seq, type }) => `${seq} ${type}`);
    expect(durable(reader.frames)).toEqual(durable(talk.frames).slice(-durable(reader.frames).length));
    expect(reader.frames.some(({ type }) => type === 'assistant.delta')).toBe(false);
    reader.close();
  } finally {
    await other.close();
    await trial.close();
  }
});

/** The session as a client of the other server sees it. */
async function follow(id: string, trial: Trial, daemon: Trial['daemon']) {
  const own = trial.daemon;
  try {
    trial.daemon = daemon;
    return await trial.join(id);
  } finally {
    trial.daemon = own;
  }
}
