/** Exports of sessions (rest.md 9.9, cli.md 5.5): what is in them, what never is, and that nobody waits for them. */
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { homePaths } from '../../daemon/home/paths.js';
import { writeExport } from '../../daemon/sessions/export/export.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { unzip } from '../helpers/unzip.js';

const daemons: TestDaemon[] = [];
async function start(options: Parameters<typeof startTestDaemon>[0] = {}): Promise<TestDaemon> {
  const daemon = await startTestDaemon(options);
  daemons.push(daemon);
  return daemon;
}
afterEach(async () => {
  for (const daemon of daemons.splice(0).reverse()) await daemon.close();
});

function post(daemon: TestDaemon, id: string, body: unknown = {}, signal?: AbortSignal): Promise<Response> {
  return fetch(`${daemon.baseUrl}/api/v1/sessions/${id}/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
}

interface Manifest extends Record<string, unknown> {
  files: { path: string; size: number; sha256: string }[];
  leftOut?: { path: string; reason: string }[];
}

/** The entries of an export whose manifest fits them. */
async function exported(daemon: TestDaemon, id: string, body: unknown = {}) {
  const response = await post(daemon, id, body);
  expect(response.headers.get('content-type')).toBe('application/zip');
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(response.headers.get('content-length')).toBe(String(bytes.length));
  return read(bytes);
}

async function read(bytes: Uint8Array) {
  const files = await unzip(bytes);
  const manifest = JSON.parse(String(files.get('manifest.json'))) as Manifest;
  const names = [...files.keys()];
  expect(names.at(-1)).toBe('manifest.json');
  expect(manifest.files.map(({ path }) => path)).toEqual(names.slice(0, -1));
  for (const { path, size, sha256 } of manifest.files) {
    const content = files.get(path) ?? Buffer.alloc(0);
    expect([path, size]).toEqual([path, content.length]);
    expect([path, sha256]).toEqual([path, createHash('sha256').update(content).digest('hex')]);
  }
  const text = (path: string) => String(files.get(path));
  const lines = (path: string) =>
    text(path)
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { files, manifest, names, text, lines };
}

function withDatabase<T>(daemon: TestDaemon, work: (db: Database.Database) => T): T {
  const db = new Database(join(daemon.home, 'agent.db'));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Open files of this process that have no name any more. */
function nameless(home: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return target.startsWith(home) && target.endsWith('(deleted)') ? [target] : [];
    } catch {
      // closed since
      return [];
    }
  });
}
const nothingLeft = (daemon: TestDaemon) =>
  until('the temporary file to go', () => (nameless(realpathSync(daemon.home)).length === 0 ? true : undefined));

describe('an export', () => {
  test('holds records, files and logs', async () => {
    const daemon = await start();
    const { id } = await daemon.createSession({ title: 'To be looked at', metadata: { cwd: daemon.cwd, a: 1 } });
    await daemon.run(id, 'todo one; two\nsay hi');
    await daemon.run(id, 'fail 400');
    const directory = join(daemon.home, 'sessions', id);
    mkdirSync(join(directory, 'logs'), { recursive: true });
    mkdirSync(join(directory, 'b', 'deep'), { recursive: true });
    writeFileSync(join(directory, 'logs', 'session.log'), '{"msg":"hello"}\n');
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
      installSource: 'npm',
      shellEnv: { term: null, termProgram: null, multiplexer: null, shell: null },
    });
    expect(Date.parse(String(manifest['exportedAt']))).toBeGreaterThan(Date.parse(session.updated_at));
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
    ['a log that is no text', { web_log: 5 }, 'web_log'],
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

  test('tells damaged events and goes on', async () => {
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

describe('no secret is in an export', () => {
  /** by where it comes from; each could stand in what a model wrote */
  const canaries = {
    config: 'canary-config-key-0001',
    named: 'canary-named-key-0002',
    header: 'canary-header-value-0003',
    password: 'canary-password-0004',
    variable: 'canary "variable" 0005 ä',
    login: 'canary-login-token-0006',
    bearer: 'canary-bearer-0007',
  };

  test('whatever its source, in whatever place', async () => {
    const daemon = await start({
      config:
        `default_model = "offline/echo"\n[providers.p]\ntype = "openai"\nbase_url = "https://example.org"\napi_key = "${canaries.config}"\n` +
        `[providers.p.custom_headers]\nx-own = "${canaries.header}"\n` +
        `[providers.q]\ntype = "openai"\nbase_url = "https://example.org"\napi_key_env = "NAMED"\n`,
      env: {
        NAMED: canaries.named,
        AGENT_CODE_PASSWORD: canaries.password,
        DEPLOY_TOKEN: canaries.variable,
        MCP_VALUE: canaries.bearer,
        PLAIN_SETTING: 'not-a-secret-at-all',
      },
    });
    writeFileSync(
      join(daemon.home, 'mcp.json'),
      JSON.stringify({ mcpServers: { s: { url: 'https://example.org', bearerTokenEnvVar: 'MCP_VALUE' } } }),
    );
    mkdirSync(join(daemon.home, 'credentials'), { recursive: true });
    writeFileSync(
      join(daemon.home, 'credentials', 'managed_agent-code.json'),
      JSON.stringify({ access_token: canaries.login, oauth_host: 'https://auth.example.org' }),
    );
    const shapes = ['sk-0123456789abcdef', 'ghp_0123456789abcdef0123', 'Bearer abcdefghijklmnopqrst'];
    const secrets = [...Object.values(canaries), daemon.token];
    const all = [...secrets, ...shapes].join(' and ');
    const { id } = await daemon.createSession({
      title: canaries.config,
      metadata: { cwd: daemon.cwd, note: all, nested: { deep: [JSON.stringify({ all })] } },
    });
    await daemon.run(id, `say ${all}`);
    const directory = join(daemon.home, 'sessions', id);
    mkdirSync(join(directory, canaries.login), { recursive: true });
    writeFileSync(join(directory, 'text.txt'), `${'x '.repeat(40_000)}${all}\n`.repeat(3));
    writeFileSync(join(directory, 'data.json'), JSON.stringify({ all: JSON.stringify({ all }) }));
    writeFileSync(join(directory, 'picture.bin'), Buffer.concat([Buffer.alloc(100), Buffer.from(all)]));
    writeFileSync(join(directory, canaries.login, `${canaries.config}.txt`), 'x');
    writeFileSync(join(directory, 'url.txt'), `https://example.org/?q=${secrets.map(encodeURIComponent).join('&x=')}`);
    mkdirSync(join(directory, 'logs'), { recursive: true });
    writeFileSync(join(directory, 'logs', 'session.log'), `{"msg":${JSON.stringify(all)}}\n`);
    appendFileSync(join(daemon.home, 'logs', 'agent-code.log'), `{"msg":${JSON.stringify(all)}}\n`);
    writeFileSync(join(daemon.home, 'logs', 'agent-code-desktop.log'), `${all}\n`);
    const { files, names, text, manifest } = await exported(daemon, id, { web_log: `${all}\n`, desktop: true });
    expect(names).toContain('logs/agent-desktop.log');
    const forms = secrets.flatMap((secret) => {
      const once = JSON.stringify(secret).slice(1, -1);
      return [secret, once, JSON.stringify(once).slice(1, -1), encodeURIComponent(secret)];
    });
    for (const [name, content] of files)
      for (const form of forms)
        expect([name, form, content.includes(form) || name.includes(form)]).toEqual([name, form, false]);
    for (const name of ['events.jsonl', 'messages.jsonl', 'session.json', 'session/text.txt', 'logs/agent-web.jsonl'])
      for (const shape of shapes) expect([name, shape, text(name).includes(shape)]).toEqual([name, shape, false]);
    // what is no secret stays
    expect(text('messages.jsonl')).toContain(' and ');
    expect(JSON.parse(text('session.json'))).toMatchObject({ session: { id } });
    expect(files.get('session/picture.bin')).toHaveLength(100 + Buffer.byteLength(all));
    expect(JSON.stringify(manifest)).not.toContain('not-a-secret-at-all');
  });
});

describe('what lies in the directory of a session', () => {
  test('links and special files are left out, names that would do harm are changed', async () => {
    const daemon = await start();
    const { id } = await daemon.createSession();
    const directory = join(daemon.home, 'sessions', id);
    const outside = join(daemon.folder, 'outside');
    mkdirSync(join(directory, 'real'), { recursive: true });
    mkdirSync(outside);
    writeFileSync(join(outside, 'canary.txt'), 'canary-outside');
    symlinkSync(join(outside, 'canary.txt'), join(directory, 'link.txt'));
    symlinkSync(outside, join(directory, 'linked'));
    symlinkSync('nowhere', join(directory, 'broken'));
    execFileSync('mkfifo', [join(directory, 'pipe')]);
    const hostile = [
      'a\nb',
      '..\\..\\evil.txt',
      'C:evil',
      'trailing. ',
      'right\u202etxt.exe',
      'CASE.txt',
      'case.txt',
      `${'long'.repeat(60)}.txt`,
      '-rf',
      '~',
      'q?*"<>|',
    ];
    for (const name of hostile) writeFileSync(join(directory, 'real', name), name);
    const { names, files, manifest } = await exported(daemon, id);
    const own = names.filter((name) => name.startsWith('session/'));
    expect(own).toHaveLength(hostile.length);
    expect(own.map((name) => String(files.get(name))).sort()).toEqual([...hostile].sort());
    expect(own).toEqual(
      expect.arrayContaining([
        'session/real/.._.._evil.txt',
        'session/real/CASE.txt',
        'session/real/case~2.txt',
        'session/real/trailing_',
      ]),
    );
    for (const name of own) expect(name).toMatch(/^session\/real\/[^\\:*?"<>|\n\u202e]{1,201}$/u);
    expect([...files.values()].some((content) => content.includes('canary-outside'))).toBe(false);
    expect(manifest.leftOut).toEqual([
      { path: 'session/broken', reason: 'link' },
      { path: 'session/link.txt', reason: 'link' },
      { path: 'session/linked', reason: 'link' },
      { path: 'session/pipe', reason: 'special file' },
    ]);
  });

  test('a directory that is a link itself is not followed', async () => {
    const daemon = await start();
    const { id } = await daemon.createSession();
    const outside = join(daemon.folder, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'canary.txt'), 'canary-outside');
    rmSync(join(daemon.home, 'sessions', id), { recursive: true, force: true });
    symlinkSync(outside, join(daemon.home, 'sessions', id));
    const { names } = await exported(daemon, id);
    expect(names.filter((name) => name.startsWith('session/'))).toEqual([]);
    rmSync(join(daemon.home, 'sessions', id));
  });

  test('thousands of files, and one that grows meanwhile', async () => {
    const daemon = await start();
    const { id } = await daemon.createSession();
    const directory = join(daemon.home, 'sessions', id);
    for (let n = 0; n < 1_500; n += 1) {
      const below = join(directory, `d${n % 30}`);
      mkdirSync(below, { recursive: true });
      writeFileSync(join(below, `f${n}.txt`), `${n}`);
    }
    const growing = join(directory, 'zz.log');
    writeFileSync(growing, 'start\n');
    const timer = setInterval(() => appendFileSync(growing, 'x'.repeat(10_000)), 1);
    try {
      const { names, files } = await exported(daemon, id);
      expect(names.filter((name) => name.startsWith('session/'))).toHaveLength(1_501);
      expect(String(files.get('session/zz.log'))).toMatch(/^start\nx*$/);
    } finally {
      clearInterval(timer);
    }
  }, 60_000);
});

describe('while it is made', () => {
  test('the session goes on; the records are of one moment', async () => {
    const daemon = await start();
    const { id } = await daemon.createSession();
    for (let n = 0; n < 5; n += 1) await daemon.run(id, `say ${n}`);
    await daemon.prompt(id, `slow 20 ${'word '.repeat(60)}`);
    await until('the turn', async () =>
      (await daemon.ok('getSession', daemon.session(id))).main_turn_active ? true : undefined,
    );
    const several = await Promise.all([1, 2, 3].map(() => exported(daemon, id)));
    for (const { lines, text } of several) {
      const { session } = JSON.parse(text('session.json')) as { session: { last_seq: number; message_count: number } };
      expect(lines('events.jsonl').map(({ seq }) => seq)).toEqual(
        Array.from({ length: session.last_seq }, (_, n) => n + 1),
      );
      expect(lines('messages.jsonl')).toHaveLength(session.message_count);
    }
    expect((await daemon.waitForEnd(id)).last_turn_reason).toBe('completed');
    expect((await exported(daemon, id)).lines('messages.jsonl')).toHaveLength(12);
  });

  test('a client that goes away leaves nothing behind, before the first byte and after it', async () => {
    const daemon = await start();
    const { id } = await daemon.createSession();
    const directory = join(daemon.home, 'sessions', id);
    mkdirSync(directory, { recursive: true });
    // noise, so that packing makes it no smaller
    for (let n = 0; n < 4; n += 1) {
      const file = await open(join(directory, `noise${n}`), 'w');
      for (let m = 0; m < 8; m += 1)
        await file.write(
          createHash('shake256', { outputLength: 1 << 20 })
            .update(`${n} ${m}`)
            .digest(),
        );
      await file.close();
    }
    const controller = new AbortController();
    const early = post(daemon, id, {}, controller.signal);
    await until('the file', () => (nameless(realpathSync(daemon.home)).length > 0 ? true : undefined));
    controller.abort();
    await expect(early).rejects.toThrow();
    await nothingLeft(daemon);
    await new Promise<void>((resolve, reject) => {
      const sent = request(
        `${daemon.baseUrl}/api/v1/sessions/${id}/export`,
        { method: 'POST', headers: { authorization: `Bearer ${daemon.token}` } },
        (response) => {
          response.once('data', () => {
            response.destroy();
            resolve();
          });
        },
      );
      sent.once('error', reject);
      sent.end();
    });
    await nothingLeft(daemon);
    expect(readdirSync(join(daemon.home, 'files'))).toEqual([]);
    const log = readFileSync(join(daemon.home, 'logs', 'agent-code.log'), 'utf8');
    expect(log).not.toContain('request failed unexpectedly');
    // more than two at once take turns
    const all = await Promise.all([1, 2, 3, 4, 5].map(async () => (await post(daemon, id)).arrayBuffer()));
    expect(new Set(all.map((bytes) => bytes.byteLength > 32 << 20))).toEqual(new Set([true]));
  }, 120_000);

  test('fifty thousand events hold nobody up, and the log of the database can start anew', async () => {
    const daemon = await start();
    const { id } = await daemon.createSession();
    await daemon.run(id, 'say hi');
    withDatabase(daemon, (db) => {
      const { key, last_seq: last } = db.prepare('SELECT key, last_seq FROM sessions WHERE id = ?').get(id) as {
        key: number;
        last_seq: number;
      };
      db.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
         INSERT INTO events (session_key, seq, type, agent_id, visibility, time, payload)
         SELECT ?, ? + i, 'warning', 'main', 1, ?, json_object('message', printf('%.400c', 'x'), 'code', i) FROM n`,
      ).run(key, last, Date.now());
      db.prepare('UPDATE sessions SET last_seq = last_seq + 50000 WHERE key = ?').run(key);
    });
    await daemon.restart();
    const before = process.memoryUsage().rss;
    let answered = 0;
    const asked = post(daemon, id);
    for (const over = asked.then(() => 'over'); ; answered += 1) {
      const first = await Promise.race([over, daemon.ok('getHealth', {})]);
      if (first === 'over') break;
    }
    const grown = process.memoryUsage().rss - before;
    const bytes = new Uint8Array(await (await asked).arrayBuffer());
    // others were served all the time, not just before and after
    expect(answered).toBeGreaterThan(10);
    expect(grown).toBeLessThan(200 << 20);
    const { lines } = await read(bytes);
    const events = lines('events.jsonl');
    expect(events.length).toBeGreaterThan(50_000);
    expect(events.every(({ seq }, index) => seq === index + 1)).toBe(true);
    expect(withDatabase(daemon, (db) => db.pragma('wal_checkpoint(RESTART)'))).toMatchObject([{ busy: 0 }]);
  }, 120_000);

  test('a session that is deleted meanwhile is not found', async () => {
    const daemon = await start();
    const { id } = await daemon.createSession();
    const asked = post(daemon, id);
    const answers = await Promise.all([asked, daemon.ask('deleteSession', daemon.session(id))]);
    expect([200]).toContain(answers[0].status);
    expect(answers[1].code).toBe(0);
  });
});

test('without a server: the same archive, written by whoever has the home', async () => {
  const daemon = await start();
  const { id } = await daemon.createSession({ title: 'Cold' });
  for (let n = 0; n < 12; n += 1) await daemon.run(id, `say ${n}`);
  const served = await exported(daemon, id);
  const folder = mkdtempSync(join(tmpdir(), 'agent-export-'));
  // as a server leaves it behind that was killed
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
      leases: { alive: () => false, living: () => [] },
      contextLimit: () => undefined,
      // so slow that no snapshot lasts
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
