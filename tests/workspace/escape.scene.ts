/** A session in a separate folder, files outside that it must not expose, and every call that takes a path. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperationName } from '../../schemas/generated/operations.js';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';
import { ask } from '../http/harness.js';

/** In every file outside, and in some of their names. */
export const canary = 'canary-5b1e';

export interface Scene {
  daemon: TestDaemon;
  /** the session's working directory */
  cwd: string;
  /** directory with canaries, beside the working directory */
  outside: string;
  session: string;
  /** arguments of the programs that the server would have started */
  started: readonly string[];
  /** returns a hash of everything outside */
  outsideState(): string;
  close(): Promise<void>;
}

/** An answer: its code (0 also for bytes), and everything a client could read. */
export interface Told {
  code: number;
  text: string;
}

/** A call that takes a path of the session. `tell` sends it; its code is that of the path, if only the path failed. */
export interface Action {
  operation: OperationName;
  name: string;
  tell(scene: Scene, path: string): Promise<Told>;
  /** shows a link at the end of a path as a link */
  showsLinks?: true;
  /** creates a path that does not exist */
  makes?: true;
  /** does not report a missing path, since it may have been deleted */
  forgives?: true;
  /** starts a program of this machine with the path */
  starts?: true;
}

async function send(scene: Scene, method: string, rest: string, body?: unknown): Promise<Told> {
  const { daemon, session } = scene;
  const answer = await ask(daemon.port, {
    method,
    path: `/api/v1/sessions/${session}${rest}`,
    headers: {
      authorization: `Bearer ${daemon.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const isBytes = 'content-disposition' in answer.headers;
  return { code: isBytes ? 0 : Number(answer.json?.['code'] ?? -1), text: answer.bytes.toString('latin1') };
}

function post(
  operation: OperationName,
  action: string,
  body: (path: string) => object,
  more: Partial<Action> = {},
): Action {
  const name = `${action} ${JSON.stringify(body('x'))}`;
  return { operation, name, tell: (scene, path) => send(scene, 'POST', `/fs:${action}`, body(path)), ...more };
}

/** Gives an answer the code of the requested path when only that path failed. */
function partial(action: Action): Action {
  return {
    ...action,
    async tell(scene, path) {
      const told = await action.tell(scene, path);
      if (told.code !== 0) return told;
      const { data } = JSON.parse(Buffer.from(told.text, 'latin1').toString()) as {
        data: { partial_errors?: Record<string, { code: number }>; entries?: Record<string, unknown> };
      };
      const key = path.toWellFormed();
      const failed = data.partial_errors?.[key]?.code ?? (data.entries?.[key] === null ? 40409 : undefined);
      return failed === undefined ? told : { ...told, code: failed };
    },
  };
}

/** Encodes a path as one segment of a URL, including its slashes. */
const encoded = (path: string): string => encodeURIComponent(path.toWellFormed());

/** Every call of a session that takes a path. A new operation of this kind belongs here: a test counts them. */
export const actions: readonly Action[] = [
  post('listFiles', 'list', (path) => ({ path })),
  post('listFiles', 'list', (path) => ({
    path,
    depth: 10,
    show_hidden: true,
    follow_gitignore: false,
    sort: 'mtime_desc',
  })),
  post('listFiles', 'list', (path) => ({ path, include_git_status: true })),
  partial(post('listManyFiles', 'list_many', (path) => ({ paths: ['.', path] }))),
  post('readFile', 'read', (path) => ({ path })),
  post('readFile', 'read', (path) => ({ path, encoding: 'base64' })),
  post('statFile', 'stat', (path) => ({ path }), { showsLinks: true }),
  partial(post('statManyFiles', 'stat_many', (path) => ({ paths: [path] }), { showsLinks: true })),
  post('makeDirectory', 'mkdir', (path) => ({ path }), { makes: true }),
  post('makeDirectory', 'mkdir', (path) => ({ path, recursive: true }), { makes: true }),
  {
    operation: 'downloadFile',
    name: 'download',
    tell: (scene, path) => send(scene, 'GET', `/fs/${encoded(path)}:download`),
  },
  post('getGitStatus', 'git_status', (path) => ({ paths: [path] }), { forgives: true }),
  post('diffFile', 'diff', (path) => ({ path })),
  post('openFile', 'open', (path) => ({ path, line: 1 }), { starts: true }),
  post('openFileIn', 'open-in', (path) => ({ path, app_id: 'vscode' }), { starts: true }),
  post('revealFile', 'reveal', (path) => ({ path }), { starts: true }),
];

/** Calls that visit everything below the working directory. */
export const walks: readonly Action[] = [
  post('grepFiles', 'grep', () => ({ pattern: '.', regex: true, follow_gitignore: false }), { forgives: true }),
  post('grepFiles', 'grep', () => ({ pattern: canary }), { forgives: true }),
  post('searchFiles', 'search', () => ({ query: 'ca', limit: 200, follow_gitignore: false }), { forgives: true }),
  post('getGitStatus', 'git_status', () => ({}), { forgives: true }),
];

/** Sends a download whose path is written into the URL as it is. */
export const download = (scene: Scene, raw: string): Promise<Told> => send(scene, 'GET', `/fs/${raw}:download`);

export async function openScene(): Promise<Scene> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-escape-')));
  const cwd = join(folder, 'work');
  const outside = join(folder, 'outside');
  furnish(cwd, outside);
  const started: string[] = [];
  const daemon = await startTestDaemon({
    programs: {
      find: async (name) => `/usr/bin/${name}`,
      start: async (_program, args) => void started.push(...args),
    },
  });
  const { id } = await daemon.createSession({ metadata: { cwd } });
  return {
    daemon,
    cwd,
    outside,
    session: id,
    started,
    outsideState: () => stateOf(folder, (name) => /^work(-junk-\d+-\d+)?$/.test(name)),
    async close() {
      await daemon.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function furnish(cwd: string, outside: string): void {
  for (const path of [join(cwd, 'sub'), join(outside, 'deep'), `${cwd}-beside`]) mkdirSync(path, { recursive: true });
  writeFileSync(join(cwd, 'file'), 'mine');
  writeFileSync(join(cwd, 'sub', 'file'), 'mine');
  for (const path of ['file', canary, 'deep/file', `deep/${canary}`, '.gitignore'])
    writeFileSync(join(outside, path), `${canary}\n`);
  writeFileSync(join(`${cwd}-beside`, 'file'), canary);
  const links: Record<string, string> = {
    out: outside,
    outrelative: '../outside',
    outfile: '../outside/file',
    outdeep: join(outside, 'deep'),
    outnone: '../outside/none',
    chain: 'out',
    up: '..',
    root: '/',
    beside: '../work-beside',
    dangling: 'none',
    loop: 'loop',
    proc: '/proc/self/cwd',
    fd: '/proc/self/fd',
    zero: '/dev/zero',
    'sub/back': '../../outside/file',
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(cwd, name));
  linkSync(join(cwd, 'file'), join(cwd, 'hard'));
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.example', ...args], { cwd });
  git('init', '-q');
  git('add', 'file', 'sub/file');
  git('commit', '-q', '-m', 'mine');
  execFileSync('mkfifo', [join(cwd, 'pipe')]);
}

/** Returns a hash of names, modes and contents in a directory, without some names at its top. */
function stateOf(directory: string, without: (name: string) => boolean): string {
  const hash = createHash('sha256');
  const look = (at: string): void => {
    for (const name of readdirSync(at).toSorted()) {
      if (at === directory && without(name)) continue;
      const facts = lstatSync(join(at, name));
      hash.update(`${join(at, name)} ${facts.mode} ${facts.isFile() ? readFileSync(join(at, name), 'utf8') : ''}\n`);
      if (facts.isDirectory()) look(join(at, name));
    }
  };
  look(directory);
  return hash.digest('hex');
}
