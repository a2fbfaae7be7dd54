/** What a contained command sees of the machine: the mounts of one sandbox, in their order (runtimes.md 4.1). */
import { lstat, mkdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { inside } from '../base/fs/paths.js';

export interface ViewOptions {
  /** the program's data directory */
  home: string;
  userHome: string;
  /** `<home>/sessions/<session_id>` */
  sessionDirectory: string;
  /** directories of the workspace, canonical */
  workspace: readonly string[];
  /** where the command starts; it gains nothing by that */
  cwd: string;
  /** where the sandboxes of the workspace keep what replaces directories of the user's home */
  privateDirectory: string;
  /** search path of the command */
  path: string;
  isRoot: boolean;
}

/** Empty and read-only inside; what is needed of them is bound back. */
const emptied = ['/run', '/var/tmp', '/mnt/wslg'];
/** Of `/run`, for systems that keep their programs there. */
const keptOfRun = ['/run/current-system', '/run/opengl-driver'];
/** Caches that programs write while they only look; the host's stay as they are. */
const replacedOfHome = ['.cache', '.npm'];
/** Below `/proc`: what root could change the machine with, and what shows more of it than its own processes. */
const readOnlyOfProc = ['sys', 'irq', 'bus', 'fs', 'acpi', 'scsi', 'sysrq-trigger'];
const coveredOfProc = ['kcore', 'keys', 'kmsg', 'timer_list', 'sched_debug', 'interrupts'];
/** bubblewrap's own process has no filter. */
const coveredOfFirst = ['/proc/1/mem', '/proc/1/task/1/mem'];
/** Directories of the data directory that skills and agents are read from. */
const shownOfHome = ['skills', 'agents', 'AGENTS.md'];
/** `__SO_ACCEPTCON` in `/proc/net/unix`. */
const listening = 0x10000;

/** Arguments for bubblewrap; creates the session's temporary directory and the private ones. Later mounts cover earlier ones. */
export async function readOnlyView(options: ViewOptions): Promise<string[]> {
  const { sessionDirectory, workspace, privateDirectory, path, isRoot } = options;
  const temporary = join(sessionDirectory, 'tmp');
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  const home = await canonical(options.home);
  const userHome = await canonical(options.userHome);
  const session = await canonical(sessionDirectory);
  const empty = (await Promise.all(emptied.map(async (each) => ((await isDirectory(each)) ? [each] : [])))).flat();
  const covered = ['/dev', '/proc', '/tmp', ...empty];
  const back = [...new Set([userHome, home, ...workspace, options.cwd])].filter((each) => inside(covered, each));
  const args = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'];
  for (const each of coveredOfFirst) args.push('--ro-bind', '/dev/null', each);
  if (isRoot) args.push(...(await coverProc()));
  for (const each of empty) args.push('--tmpfs', each);
  for (const each of await keptBelow('/run', path)) args.push('--ro-bind', each, each);
  args.push('--bind', temporary, '/tmp');
  for (const each of back) args.push('--ro-bind', each, each);
  for (const each of empty) args.push('--remount-ro', each);
  for (const name of replacedOfHome) {
    const target = join(userHome, name);
    if (!(await isDirectory(target))) continue;
    const own = join(privateDirectory, name);
    await mkdir(own, { recursive: true, mode: 0o700 });
    args.push('--bind', own, target);
  }
  args.push('--tmpfs', home, '--ro-bind', session, session);
  for (const name of shownOfHome) args.push('--ro-bind-try', join(home, name), join(home, name));
  for (const each of workspace) if (inside([home], each)) args.push('--ro-bind', each, each);
  args.push('--bind', temporary, join(session, 'tmp'), '--remount-ro', home);
  const hidden = [...covered, home];
  for (const each of await listeningSockets())
    if (!inside(hidden, each) || inside(workspace, each)) args.push('--ro-bind', '/dev/null', each);
  return args;
}

async function coverProc(): Promise<string[]> {
  const args: string[] = [];
  for (const name of readOnlyOfProc)
    if (await exists(`/proc/${name}`)) args.push('--ro-bind', `/proc/${name}`, `/proc/${name}`);
  for (const name of coveredOfProc)
    if (await exists(`/proc/${name}`)) args.push('--ro-bind', '/dev/null', `/proc/${name}`);
  return args;
}

/** What a command needs of a directory that is emptied: where names are resolved, and programs. */
async function keptBelow(directory: string, path: string): Promise<string[]> {
  const resolver = await realpath('/etc/resolv.conf').catch(() => '');
  const programs = path.split(':').filter((each) => each.startsWith('/'));
  const kept: string[] = [];
  for (const each of new Set([resolver, ...keptOfRun, ...programs]))
    if (inside([directory], each) && each !== directory && (await exists(each))) kept.push(each);
  return kept;
}

/** Sockets that a process of the machine listens on: a read-only mount does not keep a command from them. */
async function listeningSockets(): Promise<string[]> {
  const table = await readFile('/proc/net/unix', 'utf8').catch(() => '');
  const found = new Set<string>();
  for (const row of table.split('\n').slice(1)) {
    const [, , , flags = '', , , , ...name] = row.split(' ');
    const path = name.join(' ');
    if (path.startsWith('/') && (Number.parseInt(flags, 16) & listening) !== 0) found.add(path);
  }
  const present: string[] = [];
  for (const each of found) if (await exists(each)) present.push(each);
  return present;
}

const canonical = async (path: string): Promise<string> => await realpath(path).catch(() => path);

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

/** Not a link to one. */
async function isDirectory(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isDirectory() ?? false;
}
