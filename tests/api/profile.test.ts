/** Changes of a session: profile, load, archive, restore, delete (rest.md 9.3 to 9.6). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon();
});
afterAll(() => daemon.close());

const directory = (name: string): string => {
  const path = join(daemon.folder, name);
  mkdirSync(path, { recursive: true });
  return path;
};
const ids = (sessions: { id: string }[]) => sessions.map(({ id }) => id);

describe('profile', () => {
  const update = (id: string, body: unknown) => daemon.ok('updateSessionProfile', { ...daemon.session(id), body });

  test('metadata is merged, null removes, reserved keys stay', async () => {
    const { id } = await daemon.createSession({ metadata: { cwd: daemon.cwd, a: 1, b: { c: 2 } } });
    expect(
      (await update(id, { metadata: { b: { d: 3 }, e: 'x', cwd: '/elsewhere', goal: 1, forked_from: 'x' } })).metadata,
    ).toEqual({ cwd: daemon.cwd, a: 1, b: { d: 3 }, e: 'x' });
    expect((await update(id, { metadata: { a: null, nothing: null } })).metadata).toEqual({
      cwd: daemon.cwd,
      b: { d: 3 },
      e: 'x',
    });
    expect((await update(id, {})).metadata).toEqual({ cwd: daemon.cwd, b: { d: 3 }, e: 'x' });
  });

  test('metadata keys that look like fields of the session change none', async () => {
    const { id } = await daemon.createSession({ title: 'Real' });
    const after = await update(id, {
      metadata: {
        title: 'fake',
        lastPrompt: 'fake',
        archived: true,
        isCustomTitle: false,
        titleKind: 'generated',
        __proto__x: 1,
      },
    });
    expect(after).toMatchObject({
      title: 'Real',
      title_kind: 'custom',
      archived: false,
      metadata: { title: 'fake', lastPrompt: 'fake', archived: true },
    });
    expect(after).not.toHaveProperty('last_prompt');
  });

  test('a title is custom from then on, and every client is notified', async () => {
    const socket = await daemon.socket();
    const { id, updated_at } = await daemon.createSession();
    const after = await update(id, { title: 'Given', metadata: { k: 1 } });
    expect(after).toMatchObject({ title: 'Given', title_kind: 'custom' });
    expect(after.updated_at > updated_at).toBe(true);
    await socket.until(
      'metadata',
      (frame) =>
        frame.type === 'session.meta.updated' && (frame.payload['patch'] as Record<string, unknown>)['k'] === 1,
    );
    expect(socket.frames.filter((frame) => frame.type === 'session.meta.updated')[0]?.payload).toMatchObject({
      title: 'Given',
      patch: { isCustomTitle: true },
    });
    await daemon.run(id, 'say hi');
    expect((await daemon.ok('getSession', daemon.session(id))).title).toBe('Given');
    socket.close();
  });

  test.each([
    ['model', { agent_config: { model: 'offline/echo' } }],
    ['thinking', { agent_config: { thinking: 'off' } }],
    ['permission mode', { agent_config: { permission_mode: 'yolo' } }],
    ['plan mode', { agent_config: { plan_mode: true } }],
    ['rules', { permission_rules: [{ tool_name: 'Read', decision: 'approved' }] }],
  ])('a changed %s moves updated_at', async (_name, body) => {
    const { id, updated_at } = await daemon.createSession();
    await new Promise((done) => setTimeout(done, 2));
    expect((await update(id, body)).updated_at > updated_at).toBe(true);
  });

  test('the configuration changes as a whole or not at all', async () => {
    const { id } = await daemon.createSession();
    expect(
      (
        await update(id, {
          agent_config: { thinking: 'low', permission_mode: 'yolo', plan_mode: true, model: '', swarm_mode: true },
        })
      ).agent_config,
    ).toMatchObject({
      model: 'offline/echo',
      thinking: 'low',
      permission_mode: 'yolo',
      plan_mode: true,
      swarm_mode: false,
    });
    const before = await daemon.ok('getSession', daemon.session(id));
    const wrong: [unknown, 'MODEL_NOT_FOUND' | 'VALIDATION_FAILED'][] = [
      [
        { title: 'New', metadata: { x: 1 }, agent_config: { permission_mode: 'manual', model: 'nobody/knows' } },
        'MODEL_NOT_FOUND',
      ],
      [
        { title: 'New', agent_config: { permission_mode: 'manual' }, permission_rules: [{ pattern: '(' }] },
        'VALIDATION_FAILED',
      ],
      [{ title: ' ', agent_config: { permission_mode: 'manual' } }, 'VALIDATION_FAILED'],
      [{ title: 'New', agent_config: { profile: 'other' } }, 'VALIDATION_FAILED'],
    ];
    for (const [body, error] of wrong)
      await daemon.fails('updateSessionProfile', error, { ...daemon.session(id), body });
    expect(await daemon.ok('getSession', daemon.session(id))).toEqual(before);
  });

  test('a system prompt only while there is no message', async () => {
    const { id } = await daemon.createSession();
    await update(id, { agent_config: { system_prompt: 'Be brief.' } });
    await daemon.run(id, 'say hi');
    const refused = await daemon.fails('updateSessionProfile', 'VALIDATION_FAILED', {
      ...daemon.session(id),
      body: { agent_config: { system_prompt: 'Late.' } },
    });
    expect(refused.details).toEqual([{ path: 'agent_config.system_prompt', message: expect.any(String) }]);
  });

  test.each([
    [{ pattern: 'Bash(git *)' }, 'Bash(git *)', 'Bash'],
    [{ pattern: 'Read', tool_name: 'Bash', matcher: { kind: 'always' } }, 'Read', 'Read'],
    [{ tool_name: 'Read' }, 'Read', 'Read'],
    [{ tool_name: 'Read', matcher: { kind: 'always', more: 1 } }, 'Read', 'Read'],
    [{ tool_name: 'Bash', matcher: { kind: 'command_prefix', value: 'npm test' } }, 'Bash(npm test *)', 'Bash'],
    [{ tool_name: 'Write', matcher: { kind: 'path_glob', value: 'src/**' } }, 'Write(src/**)', 'Write'],
    [
      { tool_name: 'Bash', matcher: { kind: 'exact_input', value: 'ls *[a]{b,c}?' } },
      'Bash(ls \\*\\[a\\]\\{b,c\\}\\?)',
      'Bash',
    ],
  ])('rule %j', async (rule, pattern, tool_name) => {
    const { id } = await daemon.createSession();
    const { permission_rules } = await update(id, { permission_rules: [{ decision: 'approved', ...rule }] });
    expect(permission_rules).toEqual([
      expect.objectContaining({ pattern, tool_name, decision: 'approved', created_by: 'user' }),
    ]);
    expect((await daemon.ok('listPermissionRules', daemon.session(id))).items).toEqual(permission_rules);
  });

  test.each([
    ['Bash(git status *)', { kind: 'command_prefix', value: 'git status' }],
    ['Bash(ls \\*.txt)', { kind: 'exact_input', value: 'ls *.txt' }],
    ['Bash(git * main)', { kind: 'path_glob', value: 'git * main' }],
    ['Bash(a? *)', { kind: 'path_glob', value: 'a? *' }],
    ['Write(/a/b.txt)', { kind: 'exact_input', value: '/a/b.txt' }],
    ['Write(src/**)', { kind: 'path_glob', value: 'src/**' }],
    ['Write(!src/**)', { kind: 'path_glob', value: '!src/**' }],
    ['Read', undefined],
  ])(
    'the rule %s is no wider for a client that does not know patterns, and sets it again',
    async (pattern, matcher) => {
      const { id } = await daemon.createSession();
      const { permission_rules } = await update(id, { permission_rules: [{ pattern }] });
      expect(permission_rules[0]?.matcher).toEqual(matcher);
      const known = permission_rules.map(({ tool_name, decision, ...rule }) => ({
        tool_name,
        decision,
        ...(rule.matcher && { matcher: rule.matcher }),
      }));
      expect((await update(id, { permission_rules: known })).permission_rules).toMatchObject([{ pattern }]);
    },
  );

  test.each([
    { pattern: 'two words' },
    { pattern: '' },
    {},
    { tool_name: '' },
    { tool_name: 'Bash', matcher: {} },
    { tool_name: 'Bash', matcher: { kind: 'command_prefix' } },
    { tool_name: 'Bash', matcher: { kind: 'regexp', value: 'x' } },
    { pattern: 'Bash', decision: 'denied' },
  ])('rule %j is refused', async (rule) => {
    const { id } = await daemon.createSession();
    await daemon.fails('updateSessionProfile', 'VALIDATION_FAILED', {
      ...daemon.session(id),
      body: { permission_rules: [{ pattern: 'Read' }, rule] },
    });
    expect((await daemon.ok('listPermissionRules', daemon.session(id))).items).toEqual([]);
  });

  test('rules replace the list, and go one by one', async () => {
    const { id } = await daemon.createSession();
    await update(id, { permission_rules: [{ pattern: 'Read' }] });
    const { permission_rules } = await update(id, { permission_rules: [{ pattern: 'Glob' }, { pattern: 'Grep' }] });
    const [first, second] = permission_rules;
    expect(await daemon.ok('deletePermissionRule', { params: { session_id: id, rule_id: first?.id ?? '' } })).toEqual({
      deleted: true,
    });
    expect((await daemon.ok('listPermissionRules', daemon.session(id))).items).toEqual([second]);
    await daemon.fails('deletePermissionRule', 'RESOURCE_NOT_FOUND', {
      params: { session_id: id, rule_id: first?.id ?? '' },
    });
    expect((await update(id, { permission_rules: [] })).permission_rules).toEqual([]);
  });

  test('keys that belong to prompts mean nothing here', async () => {
    const { id } = await daemon.createSession();
    await update(id, { agent_config: { disabled_tools: ['Read'] } });
    const { tools } = await daemon.ok('listTools', { query: { session_id: id } });
    expect(tools.find(({ name }) => name === 'Read')?.active).toBe(true);
  });
});

describe('load', () => {
  test('brings flags along', async () => {
    const { id } = await daemon.createSession();
    const extra = directory('loaded');
    const session = await daemon.ok('loadSession', {
      ...daemon.session(id),
      body: { launch: { client_type: 'tui', additional_dirs: [extra] }, agent_config: { plan_mode: true } },
    });
    expect(session.agent_config.plan_mode).toBe(true);
    expect((await daemon.ok('getDirectories', daemon.session(id))).additional_dirs).toEqual([extra]);
    const again = await daemon.ok('loadSession', daemon.session(id));
    expect(again).toEqual(session);
  });

  test.each([
    [{ launch: { additional_dirs: ['/nowhere/at/all'] }, agent_config: { plan_mode: true } }, 'FS_PATH_NOT_FOUND'],
    [{ launch: { additional_dirs: ['x'] }, agent_config: { plan_mode: true } }, 'VALIDATION_FAILED'],
    [{ launch: { env: { 'A=B': 'x' } }, agent_config: { plan_mode: true } }, 'VALIDATION_FAILED'],
    [{ agent_config: { plan_mode: true, model: 'nobody/knows' } }, 'MODEL_NOT_FOUND'],
  ] as const)('%j changes nothing', async (body, error) => {
    const session = await daemon.createSession();
    await daemon.fails('loadSession', error, { ...daemon.session(session.id), body });
    expect(await daemon.ok('getSession', daemon.session(session.id))).toEqual(session);
  });
});

describe('archive, restore, delete', () => {
  test('archive twice, everything but reading refused, restore', async () => {
    const socket = await daemon.socket();
    const { id } = await daemon.createSession();
    await daemon.run(id, 'say hi');
    expect(await daemon.ok('archiveSession', daemon.session(id))).toEqual({ archived: true });
    expect(await daemon.ok('archiveSession', daemon.session(id))).toEqual({ archived: true });
    const archived = await daemon.ok('getSession', daemon.session(id));
    expect(archived).toMatchObject({ archived: true, archived_at: expect.any(String) });
    expect((await daemon.ok('listMessages', daemon.session(id))).items).toHaveLength(2);
    await daemon.fails('submitPrompt', 'SESSION_BUSY', {
      ...daemon.session(id),
      body: { content: [{ type: 'text', text: 'say hi' }] },
    });
    await daemon.fails('abortSession', 'SESSION_BUSY', daemon.session(id));
    await daemon.fails('retrySession', 'SESSION_BUSY', daemon.session(id));
    await daemon.fails('undoSession', 'SESSION_BUSY', daemon.session(id));
    await daemon.fails('loadSession', 'SESSION_BUSY', daemon.session(id));
    await daemon.fails('updateSessionProfile', 'SESSION_BUSY', {
      ...daemon.session(id),
      body: { agent_config: { plan_mode: true } },
    });
    expect(
      (
        await daemon.ok('updateSessionProfile', {
          ...daemon.session(id),
          body: { title: 'Put away', metadata: { a: 1 } },
        })
      ).title,
    ).toBe('Put away');
    expect((await daemon.ok('forkSession', daemon.session(id))).archived).toBe(false);
    const restored = await daemon.ok('restoreSession', daemon.session(id));
    expect(restored.archived).toBe(false);
    expect(restored).not.toHaveProperty('archived_at');
    expect(await daemon.ok('restoreSession', daemon.session(id))).toEqual(restored);
    await daemon.run(id, 'say again');
    expect(socket.frames.filter((frame) => frame.type === 'event.session.archived')).toHaveLength(1);
    expect(
      socket.frames.filter(
        (frame) =>
          frame.type === 'session.meta.updated' &&
          (frame.payload['patch'] as { archived?: boolean }).archived === false,
      ),
    ).toHaveLength(1);
    socket.close();
  });

  test.each(['archiveSession', 'deleteSession'] as const)(
    '%s: refused while a turn runs, cancels one that only waits',
    async (name) => {
      const { id } = await daemon.createSession();
      await daemon.prompt(id, 'slow 200 one two three four five six');
      await daemon.fails(name, 'SESSION_BUSY', daemon.session(id));
      await daemon.ok('abortSession', daemon.session(id));
      await daemon.waitForEnd(id);
      await daemon.prompt(id, 'run expr 1');
      await daemon.approval(id);
      await daemon.ok(name, daemon.session(id));
      if (name === 'deleteSession') await daemon.fails('getSession', 'SESSION_NOT_FOUND', daemon.session(id));
      else
        expect(await daemon.ok('getSession', daemon.session(id))).toMatchObject({
          archived: true,
          busy: false,
          pending_interaction: 'none',
          last_turn_reason: 'cancelled',
        });
    },
  );

  test('delete takes rows and files, children stay', async () => {
    const socket = await daemon.socket();
    const { id } = await daemon.createSession({ agent_config: { permission_mode: 'auto' } });
    await daemon.run(id, 'plan Do it');
    expect(existsSync(join(daemon.home, 'sessions', id))).toBe(true);
    const fork = await daemon.ok('forkSession', daemon.session(id));
    expect(await daemon.ok('deleteSession', daemon.session(id))).toEqual({ deleted: true });
    expect(existsSync(join(daemon.home, 'sessions', id))).toBe(false);
    for (const name of [
      'getSession',
      'listMessages',
      'getSessionSnapshot',
      'deleteSession',
      'restoreSession',
      'archiveSession',
    ] as const) {
      await daemon.fails(name, 'SESSION_NOT_FOUND', daemon.session(id));
    }
    expect(ids((await daemon.ok('listSessions', {})).items)).toEqual(expect.arrayContaining([fork.id]));
    expect((await daemon.ok('listMessages', daemon.session(fork.id))).items.length).toBeGreaterThan(0);
    await socket.until('the deletion', (frame) => frame.type === 'event.session.deleted');
    socket.close();
  });

  test('an archived session can be deleted', async () => {
    const { id } = await daemon.createSession();
    await daemon.ok('archiveSession', daemon.session(id));
    await daemon.ok('deleteSession', daemon.session(id));
    await daemon.fails('getSession', 'SESSION_NOT_FOUND', daemon.session(id));
  });
});
