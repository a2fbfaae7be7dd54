/** Two daemons on one home never run one session at once. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { startDaemon, type RunningDaemon } from '../../daemon/main.js';
import { eventually, follow, request, startTrial, type Envelope, type Trial } from '../helpers/turns.js';

jest.setTimeout(60_000);

let trial: Trial;
let other: RunningDaemon;
beforeEach(async () => {
  trial = await startTrial();
  other = await startOther();
});
afterEach(async () => {
  await other.close();
  await trial.close();
});

interface Refusal {
  owner?: { server_id: string; pid: number; base_url?: string };
}

test('raced for the same prompt 50 times, one runs it and the other names the owner', async () => {
  // a third daemon creates the sessions and ends, so that both others must claim them
  const maker = await startOther();
  const ids: string[] = [];
  for (let each = 0; each < 50; each += 1) {
    ids.push(
      (await request<{ id: string }>(maker, 'POST', '/api/v1/sessions', { metadata: { cwd: trial.cwd } })).data.id,
    );
  }
  await maker.close();
  for (const [race, id] of ids.entries()) {
    const body = { content: [{ type: 'text', text: 'say hi' }], prompt_id: 'the-one' };
    const daemons = race % 2 === 0 ? [trial.daemon, other] : [other, trial.daemon];
    const answers: Envelope<Refusal>[] = await Promise.all(
      daemons.map((daemon) => request<Refusal>(daemon, 'POST', `/api/v1/sessions/${id}/prompts`, body)),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 40901]);
    const winner = daemons[answers.findIndex(({ code }) => code === 0)] as RunningDaemon;
    const refusal = answers.find(({ code }) => code === 40901);
    expect(refusal?.data.owner).toMatchObject({ server_id: winner.serverId, base_url: winner.baseUrl });
    const seen = await follow(winner, id, { cursors: { [id]: { seq: 0 } } });
    await seen.until('prompt.completed completed');
    expect(seen.lines().filter((line) => line.startsWith('turn.started'))).toHaveLength(1);
    seen.close();
  }
});

test('the events of one reach the clients of the other within a second, with the same numbers', async () => {
  const talk = await trial.talk();
  const elsewhere = await follow(other, talk.id);
  await talk.run('say hi');
  const began = Date.now();
  await elsewhere.until('prompt.completed completed');
  expect(Date.now() - began).toBeLessThan(4_000);
  const durable = talk.frames.filter((frame) => !frame.volatile);
  expect(elsewhere.frames.filter((frame) => !frame.volatile)).toEqual(durable);
  const refused = await request<Refusal>(other, 'POST', `/api/v1/sessions/${talk.id}/prompts`, {
    content: [{ type: 'text', text: 'say no' }],
  });
  expect(refused).toMatchObject({ code: 40901, data: { owner: { server_id: trial.daemon.serverId } } });
  elsewhere.close();
});

test('a daemon that stops hands its sessions over', async () => {
  const talk = await trial.talk();
  await talk.run('say hi');
  await trial.daemon.close();
  await eventually(
    async () => (await request(other, 'POST', `/api/v1/sessions/${talk.id}/profile`, { title: 'mine' })).code === 0,
    'the other takes it',
  );
});

test('a server whose session was taken over lets it go and names the owner', async () => {
  const talk = await trial.talk();
  await talk.run('say hi');
  const db = new Database(`${trial.home}/agent.db`);
  db.prepare('UPDATE sessions SET owner = ? WHERE id = ?').run(other.serverId, talk.id);
  db.close();
  for (let each = 0; each < 2; each += 1) {
    expect(await talk.submit('say no')).toMatchObject({ code: 40901, data: { owner: { server_id: other.serverId } } });
  }
  expect(
    (
      await request(other, 'POST', `/api/v1/sessions/${talk.id}/prompts`, {
        content: [{ type: 'text', text: 'say yes' }],
      })
    ).code,
  ).toBe(0);
});

function startOther(): Promise<RunningDaemon> {
  return startDaemon({
    lifetime: 'web',
    host: '127.0.0.1',
    port: 0,
    home: trial.home,
    userHome: trial.home,
    cwd: trial.cwd,
    version: '0.0.1',
    env: { PATH: process.env['PATH'], HOME: trial.home },
  });
}
