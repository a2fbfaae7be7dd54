/** Transcripts of sessions that no server has loaded (rest.md 11). */
import { describe, expect, test } from '@jest/globals';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { until } from '../helpers/daemon.js';
import { startProcess } from '../helpers/daemonprocess.js';
import { request } from '../helpers/turns.js';
import { opsOf, pageOf, shown, type Page } from './clients.js';
import { start, yolo, turns, frames } from './pagescene.js';

describe('a session that is not loaded here', () => {
  test('archived: it can be read as before', async () => {
    const daemon = await start();
    const { id } = await daemon.createSession();
    await daemon.run(id, 'say one');
    const before = await pageOf(daemon, id);
    await daemon.ok('archiveSession', daemon.session(id));
    const after = await pageOf(daemon, id);
    expect(shown({ ...after, meta: {} })).toEqual(shown({ ...before, meta: {} }));
    expect(after.seq).toBeUndefined();
    expect(after.meta).toMatchObject({
      activity: 'idle',
      agent: {
        model: 'offline/echo',
        permission: 'manual',
        contextTokens: expect.any(Number),
        usage: before.meta.agent?.usage && { byModel: before.meta.agent.usage.byModel },
      },
    });
  });

  test('of another server: as of its last committed event', async () => {
    const owner = await start();
    const other = await start({ home: owner.home });
    const { id } = await owner.createSession();
    await owner.run(id, 'say one');
    await owner.prompt(id, 'run echo hi');
    await owner.approval(id);
    const [own, seen] = [await pageOf(owner, id), await pageOf(other, id)];
    expect(own.seq).toBeDefined();
    expect(seen.seq).toBeUndefined();
    expect(shown({ ...seen, meta: {} })).toEqual(shown({ ...own, meta: {} }));
    expect(turns(seen).map(({ state }) => state)).toEqual(['completed', 'running']);
    expect(seen.meta.activity).toBe('turn');
    expect(seen.pending_interactions).toEqual([seen.interactions[0]?.interactionId]);
    expect(await opsOf(other, id, own.seq ?? 0)).toMatchObject({ batches: [], latest_seq: 0, complete: false });
  });

  test('after a stop: a turn that waits for the user keeps waiting', async () => {
    const daemon = await start();
    const { id } = await daemon.createSession(yolo);
    await daemon.prompt(id, 'ask Which? A | B');
    await daemon.question(id);
    const before = await pageOf(daemon, id);
    await daemon.restart();
    const cold = await pageOf(daemon, id);
    expect(cold.seq).toBeUndefined();
    expect(turns(cold)).toMatchObject([
      { state: 'running', steps: [{ state: 'running', frames: [{ state: 'running' }] }] },
    ]);
    expect(cold.meta.activity).toBe('turn');
    expect(cold.interactions).toMatchObject([{ state: 'pending' }]);
    expect(cold.prompts).toMatchObject([{ status: 'running' }]);
    expect(cold.pending_interactions).toEqual(before.pending_interactions);
    expect(shown({ ...cold, meta: {} })).toEqual(shown({ ...before, meta: {} }));
  });

  test('whose server died: what no process works on is shown as its repair will find it', async () => {
    const home = mkdtempSync(join(tmpdir(), 'agent-died-'));
    const cwd = mkdtempSync(join(tmpdir(), 'agent-died-cwd-'));
    const process = await startProcess({ home, cwd });
    const ask = <T>(method: string, path: string, body?: unknown) =>
      request<T>(process, method, `/api/v1/sessions${path}`, body);
    const make = async (text: string, more: Record<string, unknown> = yolo) => {
      const { data } = await ask<{ id: string }>('POST', '', { metadata: { cwd }, ...more });
      await ask('POST', `/${data.id}/prompts`, { content: [{ type: 'text', text }] });
      return data.id;
    };
    const running = await make('run sleep 61');
    const waiting = await make('run echo hi', {});
    const both = await make('ask Which? A | B\n+ run sleep 61');
    const background = await make('run in background sleep 61\nagent: run sleep 61');
    const typed = (await ask<{ id: string }>('POST', '', { metadata: { cwd } })).data.id;
    await ask('POST', `/${typed}/shell`, { command: 'sleep 61' });
    const live = (id: string) => ask<Page>('GET', `/${id}/transcript?agent_id=main`);
    for (const [id, calls] of [
      [running, 1],
      [both, 2],
      [background, 2],
    ] as const)
      await until('its calls', async () => {
        const { data } = await live(id);
        const begun = frames(turns(data)[0]).filter(
          (frame) => frame.kind === 'tool' && (frame.display || frame.taskId),
        );
        return begun.length >= calls ? true : undefined;
      });
    await until('the call of the agent', async () => {
      const { data } = await ask<Page>('GET', `/${background}/transcript?agent_id=agent_1`);
      return frames(turns(data)[0]).length > 0 ? true : undefined;
    });
    await until('an approval', async () =>
      (await live(waiting)).data.pending_interactions.length > 0 ? true : undefined,
    );
    await process.kill();
    const daemon = await start({ home });
    const cold = async (id: string) => await pageOf(daemon, id);

    expect(turns(await cold(running))).toMatchObject([
      {
        state: 'failed',
        error: 'The program ended in the middle of this turn.',
        endedAt: expect.any(String),
        steps: [
          { state: 'interrupted', frames: [{ state: 'error', error: expect.stringContaining('outcome is unknown') }] },
        ],
      },
    ]);
    expect(await cold(running)).toMatchObject({ meta: { activity: 'idle' }, prompts: [{ status: 'failed' }] });

    expect(await cold(waiting)).toMatchObject({
      meta: { activity: 'turn' },
      prompts: [{ status: 'running' }],
      interactions: [{ state: 'pending' }],
      items: [{ state: 'running', steps: [{ state: 'running' }] }],
    });

    // a parallel call was running, so this turn cannot continue
    expect(await cold(both)).toMatchObject({
      meta: { activity: 'idle' },
      interactions: [{ state: 'cancelled' }],
      pending_interactions: [],
      items: [{ state: 'failed' }],
    });

    const lost = await cold(background);
    expect(lost.tasks.map(({ kind, state, detached }) => [kind, state, detached])).toEqual([
      ['shell', 'lost', true],
      ['subagent', 'failed', false],
    ]);
    const listed = await daemon.ok('listTasks', daemon.session(background));
    expect(listed.items.map((task) => [task.id, task.engine_status]).sort()).toEqual(
      lost.tasks.map((task) => [task.taskId, task.state]).sort(),
    );
    expect(turns(await pageOf(daemon, background, { agent_id: 'agent_1' }))).toMatchObject([{ state: 'failed' }]);
    expect((await cold(typed)).tasks).toMatchObject([{ state: 'killed', detached: false }]);
    const said = await daemon.ok('listUserMessages', { ...daemon.session(running), query: {} });
    expect(said.agents[0]?.messages).toMatchObject([{ state: 'failed' }]);

    // loading the sessions gives the same states
    for (const id of [running, both, background]) {
      const before = await cold(id);
      await daemon.ok('loadSession', { ...daemon.session(id), body: {} });
      const after = await pageOf(daemon, id);
      const states = (page: Page) => ({
        turns: turns(page).map(({ state, steps }) => [
          state,
          steps.map((each) => [each.state, each.frames.map((frame) => 'state' in frame && frame.state)]),
        ]),
        interactions: page.interactions.map(({ state }) => state),
        prompts: page.prompts.map(({ status }) => status),
        tasks: page.tasks.map(({ state }) => state),
      });
      expect(states(after)).toEqual(states(before));
    }
  }, 60_000);

  test('a damaged row costs only itself', async () => {
    const daemon = await start();
    const { id } = await daemon.createSession(yolo);
    await daemon.run(id, 'say one\nsay two');
    await daemon.run(id, 'todo a');
    await daemon.restart();
    const log = new Database(join(daemon.home, 'agent.db'));
    log.exec(`UPDATE events SET payload = '{' WHERE type IN ('todo.changed', 'turn.step.completed')`);
    log.close();
    const page = await pageOf(daemon, id);
    expect(turns(page)).toMatchObject([{ state: 'completed' }, { state: 'completed' }]);
    expect(frames(turns(page)[0])).toMatchObject([{ text: 'one' }, { text: 'two' }]);
    expect(page.todos).toEqual([]);
  });
});
