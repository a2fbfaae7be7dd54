/** Exports of sessions (rest.md 9.9, cli.md 5.5): their content, with a server and without. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { homePaths } from '../../daemon/home/paths.js';
import { writeExport } from '../../daemon/sessions/export/export.js';
import { exported, nothingLeft, post, read, start, withDatabase, closeDaemons } from './exports.fixture.js';

closeDaemons();

describe('an export', () => {
  test('holds records, files and logs', async () => {
    const daemon = await start();
    const { id } = await daemon.createSession({ title: 'To be looked at', metadata: { cwd: daemon.cwd, a: 1 } });
    await daemon.run(id, 'todo one; two\nsay hi');
    await daemon.run(id, 'fail 400');
    const directory = join(daemon.home, 'sessions', id);
    await daemon.call('POST', `/api/v1/sessions/${id}/prompts`, { body: {} });
    mkdirSync(join(directory, 'b', 'deep'), { recursive: true });
    writeFileSync(join(directory, 'b', 'deep', 'er.txt'), 'deep');
    writeFileSync(join(directory, 'b.txt'), '');
    writeFileSync(join(directory, 'a.bin'), Buffer.from([0, 1, 2, 255]));
    utimesSync(join(directory, 'b.txt'), 1_700_000_000, 1_700_000_000);
    writeFileSync(join(daemon.home, 'logs', 'agent-code-desktop.log'), 'desktop');
    const webLog = '{"level":"error","msg":"größer"}\n';
    const response = await post(daemon, id, { web_log: webLog, desktop: true });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="agent-session-${id}.zip"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers.get('accept-ranges')).toBeNull();
    const { manifest, names, text, lines } = await read(new Uint8Array(await response.arrayBuffer()));
    expect(names).toEqual([
      'session.json',
      'messages.jsonl',
      'events.jsonl',
      'session/a.bin',
      'session/b/deep/er.txt',
      'session/b.txt',
      'session/logs/session.log',
      'logs/session.log',
      'logs/global/agent-code.log',
      'logs/agent-web.jsonl',
      'logs/agent-desktop.log',
      'manifest.json',
    ]);
    const session = await daemon.ok('getSession', daemon.session(id));
    expect(manifest).toMatchObject({
      sessionId: id,
      version: '1.2.3',
      os: expect.stringContaining(process.platform),
      nodejsVersion: process.versions.node,
      title: 'To be looked at',
      workspaceDir: daemon.cwd,
      sessionFirstActivity: session.created_at,
      sessionLastActivity: session.updated_at,
      sessionLogPath: 'logs/session.log',
      globalLogPath: 'logs/global/agent-code.log',
      webLogPath: 'logs/agent-web.jsonl',
      desktopLogPath: 'logs/agent-desktop.log',
      installSource: 'other',
      shellEnv: { term: null, termProgram: null, multiplexer: null, shell: null },
    });
    // both times may be in the same millisecond
    expect(Date.parse(String(manifest['exportedAt']))).toBeGreaterThanOrEqual(Date.parse(session.updated_at));
    expect(manifest.leftOut).toBeUndefined();
    const summary = JSON.parse(text('session.json')) as Record<string, unknown>;
    expect(summary).toMatchObject({
      session,
      usage: await daemon.ok('getSessionUsage', daemon.session(id)),
      todos: [{ title: 'one' }, { title: 'two' }],
      directories: [],
      goal: null,
    });
    expect((summary['agents'] as { agentId: string }[]).map(({ agentId }) => agentId)).toEqual(['main']);
    const messages = await daemon.ok('listMessages', daemon.session(id));
    expect(lines('messages.jsonl')).toEqual(messages.items.toReversed());
    const events = lines('events.jsonl');
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: session.last_seq }, (_, n) => n + 1));
    expect(events[0]).toMatchObject({ type: 'agent.created', agent_id: 'main', payload: { agentKind: 'main' } });
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['tool.result', 'turn.ended', 'error']));
    expect(text('session/b/deep/er.txt')).toBe('deep');
    expect(text('logs/agent-web.jsonl')).toBe(webLog);
    expect(lines('logs/session.log')).toMatchObject([
      { level: 'warn', msg: 'a turn failed', session_id: id, turn_id: 2 },
      { level: 'info', msg: 'request', operation: 'submitPrompt', code: 40001, session_id: id },
    ]);
    expect(text('logs/agent-desktop.log')).toBe('desktop');
    expect(text('logs/global/agent-code.log')).toContain('listening');
    await nothingLeft(daemon);
  });

  test('without logs and files, twice the same', async () => {
    const daemon = await start({ env: { TERM: 'xterm', TERM_PROGRAM: 'Term', TMUX: '/tmp/x', SHELL: '/bin/sh' } });
    const { id } = await daemon.createSession();
    rmSync(join(daemon.home, 'sessions', id), { recursive: true, force: true });
    const first = await exported(daemon, id, { desktop: true });
    const second = await exported(daemon, id);
    expect(first.names).toEqual(second.names);
    expect(first.names).not.toContain('logs/session.log');
    expect(first.manifest).toMatchObject({
      sessionLogPath: null,
      shellEnv: { term: 'xterm', termProgram: 'Term', multiplexer: 'tmux', shell: '/bin/sh' },
    });
    expect(first.manifest).not.toHaveProperty('webLogPath');
    expect(first.manifest).not.toHaveProperty('desktopLogPath');
    for (const name of ['session.json', 'events.jsonl', 'messages.jsonl'])
      expect(first.files.get(name)?.equals(second.files.get(name) ?? Buffer.alloc(0))).toBe(true);
  });

  test('of cold, archived and foreign sessions, and of none', async () => {
    const daemon = await start();
    const other = await start({ home: daemon.home });
    const { id } = await daemon.createSession();
    await daemon.prompt(id, 'ask Sure?');
    await daemon.question(id);
    const foreign = await exported(other, id);
    expect((JSON.parse(foreign.text('session.json')) as { session: unknown }).session).toMatchObject({
      busy: true,
      pending_interaction: 'question',
    });
    await daemon.ok('archiveSession', daemon.session(id));
    await daemon.restart();
    expect((await exported(daemon, id)).manifest['sessionId']).toBe(id);
    for (const none of ['session_none', '../../x', '__global__']) {
      const response = await post(daemon, encodeURIComponent(none));
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ code: 40401, data: null });
    }
  });

  test.each<[string, unknown, string]>([
    ['an unknown key', { web_logs: 'x' }, 'web_logs'],
    ['a log that is not text', { web_log: 5 }, 'web_log'],
    ['too many bytes', { web_log: 'ä'.repeat(131_073) }, 'web_log'],
    ['too many chars', { web_log: 'a'.repeat(262_145) }, 'web_log'],
    ['a word for a boolean', { desktop: 'yes' }, 'desktop'],
    ['a list', [], ''],
  ])('is refused with %s', async (_, body, path) => {
    const daemon = await start();
    const { id } = await daemon.createSession();
    const response = await post(daemon, id, body);
    const answer = (await response.json()) as { code: number; details: { path: string }[] };
    expect([response.status, answer.code, answer.details[0]?.path]).toEqual([200, 40001, path]);
  });

  test('takes as many bytes of a log as allowed', async () => {
    const daemon = await start();
    const { id } = await daemon.createSession();
    const { files } = await exported(daemon, id, { web_log: 'ä'.repeat(131_072) });
    expect(files.get('logs/agent-web.jsonl')).toHaveLength(262_144);
  });

  test('reports damaged events and continues', async () => {
    const daemon = await start();
    const { id } = await daemon.createSession();
    await daemon.run(id, 'say hi');
    withDatabase(daemon, (db) =>
      db
        .prepare(
          `UPDATE events SET payload = '{"broken' WHERE seq = 3 AND session_key = (SELECT key FROM sessions WHERE id = ?)`,
        )
        .run(id),
    );
    const { lines } = await exported(daemon, id);
    expect(lines('events.jsonl')[2]).toMatchObject({ seq: 3, payload: null, damaged: true });
    expect(lines('events.jsonl').length).toBeGreaterThan(10);
  });
});

test('without a server: the same archive, written by the process that has the home', async () => {
  const daemon = await start();
  const { id } = await daemon.createSession({ title: 'Cold' });
  for (let n = 0; n < 12; n += 1) await daemon.run(id, `say ${n}`);
  const served = await exported(daemon, id);
  const folder = mkdtempSync(join(tmpdir(), 'agent-export-'));
  // as a killed server leaves it behind
  const home = join(folder, 'home');
  cpSync(daemon.home, home, { recursive: true, filter: (path) => !path.endsWith('-shm') });
  const file = await open(join(folder, 'out.zip'), 'wx+');
  let time = Date.now();
  try {
    const size = await writeExport({
      paths: homePaths(home),
      sessionId: id,
      file,
      secrets: () => [],
      leases: {
        alive: () => false,
        living: () => [],
        present: () => ({ alive: () => false, foreignOwner: () => undefined }),
      },
      contextLimit: () => undefined,
      // each step takes longer than a snapshot is kept open
      now: () => (time += 20_000),
      origin: { version: '1', env: {}, platform: 'linux', program: '' },
      globalLog: false,
      desktopLog: false,
    });
    const bytes = readFileSync(join(folder, 'out.zip'));
    expect(bytes).toHaveLength(size);
    const { text, names, manifest } = await read(bytes);
    expect(names).not.toContain('logs/global/agent-code.log');
    expect(manifest).toMatchObject({ title: 'Cold', globalLogPath: null, installSource: 'other' });
    for (const name of ['messages.jsonl', 'events.jsonl']) expect(text(name)).toBe(served.text(name));
  } finally {
    await file.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
