/** A program that tries the ways out of the sandbox as the user that it runs as, and prints what went wrong by title. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { createRuntimes, type Profile, type Runtimes, type SandboxSettings } from '../../daemon/runtimes/runtimes.js';
import { closeInherited } from '../../daemon/base/process/guard.js';
import { notPublic } from '../../daemon/web/address.js';
import { startShell, stopsFinished } from '../../daemon/tools/process.js';
import {
  attempts,
  desk,
  isRoot,
  profilesOf,
  secrets,
  secretsOfHome,
  startFiles,
  titleOf,
  type Attempt,
  type Place,
} from './attempts.js';
import { sandboxDefaults } from './settings.js';

/** `[sandbox]` of the attempt */
let current: SandboxSettings = sandboxDefaults;

function preparePlace(port: number): Place {
  const root = realpathSync(mkdtempSync(join('/tmp', 'agent-escapes-')));
  const [cwd, home, userHome, outside] = ['work', 'data', 'user', 'outside'].map((name) => join(root, name)) as [
    string,
    string,
    string,
    string,
  ];
  const session = join(home, 'sessions/session_test');
  const put = (file: string, text: string): void => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  for (const each of secrets) put(join(userHome, each), 'secret');
  for (const each of secretsOfHome) put(join(home, each), 'secret');
  for (const each of ['.npm', '.cargo/registry']) put(join(userHome, each, 'entry'), 'genuine');
  for (const each of startFiles) put(join(userHome, each), '');
  put(join(outside, 'secret'), 'secret');
  put(join(cwd, 'a.txt'), 'one\n');
  put(join(cwd, '.vscode/tasks.json'), '{}');
  put(join(cwd, '.envrc'), '');
  put(join(cwd, 'scripts/hooks/pre-commit'), '');
  put(join(cwd, 'included.config'), '');
  mkdirSync(join(cwd, 'codex-settings'));
  symlinkSync('codex-settings', join(cwd, '.codex'));
  mkdirSync(join(userHome, '.docker/run'), { recursive: true });
  mkdirSync(join(session, 'tasks'), { recursive: true });
  const run = (at: string, ...args: string[]): void => {
    const settings = ['user.name=a', 'user.email=a@b', 'protocol.file.allow=always'].flatMap((each) => ['-c', each]);
    execFileSync('git', [...settings, ...args], { cwd: at, stdio: 'ignore' });
  };
  for (const each of [join(root, 'source'), cwd, join(cwd, 'deep/er/repo')]) {
    mkdirSync(each, { recursive: true });
    run(each, 'init', '-q');
    run(each, 'commit', '-q', '--allow-empty', '-m', 'first');
  }
  run(cwd, 'worktree', 'add', '-q', 'tree');
  run(cwd, 'submodule', 'add', '-q', join(root, 'source'), 'sub');
  run(cwd, 'config', 'core.hooksPath', 'scripts/hooks');
  run(cwd, 'config', 'include.path', '../included.config');
  return { root, cwd, home, userHome, session, outside, port };
}

/** Tries all as the user that this process has; reports what is wrong by title. */
async function tryAll(): Promise<Record<string, string | null>> {
  const tcp = createHttpServer((request, response) => {
    response.end(`reached ${(request.headers.host ?? '').split(':', 1)[0]}\n`);
  }).listen(0, '127.0.0.1');
  await new Promise((next) => tcp.once('listening', next));
  const bound = tcp.address();
  const place = preparePlace(typeof bound === 'object' && bound ? bound.port : 0);
  const sockets = ['work/docker.sock', 'user/.docker/run/docker.sock', 'outside/agent.sock'];
  const servers: Server[] = [tcp];
  for (const each of sockets) {
    const server = createServer((socket) => socket.end()).listen(join(place.root, each));
    await new Promise((next) => server.once('listening', next));
    servers.push(server);
  }
  const abstract = createServer((socket) => socket.end()).listen(`\0agent-escapes-${process.pid}`);
  servers.push(abstract);
  const report: Record<string, string | null> = {};
  const runtimes = createRuntimes({
    home: place.home,
    env: process.env,
    platform: process.platform,
    architecture: process.arch,
    settings: () => current,
    network: {
      ...desk(place.port),
      // those of documentation stand for the internet
      notPublic: (address) => (address === '192.0.2.7' ? undefined : notPublic(address)),
    },
  });
  try {
    for (const attempt of attempts)
      for (const profile of profilesOf(attempt))
        report[titleOf(attempt, profile)] = await tryOne(attempt, place, profile, runtimes);
    return report;
  } finally {
    await stopsFinished();
    await runtimes.release('session_test');
    for (const server of servers) server.close();
    rmSync(place.root, { recursive: true, force: true });
  }
}

async function tryOne(attempt: Attempt, place: Place, profile: Profile, runtimes: Runtimes): Promise<string | null> {
  if (attempt.user !== undefined && (attempt.user === 'root') !== isRoot) return null;
  const searched = process.env['PATH'] ?? '/usr/bin:/bin';
  const has = (name: string): boolean => searched.split(':').some((each) => existsSync(join(each, name)));
  if (attempt.needs !== undefined && !has(attempt.needs)) return null;
  current = { ...sandboxDefaults, ...attempt.settings };
  const confinement = await runtimes.confine({
    runtimeId: profile === 'workspace' ? 'sandbox' : 'local',
    profile,
    sessionId: 'session_test',
    toolCallId: 'call_1',
    home: place.home,
    userHome: place.userHome,
    sessionDirectory: place.session,
    workspace: [place.cwd],
  });
  if (!confinement) return 'this machine does not contain commands';
  attempt.before?.(place);
  const shell = await startShell({
    shell: '/bin/sh',
    command: attempt.command(place),
    cwd: attempt.cwd?.(place) ?? place.cwd,
    env: { PATH: searched, HOME: place.userHome, ...attempt.env },
    directory: place.session,
    confinement,
  });
  let output = '';
  for await (const chunk of shell.output) output += chunk.toString('utf8');
  const { code } = await shell.exited;
  const traces = await confinement.settle();
  return attempt.wrong({ code, output, traces }, place, profile) ?? null;
}

closeInherited();
console.log(JSON.stringify(await tryAll()));
