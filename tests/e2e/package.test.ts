/** The packages that `npm run package` writes: installed without scripts into an empty prefix, and used there. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { foreignPaths, stablePaths } from '../../packaging/contents.js';
import { runtimeFiles } from '../../packaging/dependencies.js';
import { writePackages } from '../../packaging/package.js';
import { tarGz } from '../../packaging/tar.js';
import { until } from '../helpers/daemon.js';
import { startRegistry, type Published, type Registry } from '../helpers/registry.js';
import { plain } from '../helpers/pictures.js';
import { agent, follow, makePlace, root, type Outcome, type Place } from './program.js';

type Written = ReturnType<typeof writePackages>;

/** limit on a quiet machine */
const mostSeconds = 15;
const mostBytes = 90_000_000;

let place: Place;
let written: Written;
let registry: Registry;
beforeAll(async () => {
  place = makePlace();
  written = writePackages(join(place.folder, 'packages'));
  registry = await startRegistry([...dependencies(), published(nativeDescription(), written.native.path)]);
}, 60_000);
afterAll(async () => {
  await registry.close();
  await place.leave();
});

test('the package holds the program and nothing of its sources, its tests and this machine', () => {
  // another list covers the page
  const paths = stablePaths(written.files.program).filter((path) => path !== 'dist/web/*');
  expect(paths).toEqual(JSON.parse(readFileSync(join(root, 'tests/e2e/package.files.json'), 'utf8')));
  expect(foreignPaths(root, written.files.program)).toEqual([]);
  const description = JSON.parse(readFileSync(join(dirname(written.program.path), 'package/package.json'), 'utf8'));
  expect(description.name).toMatch(/^@[\w-]+\/agent$/);
  expect(Object.keys(description.dependencies)).toEqual(['@vscode/ripgrep', 'mime-types', 'node-pty', 'sharp']);
  expect(Object.values(description.optionalDependencies)).toEqual(Array(8).fill(description.version));
  expect(JSON.stringify(description.scripts)).toBeUndefined();
});

test('every bundled package is named with its licence', () => {
  const notices = written.files.program.find(({ path }) => path === 'THIRD-PARTY-NOTICES');
  const text = String(notices?.contents);
  for (const name of ['better-sqlite3', 'busboy', 'clipanion', 'express', 'ulid']) {
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(\\S+\\)\\n\\n[^-]`, 'm'));
  }
});

test('two runs write the same bytes', () => {
  const again = writePackages(join(place.folder, 'again'));
  expect(readFileSync(again.native.path).equals(readFileSync(written.native.path))).toBe(true);
  expect(readFileSync(again.program.path).equals(readFileSync(written.program.path))).toBe(true);
});

describe.each([
  ['from a registry, with the native packages as packages of their own', () => ['--registry', registry.url, 'program']],
  ['from one file, without network', () => ['--offline', 'complete']],
] as const)('installed %s', (title, words) => {
  let prefix: string;
  let program: string;
  beforeAll(async () => {
    const [kind, ...options] = [...words()].reverse();
    prefix = join(place.folder, `prefix-${String(kind)}`);
    mkdirSync(prefix);
    const started = performance.now();
    const { path } = written[kind as 'program' | 'complete'];
    const found = await npm(['install', '-g', '--ignore-scripts', '--prefix', prefix, ...options.reverse(), path]);
    expect(`${title}: ${found.err}${found.code}`).toBe(`${title}: 0`);
    const seconds = (performance.now() - started) / 1000;
    process.stderr.write(`installed ${title}: ${seconds.toFixed(1)} s, ${(bytesBelow(prefix) / 1e6).toFixed(1)} MB\n`);
    const share = Math.max(2, (loadavg()[0] ?? 0) / availableParallelism());
    expect(seconds / share).toBeLessThan(mostSeconds);
    program = join(prefix, 'bin/agent');
  }, 60_000);

  test('is small', () => {
    expect(bytesBelow(prefix)).toBeLessThan(mostBytes);
  });

  test('runs prompts, commands of the shell and the checks of the settings', async () => {
    expect((await run(program, ['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
    const { code, out } = await run(program, ['-p', 'run echo installed']);
    expect([code, out]).toEqual([0, expect.stringContaining('installed')]);
    expect((await run(program, ['doctor'])).code).toBe(0);
  });

  test('does the handshake of editors, and opens a session', async () => {
    const child = spawn(program, ['acp'], { cwd: place.cwd, env: place.env, stdio: ['pipe', 'pipe', 'inherit'] });
    place.children.add(child);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    async function ask(id: number, method: string, params: object): Promise<object | undefined> {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      for (;;) {
        const message = JSON.parse((await lines.next()).value as string) as { id?: number; result?: object };
        if (message.id === id) return message.result;
      }
    }
    const hello = await ask(1, 'initialize', { protocolVersion: 1, clientCapabilities: {} });
    expect(hello).toMatchObject({ protocolVersion: 1, agentInfo: { name: 'agent' } });
    const opened = await ask(2, 'session/new', { cwd: place.cwd, mcpServers: [] });
    expect(opened).toMatchObject({ sessionId: expect.stringMatching(/^session_/) });
    child.stdin.end();
    expect(await new Promise((ended) => child.once('close', ended))).toBe(0);
    place.children.delete(child);
  });

  test('shows what a session did', async () => {
    const running = start(program, ['vis', '--no-open']);
    const url = await until('the address', () => /^(http:\S+)\/#token=(\S+)$/m.exec(running.out()) ?? undefined);
    const page = await fetch(`${url[1]}/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<html')]);
    running.signal('SIGTERM');
    expect((await running.ended).code).toBe(0);
  });

  test('serves, opens a terminal, reads a picture and finds text', async () => {
    const started = start(program, ['web', '--no-open', '--port', '0']);
    const field = async (name: string): Promise<string> => {
      for (;;) {
        const [, value] = new RegExp(`^ *${name}: +(.*)$`, 'm').exec(started.out()) ?? [];
        if (value !== undefined && started.out().includes('Stop with')) return value;
        if (started.child.exitCode !== null) throw new Error(started.err());
        await new Promise((later) => setTimeout(later, 20));
      }
    };
    const base = (await field('Local')).replace(/\/$/, '');
    const headers = { authorization: `Bearer ${await field('Token')}`, 'content-type': 'application/json' };
    const call = async (path: string, body?: object): Promise<{ code: number; data: never }> => {
      const answer = await fetch(base + path, {
        headers,
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      });
      return (await answer.json()) as { code: number; data: never };
    };
    expect((await fetch(`${base}/api/v1/healthz`)).status).toBe(200);
    const page = await (await fetch(base)).text();
    const script = /<script [^>]*src="([^"]+)"/.exec(page)?.[1] ?? '';
    const code = await fetch(new URL(script, `${base}/`));
    expect([code.status, code.headers.get('content-type')]).toEqual([200, expect.stringContaining('javascript')]);
    const session: { id: string } = (await call('/api/v1/sessions', { metadata: { cwd: place.cwd } })).data;
    const terminal = await call(`/api/v1/sessions/${session.id}/terminals`, { cols: 80, rows: 24 });
    expect(terminal).toMatchObject({ code: 0, data: { id: expect.any(String) } });
    writeFileSync(join(place.cwd, 'note.txt'), 'a needle in it\n');
    const hits = await call(`/api/v1/sessions/${session.id}/fs:grep`, { pattern: 'needle' });
    expect(JSON.stringify(hits)).toContain('note.txt');
    const large = { kind: 'base64', media_type: 'image/png', data: (await plain(3000, 10)).toString('base64') };
    const prompt = {
      content: [
        { type: 'text', text: 'look' },
        { type: 'image', source: large },
      ],
    };
    expect(await call(`/api/v1/sessions/${session.id}/prompts`, prompt)).toMatchObject({ code: 0 });
    started.signal('SIGTERM');
    expect((await started.ended).code).toBe(0);
  });
});

test('without a native module that fits, one sentence names the ways out', async () => {
  const { code, out, err } = await agent(place, ['-p', 'hello'], { env: { AGENT_CODE_SQLITE_ADDON: '/absent.node' } });
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(
    /^error: AGENT_CODE_SQLITE_ADDON names no SQLite module for \w+ \w+, Node v[\d.]+: \/absent\.node\nSee log: .*\n$/,
  );
});

function npm(argv: readonly string[]): Promise<Outcome> {
  const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--cache', join(place.folder, 'cache')];
  return start('npm', [...argv, ...flags]).ended;
}

function run(program: string, argv: readonly string[]): Promise<Outcome> {
  return start(program, argv).ended;
}

function start(program: string, argv: readonly string[]): ReturnType<typeof follow> {
  return follow(place, spawn(program, argv, { cwd: place.cwd, env: place.env, stdio: ['ignore', 'pipe', 'pipe'] }));
}

/** Returns the runtime dependencies as a registry would publish them. */
function dependencies(): Published[] {
  const files = runtimeFiles(root);
  const directories = files.filter(
    ({ path }) => path.endsWith('/package.json') && /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path),
  );
  return directories.map(({ path, contents }) => {
    const directory = dirname(path);
    const own = files.filter(
      (file) => file.path.startsWith(`${directory}/`) && !file.path.slice(directory.length).includes('/node_modules/'),
    );
    const packed = own.map((file) => ({ ...file, path: `package${file.path.slice(directory.length)}` }));
    return { description: JSON.parse(String(contents)), tarball: tarGz(packed, { level: 1 }) };
  });
}

function nativeDescription(): Published['description'] {
  const file = written.files.native.find(({ path }) => path === 'package.json');
  return JSON.parse(String(file?.contents));
}

function published(description: Published['description'], path: string): Published {
  return { description, tarball: readFileSync(path) };
}

function bytesBelow(directory: string): number {
  return readdirSync(directory, { recursive: true })
    .map((name) => statSync(join(realpathSync(directory), String(name))))
    .reduce((sum, { size }) => sum + size, 0);
}
