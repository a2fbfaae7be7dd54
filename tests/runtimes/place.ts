/** Where tests try to leave the sandbox: a user's files, a workspace with repositories, and servers of the machine. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { canonicalHost } from '../../daemon/base/net/hostrules.js';
import type { NetworkPolicy } from '../../daemon/runtimes/proxy.js';
import { notPublic } from '../../daemon/web/address.js';

export interface Place {
  root: string;
  cwd: string;
  home: string;
  userHome: string;
  session: string;
  /** a directory of the user outside of the workspace */
  outside: string;
  /** port of a server on the machine's loopback */
  port: number;
}

export const secrets = [
  '.ssh/key',
  '.aws/config',
  '.netrc',
  '.config/gh/hosts.yml',
  '.bash_history',
  '.claude/state',
  '.env',
];
export const configuration = '[sandbox]\nnetwork = "ask"\n';
export const secretsOfHome = ['server.token', 'agent.db', 'credentials/key', 'sessions/session_other/log'];
export const startFiles = [
  '.bashrc',
  '.profile',
  'bin/x',
  '.local/bin/x',
  '.config/autostart/x',
  '.config/systemd/user/x',
];

export const abstractName = `agent-escapes-${process.pid}`;

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
  put(join(home, 'config.toml'), configuration);
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

/** Creates a place and its servers for `use`, and removes them afterwards. */
export async function withPlace<T>(use: (place: Place) => Promise<T>): Promise<T> {
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
  const abstract = createServer((socket) => socket.end()).listen(`\0${abstractName}`);
  servers.push(abstract);
  try {
    return await use(place);
  } finally {
    for (const server of servers) server.close();
    rmSync(place.root, { recursive: true, force: true });
  }
}

/** Decides by rules, and as if no user were present. */
export const policy = (port: number): NetworkPolicy => ({
  rule({ host, port: asked }) {
    if (host === 'ok.test' && asked === port) return 'exact';
    return host === 'open.test' ? 'allow' : host === 'denied.test' ? 'deny' : undefined;
  },
  decide: async () => ({ refused: 'nobody to ask' }),
  notPublic,
  canonicalHost,
  resolve: async (host) => [host === 'other.test' || host === 'denied.test' ? '192.0.2.7' : '127.0.0.1'],
});
