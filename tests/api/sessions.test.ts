/** Sessions: create and list (rest.md 9.5). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdirSync, symlinkSync } from 'node:fs';
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

describe('create', () => {
  test('fills every field', async () => {
    const session = await daemon.createSession();
    expect(session).toMatchObject({
      title: '',
      title_kind: 'replaceable',
      archived: false,
      busy: false,
      main_turn_active: false,
      pending_interaction: 'none',
      metadata: { cwd: daemon.cwd },
      permission_rules: [],
      message_count: 0,
      agent_config: { model: 'offline/echo', permission_mode: 'manual', plan_mode: false, swarm_mode: false },
      usage: {
        input_tokens: 0,
        output_tokens: 0,
        cache_read_tokens: 0,
        cache_creation_tokens: 0,
        context_tokens: 0,
        turn_count: 0,
      },
    });
    expect(session.id).toMatch(/^session_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
    for (const absent of ['archived_at', 'last_turn_reason', 'current_prompt_id', 'last_prompt'])
      expect(session).not.toHaveProperty(absent);
    expect(session).toEqual(await daemon.ok('getSession', daemon.session(session.id)));
    expect(session).toEqual(await daemon.ok('getSessionProfile', daemon.session(session.id)));
  });

  test('takes everything it is given; reserved keys are ignored', async () => {
    const extra = directory('extra');
    const session = await daemon.createSession({
      title: 'Mine',
      metadata: {
        cwd: `${daemon.cwd}/`,
        mine: { deep: [1, null] },
        goal: 'x',
        parent_session_id: 'x',
        child_session_kind: 'x',
        forked_from: 'x',
        imported: true,
      },
      agent_config: {
        profile: 'agent',
        model: 'offline/echo',
        thinking: 'high',
        permission_mode: 'auto',
        plan_mode: true,
        swarm_mode: true,
        system_prompt: 'Be brief.',
        tools: ['Read'],
      },
      permission_rules: [{ pattern: 'Bash(echo *)' }],
      launch: { client_type: 'cli', additional_dirs: [extra, `${extra}/`], env: { A: 'b' } },
      unknown: { key: 1 },
    });
    expect(session).toMatchObject({
      title: 'Mine',
      title_kind: 'custom',
      agent_config: {
        model: 'offline/echo',
        thinking: 'high',
        permission_mode: 'auto',
        plan_mode: true,
        swarm_mode: false,
      },
    });
    expect(session.metadata).toEqual({ cwd: daemon.cwd, mine: { deep: [1, null] } });
    // rules of a launch do not become rules of the session
    expect(session.permission_rules).toEqual([]);
    expect(await daemon.ok('getDirectories', daemon.session(session.id))).toEqual({
      cwd: daemon.cwd,
      additional_dirs: [extra],
    });
  });

  test('launch rules allow what they say', async () => {
    const { id } = await daemon.createSession({
      permission_rules: [{ tool_name: 'Bash', matcher: { kind: 'command_prefix', value: 'expr 1' } }],
    });
    await daemon.run(id, 'run expr 1 + 1');
    expect(JSON.stringify((await daemon.ok('listMessages', daemon.session(id))).items)).toContain('"output":"2');
  });

  test('with a workspace the root becomes the directory', async () => {
    const { id, root } = await daemon.ok('registerWorkspace', { body: { root: directory('of-a-workspace') } });
    expect((await daemon.ok('createSession', { body: { workspace_id: id } })).metadata.cwd).toBe(root);
    expect(
      (await daemon.ok('createSession', { body: { workspace_id: id, metadata: { cwd: `${root}/.` } } })).workspace_id,
    ).toBe(id);
    const refused = await daemon.fails('createSession', 'VALIDATION_FAILED', {
      body: { workspace_id: id, metadata: { cwd: daemon.cwd } },
    });
    expect(refused.details).toEqual([{ path: 'metadata.cwd', message: expect.any(String) }]);
  });

  test('a link is a workspace of its own, work happens in the real directory', async () => {
    const real = directory('real');
    const link = join(daemon.folder, 'link');
    symlinkSync(real, link);
    const session = await daemon.createSession({ metadata: { cwd: link } });
    expect(session.metadata.cwd).toBe(real);
    expect((await daemon.ok('listWorkspaces', {})).items.find(({ id }) => id === session.workspace_id)?.root).toBe(
      link,
    );
  });

  test.each([
    ['no body', undefined, 'VALIDATION_FAILED', 'metadata.cwd'],
    ['neither directory nor workspace', {}, 'VALIDATION_FAILED', 'metadata.cwd'],
    ['a relative directory', { metadata: { cwd: 'x' } }, 'VALIDATION_FAILED', 'metadata.cwd'],
    ['a directory that is not text', { metadata: { cwd: 5 } }, 'VALIDATION_FAILED', 'metadata.cwd'],
    ['a missing directory', { metadata: { cwd: '/nowhere/at/all' } }, 'FS_PATH_NOT_FOUND', undefined],
    ['an unknown workspace', { workspace_id: 'wd_x_0123456789ab' }, 'WORKSPACE_NOT_FOUND', undefined],
    ['a malformed workspace', { workspace_id: 'x' }, 'VALIDATION_FAILED', 'workspace_id'],
    ['a blank title', { title: '  ' }, 'VALIDATION_FAILED', 'title'],
    ['an empty title', { title: '' }, 'VALIDATION_FAILED', 'title'],
    ['a long title', { title: 'x'.repeat(201) }, 'VALIDATION_FAILED', 'title'],
    ['an unknown model', { agent_config: { model: 'nobody/knows' } }, 'MODEL_NOT_FOUND', undefined],
    ['an unknown agent', { agent_config: { profile: 'nobody' } }, 'VALIDATION_FAILED', 'agent_config.profile'],
    [
      'an unknown mode',
      { agent_config: { permission_mode: 'never' } },
      'VALIDATION_FAILED',
      'agent_config.permission_mode',
    ],
    ['empty thinking', { agent_config: { thinking: '' } }, 'VALIDATION_FAILED', 'agent_config.thinking'],
    [
      'a broken rule',
      { permission_rules: [{ pattern: 'Bash(echo *)' }, { pattern: 'no rule' }] },
      'VALIDATION_FAILED',
      'permission_rules.1.pattern',
    ],
    ['a rule of nothing', { permission_rules: [{}] }, 'VALIDATION_FAILED', 'permission_rules.0'],
    [
      'a relative further directory',
      { launch: { additional_dirs: ['x'] } },
      'VALIDATION_FAILED',
      'launch.additional_dirs.0',
    ],
    [
      'a missing further directory',
      { launch: { additional_dirs: ['/nowhere/at/all'] } },
      'FS_PATH_NOT_FOUND',
      undefined,
    ],
    ['a variable with a NUL', { launch: { env: { A: 'x\0' } } }, 'VALIDATION_FAILED', 'launch.env.A'],
  ] as const)('%s is refused and makes nothing', async (name, body, error, path) => {
    const before = await daemon.ok('listSessions', { query: { include_archive: true } });
    const whole =
      body === undefined
        ? undefined
        : name.includes('directory') || 'workspace_id' in body || Object.keys(body).length === 0
          ? { ...('launch' in body ? { metadata: { cwd: daemon.cwd } } : {}), ...body }
          : { metadata: { cwd: daemon.cwd }, ...body };
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
    // the order follows the last change, not the creation
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
    // cursors that are not in the list are ignored
    [{ before: 's4', page_size: 2 }, 's2 s6', true],
    [{ after: 's4', page_size: 2 }, 's2 s6', true],
    [{ before: 's4', include_archive: true }, 's3 s1 s0', false],
    [{ before: 'none', page_size: 2 }, 's2 s6', true],
    [{ before: 's6', archived_only: true }, 's5 s4', false],
    [{ before: 's2', busy: true }, '', false],
    [{ before: 's6', exclude_empty: true }, 's2', false],
  ])('%j', async ({ before, after, ...query }: Record<string, string | number | boolean>, titles, has_more) => {
    expect(
      await list({
        ...query,
        ...(before === undefined ? {} : { before_id: id(before as string) || 'session_none' }),
        ...(after === undefined ? {} : { after_id: id(after as string) }),
      }),
    ).toEqual({ titles, has_more });
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
    expect((await daemon.fails('listSessions', 'VALIDATION_FAILED', { query })).details).toEqual([
      { path, message: expect.any(String) },
    ]);
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
    const rest = await daemon.ok('listSessions', {
      query: { archived_only: true, workspace_id: of, before_id: first.items.at(-1)?.id ?? '' },
    });
    expect([rest.items.length, rest.has_more]).toEqual([1, false]);
  });
});
