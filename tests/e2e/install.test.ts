/** `install.sh` and the archive with Node inside, from a local server into a temporary prefix. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { writeArchive } from '../../packaging/archive.js';
import { ownPlatform } from '../../packaging/contents.js';
import { writePackages } from '../../packaging/package.js';
import { tarGz } from '../../packaging/tar.js';
import { follow, makePlace, root, type Outcome, type Place } from './program.js';

let place: Place;
let served: string;
let server: Server;
let url: string;
beforeAll(async () => {
  place = makePlace();
  served = join(place.folder, 'served');
  mkdirSync(served);
  server = createServer((request, response) => {
    const path = join(served, new URL(request.url ?? '', 'http://local').pathname);
    if (existsSync(path)) response.end(readFileSync(path));
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await place.leave();
});

/** Publishes archives whose program only prints its version, which is all that the installer needs. */
function publish(...versions: string[]): void {
  const sums = versions.map((version) => {
    const name = `agent-${version}-${ownPlatform()}`;
    const program = `#!/bin/sh\necho ${version}\n`;
    const bytes = tarGz([{ path: `${name}/bin/agent`, contents: program, mode: 0o755 }]);
    writeFileSync(join(served, `${name}.tar.gz`), bytes);
    return `${createHash('sha256').update(bytes).digest('hex')}  ${name}.tar.gz\n`;
  });
  writeFileSync(join(served, 'SHA256SUMS'), sums.join(''));
}

function install(argv: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const script = join(root, 'packaging/install.sh');
  const options = { cwd: place.cwd, env: { ...place.env, INSTALL_BASE_URL: url, ...env } };
  return follow(place, spawn('sh', [script, ...argv], options)).ended;
}

test('installs the newest version, again and another one, and takes all of it away again', async () => {
  publish('1.0.0', '1.1.0');
  const command = join(place.user, '.local/bin/agent');
  const first = await install([]);
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(first.out).toContain(`installed agent 1.1.0: ${command}\n`);
  expect(first.out).toContain(`export PATH="${place.user}/.local/bin:$PATH"`);
  expect(spawnSync(command).stdout.toString()).toBe('1.1.0\n');
  expect((await install(['--version', '1.0.0'])).code).toBe(0);
  expect(spawnSync(command).stdout.toString()).toBe('1.0.0\n');
  const share = join(place.user, '.local/share/agent-code');
  expect(readlinkSync(join(share, 'current'))).toBe('versions/1.0.0');
  expect(existsSync(join(share, 'versions/1.1.0'))).toBe(true);
  const again = await install([], { PATH: `${place.user}/.local/bin:${process.env['PATH']}` });
  expect(again.out).toBe(`installed agent 1.1.0: ${command}\n`);
  expect((await install(['--uninstall'])).code).toBe(0);
  expect([existsSync(command), existsSync(share)]).toEqual([false, false]);
  expect(existsSync(join(place.user, '.profile'))).toBe(false);
});

test('an archive that is not what the sums say changes nothing', async () => {
  publish('2.0.0');
  writeFileSync(join(served, `agent-2.0.0-${ownPlatform()}.tar.gz`), 'something else');
  const prefix = join(place.folder, 'torn');
  const { code, err } = await install(['--prefix', prefix]);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^error: .* is not what SHA256SUMS says; nothing was installed\n$/),
  ]);
  expect(existsSync(join(prefix, 'bin/agent'))).toBe(false);
  expect(existsSync(join(prefix, 'share/agent-code/versions/2.0.0'))).toBe(false);
});

test('a command that it did not make stays', async () => {
  publish('1.0.0');
  const prefix = join(place.folder, 'taken');
  mkdirSync(join(prefix, 'bin'), { recursive: true });
  symlinkSync('/bin/true', join(prefix, 'bin/agent'));
  for (const words of [[], ['--uninstall']]) {
    await install(['--prefix', prefix, ...words]);
    expect(readlinkSync(join(prefix, 'bin/agent'))).toBe('/bin/true');
  }
});

test.each([
  [['--nonsense'], 2, 'error: unknown option: --nonsense'],
  [['--version'], 2, 'error: --version needs a value'],
  [['--version', '9.9.9'], 1, 'has no agent-9.9.9-'],
  [['--version', '../x'], 2, 'error: not a version: ../x'],
])('%j ends with %d', async (argv, wanted, message) => {
  publish('1.0.0');
  const { code, err } = await install(['--prefix', join(place.folder, 'refused'), ...argv]);
  expect([code, err]).toEqual([wanted, expect.stringContaining(message)]);
});

test('is short, and for every shell', () => {
  const text = readFileSync(join(root, 'packaging/install.sh'), 'utf8');
  expect(text.split('\n').length).toBeLessThanOrEqual(151);
  expect(spawnSync('sh', ['-n', join(root, 'packaging/install.sh')]).status).toBe(0);
  // shellcheck is optional
  const { error, stdout } = spawnSync('shellcheck', [join(root, 'packaging/install.sh')], { encoding: 'utf8' });
  expect(error === undefined ? stdout : '').toBe('');
});

test('the archive runs through a link, without Node on the machine', async () => {
  const directory = join(place.folder, 'archive');
  const written = writePackages(directory);
  const [archive] = writeArchive(root, directory, written, { level: 0 });
  expect(readFileSync(join(directory, 'SHA256SUMS'), 'utf8')).toMatch(
    /^[0-9a-f]{64} {2}agent-[\w.]+-[\w-]+\.tar\.gz\n$/,
  );
  expect(spawnSync('tar', ['-xzf', archive?.path ?? '', '-C', directory]).status).toBe(0);
  const command = join(place.user, 'agent');
  symlinkSync(join(directory, `agent-${written.version}-${written.platform}`, 'bin/agent'), command);
  expect(lstatSync(command).isSymbolicLink()).toBe(true);
  const tools = join(place.folder, 'tools');
  mkdirSync(tools);
  for (const name of ['sh', 'readlink', 'dirname']) symlinkSync(join('/usr/bin', name), join(tools, name));
  const started = follow(
    place,
    spawn(command, ['-p', 'read absent.txt'], { cwd: place.cwd, env: { ...place.env, PATH: tools } }),
  );
  expect(await started.ended).toMatchObject({ code: 0, out: expect.stringContaining('absent.txt') });
}, 60_000);

test('the container file runs the package as a user of its own, with a check of its health', () => {
  const text = readFileSync(join(root, 'packaging/Dockerfile'), 'utf8');
  const lines = text.split('\n').filter((line) => !line.startsWith('#'));
  const of = (word: string): string[] =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  expect(of('ARG')).toContain('NODE_IMAGE=node:22-bookworm-slim');
  expect(of('USER')).toEqual(['1000:1000']);
  expect(of('ENV')).toEqual(['AGENT_CODE_HOME=/data']);
  expect(of('WORKDIR')).toEqual(['/work']);
  expect(JSON.parse(of('ENTRYPOINT')[0] ?? '')).toEqual(['tini', '--', 'agent']);
  expect(JSON.parse(of('CMD')[0] ?? '')).toEqual(['web', '--host', '0.0.0.0', '--no-open']);
  expect(text).toContain('/api/v1/healthz');
  expect(text).not.toMatch(/PASSWORD=|TOKEN=/);
});
