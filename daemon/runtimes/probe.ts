/** Probes whether this machine can contain commands, and if not, why and what helps (runtimes.md 3.1). */
import { spawn } from 'node:child_process';
import { mkdir, open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram, runProgram } from '../base/process/programs.js';
import { filterFor, isFiltered } from './filter.js';

export type Reason =
  'off' | 'missing' | 'too-old' | 'userns' | 'apparmor' | 'container' | 'setuid' | 'platform' | 'failed';

export type Capability =
  | {
      available: true;
      /** absolute path of bubblewrap */
      path: string;
      version: string;
      /** absolute path of the seccomp filter; absent: there is none for this processor */
      filter?: string;
      /** the filter for the setting `nested` */
      nestedFilter?: string;
      /** bubblewrap itself can keep commands from creating user namespaces */
      refusesUserNamespaces: boolean;
    }
  | { available: false; reason: Reason; hint?: string };

export interface ProbeDeps {
  env: Readonly<Record<string, string | undefined>>;
  platform: string;
  architecture: string;
  /** private directory for the filter */
  directory: string;
  /** the directory of kernel settings; default: `/proc/sys/kernel` */
  kernel?: string;
}

const oldest = [0, 5, 0] as const;
const refusing = [0, 8, 0] as const;
const probeMs = 5_000;
const maxHintChars = 300;

const hints: Partial<Record<Reason, string>> = {
  missing: 'install bubblewrap (apt install bubblewrap, dnf install bubblewrap)',
  userns: 'user namespaces are switched off: sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone',
  apparmor: 'AppArmor keeps bubblewrap from user namespaces: add a profile that grants userns to its path',
  container: 'this machine is a container: it is the boundary; or start it with --security-opt unmask=ALL',
  setuid: 'a bubblewrap that is setuid is not supported',
  platform: 'use WSL 2',
};

/** Returns the flags of every sandbox. `isTerminal`: the command keeps its terminal's job control. */
export function namespaceFlags(refusesUserNamespaces: boolean, isTerminal = false): string[] {
  return [
    '--unshare-user',
    ...(refusesUserNamespaces ? ['--disable-userns'] : []),
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--unshare-cgroup-try',
    '--cap-drop',
    'ALL',
    '--die-with-parent',
    ...(isTerminal ? [] : ['--new-session']),
  ];
}

/** Probes by starting an empty sandbox. Never rejects. */
export async function probe({ env, platform, kernel = '/proc/sys/kernel', ...deps }: ProbeDeps): Promise<Capability> {
  if (env['AGENT_CODE_SANDBOX'] === '0') return { available: false, reason: 'off' };
  if (platform !== 'linux')
    return platform === 'win32' ? unavailable('platform') : { available: false, reason: 'platform' };
  try {
    return await probeLinux(env, kernel, deps);
  } catch (error) {
    return unavailable('failed', error instanceof Error ? error.message : String(error));
  }
}

async function probeLinux(
  env: ProbeDeps['env'],
  kernel: string,
  { architecture, directory }: Pick<ProbeDeps, 'architecture' | 'directory'>,
): Promise<Capability> {
  const named = env['AGENT_CODE_BWRAP'];
  if (named !== undefined && !named.startsWith('/'))
    return unavailable('missing', 'AGENT_CODE_BWRAP must be an absolute path');
  const path = await findProgram(named ?? 'bwrap', env['PATH']);
  if (path === undefined) return unavailable('missing');
  const { mode, uid } = await stat(path);
  if ((mode & 0o4000) !== 0) return unavailable('setuid');
  if ((uid !== 0 && uid !== process.getuid?.()) || (mode & 0o002) !== 0)
    return unavailable('failed', `${path} can be changed by other users`);
  const version = await versionOf(path);
  if (version === undefined) return unavailable('failed', `${path} does not say its version`);
  if (isBelow(version, oldest)) return unavailable('too-old', `bubblewrap ${version} is too old; 0.8.0 is advised`);
  const refusesUserNamespaces = !isBelow(version, refusing);
  if (!refusesUserNamespaces && !isFiltered(architecture))
    return unavailable('too-old', `bubblewrap ${version} is too old; 0.8.0 is advised`);
  const filter = isFiltered(architecture)
    ? await storeFilter(directory, 'filter.bpf', filterFor(architecture, { userNamespaces: refusesUserNamespaces }))
    : undefined;
  const nestedFilter = isFiltered(architecture)
    ? await storeFilter(directory, 'nested.bpf', filterFor(architecture, { userNamespaces: true, nested: true }))
    : undefined;
  const problem = await tryOut(path, filter, refusesUserNamespaces);
  if (problem !== undefined) return await explain(problem, kernel);
  return {
    available: true,
    path,
    version,
    ...(filter && { filter }),
    ...(nestedFilter && { nestedFilter }),
    refusesUserNamespaces,
  };
}

async function versionOf(path: string): Promise<string | undefined> {
  let text = '';
  await runProgram(path, ['--version'], {
    cwd: '/',
    env: {},
    timeMs: probeMs,
    onOutput: (chunk) => void (text += chunk.toString('latin1').slice(0, 200)),
  });
  return /\b(\d+\.\d+(?:\.\d+)?)/.exec(text)?.[1];
}

function isBelow(version: string, bound: readonly number[]): boolean {
  const parts = version.split('.').map(Number);
  for (const [index, least] of bound.entries()) {
    const part = parts[index] ?? 0;
    if (part !== least) return part < least;
  }
  return false;
}

/** Stores the filter in a file, since each sandbox must read it from its beginning. */
async function storeFilter(directory: string, name: string, bytes: Buffer): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, name);
  const present = await readFile(file).catch(() => undefined);
  if (!present?.equals(bytes)) await writeFile(file, bytes, { mode: 0o600 });
  return file;
}

/** Returns bubblewrap's error message; undefined on success. */
async function tryOut(
  path: string,
  filter: string | undefined,
  refusesUserNamespaces: boolean,
): Promise<string | undefined> {
  const handle = filter === undefined ? undefined : await open(filter, 'r');
  try {
    const args = [
      ...namespaceFlags(refusesUserNamespaces),
      '--unshare-net',
      ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
      ...(handle ? ['--seccomp', '3'] : []),
      ...['--', '/bin/sh', '-c', ':'],
    ];
    const child = spawn(path, args, {
      cwd: '/',
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', ...(handle ? [handle.fd] : [])],
      timeout: probeMs,
      killSignal: 'SIGKILL',
    });
    let text = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      if (text.length < 4_096) text += chunk.toString('utf8');
    });
    return await new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('close', (code) => resolve(code === 0 ? undefined : text || `it ended with ${code ?? 'a signal'}`));
    });
  } finally {
    await handle?.close();
  }
}

async function explain(text: string, kernel: string): Promise<Capability> {
  const setting = join(kernel, 'apparmor_restrict_unprivileged_userns');
  const restricted = (await readFile(setting, 'latin1').catch(() => '0')).trim();
  if (/setting up uid map: Permission denied|Failed RTM_NEWADDR/.test(text) && restricted === '1')
    return unavailable('apparmor');
  if (/Can't mount proc/.test(text)) return unavailable('container');
  if (/Creating new namespace failed|No permissions to create|No space left on device/.test(text))
    return unavailable('userns');
  return unavailable('failed', text.split('\n')[0]);
}

function unavailable(reason: Reason, text?: string): Capability {
  const hint = text?.slice(0, maxHintChars) ?? hints[reason];
  return { available: false, reason, hint };
}
