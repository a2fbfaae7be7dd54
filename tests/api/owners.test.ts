/** Two daemons on one home, and a restarted daemon: who may change a session, and what remains (rest.md 1.9). */
import { afterEach, describe, expect, test } from '@jest/globals';
import type { OperationName } from '../../schemas/generated/operations.js';
import { flatOf } from './sessionlistscene.js';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';

const daemons: TestDaemon[] = [];
const start = async (options: Parameters<typeof startTestDaemon>[0] = {}): Promise<TestDaemon> => {
  const daemon = await startTestDaemon(options);
  daemons.push(daemon);
  return daemon;
};
afterEach(async () => {
  for (const daemon of daemons.splice(0).reverse()) await daemon.close();
});

const ownerOf = ({ baseUrl }: TestDaemon, server_id: string) => ({ server_id, base_url: baseUrl, pid: process.pid });

/** Everything that REST returns about a session. */
async function readAll(daemon: TestDaemon, id: string): Promise<Record<string, unknown>> {
  const names = [
    'getSession',
    'getSessionProfile',
    'getSessionStatus',
    'getSessionUsage',
    'listTodos',
    'getDirectories',
    'listPermissionRules',
    'listPrompts',
    'listMessages',
    'getSessionSnapshot',
  ] as const;
  const all: Record<string, unknown> = {};
  for (const name of names) all[name] = await daemon.ok(name as 'getSession', daemon.session(id));
  for (const name of ['listApprovals', 'listQuestions'] as const)
    all[name] = await daemon.ok(name, { ...daemon.session(id), query: { status: 'pending' } });
  all['tools'] = await daemon.ok('listTools', { query: { session_id: id } });
  all['listed'] = (await daemon.ok('listSessions', { query: { include_archive: true } })).items.find(
    (item) => item.id === id,
  );
  return all;
}

describe('two daemons', () => {
  const changes: [OperationName, Record<string, string>, unknown][] = [
    ['submitPrompt', {}, { content: [{ type: 'text', text: 'say x' }] }],
    ['steerPrompts', {}, { prompt_ids: ['x'] }],
    ['steerPrompt', { prompt_id: 'x' }, undefined],
    ['abortPrompt', { prompt_id: 'x' }, undefined],
    ['editPrompt', { prompt_id: 'x' }, {}],
    ['removePrompt', { prompt_id: 'x' }, undefined],
    ['updateSessionProfile', {}, { title: 'x' }],
    ['loadSession', {}, {}],
    ['undoSession', {}, {}],
    ['retrySession', {}, undefined],
    ['abortSession', {}, undefined],
    ['archiveSession', {}, undefined],
    ['deleteSession', {}, undefined],
    ['deletePermissionRule', { rule_id: 'x' }, undefined],
    ['makeDirectory', {}, { path: 'new' }],
  ];

  test('the other one may read, not change; ownership moves when the owner stops', async () => {
    const owner = await start();
    const other = await start({ home: owner.home });
    const { id } = await owner.createSession();
    await owner.prompt(id, 'ask Sure?');
    const question = await owner.question(id);
    const { server_id } = await owner.ok('getMeta', {});
    const before = await readAll(owner, id);
    for (const [name, params, body] of [
      ...changes,
      ['answerQuestion', { question_id: question.question_id }, { answers: {} }] as const,
      ['dismissQuestion', { question_id: question.question_id }, undefined] as const,
    ]) {
      const answer = await other.fails(name as 'submitPrompt', 'SESSION_BUSY', {
        params: { session_id: id, ...params },
        body,
      });
      expect([name, answer.data]).toEqual([name, { owner: ownerOf(owner, server_id) }]);
    }
    const seen = await readAll(other, id);
    expect(before['getSession']).not.toHaveProperty('owner');
    for (const name of ['getSession', 'getSessionProfile', 'listed'])
      expect(seen[name]).toEqual({ ...(before[name] as object), owner: ownerOf(owner, server_id) });
    const [own] = (await flatOf(owner)).items;
    expect(own).not.toHaveProperty('owner');
    expect((await flatOf(other)).items).toEqual([{ ...own, owner: ownerOf(owner, server_id) }]);
    expect(seen['listMessages']).toEqual(before['listMessages']);
    expect(seen['listQuestions']).toEqual(before['listQuestions']);
    expect(await readAll(owner, id)).toEqual(before);
    expect((await other.ok('listSessions', { query: { busy: true } })).items.map((item) => item.id)).toEqual([id]);

    await owner.restart();
    // the question still waits, and its new owner takes the answer
    await other.ok('answerQuestion', {
      params: { session_id: id, question_id: question.question_id },
      body: { answers: { q_0: { kind: 'single', option_id: 'opt_0_0' } } },
    });
    expect(await other.waitForEnd(id)).toMatchObject({ last_turn_reason: 'completed', busy: false });
    await owner.fails('submitPrompt', 'SESSION_BUSY', {
      ...owner.session(id),
      body: { content: [{ type: 'text', text: 'say x' }] },
    });
    expect(await owner.ok('listMessages', owner.session(id))).toEqual(
      await other.ok('listMessages', other.session(id)),
    );
  });

  test('a server that finds nothing to stop does not become the owner', async () => {
    const first = await start();
    const { id } = await first.createSession();
    await first.run(id, 'say hi', { prompt_id: 'over' });
    await first.restart();
    const second = await start({ home: first.home });
    const params = (prompt_id: string) => ({ params: { session_id: id, prompt_id } });
    await second.fails('abortPrompt', 'PROMPT_NOT_FOUND', params('nobody'));
    await second.fails('abortPrompt', 'PROMPT_ALREADY_COMPLETED', params('over'));
    await first.run(id, 'say hi again');
  });

  test('an approval of the other is not decided here; archived there is archived here', async () => {
    const owner = await start();
    const other = await start({ home: owner.home });
    const { id } = await owner.createSession();
    await owner.prompt(id, 'run expr 1');
    const { approval_id } = await owner.approval(id);
    await other.fails('resolveApproval', 'SESSION_BUSY', {
      params: { session_id: id, approval_id },
      body: { decision: 'approved' },
    });
    const fork = await other.ask('forkSession', other.session(id));
    expect(fork.code).toBe(40901);
    await owner.ok('archiveSession', owner.session(id));
    expect(await other.ok('getSession', other.session(id))).toMatchObject({ archived: true, busy: false });
    expect((await other.ok('restoreSession', other.session(id))).archived).toBe(false);
    await other.run(id, 'say hi');
    await owner.fails('updateSessionProfile', 'SESSION_BUSY', { ...owner.session(id), body: { title: 'x' } });
  });

  test('sessions, workspaces and titles of one are seen by the other', async () => {
    const one = await start();
    const two = await start({ home: one.home });
    const made = await one.createSession({ title: 'Shared' });
    expect(await two.ok('getSession', two.session(made.id))).toEqual({ ...made, owner: expect.anything() });
    expect(await two.ok('listWorkspaces', {})).toEqual(await one.ok('listWorkspaces', {}));
    const fork = await two.ok('forkSession', two.session(made.id));
    expect(fork.title).toBe('Fork: Shared');
    await two.run(fork.id, 'say hi');
    expect(await one.ok('listMessages', one.session(fork.id))).toEqual(
      await two.ok('listMessages', two.session(fork.id)),
    );
  });
});

describe('after a restart', () => {
  test('everything reads the same', async () => {
    const daemon = await start();
    const full = await daemon.createSession({
      title: 'Full',
      metadata: { cwd: daemon.cwd, a: { b: 1 } },
      agent_config: { thinking: 'low', permission_mode: 'yolo', tools: ['*'] },
      launch: { additional_dirs: [daemon.userHome] },
    });
    await daemon.ok('updateSessionProfile', {
      ...daemon.session(full.id),
      body: { permission_rules: [{ tool_name: 'Bash', matcher: { kind: 'command_prefix', value: 'expr' } }] },
    });
    await daemon.run(full.id, 'todo one; two\nrun expr 5', { disabled_tools: ['Grep'], metadata: { client: 'x' } });
    await daemon.run(full.id, 'say undone');
    await daemon.ok('undoSession', daemon.session(full.id));
    const plain = await daemon.createSession();
    await daemon.run(plain.id, 'fail 400');
    const away = await daemon.createSession();
    await daemon.ok('archiveSession', daemon.session(away.id));
    const stopped = await daemon.createSession();
    await daemon.prompt(stopped.id, 'slow 100 one two three four five six seven');
    await daemon.prompt(stopped.id, 'say a');
    await daemon.prompt(stopped.id, 'say b');
    await daemon.ok('abortSession', daemon.session(stopped.id));
    await daemon.waitForEnd(stopped.id);
    const ids = [full.id, plain.id, away.id, stopped.id];
    const before = [];
    for (const id of ids) before.push(await readAll(daemon, id));
    const lists = async () => [
      await daemon.ok('listSessions', { query: { include_archive: true } }),
      await daemon.ok('listWorkspaces', {}),
      await daemon.ok('listModels', {}),
      await daemon.ok('getConfig', {}),
    ];
    const listed = await lists();
    const { server_id } = await daemon.ok('getMeta', {});
    await daemon.restart();
    expect((await daemon.ok('getMeta', {})).server_id).not.toBe(server_id);
    for (const [index, id] of ids.entries()) {
      const after = await readAll(daemon, id);
      // the last turns that an idle agent shows are not part of a cold session
      for (const all of [before[index], after])
        delete (all?.['getSessionSnapshot'] as { agent_status?: unknown }).agent_status;
      expect(after).toEqual(before[index]);
    }
    expect(await lists()).toEqual(listed);
    // the same after loading
    for (const [index, id] of ids.entries()) {
      if (id === away.id) continue;
      await daemon.ok('loadSession', daemon.session(id));
      const after = await readAll(daemon, id);
      delete (after['getSessionSnapshot'] as { agent_status?: unknown }).agent_status;
      expect(after).toEqual(before[index]);
    }
    await daemon.run(full.id, 'say more');
  });

  test('a queue whose turn was stopped waits for the user', async () => {
    const daemon = await start();
    const { id } = await daemon.createSession();
    await daemon.prompt(id, 'slow 200 one two three four five six seven', { prompt_id: 'p0' });
    for (const prompt_id of ['p1', 'p2', 'p3']) await daemon.prompt(id, `say ${prompt_id}`, { prompt_id });
    await daemon.ok('editPrompt', {
      params: { session_id: id, prompt_id: 'p3' },
      body: { position: 0, content: [{ type: 'text', text: 'say first' }] },
    });
    await daemon.restart();
    const queue = await daemon.ok('listPrompts', daemon.session(id));
    expect(queue).toMatchObject({ active: null, paused: true });
    expect(queue.queued.map(({ prompt_id }) => prompt_id)).toEqual(['p3', 'p1', 'p2']);
    await daemon.fails('abortPrompt', 'PROMPT_ALREADY_COMPLETED', { params: { session_id: id, prompt_id: 'p0' } });
    await daemon.ok('steerPrompt', { params: { session_id: id, prompt_id: 'p2' } });
    await daemon.waitForEnd(id);
    const users = (await daemon.ok('listMessages', { ...daemon.session(id), query: { role: 'user' } })).items
      .reverse()
      .map(({ content }) => (content[0] as { text: string }).text);
    expect(users.slice(1)).toEqual(['say p2', 'say first', 'say p1']);
  });

  test('ids of prompts and settled approvals stay known', async () => {
    const daemon = await start();
    const { id } = await daemon.createSession();
    await daemon.prompt(id, 'run expr 1', { prompt_id: 'once' });
    const { approval_id } = await daemon.approval(id);
    const params = { session_id: id, approval_id };
    await daemon.restart();
    expect(await daemon.ok('getSession', daemon.session(id))).toMatchObject({
      busy: true,
      pending_interaction: 'approval',
      current_prompt_id: 'once',
    });
    await daemon.ok('resolveApproval', { params, body: { decision: 'approved' } });
    expect(await daemon.waitForEnd(id)).toMatchObject({ last_turn_reason: 'completed' });
    await daemon.restart();
    await daemon.fails('resolveApproval', 'APPROVAL_ALREADY_RESOLVED', { params, body: { decision: 'approved' } });
    await daemon.fails('submitPrompt', 'PROMPT_ALREADY_COMPLETED', {
      ...daemon.session(id),
      body: { content: [{ type: 'text', text: 'say x' }], prompt_id: 'once' },
    });
  });
});
