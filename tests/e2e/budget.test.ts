/** A question about the budget outlives a `kill -9`: the turn goes on where it waited, with the answer given afterwards. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { startProcess, type DaemonProcess } from '../helpers/daemonprocess.js';
import { startModel } from '../helpers/model.js';
import { eventually, follow, modelConfig, request } from '../helpers/turns.js';

jest.setTimeout(60_000);

const config = (baseUrl: string, limit: number): string =>
  `${modelConfig(baseUrl, `[budget]\nsession_usd = ${limit}\n`)}[models.m.price]\ninput = 0\noutput = 1000\n`;

test.each([
  ['raised once', 0, 'completed', 2],
  ['raised for the session', 1, 'completed', 2],
  ['stopped', 2, 'failed', 1],
])('%s', async (_name, option, reason, requests) => {
  const home = mkdtempSync(join(tmpdir(), 'agent-home-'));
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'agent-cwd-')));
  const model = await startModel();
  writeFileSync(join(home, 'config.toml'), config(model.baseUrl, 1.5));
  const usage = { input: 10, output: 1_000 };
  model.reply({ calls: [{ name: 'Glob', input: { pattern: '*' } }], usage }, { text: 'done', usage });
  let daemon: DaemonProcess | undefined;
  try {
    daemon = await startProcess({ home, cwd });
    const made = await request<{ id: string }>(daemon, 'POST', '/api/v1/sessions', {
      metadata: { cwd },
      title: 'Trial',
    });
    const path = `/api/v1/sessions/${made.data.id}`;
    const seen = await follow(daemon, made.data.id);
    await request(daemon, 'POST', `${path}/prompts`, { content: [{ type: 'text', text: 'go' }] });
    const asked = await seen.until('event.question.requested');
    const last = seen.frames.at(-1);
    seen.close();
    await daemon.kill();

    daemon = await startProcess({ home, cwd });
    // before anybody loads the session its transcript and its lists say that it waits
    const cold = await request(daemon, 'GET', `${path}/transcript?agent_id=main`);
    expect(JSON.stringify(cold.data)).toContain('"state":"running"');
    const pending = await request<{ items: object[] }>(daemon, 'GET', `${path}/questions?status=pending`);
    expect(pending.data.items).toMatchObject([{ question_id: asked.payload['question_id'] }]);
    const again = await follow(daemon, made.data.id, {
      cursors: { [made.data.id]: { seq: last?.seq ?? 0, epoch: last?.epoch } },
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
  } finally {
    await daemon?.kill();
    await model.close();
    rmSync(home, { recursive: true, force: true });
    rmSync(cwd, { recursive: true, force: true });
  }
});

test.each([
  ['an answer that comes before the turn is back counts for this turn only', 1.5, 'failed', 1],
  ['a limit that was raised meanwhile takes the question back', 9, 'completed', 0],
])('%s', async (_name, limit, status, asked) => {
  const home = mkdtempSync(join(tmpdir(), 'agent-home-'));
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'agent-cwd-')));
  const model = await startModel();
  writeFileSync(join(home, 'config.toml'), config(model.baseUrl, 1.5));
  const usage = { input: 10, output: 1_000 };
  model.reply({ calls: [{ name: 'Glob', input: { pattern: '*' } }], usage }, { text: 'done', usage });
  let daemon: DaemonProcess | undefined;
  try {
    daemon = await startProcess({ home, cwd });
    const made = await request<{ id: string }>(daemon, 'POST', '/api/v1/sessions', {
      metadata: { cwd },
      title: 'Trial',
    });
    const path = `/api/v1/sessions/${made.data.id}`;
    const seen = await follow(daemon, made.data.id);
    await request(daemon, 'POST', `${path}/prompts`, { content: [{ type: 'text', text: 'go' }] });
    const { payload } = await seen.until('event.question.requested');
    seen.close();
    await daemon.kill();

    writeFileSync(join(home, 'config.toml'), config(model.baseUrl, limit));
    const next = (daemon = await startProcess({ home, cwd }));
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
    await eventually(async () => (await pending()).data.items.length === asked, 'the next turn asks anew');
  } finally {
    await daemon?.kill();
    await model.close();
    rmSync(home, { recursive: true, force: true });
    rmSync(cwd, { recursive: true, force: true });
  }
});
