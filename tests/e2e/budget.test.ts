/** A question about the budget survives `kill -9`: the turn continues with an answer that arrives after the restart. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { startProcess, type DaemonProcess } from '../helpers/daemonprocess.js';
import { startModel } from '../helpers/model.js';
import { eventually, follow, modelConfig, request } from '../helpers/turns.js';

jest.setTimeout(60_000);

const config = (baseUrl: string, limit: number): string =>
  `${modelConfig(baseUrl, `[budget]\nsession_usd = ${limit}\n`)}[models.m.price]\ninput = 0\noutput = 1000\n`;

let home: string;
let cwd: string;
let close: (() => Promise<void>)[];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'agent-home-'));
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'agent-cwd-')));
  close = [];
});
afterEach(async () => {
  for (const end of close.reverse()) await end();
  rmSync(home, { recursive: true, force: true });
  rmSync(cwd, { recursive: true, force: true });
});

async function start(): Promise<DaemonProcess> {
  const daemon = await startProcess({ home, cwd });
  close.push(() => daemon.kill());
  return daemon;
}

/** Creates a session whose second request waits for the user, and kills its server. */
async function held() {
  const model = await startModel();
  close.push(() => model.close());
  writeFileSync(join(home, 'config.toml'), config(model.baseUrl, 1.5));
  const usage = { input: 10, output: 1_000 };
  model.reply({ calls: [{ name: 'Glob', input: { pattern: '*' } }], usage }, { text: 'done', usage });
  const daemon = await start();
  const { data } = await request<{ id: string }>(daemon, 'POST', '/api/v1/sessions', {
    metadata: { cwd },
    title: 'Trial',
  });
  const path = `/api/v1/sessions/${data.id}`;
  const seen = await follow(daemon, data.id);
  await request(daemon, 'POST', `${path}/prompts`, { content: [{ type: 'text', text: 'go' }] });
  const asked = await seen.until('event.question.requested');
  const last = seen.frames.at(-1);
  seen.close();
  await daemon.kill();
  return { model, id: data.id, path, asked, last };
}

test.each([
  ['raised once', 0, 'completed', 2],
  ['raised for the session', 1, 'completed', 2],
  ['stopped', 2, 'failed', 1],
])('%s', async (_name, option, reason, requests) => {
  const { model, id, path, asked, last } = await held();
  const daemon = await start();
  // transcript and lists show the waiting question before a client loads the session
  const cold = await request(daemon, 'GET', `${path}/transcript?agent_id=main`);
  expect(JSON.stringify(cold.data)).toContain('"state":"running"');
  const pending = await request<{ items: object[] }>(daemon, 'GET', `${path}/questions?status=pending`);
  expect(pending.data.items).toMatchObject([{ question_id: asked.payload['question_id'] }]);
  const again = await follow(daemon, id, {
    cursors: { [id]: { seq: last?.seq ?? 0, epoch: last?.epoch } },
  });
  const answer = await request(daemon, 'POST', `${path}/questions/${String(asked.payload['question_id'])}`, {
    answers: { q_0: { kind: 'single', option_id: `opt_0_${option}` } },
  });
  expect(answer.code).toBe(0);
  await again.until(`turn.ended ${reason}`);
  expect(again.lines().filter((line) => line.startsWith('turn.step.'))).toEqual(
    reason === 'completed' ? ['turn.step.started 2', 'turn.step.completed 2 end_turn'] : [],
  );
  expect(again.findings).toEqual([]);
  expect(model.requests).toHaveLength(requests);
  model.checkInvariants();
  again.close();
});

test.each([
  ['an answer that comes before the turn is back counts for this turn only', 1.5, 'failed', 1],
  ['a limit that was raised meanwhile takes the question back', 9, 'completed', 0],
])('%s', async (_name, limit, status, asked) => {
  const {
    model,
    path,
    asked: { payload },
  } = await held();
  writeFileSync(join(home, 'config.toml'), config(model.baseUrl, limit));
  const next = await start();
  const pending = () => request<{ items: object[] }>(next, 'GET', `${path}/questions?status=pending`);
  if (asked > 0) {
    const answers = { q_0: { kind: 'single', option_id: 'opt_0_2' } };
    await request(next, 'POST', `${path}/questions/${String(payload['question_id'])}`, { answers });
  } else await request(next, 'POST', `${path}:load`);
  await eventually(async () => {
    const { data } = await request<{ last_turn_reason?: string }>(next, 'GET', path);
    return data.last_turn_reason === status;
  }, 'the turn ends');
  expect((await pending()).data.items).toEqual([]);
  if (asked === 0) return;
  await request(next, 'POST', `${path}/prompts`, { content: [{ type: 'text', text: 'again' }] });
  await eventually(async () => (await pending()).data.items.length === asked, 'the next turn asks again');
});
