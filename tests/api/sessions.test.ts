/** Sessions: create, list, read, change, put away (rest.md 9). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from '../../schemas/generated/types.js';
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

describe('create', () => {
  test('fills every field', async () => {
    const session = await daemon.createSession();
    expect(session).toMatchObject({
      title: '', title_kind: 'replaceable', archived: false, busy: false, main_turn_active: false, pending_interaction: 'none',
      metadata: { cwd: daemon.cwd }, permission_rules: [], message_count: 0,
      agent_config: { model: 'offline/echo', permission_mode: 'manual', plan_mode: false, swarm_mode: false },
      usage: { input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_creation_tokens: 0, context_tokens: 0, turn_count: 0 },
    });
    expect(session.id).toMatch(/^session_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
    for (const absent of ['archived_at', 'last_turn_reason', 'current_prompt_id', 'last_prompt']) expect(session).not.toHaveProperty(absent);
    expect(session).toEqual(await daemon.ok('getSession', daemon.session(session.id)));
    expect(session).toEqual(await daemon.ok('getSessionProfile', daemon.session(session.id)));
  });

  test('takes everything it is given; reserved keys are ignored', async () => {
    const extra = directory('extra');
    const session = await daemon.createSession({
      title: 'Mine',
      metadata: { cwd: `${daemon.cwd}/`, mine: { deep: [1, null] }, goal: 'x', parent_session_id: 'x', child_session_kind: 'x', forked_from: 'x', imported: true },
      agent_config: { profile: 'agent', model: 'offline/echo', thinking: 'high', permission_mode: 'auto', plan_mode: true, swarm_mode: true, system_prompt: 'Be brief.', tools: ['Read'] },
      permission_rules: [{ pattern: 'Bash(echo *)' }],
      launch: { client_type: 'cli', additional_dirs: [extra, `${extra}/`], env: { A: 'b' } },
      unknown: { key: 1 },
    });
    expect(session).toMatchObject({ title: 'Mine', title_kind: 'custom', agent_config: { model: 'offline/echo', thinking: 'high', permission_mode: 'auto', plan_mode: true, swarm_mode: false } });
    expect(session.metadata).toEqual({ cwd: daemon.cwd, mine: { deep: [1, null] } });
    // rules of a launch are no rules of the session
    expect(session.permission_rules).toEqual([]);
    expect(await daemon.ok('getDirectories', daemon.session(session.id))).toEqual({ cwd: daemon.cwd, additional_dirs: [extra] });
  });

  test('launch rules allow what they say', async () => {
    const { id } = await daemon.createSession({ permission_rules: [{ tool_name: 'Bash', matcher: { kind: 'command_prefix', value: 'expr 1' } }] });
    await daemon.run(id, 'run expr 1 + 1');
    expect(JSON.stringify((await daemon.ok('listMessages', daemon.session(id))).items)).toContain('"output":"2');
  });

  test('with a workspace the root becomes the directory', async () => {
    const { id, root } = await daemon.ok('registerWorkspace', { body: { root: directory('of-a-workspace') } });
    expect((await daemon.ok('createSession', { body: { workspace_id: id } })).metadata.cwd).toBe(root);
    expect((await daemon.ok('createSession', { body: { workspace_id: id, metadata: { cwd: `${root}/.` } } })).workspace_id).toBe(id);
    const refused = await daemon.fails('createSession', 'VALIDATION_FAILED', { body: { workspace_id: id, metadata: { cwd: daemon.cwd } } });
    expect(refused.details).toEqual([{ path: 'metadata.cwd', message: expect.any(String) }]);
  });

  test('a link is a workspace of its own, work happens in the real directory', async () => {
    const real = directory('real');
    const link = join(daemon.folder, 'link');
    symlinkSync(real, link);
    const session = await daemon.createSession({ metadata: { cwd: link } });
    expect(session.metadata.cwd).toBe(real);
    expect((await daemon.ok('listWorkspaces', {})).items.find(({ id }) => id === session.workspace_id)?.root).toBe(link);
  });

  test.each([
    ['no body', undefined, 'VALIDATION_FAILED', 'metadata.cwd'],
    ['neither directory nor workspace', {}, 'VALIDATION_FAILED', 'metadata.cwd'],
    ['a relative directory', { metadata: { cwd: 'x' } }, 'VALIDATION_FAILED', 'metadata.cwd'],
    ['a directory that is no text', { metadata: { cwd: 5 } }, 'VALIDATION_FAILED', 'metadata.cwd'],
    ['a missing directory', { metadata: { cwd: '/nowhere/at/all' } }, 'FS_PATH_NOT_FOUND', undefined],
    ['an unknown workspace', { workspace_id: 'wd_x_0123456789ab' }, 'WORKSPACE_NOT_FOUND', undefined],
    ['a malformed workspace', { workspace_id: 'x' }, 'VALIDATION_FAILED', 'workspace_id'],
    ['a blank title', { title: '  ' }, 'VALIDATION_FAILED', 'title'],
    ['an empty title', { title: '' }, 'VALIDATION_FAILED', 'title'],
    ['a long title', { title: 'x'.repeat(201) }, 'VALIDATION_FAILED', 'title'],
    ['an unknown model', { agent_config: { model: 'nobody/knows' } }, 'MODEL_NOT_FOUND', undefined],
    ['an unknown agent', { agent_config: { profile: 'nobody' } }, 'VALIDATION_FAILED', 'agent_config.profile'],
    ['an unknown mode', { agent_config: { permission_mode: 'never' } }, 'VALIDATION_FAILED', 'agent_config.permission_mode'],
    ['empty thinking', { agent_config: { thinking: '' } }, 'VALIDATION_FAILED', 'agent_config.thinking'],
    ['a broken rule', { permission_rules: [{ pattern: 'Bash(echo *)' }, { pattern: 'no rule' }] }, 'VALIDATION_FAILED', 'permission_rules.1.pattern'],
    ['a rule of nothing', { permission_rules: [{}] }, 'VALIDATION_FAILED', 'permission_rules.0'],
    ['a relative further directory', { launch: { additional_dirs: ['x'] } }, 'VALIDATION_FAILED', 'launch.additional_dirs.0'],
    ['a missing further directory', { launch: { additional_dirs: ['/nowhere/at/all'] } }, 'FS_PATH_NOT_FOUND', undefined],
    ['a variable with a NUL', { launch: { env: { A: 'x\0' } } }, 'VALIDATION_FAILED', 'launch.env.A'],
  ] as const)('%s is refused and makes nothing', async (name, body, error, path) => {
    const before = await daemon.ok('listSessions', { query: { include_archive: true } });
    const whole = body === undefined ? undefined : name.includes('directory') || 'workspace_id' in body || Object.keys(body).length === 0 ? { ...('launch' in body ? { metadata: { cwd: daemon.cwd } } : {}), ...body } : { metadata: { cwd: daemon.cwd }, ...body };
    const answer = await daemon.fails('createSession', error, { body: whole });
    if (path !== undefined) {
      expect(answer.details).toEqual(expect.arrayContaining([{ path, message: expect.any(String) }]));
      expect(answer.msg).toMatch(new RegExp(`^${path.replaceAll('.', '\\.')}: `));
    }
    expect(await daemon.ok('listSessions', { query: { include_archive: true } })).toEqual(before);
  });
});

describe('list', () => {
  let all: Session[];
  let workspace: string;
  beforeAll(async () => {
    const cwd = directory('listed');
    const made: Session[] = [];
    for (let i = 0; i < 7; i += 1) made.push(await daemon.createSession({ metadata: { cwd }, title: `s${i}` }));
    workspace = made[0]?.workspace_id ?? '';
    // order follows the last change, not the creation
    await daemon.run(made[2]?.id ?? '', 'say hi');
    for (const gone of [made[4], made[5]]) await daemon.ok('archiveSession', daemon.session(gone?.id ?? ''));
    all = (await daemon.ok('listSessions', { query: { workspace_id: workspace, include_archive: true } })).items;
  });
  const list = async (query: Record<string, string | number | boolean>) => {
    const { items, has_more } = await daemon.ok('listSessions', { query: { workspace_id: workspace, ...query } });
    return { titles: items.map(({ title }) => title).join(' '), has_more };
  };
  const id = (title: string) => all.find((each) => each.title === title)?.id ?? '';

  test('newest change first, archived ones left out, everything at once', async () => {
    expect(await list({})).toEqual({ titles: 's2 s6 s3 s1 s0', has_more: false });
    const { items } = await daemon.ok('listSessions', {});
    const keys = items.map((item) => `${item.updated_at} ${item.id}`);
    expect(keys).toEqual([...keys].sort().reverse());
  });

  test.each([
    [{ include_archive: true }, 's2 s6 s5 s4 s3 s1 s0', false],
    [{ archived_only: true }, 's5 s4', false],
    [{ archived_only: true, page_size: 1 }, 's5', true],
    [{ exclude_empty: true }, 's2', false],
    [{ busy: true }, '', false],
    [{ busy: false, page_size: 2 }, 's2 s6', true],
    [{ page_size: 5 }, 's2 s6 s3 s1 s0', false],
    [{ page_size: 4 }, 's2 s6 s3 s1', true],
    [{ before: 's6', page_size: 2 }, 's3 s1', true],
    [{ before: 's3', page_size: 2 }, 's1 s0', false],
    [{ before: 's3' }, 's1 s0', false],
    [{ before: 's0', page_size: 2 }, '', false],
    [{ after: 's1', page_size: 2 }, 's6 s3', true],
    [{ after: 's3', page_size: 2 }, 's2 s6', false],
    [{ after: 's1' }, 's2 s6 s3', false],
    [{ after: 's2' }, '', false],
    // cursors that are not in the list count for nothing
    [{ before: 's4', page_size: 2 }, 's2 s6', true],
    [{ after: 's4', page_size: 2 }, 's2 s6', true],
    [{ before: 's4', include_archive: true }, 's3 s1 s0', false],
    [{ before: 'none', page_size: 2 }, 's2 s6', true],
    [{ before: 's6', archived_only: true }, 's5 s4', false],
    [{ before: 's2', busy: true }, '', false],
    [{ before: 's6', exclude_empty: true }, 's2', false],
  ])('%j', async ({ before, after, ...query }: Record<string, string | number | boolean>, titles, has_more) => {
    expect(await list({
      ...query, ...(before === undefined ? {} : { before_id: id(before as string) || 'session_none' }), ...(after === undefined ? {} : { after_id: id(after as string) }),
    })).toEqual({ titles, has_more });
  });

  test.each([
    ['both cursors', { before_id: 'a', after_id: 'b' }, 'before_id'],
    ['archived twice', { archived_only: true, include_archive: true }, 'archived_only'],
    ['page_size 0', { page_size: 0 }, 'page_size'],
    ['page_size 101', { page_size: 101 }, 'page_size'],
    ['page_size 1.5', { page_size: 1.5 }, 'page_size'],
    ['page_size in hexadecimal', { page_size: '0x10' }, 'page_size'],
    ['busy=yes', { busy: 'yes' }, 'busy'],
  ])('%s is refused', async (_name, query, path) => {
    expect((await daemon.fails('listSessions', 'VALIDATION_FAILED', { query })).details).toEqual([{ path, message: expect.any(String) }]);
  });

  test('0 and 1 are booleans; a busy session is found', async () => {
    expect((await list({ include_archive: '1', busy: '0' })).titles).toBe('s2 s6 s5 s4 s3 s1 s0');
    await daemon.prompt(id('s0'), 'ask Really?');
    await daemon.question(id('s0'));
    expect(await list({ busy: true })).toEqual({ titles: 's0', has_more: false });
    await daemon.ok('abortSession', daemon.session(id('s0')));
    await daemon.waitForEnd(id('s0'));
    expect((await list({ busy: true })).titles).toBe('');
    await daemon.fails('listSessions', 'WORKSPACE_NOT_FOUND', { query: { workspace_id: 'wd_x_0123456789ab' } });
  });

  test('archived_only alone pages by 20', async () => {
    const cwd = directory('many');
    let of = '';
    for (let i = 0; i < 21; i += 1) {
      const made = await daemon.createSession({ metadata: { cwd } });
      of = made.workspace_id;
      await daemon.ok('archiveSession', daemon.session(made.id));
    }
    const first = await daemon.ok('listSessions', { query: { archived_only: true, workspace_id: of } });
    expect([first.items.length, first.has_more]).toEqual([20, true]);
    const rest = await daemon.ok('listSessions', { query: { archived_only: true, workspace_id: of, before_id: first.items.at(-1)?.id ?? '' } });
    expect([rest.items.length, rest.has_more]).toEqual([1, false]);
  });
});

describe('profile', () => {
  const update = (id: string, body: unknown) => daemon.ok('updateSessionProfile', { ...daemon.session(id), body });

  test('metadata is merged, null removes, reserved keys stay', async () => {
    const { id } = await daemon.createSession({ metadata: { cwd: daemon.cwd, a: 1, b: { c: 2 } } });
    expect((await update(id, { metadata: { b: { d: 3 }, e: 'x', cwd: '/elsewhere', goal: 1, forked_from: 'x' } })).metadata).toEqual({ cwd: daemon.cwd, a: 1, b: { d: 3 }, e: 'x' });
    expect((await update(id, { metadata: { a: null, nothing: null } })).metadata).toEqual({ cwd: daemon.cwd, b: { d: 3 }, e: 'x' });
    expect((await update(id, {})).metadata).toEqual({ cwd: daemon.cwd, b: { d: 3 }, e: 'x' });
  });

  test('metadata keys that look like fields of the session change none', async () => {
    const { id } = await daemon.createSession({ title: 'Real' });
    const after = await update(id, { metadata: { title: 'fake', lastPrompt: 'fake', archived: true, isCustomTitle: false, titleKind: 'generated', __proto__x: 1 } });
    expect(after).toMatchObject({ title: 'Real', title_kind: 'custom', archived: false, metadata: { title: 'fake', lastPrompt: 'fake', archived: true } });
    expect(after).not.toHaveProperty('last_prompt');
  });

  test('a title is custom from then on, and everybody hears of it', async () => {
    const socket = await daemon.socket();
    const { id, updated_at } = await daemon.createSession();
    const after = await update(id, { title: 'Given', metadata: { k: 1 } });
    expect(after).toMatchObject({ title: 'Given', title_kind: 'custom' });
    expect(after.updated_at > updated_at).toBe(true);
    await socket.until('metadata', (frame) => frame.type === 'session.meta.updated' && (frame.payload['patch'] as Record<string, unknown>)['k'] === 1);
    expect(socket.frames.filter((frame) => frame.type === 'session.meta.updated')[0]?.payload).toMatchObject({ title: 'Given', patch: { isCustomTitle: true } });
    await daemon.run(id, 'say hi');
    expect((await daemon.ok('getSession', daemon.session(id))).title).toBe('Given');
    socket.close();
  });

  test('the configuration changes as a whole or not at all', async () => {
    const { id } = await daemon.createSession();
    expect((await update(id, { agent_config: { thinking: 'low', permission_mode: 'yolo', plan_mode: true, model: '', swarm_mode: true } })).agent_config).toMatchObject({
      model: 'offline/echo', thinking: 'low', permission_mode: 'yolo', plan_mode: true, swarm_mode: false,
    });
    const before = await daemon.ok('getSession', daemon.session(id));
    const wrong: [unknown, 'MODEL_NOT_FOUND' | 'VALIDATION_FAILED'][] = [
      [{ title: 'New', metadata: { x: 1 }, agent_config: { permission_mode: 'manual', model: 'nobody/knows' } }, 'MODEL_NOT_FOUND'],
      [{ title: 'New', agent_config: { permission_mode: 'manual' }, permission_rules: [{ pattern: '(' }] }, 'VALIDATION_FAILED'],
      [{ title: ' ', agent_config: { permission_mode: 'manual' } }, 'VALIDATION_FAILED'],
      [{ title: 'New', agent_config: { profile: 'other' } }, 'VALIDATION_FAILED'],
    ];
    for (const [body, error] of wrong) await daemon.fails('updateSessionProfile', error, { ...daemon.session(id), body });
    expect(await daemon.ok('getSession', daemon.session(id))).toEqual(before);
  });

  test('a system prompt only while there is no message', async () => {
    const { id } = await daemon.createSession();
    await update(id, { agent_config: { system_prompt: 'Be brief.' } });
    await daemon.run(id, 'say hi');
    const refused = await daemon.fails('updateSessionProfile', 'VALIDATION_FAILED', { ...daemon.session(id), body: { agent_config: { system_prompt: 'Late.' } } });
    expect(refused.details).toEqual([{ path: 'agent_config.system_prompt', message: expect.any(String) }]);
  });

  test.each([
    [{ pattern: 'Bash(git *)' }, 'Bash(git *)', 'Bash'],
    [{ pattern: 'Read', tool_name: 'Bash', matcher: { kind: 'always' } }, 'Read', 'Read'],
    [{ tool_name: 'Read' }, 'Read', 'Read'],
    [{ tool_name: 'Read', matcher: { kind: 'always', more: 1 } }, 'Read', 'Read'],
    [{ tool_name: 'Bash', matcher: { kind: 'command_prefix', value: 'npm test' } }, 'Bash(npm test *)', 'Bash'],
    [{ tool_name: 'Write', matcher: { kind: 'path_glob', value: 'src/**' } }, 'Write(src/**)', 'Write'],
    [{ tool_name: 'Bash', matcher: { kind: 'exact_input', value: 'ls *[a]{b,c}?' } }, 'Bash(ls \\*\\[a\\]\\{b,c\\}\\?)', 'Bash'],
  ])('rule %j', async (rule, pattern, tool_name) => {
    const { id } = await daemon.createSession();
    const { permission_rules } = await update(id, { permission_rules: [{ decision: 'approved', ...rule }] });
    expect(permission_rules).toEqual([expect.objectContaining({ pattern, tool_name, decision: 'approved', created_by: 'user' })]);
    expect((await daemon.ok('listPermissionRules', daemon.session(id))).items).toEqual(permission_rules);
  });

  test.each([
    { pattern: 'two words' }, { pattern: '' }, {}, { tool_name: '' }, { tool_name: 'Bash', matcher: {} }, { tool_name: 'Bash', matcher: { kind: 'command_prefix' } },
    { tool_name: 'Bash', matcher: { kind: 'regexp', value: 'x' } }, { pattern: 'Bash', decision: 'denied' },
  ])('rule %j is refused', async (rule) => {
    const { id } = await daemon.createSession();
    await daemon.fails('updateSessionProfile', 'VALIDATION_FAILED', { ...daemon.session(id), body: { permission_rules: [{ pattern: 'Read' }, rule] } });
    expect((await daemon.ok('listPermissionRules', daemon.session(id))).items).toEqual([]);
  });

  test('rules replace the list, and go one by one', async () => {
    const { id } = await daemon.createSession();
    await update(id, { permission_rules: [{ pattern: 'Read' }] });
    const { permission_rules } = await update(id, { permission_rules: [{ pattern: 'Glob' }, { pattern: 'Grep' }] });
    const [first, second] = permission_rules;
    expect(await daemon.ok('deletePermissionRule', { params: { session_id: id, rule_id: first?.id ?? '' } })).toEqual({ deleted: true });
    expect((await daemon.ok('listPermissionRules', daemon.session(id))).items).toEqual([second]);
    await daemon.fails('deletePermissionRule', 'RESOURCE_NOT_FOUND', { params: { session_id: id, rule_id: first?.id ?? '' } });
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
    const session = await daemon.ok('loadSession', { ...daemon.session(id), body: { launch: { client_type: 'tui', additional_dirs: [extra] }, agent_config: { plan_mode: true } } });
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
    await daemon.fails('submitPrompt', 'SESSION_BUSY', { ...daemon.session(id), body: { content: [{ type: 'text', text: 'say hi' }] } });
    await daemon.fails('abortSession', 'SESSION_BUSY', daemon.session(id));
    await daemon.fails('retrySession', 'SESSION_BUSY', daemon.session(id));
    await daemon.fails('undoSession', 'SESSION_BUSY', daemon.session(id));
    await daemon.fails('loadSession', 'SESSION_BUSY', daemon.session(id));
    await daemon.fails('updateSessionProfile', 'SESSION_BUSY', { ...daemon.session(id), body: { agent_config: { plan_mode: true } } });
    expect((await daemon.ok('updateSessionProfile', { ...daemon.session(id), body: { title: 'Put away', metadata: { a: 1 } } })).title).toBe('Put away');
    expect((await daemon.ok('forkSession', daemon.session(id))).archived).toBe(false);
    const restored = await daemon.ok('restoreSession', daemon.session(id));
    expect(restored.archived).toBe(false);
    expect(restored).not.toHaveProperty('archived_at');
    expect(await daemon.ok('restoreSession', daemon.session(id))).toEqual(restored);
    await daemon.run(id, 'say again');
    expect(socket.frames.filter((frame) => frame.type === 'event.session.archived')).toHaveLength(1);
    expect(socket.frames.filter((frame) => frame.type === 'session.meta.updated' && (frame.payload['patch'] as { archived?: boolean }).archived === false)).toHaveLength(1);
    socket.close();
  });

  test.each(['archiveSession', 'deleteSession'] as const)('%s: refused while a turn runs, cancels one that only waits', async (name) => {
    const { id } = await daemon.createSession();
    await daemon.prompt(id, 'slow 200 one two three four five six');
    await daemon.fails(name, 'SESSION_BUSY', daemon.session(id));
    await daemon.ok('abortSession', daemon.session(id));
    await daemon.waitForEnd(id);
    await daemon.prompt(id, 'run expr 1');
    await daemon.approval(id);
    await daemon.ok(name, daemon.session(id));
    if (name === 'deleteSession') await daemon.fails('getSession', 'SESSION_NOT_FOUND', daemon.session(id));
    else expect(await daemon.ok('getSession', daemon.session(id))).toMatchObject({ archived: true, busy: false, pending_interaction: 'none', last_turn_reason: 'cancelled' });
  });

  test('delete takes rows and files, children stay', async () => {
    const socket = await daemon.socket();
    const { id } = await daemon.createSession({ agent_config: { permission_mode: 'auto' } });
    await daemon.run(id, 'plan Do it');
    expect(existsSync(join(daemon.home, 'sessions', id))).toBe(true);
    const fork = await daemon.ok('forkSession', daemon.session(id));
    expect(await daemon.ok('deleteSession', daemon.session(id))).toEqual({ deleted: true });
    expect(existsSync(join(daemon.home, 'sessions', id))).toBe(false);
    for (const name of ['getSession', 'listMessages', 'getSessionSnapshot', 'deleteSession', 'restoreSession', 'archiveSession'] as const) {
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
