/** Which MCP servers the configuration gives a session, and the limits of the user's trust (engine.md 16.1, 16.2). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readEntry } from '../../daemon/mcp/files/entries.js';
import { createLayers } from '../../daemon/mcp/files/layers.js';
import { readConfigured } from '../../daemon/sessions/mcp/configured.js';
import { openDatabase, type Db } from '../../daemon/sessions/log/database.js';
import { createTrust, type Trust } from '../../daemon/sessions/workspaces/trust.js';
import { rootOf } from '../../daemon/workspace/git.js';

let folder: string;
let db: Db;
let trust: Trust;
let root: string;
let home: string;
const open: Db[] = [];

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'trust-')));
  [home, root] = [join(folder, 'home'), join(folder, 'project')];
  mkdirSync(home);
  mkdirSync(join(root, '.git'), { recursive: true });
  ({ db, trust } = server());
});
afterEach(() => {
  for (const each of open.splice(0)) each.close();
  rmSync(folder, { recursive: true, force: true });
});

const layers = () => createLayers(home);

/** Opens the home as another process does. */
function server(): { db: Db; trust: Trust } {
  const database = openDatabase({ path: join(home, 'agent.db') });
  open.push(database);
  return { db: database, trust: createTrust(database, layers(), Date.now) };
}

function put(file: string, servers: object): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ mcpServers: servers }));
}
const user = (servers: object) => put(join(home, 'mcp.json'), servers);
const project = (servers: object) => put(join(root, '.mcp.json'), servers);
const inDirectory = (cwd: string, servers: object) => put(join(cwd, '.agent-code', 'mcp.json'), servers);

const read = (cwd = root, own: Record<string, unknown> = {}, by = trust) =>
  readConfigured(
    { layers: layers(), trust: by },
    { root: rootOf(cwd), cwd },
    new Map(Object.entries(own).map(([name, entry]) => [name, readEntry(entry)])),
  );
/** Name, layer and command or entry of each server that would start. */
const started = (cwd = root, own = {}, by = trust) =>
  read(cwd, own, by).servers.map(({ name, layer, entry }) => [name, layer, 'command' in entry ? entry.command : entry]);
const waiting = (cwd = root) => read(cwd).waiting.map(({ name }) => name);

const stdio = { command: 'run', args: ['a'], env: { A: '1', B: '2' } };
const http = { url: 'https://x.example', headers: { 'X-A': '1', 'X-B': '2' } };

describe('layers', () => {
  test('the later one wins for each name: user, project, directory, session', async () => {
    user({ a: { command: 'user' }, b: { command: 'user' }, c: { command: 'user' }, d: { command: 'user' } });
    project({ b: { command: 'project' }, c: { command: 'project' }, d: { command: 'project' } });
    inDirectory(root, { c: { command: 'directory' }, d: { command: 'directory' } });
    await trust.grant(root);
    expect(started(root, { d: { command: 'session' } })).toEqual([
      ['a', 'user', 'user'],
      ['b', 'project', 'project'],
      ['c', 'directory', 'directory'],
      ['d', 'session', 'session'],
    ]);
    expect(read().servers.map(({ file }) => file)).toEqual([
      join(home, 'mcp.json'),
      join(root, '.mcp.json'),
      join(root, '.agent-code', 'mcp.json'),
      join(root, '.agent-code', 'mcp.json'),
    ]);
  });

  test('a bad entry is that server, with what is wrong; others are unaffected', () => {
    user({ bad: { command: 1 }, 'b a\u202ed': { command: 'x' }, good: { command: 'x' } });
    expect(started(root, { own: 1 })).toEqual([
      [String.raw`b a\u{202e}d`, 'user', { error: expect.stringContaining('name') as unknown }],
      ['bad', 'user', { error: 'command: must be text' }],
      ['good', 'user', 'x'],
      ['own', 'session', { error: 'it is not an object' }],
    ]);
    expect(read().warnings).toEqual([]);
  });

  test('a file that is not JSON is a warning, and its layer is left out', () => {
    user({ a: { command: 'x' } });
    writeFileSync(join(root, '.mcp.json'), 'no');
    expect(started()).toEqual([['a', 'user', 'x']]);
    expect(read().warnings).toEqual([
      {
        code: 'mcp-layer-invalid',
        severity: 'warning',
        message: `${join(root, '.mcp.json')} was skipped: it is not JSON.`,
      },
    ]);
  });
});

test('a file that is being written is what it was, for those who are patient and still trusted', async () => {
  const files = layers();
  user({ a: { command: 'user' } });
  project({ a: { command: 'project' } });
  await trust.grant(root);
  const names = (keepsLast: boolean) =>
    readConfigured({ layers: files, trust }, { root, cwd: root }, undefined, { keepsLast }).servers.map(
      ({ name, layer }) => [name, layer],
    );
  expect(names(true)).toEqual([['a', 'project']]);
  writeFileSync(join(root, '.mcp.json'), '{"mcpServers": {"a":');
  expect([names(true), names(false)]).toEqual([[['a', 'project']], [['a', 'user']]]);
  await trust.revoke(root);
  expect(names(true)).toEqual([['a', 'user']]);
});

describe('trust', () => {
  test('guards the layers of the project only', () => {
    user({ u: stdio });
    project({ p: stdio });
    inDirectory(root, { d: http });
    expect(started(root, { s: stdio }).map(([name]) => name)).toEqual(['s', 'u']);
    expect(waiting()).toEqual(['d', 'p']);
  });

  test('what is not recorded is not trusted, and said in a warning that names the servers', () => {
    project({ p: stdio, off: { ...stdio, enabled: false }, bad: {} });
    inDirectory(root, { d: http });
    expect(started()).toEqual([]);
    expect(read().warnings).toEqual([
      {
        code: 'mcp-project-untrusted',
        severity: 'warning',
        message: 'MCP servers of this project are not started before it is trusted as it is now: d, p.',
      },
    ]);
  });

  test('a warning names ten servers at most', () => {
    project(Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`s${10 + index}`, stdio])));
    expect(read().warnings[0]?.message).toContain('s10, s11, s12, s13, s14, s15, s16, s17, s18, s19 and 2 more.');
  });

  test('a server that waits hides none of the same name', async () => {
    user({ a: { command: 'user' } });
    project({ a: { command: 'project' } });
    expect(started()).toEqual([['a', 'user', 'user']]);
    await trust.grant(root);
    expect(started()).toEqual([['a', 'project', 'project']]);
  });

  test('is kept in the database, for the canonical root', async () => {
    project({ p: stdio });
    symlinkSync(root, join(folder, 'link'));
    await trust.grant(join(folder, 'link'));
    expect(started(root, {}, server().trust)).toEqual([['p', 'project', 'run']]);
    expect(await server().trust.isTrusted(root)).toBe(true);
  });

  test.each<[string, object, object]>([
    ['transport', http, { ...http, transport: 'sse' }],
    ['command', stdio, { ...stdio, command: 'walk' }],
    ['arguments', stdio, { ...stdio, args: ['a', 'b'] }],
    ['an argument', stdio, { ...stdio, args: ['b'] }],
    ['a value of the environment', stdio, { ...stdio, env: { A: '1', B: '3' } }],
    ['a name in the environment', stdio, { ...stdio, env: { A: '1', C: '2' } }],
    ['working directory', stdio, { ...stdio, cwd: '/' }],
    ['url', http, { ...http, url: 'https://x.example/' }],
    ['headers', http, { ...http, headers: { 'X-A': '1' } }],
    ['the variable with the token', http, { ...http, bearerTokenEnvVar: 'SECRET' }],
    ['login', http, { ...http, auth: 'oauth' }],
    ['everything', stdio, http],
  ])('a changed entry is not started and asks again, unchanged ones keep running: %s', async (_what, before, after) => {
    project({ same: stdio, other: http, it: before });
    await trust.grant(root);
    expect(waiting()).toEqual([]);
    project({ same: stdio, other: http, it: after });
    expect(started().map(([name]) => name)).toEqual(['other', 'same']);
    expect(waiting()).toEqual(['it']);
    await trust.grant(root);
    expect(waiting()).toEqual([]);
    // trust applies only to what was shown last
    project({ same: stdio, other: http, it: before });
    expect(waiting()).toEqual(['it']);
  });

  test.each<[string, object, object]>([
    ['order of names', stdio, { ...stdio, env: { B: '2', A: '1' } }],
    ['order of headers', http, { ...http, headers: { 'X-B': '2', 'X-A': '1' } }],
    ['a transport that was meant before', stdio, { ...stdio, transport: 'stdio' }],
    [
      'what starts and sends nothing else',
      stdio,
      { ...stdio, enabled: false, startupTimeoutMs: 5, enabledTools: ['x'], note: 1 },
    ],
  ])('an entry stays the same: %s', async (_what, before, after) => {
    project({ it: before });
    await trust.grant(root);
    project({ it: after });
    expect(waiting()).toEqual([]);
  });

  test('a new entry, or one under another name, asks', async () => {
    project({ one: stdio });
    await trust.grant(root);
    project({ one: stdio, two: stdio });
    inDirectory(root, { one: stdio, three: stdio });
    expect(started().map(([name, layer]) => [name, layer])).toEqual([['one', 'project']]);
    expect(waiting()).toEqual(['one', 'three', 'two']);
    expect(read().warnings[0]?.message).toContain('one, three, two.');
  });

  test('an entry that becomes usable asks', async () => {
    project({ it: { ...stdio, command: 1 } });
    await trust.grant(root);
    expect(started()).toEqual([['it', 'project', { error: 'command: must be text' }]]);
    project({ it: stdio });
    expect([started(), waiting()]).toEqual([[], ['it']]);
  });

  test('a file of another directory of the project was not shown', async () => {
    const [one, two] = [join(root, 'one'), join(root, 'two')];
    inDirectory(one, { a: stdio });
    inDirectory(two, { b: stdio });
    project({ shared: stdio });
    await trust.grant(one);
    expect(started(one).map(([name]) => name)).toEqual(['a', 'shared']);
    expect(started(two).map(([name]) => name)).toEqual(['shared']);
    await trust.grant(two);
    for (const [cwd, name] of [
      [one, 'a'],
      [two, 'b'],
    ] as const)
      expect(started(cwd).map(([each]) => each)).toEqual([name, 'shared']);
  });

  test('a nested repository or a worktree does not inherit it', async () => {
    const [nested, worktree] = [join(root, 'vendor'), join(root, 'tree')];
    mkdirSync(join(nested, '.git'), { recursive: true });
    mkdirSync(worktree);
    writeFileSync(join(worktree, '.git'), 'gitdir: elsewhere');
    for (const each of [root, nested, worktree]) put(join(each, '.mcp.json'), { it: stdio });
    await trust.grant(root);
    expect(started(nested)).toEqual([]);
    expect(started(worktree)).toEqual([]);
    expect(started(join(root, 'src'))).toHaveLength(1);
  });

  test('is taken back with all of its entries', async () => {
    project({ it: stdio });
    await trust.grant(root);
    await trust.revoke(root);
    expect([started(), waiting()]).toEqual([[], ['it']]);
    db.prepare('INSERT INTO trusted_roots VALUES (?, 1)').run(root);
    expect(waiting()).toEqual(['it']);
  });

  test('a decision is reported here at once, and to another server when it looks', async () => {
    const other = server().trust;
    const told: string[] = [];
    const end = trust.onChange(() => told.push('here'));
    other.onChange(() => told.push('there'));
    project({ it: stdio });
    await trust.grant(root);
    expect(told).toEqual(['here']);
    other.reread();
    other.reread();
    expect(told).toEqual(['here', 'there']);
    end();
    await other.revoke(root);
    trust.reread();
    expect(told).toEqual(['here', 'there', 'there']);
    expect(waiting()).toEqual(['it']);
  });
});
