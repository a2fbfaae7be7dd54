/** `GET /api/v2/sessions`: the activity of each session (rest.md 25). */
import { describe, expect, test } from '@jest/globals';
import type { SessionSummary } from '../../schemas/generated/types.js';
import { until, type TestDaemon } from '../helpers/daemon.js';
import { start, flatOf, idsOf, edit } from './sessionlistscene.js';

const shown = (activity: SessionSummary['activity'] | undefined) =>
  activity?.background ? `${activity.status} in the background` : activity?.status;

describe('activity', () => {
  const statusOf = async (daemon: TestDaemon, ids: Record<string, string>) => {
    const { items } = await flatOf(daemon);
    return Object.fromEntries(
      Object.entries(ids).map(([name, id]) => [
        name,
        shown((items as SessionSummary[]).find((item) => item.id === id)?.activity),
      ]),
    );
  };

  test('of live sessions, of those of another server, of cold ones, and of those whose server died', async () => {
    const daemon = await start();
    const other = await start({ home: daemon.home });
    const ids: Record<string, string> = {};
    for (const name of ['idle', 'running', 'approval', 'question', 'failed', 'background', 'empty'])
      ids[name] = (
        await daemon.createSession(name === 'background' ? { agent_config: { permission_mode: 'yolo' } } : {})
      ).id;
    const id = (name: string) => ids[name] ?? '';
    await daemon.run(id('idle'), 'say hi');
    await daemon.run(id('failed'), 'fail 400');
    await daemon.prompt(id('approval'), 'run expr 1');
    await daemon.approval(id('approval'));
    await daemon.prompt(id('question'), 'ask Sure?');
    await daemon.question(id('question'));
    await daemon.prompt(id('background'), 'run in background sleep 61');
    await until('a task', async () => (await daemon.ok('listTasks', daemon.session(id('background')))).items[0]);
    await daemon.prompt(id('running'), 'slow 5000 a b');
    for (const name of ['running', 'background'])
      await until(
        `${name} to run`,
        async () =>
          (await daemon.ok('getSession', daemon.session(id(name)))).main_turn_active === (name === 'running') ||
          undefined,
      );
    const live = {
      idle: 'idle',
      running: 'running',
      approval: 'approval',
      question: 'question',
      failed: 'failed',
      background: 'running in the background',
      empty: 'idle',
    };
    expect(await statusOf(daemon, ids)).toEqual(live);
    expect(await statusOf(other, ids)).toEqual(live);
    const waiting = await flatOf(other, { 'activity.status': ['question', 'approval'] });
    expect(idsOf(waiting.items).sort()).toEqual([id('approval'), id('question')].sort());
    expect((await flatOf(daemon, { 'activity.status': 'running' })).total).toBe(2);

    // its server dies: running work is over, what waits for the user still waits
    const owner = (await daemon.ok('getMeta', {})).server_id;
    edit(daemon, (db) => db.prepare('UPDATE servers SET pid = 2147483646 WHERE server_id = ?').run(owner));
    const dead = { ...live, running: 'idle', background: 'idle' };
    expect(await statusOf(other, ids)).toEqual(dead);
    expect((await flatOf(other, { 'activity.status': 'running' })).total).toBe(0);
    edit(daemon, (db) => db.prepare('UPDATE servers SET pid = ? WHERE server_id = ?').run(process.pid, owner));

    await daemon.restart();
    // running work was stopped, what waits is unchanged
    expect(await statusOf(daemon, ids)).toEqual(dead);
    expect(await statusOf(other, ids)).toMatchObject({ approval: 'approval', question: 'question' });
  });
});
