/** `agent vis` shows a session, served or as a file, and changes nothing (acp-cli.md 2.5, web.md 8.1, 8.2 and 8.5). */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import Database from 'better-sqlite3';
import sharp from 'sharp';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { run } from '../../client/cli/run.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { testIo, type TestIo } from './harness.js';

const canary = 'cAnArY-0123456789abcdef';
const bearer = 'sk-canary0123456789abcdef';

let daemon: TestDaemon;
let id: string;
beforeAll(async () => {
  daemon = await startTestDaemon({
    config: `default_model = "offline/echo"\n[providers.mine]\ntype = "openai"\napi_key = "${canary}"\nbase_url = "http://127.0.0.1:9/v1"\n`,
  });
  id = (
    await daemon.createSession({
      title: `Title ${canary}`,
      metadata: { cwd: daemon.cwd },
      agent_config: { permission_mode: 'auto' },
    })
  ).id;
  await daemon.run(id, `run echo ${bearer} ${canary}`);
  await daemon.run(id, 'agent explore: say from below');
  await daemon.run(id, 'run in background echo from a task');
});
afterAll(() => daemon.close());

interface Visualizer {
  io: TestIo;
  url: URL;
  token: string;
  get(path: string, init?: RequestInit & { token?: string | null }): Promise<Response>;
  data<T>(path: string): Promise<T>;
  stop(): Promise<number>;
}

async function visualize(words: string[] = [], home = daemon.home): Promise<Visualizer> {
  const io = testIo({ home, cwd: daemon.cwd });
  const ended = run(['vis', '--no-open', ...words], io);
  const line = await until('the line of the visualizer', () => /^(http:\S+)\n/.exec(io.out())?.[1]);
  const url = new URL(line);
  const token = url.hash.slice('#token='.length);
  const get: Visualizer['get'] = (path, { token: given = token, ...init } = {}) =>
    fetch(new URL(path, url.origin), {
      ...init,
      headers: { ...(given === null ? {} : { authorization: `Bearer ${given}` }), ...init.headers },
    });
  return {
    io,
    url,
    token,
    get,
    data: async <T>(path: string) => ((await (await get(path)).json()) as { data: T }).data,
    stop() {
      io.signal('SIGINT');
      return ended;
    },
  };
}

const api = (rest = ''): string => `/api/v1/vis/sessions${rest}`;

function digests(directory: string): Record<string, string> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return Object.fromEntries(
    files
      .map((file) => join(file.parentPath, file.name))
      .filter((path) => !/-(?:shm|wal)$/.test(path))
      .map((path) => [
        path,
        `${createHash('sha256').update(readFileSync(path)).digest('hex')} ${statSync(path).mtimeMs}`,
      ]),
  );
}

test('prints one line with a token of its own, and ends with a signal', async () => {
  const shown = await visualize([id.slice(0, 24)]);
  expect(shown.io.out()).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/sessions/${id}#token=[\\w-]{43}\\n$`));
  expect(shown.io.err()).toBe('');
  expect(await shown.stop()).toBe(0);
  await expect(fetch(shown.url)).rejects.toThrow();
  const all = await visualize();
  expect(all.url.pathname).toBe('/');
  expect(all.token).not.toBe(shown.token);
  expect(await all.stop()).toBe(0);
});

test('refuses what it cannot show before it listens', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vis-'));
  writeFileSync(join(folder, 'broken.zip'), 'no archive');
  const newer = mkdtempSync(join(tmpdir(), 'vis-'));
  const db = new Database(join(newer, 'agent.db'));
  db.pragma('user_version = 9999');
  db.close();
  const homeOf = (content: Uint8Array): string => {
    const home = mkdtempSync(join(tmpdir(), 'vis-'));
    writeFileSync(join(home, 'agent.db'), content);
    return home;
  };
  const foreign = new Database(':memory:');
  foreign.exec('CREATE TABLE notes (text)');
  const busy = await visualize();
  for (const [words, home, message] of [
    [['session_00000000000000000000000000'], daemon.home, /no session/],
    [[join(folder, 'broken.zip')], daemon.home, /no ZIP archive/],
    [[join(folder, 'none.zip')], daemon.home, /no such file/],
    [[], newer, /another version/],
    [[], homeOf(foreign.serialize()), /agent\.db is no database of this program/],
    [[], homeOf(Buffer.from('notes')), /cannot read the database .*agent\.db: file is not a database/],
    [['--port', busy.url.port], daemon.home, /in use/],
  ] as const) {
    const io = testIo({ home, cwd: folder });
    expect([await run(['vis', '--no-open', ...words], io), io.out()]).toEqual([1, '']);
    expect(io.err()).toMatch(message);
    expect(io.err()).not.toContain('a defect');
  }
  foreign.close();
  for (const words of [
    ['--port', '70000'],
    ['a', 'b'],
    ['--host', ''],
    ['--out', 'x.html'],
    [id, '--out', '-'],
    [id, '--out', 'x.html', '--port', '0'],
    [id, '--out', 'x.html', '--no-open'],
  ]) {
    const io = testIo({ home: daemon.home, cwd: folder });
    expect([await run(['vis', ...words], io), io.out()]).toEqual([2, '']);
  }
  await busy.stop();
});

test('a home without a database has no sessions, and gets no database', async () => {
  const home = mkdtempSync(join(tmpdir(), 'vis-'));
  const shown = await visualize([], home);
  expect(await shown.data(api())).toEqual({ items: [], has_more: false });
  expect((await shown.get(api(`/${id}`))).status).toBe(200);
  expect(((await (await shown.get(api(`/${id}`))).json()) as { code: number }).code).toBe(40401);
  expect(existsSync(join(home, 'agent.db'))).toBe(false);
  await shown.stop();
});

test('needs its token and its host, takes GET and HEAD only, and keeps nothing', async () => {
  const shown = await visualize();
  expect((await shown.get(api(), { token: null })).status).toBe(401);
  expect((await shown.get(api(), { token: daemon.token })).status).toBe(401);
  for (const [path, method] of [
    [api(), 'POST'],
    [api(), 'OPTIONS'],
    ['/', 'PUT'],
    ['/nowhere', 'DELETE'],
  ] as const)
    expect([path, (await shown.get(path, { method })).status]).toEqual([path, 405]);
  const answer = await shown.get(api());
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const head = await shown.get(api(), { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  // the operations of a daemon are not served
  expect((await shown.get('/api/v1/sessions')).status).toBe(404);
  expect((await shown.get(api(`/${id}/media/..%2F..%2Fagent.db`))).status).toBe(200);
  const media = (await (await shown.get(api(`/${id}/media/..%2F..%2Fagent.db`))).json()) as { code: number };
  expect(media.code).toBe(40407);
  const document = (await (await shown.get('/openapi.json')).json()) as { paths: Record<string, unknown> };
  expect(Object.keys(document.paths).every((path) => path.startsWith('/api/v1/vis/'))).toBe(true);
  await shown.stop();
});

interface EventPage {
  items: { seq: number; type: string; agent_id: string; internal: boolean; payload: Record<string, unknown> | null }[];
  last_seq: number;
  has_more: boolean;
}

test('shows every row of the log, page by page, without secrets; nothing of the home changes', async () => {
  const rows = readRows();
  const before = digests(daemon.home);
  const shown = await visualize([id]);
  const all: EventPage['items'] = [];
  for (let more = true; more;) {
    const page = await shown.data<EventPage>(api(`/${id}/events?limit=7&after_seq=${all.at(-1)?.seq ?? 0}`));
    expect(page.items.length).toBeLessThanOrEqual(7);
    all.push(...page.items);
    more = page.has_more;
  }
  expect(all.map(({ seq, type, agent_id: agent }) => [seq, type, agent])).toEqual(rows);
  const some = await shown.data<EventPage>(api(`/${id}/events?types=turn.started,turn.ended`));
  expect([...new Set(some.items.map(({ type }) => type))]).toEqual(['turn.started', 'turn.ended']);
  const session = await shown.data<{ session: { title: string }; agents: unknown[]; last_seq: number }>(api(`/${id}`));
  expect([session.agents.length, session.last_seq]).toEqual([2, rows.at(-1)?.[0]]);
  const tasks = await shown.data<{ items: { taskId: string }[] }>(api(`/${id}/tasks`));
  const task = tasks.items.find(({ taskId }) => taskId.startsWith('bash-'))?.taskId ?? '';
  expect(await (await shown.get(api(`/${id}/tasks/${task}/output`))).text()).toContain('from a task');
  expect(await (await shown.get(api(`/${id}/tasks/${task}/output?offset=5&length=4`))).text()).toBe('a ta');
  const texts = [
    JSON.stringify([all, session, tasks]),
    await (await shown.get(api(`/${id}/logs?which=global`))).text(),
  ];
  texts.push(await (await shown.get(api())).text(), await (await shown.get(api(`/${id}/context`))).text());
  for (const secret of [canary, bearer, shown.token, daemon.token]) expect(texts.join()).not.toContain(secret);
  expect(texts[0]).toContain('Title ***');
  expect(await shown.data(api(`?query=nothing-like-this`))).toEqual({ items: [], has_more: false });
  await shown.stop();
  expect(digests(daemon.home)).toEqual(before);
});

test('gives what was sent for a step', async () => {
  const shown = await visualize();
  type Context = { messages: { role: string; content: { text?: string }[] }[]; tokens: { measured?: number } };
  const first = await shown.data<Context>(api(`/${id}/context?turn=1&step=1`));
  expect(first.messages.map(({ role }) => role)).not.toContain('tool');
  expect(JSON.stringify(first.messages)).toContain('run echo');
  const second = await shown.data<Context>(api(`/${id}/context?turn=1&step=2`));
  expect(second.messages.slice(0, first.messages.length)).toEqual(first.messages);
  expect(second.messages.at(-1)?.role).toBe('tool');
  expect(second.tokens.measured).toBeGreaterThan(0);
  await shown.stop();
});

test('a damaged row costs only itself', async () => {
  const other = (await daemon.createSession({ metadata: { cwd: daemon.cwd } })).id;
  await daemon.run(other, 'say something');
  const db = new Database(join(daemon.home, 'agent.db'));
  const key = db.prepare('SELECT key FROM sessions WHERE id = ?').pluck().get(other);
  db.prepare('UPDATE events SET payload = ? WHERE session_key = ? AND seq = 4').run('{"broken', key);
  db.close();
  const shown = await visualize();
  const { items } = await shown.data<EventPage>(api(`/${other}/events`));
  expect(items.filter((item) => 'damaged' in item)).toEqual([expect.objectContaining({ seq: 4, payload: null })]);
  expect(await shown.data(api(`/${other}`))).toMatchObject({ damaged: 1 });
  await shown.stop();
});

test('an export is shown without its home, and without a database', async () => {
  const zip = join(mkdtempSync(join(tmpdir(), 'vis-')), 'report.zip');
  const io = testIo({ home: daemon.home, cwd: daemon.cwd });
  expect(await run(['export', id, '-o', zip], io)).toBe(0);
  const home = mkdtempSync(join(tmpdir(), 'vis-'));
  const shown = await visualize([zip], home);
  expect(shown.url.pathname).toBe(`/sessions/${id}`);
  const { items } = await shown.data<EventPage>(api(`/${id}/events`));
  expect(items.map(({ seq, type, agent_id: agent }) => [seq, type, agent])).toEqual(readRows());
  const { source } = await shown.data<{ source: string }>(api(`/${id}`));
  expect(source).toBe('zip');
  const { items: tasks } = await shown.data<{ items: { taskId: string }[] }>(api(`/${id}/tasks`));
  const task = tasks.find(({ taskId }) => taskId.startsWith('bash-'))?.taskId ?? '';
  expect(await (await shown.get(api(`/${id}/tasks/${task}/output`))).text()).toContain('from a task');
  const html = await writeFile([zip], home);
  expect(html.facts).toMatchObject({ session: { id }, without: ['tasks', 'logs'] });
  expect(html.facts.events.map(({ seq, type, agent_id: agent }) => [seq, type, agent])).toEqual(readRows());
  for (const secret of [canary, bearer]) expect(html.text).not.toContain(secret);
  expect(readdirSync(home)).toEqual([]);
  await shown.stop();
});

interface SessionFile {
  path: string;
  text: string;
  facts: { session: { id: string }; damaged: number; events: EventPage['items'] };
}

/** Writes a session file with `--out` to a new folder; returns its path, its text and the data in it. */
async function writeFile(words: string[], home = daemon.home): Promise<SessionFile> {
  const folder = mkdtempSync(join(tmpdir(), 'vis-'));
  const io = testIo({ home, cwd: folder });
  expect([await run(['vis', ...words, '--out', `${folder}/`], io), io.err()]).toEqual([
    0,
    expect.stringMatching(/^[\d.]+ [kM]B; holds .*\d+ secrets? and \d+ paths? replaced\n$/),
  ]);
  const path = io.out().trim();
  expect([readdirSync(folder).map((name) => join(folder, name)), statSync(path).mode & 0o777]).toEqual([[path], 0o600]);
  const text = readFileSync(path, 'utf8');
  const [, facts = ''] = /<script type="application\/json" id="session">(.*?)<\/script>/s.exec(text) ?? [];
  return { path, text, facts: JSON.parse(facts) as SessionFile['facts'] };
}

test('with --out it writes a file that stays as it is, without paths', async () => {
  const { path, text, facts } = await writeFile([id]);
  expect(path).toMatch(new RegExp(`${id}-\\d{8}-\\d{6}\\.html$`));
  expect(facts.events.map(({ seq, type, agent_id: agent }) => [seq, type, agent])).toEqual(readRows());
  expect([facts.session.id, facts.damaged, text.includes(daemon.cwd)]).toEqual([id, 0, false]);
  const before = statSync(path).mtimeMs;
  const again = testIo({ home: daemon.home, cwd: daemon.cwd });
  expect([await run(['vis', id, '--out', path], again), again.out()]).toEqual([1, '']);
  expect(again.err()).toContain('exists already');
  expect([statSync(path).mtimeMs, readFileSync(path, 'utf8')]).toEqual([before, text]);
});

test('of 100,000 events no secret leaves in an answer or a file, and no byte of the home changes', async () => {
  const long = (await daemon.createSession({ metadata: { cwd: daemon.cwd } })).id;
  await daemon.run(long, `say ${canary}`);
  const keys = ['ghp_canary0123456789abcdefgh', 'mcp-canary-value'];
  const secrets = [canary, bearer, ...keys, daemon.token];
  const own = new Database(join(daemon.home, 'agent.db'));
  own.pragma('wal_checkpoint(TRUNCATE)');
  own.close();
  // a copy without a server, since a server would read events that it did not write
  const home = mkdtempSync(join(tmpdir(), 'vis-'));
  cpSync(daemon.home, home, { recursive: true, filter: (path) => !/\.sock$|-(?:shm|wal)$/.test(path) });
  const db = new Database(join(home, 'agent.db'));
  const { key, last } = db
    .prepare<[string], { key: number; last: number }>('SELECT key, last_seq AS last FROM sessions WHERE id = ?')
    .get(long) ?? { key: 0, last: 0 };
  const todos = [{ title: `Send ${secrets.join(' and\n')}`, status: 'pending' }];
  db.prepare(
    `INSERT INTO events (session_key, seq, type, agent_id, visibility, time, payload)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
     SELECT ?, ? + i, 'todo.changed', 'main', 1, 1700000100000 + i, ? FROM n`,
  ).run(key, last, JSON.stringify({ todos }));
  db.prepare('UPDATE sessions SET last_seq = last_seq + 100000 WHERE key = ?').run(key);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  // digits also occur in times and sizes
  const env = { ACCOUNT: '100000', KEY: keys[1] };
  writeFileSync(join(home, 'mcp.json'), JSON.stringify({ mcpServers: { one: { command: 'none', env } } }));
  const before = digests(home);

  const shown = await visualize([], home);
  const check = (path: string, text: string): void => {
    // compares words, since a failure would print the long text
    for (const secret of [...secrets, shown.token])
      expect([path, secret, text.includes(secret)]).toEqual([path, secret, false]);
  };
  let count = 0;
  for (let more = true, after = 0; more;) {
    const path = api(`/${long}/events?limit=5000&after_seq=${after}`);
    const text = await (await shown.get(path)).text();
    check(path, text);
    const { items, has_more } = (JSON.parse(text) as { data: EventPage }).data;
    count += items.length;
    after = items.at(-1)?.seq ?? 0;
    more = has_more;
  }
  expect(count).toBe(last + 100_000);
  const tasks = await shown.data<{ items: { taskId: string }[] }>(api(`/${id}/tasks`));
  const outputs = tasks.items.map(({ taskId }) => `/${id}/tasks/${taskId}/output`);
  const paths = ['', '/events', '/context', '/tasks', '/cron', '/logs?which=session', '/logs?which=global'];
  for (const path of ['', ...[id, long].flatMap((each) => paths.map((rest) => `/${each}${rest}`)), ...outputs])
    check(path, await (await shown.get(api(path))).text());
  check('the page', await (await shown.get(`/sessions/${long}`)).text());
  await shown.stop();
  const { text, facts } = await writeFile([long], home);
  check('the file', text);
  expect(facts.events).toHaveLength(last + 100_000);
  expect(digests(home)).toEqual(before);
  expect(readdirSync(home).filter((name) => name.endsWith('-wal') && statSync(join(home, name)).size > 0)).toEqual([]);
}, 60_000);

test('an export of a deleted session is shown with its pictures', async () => {
  const own = await daemon.createSession({ metadata: { cwd: daemon.cwd } });
  const picture = readFileSync(join(process.cwd(), 'web', 'icons', 'icon.svg'));
  const png = await sharp(picture).png().toBuffer();
  const image = { type: 'image', source: { kind: 'base64', media_type: 'image/png', data: png.toString('base64') } };
  await daemon.run(own.id, '', { content: [{ type: 'text', text: 'say with a picture' }, image] });
  const zip = join(mkdtempSync(join(tmpdir(), 'vis-')), 'deleted.zip');
  expect(await run(['export', own.id, '-o', zip], testIo({ home: daemon.home, cwd: daemon.cwd }))).toBe(0);
  await daemon.ask('deleteSession', { params: { session_id: own.id } });
  const gone = testIo({ home: daemon.home, cwd: daemon.cwd });
  expect(await run(['vis', '--no-open', own.id], gone)).toBe(1);
  const shown = await visualize([zip]);
  const { items } = await shown.data<EventPage>(api(`/${own.id}/events`));
  const fileId = /media_\w{26}\.png/.exec(JSON.stringify(items))?.[0] ?? '';
  const answer = await shown.get(api(`/${own.id}/media/${fileId}`));
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await answer.arrayBuffer()).equals(png)).toBe(true);
  expect(await shown.stop()).toBe(0);
});

test('answers fit its document', async () => {
  const shown = await visualize();
  const document = (await (await shown.get('/openapi.json')).json()) as {
    paths: Record<string, { get: { responses: Record<string, { content?: Record<string, { schema: object }> }> } }>;
    components: object;
  };
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const [path, { get }] of Object.entries(document.paths)) {
    const schema = get.responses['200']?.content?.['application/json']?.schema;
    if (!schema || /output|logs|media/.test(path)) continue;
    const answer: unknown = await (await shown.get(path.replace('{session_id}', id))).json();
    const isValid = ajv.validate({ ...schema, components: document.components }, answer);
    expect([path, isValid, ajv.errors]).toEqual([path, true, null]);
  }
  await shown.stop();
});

function readRows(): [number, string, string][] {
  const db = new Database(join(daemon.home, 'agent.db'), { readonly: true });
  const rows = db
    .prepare<[string], { seq: number; type: string; agent_id: string }>(
      'SELECT seq, type, agent_id FROM events WHERE session_key = (SELECT key FROM sessions WHERE id = ?) ORDER BY seq',
    )
    .all(id);
  db.close();
  return rows.map(({ seq, type, agent_id: agent }) => [seq, type, agent]);
}
