/** Snapshot, status and transcript of a session that no server has loaded come from its log (ws.md 10). */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { startTrial, type Talk, type Trial } from '../helpers/turns.js';

interface Snapshot {
  in_flight_turn: Record<string, unknown> | null;
  agent_status: Record<string, Record<string, unknown>>;
  pending_approvals: Record<string, unknown>[];
  pending_questions: Record<string, unknown>[];
}

let trial: Trial;
let talk: Talk;
beforeEach(async () => {
  trial = await startTrial({ debugEndpoints: true });
});
afterEach(() => trial.close());

const snapshot = async (): Promise<Snapshot> => (await talk.call<Snapshot>('GET', '/snapshot')).data;
/** Returns the ids of the sessions in memory. */
const loaded = async (): Promise<string[]> =>
  (await trial.call<{ sessions: { id: string }[] }>('GET', '/api/v1/debug/sessions')).data.sessions.map(({ id }) => id);

test('what agents used, how full they are and how they ended is the same before and after a restart', async () => {
  talk = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
  await talk.run('todo one; two\nagent: say from below\nsay done');
  const { agent_status: live } = await snapshot();
  expect(live['main']).toMatchObject({
    usage: {
      byModel: { 'offline/echo': { inputOther: expect.any(Number) } },
      currentTurn: { output: expect.any(Number) },
    },
    phase: { kind: 'ended', turnId: 1, reason: 'completed' },
    contextTokens: expect.any(Number),
    planMode: false,
    permission: 'yolo',
  });
  const transcript = async () =>
    (await talk.call<{ meta: { agent: object } }>('GET', '/transcript?agent_id=main')).data.meta;
  const meta = await transcript();
  await trial.restart();
  const { agent_status: cold } = await snapshot();
  expect(cold['main']).toEqual(live['main']);
  expect((await transcript()).agent).toEqual(meta.agent);
  const child = (await talk.call<{ meta: { agent: object } }>('GET', '/transcript?agent_id=agent_1')).data.meta.agent;
  expect(child).toMatchObject({
    phase: { kind: 'ended' },
    usage: { byModel: { 'offline/echo': {} }, currentTurn: {} },
  });
  // a subscribing client gets the same again, and loading the session changes nothing
  const late = await trial.join(talk.id);
  expect(late.statuses.map(({ payload }) => payload)).toMatchObject([{ agentId: 'main', ...live['main'] }]);
  await talk.call('POST', ':load', {});
  expect((await snapshot()).agent_status['main']).toEqual(live['main']);
});

test('a turn that waits for an approval stands in the snapshot after a restart, with what was asked', async () => {
  talk = await trial.talk({ agent_config: { permission_mode: 'manual' } });
  const { data: prompt } = await talk.submit('write x.txt: hello\nsay done');
  await talk.until('event.approval.requested');
  const before = await snapshot();
  await trial.restart();
  const after = await snapshot();
  expect(after).toMatchObject({
    in_flight_turn: { turn_id: 1, step: 1, assistant_text: '', running_tools: [], current_prompt_id: prompt.prompt_id },
    agent_status: {
      main: {
        phase: { kind: 'awaiting_approval', approval: { approvalId: after.pending_approvals[0]?.['approval_id'] } },
      },
    },
  });
  expect(after.in_flight_turn).toEqual(before.in_flight_turn);
  expect(after.pending_approvals).toEqual(before.pending_approvals);
  expect(after.agent_status['main']?.['phase']).toEqual(before.agent_status['main']?.['phase']);
  expect(before.agent_status['main']?.['usage']).toMatchObject({ currentTurn: { output: expect.any(Number) } });
  expect(after.agent_status['main']?.['usage']).toEqual(before.agent_status['main']?.['usage']);
  expect(await loaded()).toEqual([]);
  const mine = await trial.join(talk.id, { cursors: { [talk.id]: { seq: 0 } } });
  await mine.decide({ decision: 'approved' });
  await mine.until('prompt.completed');
  expect((await snapshot()).in_flight_turn).toBeNull();
  // the steps before the restart count too
  const { currentTurn, total } = (await snapshot()).agent_status['main']?.['usage'] as Record<string, unknown>;
  expect(currentTurn).toEqual(total);
});

test('so does one that waits for an answer, with its running call', async () => {
  talk = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
  await talk.submit('ask Which way? Left | Right\nsay going');
  await talk.until('event.question.requested');
  const before = await snapshot();
  await trial.restart();
  const after = await snapshot();
  expect(after.in_flight_turn).toMatchObject({ running_tools: [{ name: 'AskUserQuestion' }] });
  expect(after.in_flight_turn).toEqual(before.in_flight_turn);
  expect(after.pending_questions).toEqual(before.pending_questions);
  expect(after.agent_status['main']?.['phase']).toMatchObject({ kind: 'tool_call', name: 'AskUserQuestion' });
});

test('a damaged end of a turn costs only itself', async () => {
  talk = await trial.talk();
  await talk.run('say one');
  await talk.run('say two');
  await trial.restart();
  const db = new Database(join(trial.home, 'agent.db'));
  db.prepare(
    `UPDATE events SET payload = '{' WHERE seq = (SELECT max(seq) FROM events WHERE type = 'turn.ended' AND session_key > 0)`,
  ).run();
  db.close();
  expect((await snapshot()).agent_status['main']).toMatchObject({ phase: { kind: 'ended', turnId: 1 } });
  const again = await trial.join(talk.id);
  await again.run('say three');
});
