/** Builds the mounts of one sandbox in order: what a contained command sees of the machine (runtimes.md 4.1). */
import type { lstatSync } from 'node:fs';
import { mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expandHome, inside } from '../base/fs/paths.js';
import { privateDefault } from './environment.js';
import { hiddenOf, shownOfHome } from './hidden.js';
import { findProtection, type Watch } from './protect.js';

export interface ViewOptions {
  runtimeId: 'local' | 'sandbox';
  profile: 'read-only' | 'workspace';
  /** the program's data directory */
  home: string;
  userHome: string;
  /** `<home>/sessions/<session_id>` */
  sessionDirectory: string;
  /** canonical directories of the workspace */
  workspace: readonly string[];
  /** the directory in which the command starts; it adds no write access */
  cwd: string;
  /** the directory for files that all sandboxes share */
  directory: string;
  /** the directory that replaces private directories of the user's home for this workspace */
  privateDirectory: string;
  /** search path of the command */
  path: string;
  isRoot: boolean;
  settings: {
    read: 'machine' | 'workspace';
    write: readonly string[];
    hide: readonly string[];
    show: readonly string[];
    private: readonly string[] | undefined;
    sockets: readonly string[];
    devices: readonly string[];
  };
}

export interface View {
  /** arguments for bubblewrap; later mounts cover earlier ones */
  args: string[];
  /** present for a command that may change the workspace */
  watch?: Watch;
  /** private directories that are missing on the host, relative to the user's home */
  missing: string[];
  /** whether the search missed some repositories of the workspace */
  incomplete: boolean;
}

/** Directories that are empty and read-only inside; what commands need of them is mounted back. */
const emptied = ['/run', '/var/tmp', '/mnt/wslg'];
/** Directories in `/run` with the programs of some systems. */
const keptOfRun = ['/run/current-system', '/run/opengl-driver'];
/** Caches that programs write even when they only read; the host's caches stay unchanged. */
const replacedWhenReadOnly = ['.cache', '.npm'];
/** Below `/proc`: files with which root could change the machine, and files that show more than the own processes. */
const readOnlyOfProc = ['sys', 'irq', 'bus', 'fs', 'acpi', 'scsi', 'sysrq-trigger'];
const coveredOfProc = ['kcore', 'keys', 'kmsg', 'timer_list', 'sched_debug', 'interrupts'];
/** bubblewrap's own process has no seccomp filter. */
const coveredOfFirst = ['/proc/1/mem', '/proc/1/task/1/mem'];
/** `__SO_ACCEPTCON` in `/proc/net/unix`. */
const listening = 0x10000;

/**
 * Builds the view, and creates the session's temporary directory and the private ones. Uses synchronous calls: handing
 * each one to another thread takes longer, and every command waits for the result.
 */
export async function viewOf(options: ViewOptions): Promise<View> {
  const { profile, sessionDirectory, workspace, settings, runtimeId } = options;
  const writes = profile === 'workspace';
  const temporary = path.join(sessionDirectory, 'tmp');
  mkdirSync(temporary, { recursive: true, mode: 0o700 });
  const home = canonical(options.home);
  const userHome = canonical(options.userHome);
  const session = canonical(sessionDirectory);
  const named = (list: readonly string[]): string[] =>
    list.map((each) => realOf(expandHome(each, userHome))).filter((each) => each !== undefined);
  const write = named(settings.write);
  const show = named(settings.show);
  const sockets = named(settings.sockets);
  const isMasked = settings.read === 'workspace' && runtimeId === 'sandbox';

  const empty = emptied.filter((each) => kindOf(each)?.isDirectory());
  const covered = ['/dev', '/proc', '/tmp', ...empty];
  const args = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'];
  for (const each of settings.devices) if (inside(['/dev'], each)) args.push('--dev-bind-try', each, each);
  for (const each of coveredOfFirst) args.push('--ro-bind', '/dev/null', each);
  if (options.isRoot) args.push(...coverProc());
  for (const each of empty) args.push('--tmpfs', each);
  for (const each of keptBelow('/run', options.path)) args.push('--ro-bind', each, each);
  args.push('--bind', temporary, '/tmp');
  for (const each of sockets) if (inside(covered, each)) args.push('--ro-bind', each, each);
  const elsewhere = inside(workspace, options.cwd) ? [] : [options.cwd];
  const back = [userHome, home, ...workspace, ...elsewhere].filter((each) => inside(covered, each));
  // saves mounts, which take time: the workspace is mounted below, and the data directory is hidden
  for (const each of new Set(back))
    if (each !== home && !(writes && workspace.includes(each))) args.push('--ro-bind', each, each);
  if (isMasked) {
    args.push('--tmpfs', userHome);
    const shown = [...show, ...toolsBelow(userHome, options.path)];
    for (const each of shown) if (inside([userHome], each)) args.push('--ro-bind', each, each);
    back.push(...shown);
  }
  const replaced = privateMounts(options, userHome);
  args.push(...replaced.args);

  const isVisible = (file: string): boolean =>
    !inside([...covered, ...replaced.targets, ...(isMasked ? [userHome] : [])], file) ||
    inside([...back.filter((each) => each !== userHome || !isMasked), ...workspace, ...write], file);
  for (const each of [...workspace, ...write])
    if (writes) args.push('--bind', each, each);
    else if (isMasked || inside(replaced.targets, each)) args.push('--ro-bind', each, each);
  const protection = writes ? await findProtection(workspace, userHome) : undefined;
  for (const each of protection?.mounted ?? []) args.push('--bind', each, each);
  for (const each of protection?.readOnly ?? []) args.push('--ro-bind', each, each);

  const kept = [...workspace, ...write];
  const hiding = hide(
    runtimeId === 'local' ? [] : hiddenPaths(options, userHome, show, named(settings.hide)).filter(isVisible),
    { kept, show, writes },
    blanks(options.directory),
  );
  args.push(...hiding.args, '--tmpfs', home, '--ro-bind', session, session);
  for (const each of shownOfHome.map((name) => path.join(home, name)))
    if (kindOf(each)) args.push('--ro-bind', each, each);
  for (const each of workspace) if (inside([home], each)) args.push('--ro-bind', each, each);
  args.push('--bind', temporary, path.join(session, 'tmp'));
  if (replaced.missing.length > 0) {
    mkdirSync(options.privateDirectory, { recursive: true, mode: 0o700 });
    args.push('--bind', options.privateDirectory, options.privateDirectory);
  }
  const gone = [home, ...hiding.directories];
  for (const each of listeningSockets())
    if (!sockets.includes(each) && !inside([temporary], each) && isVisible(each))
      if (!inside(gone, each) || inside(kept, each)) args.push('--ro-bind', '/dev/null', each);
  for (const each of [...empty, ...hiding.open, home, ...(isMasked ? [userHome] : [])]) args.push('--remount-ro', each);
  return {
    args,
    missing: replaced.missing,
    incomplete: protection?.incomplete === true,
    ...(protection && { watch: protection.watch }),
  };
}

function coverProc(): string[] {
  const args: string[] = [];
  for (const name of readOnlyOfProc)
    if (kindOf(`/proc/${name}`)) args.push('--ro-bind', `/proc/${name}`, `/proc/${name}`);
  for (const name of coveredOfProc) if (kindOf(`/proc/${name}`)) args.push('--ro-bind', '/dev/null', `/proc/${name}`);
  return args;
}

/** Returns what commands need of an emptied directory: the resolver configuration, and programs. */
function keptBelow(directory: string, searched: string): string[] {
  const resolver = realOf('/etc/resolv.conf') ?? '';
  const programs = searched.split(':').filter((each) => each.startsWith('/'));
  return [...new Set([resolver, ...keptOfRun, ...programs])].filter(
    (each) => inside([directory], each) && each !== directory && kindOf(each),
  );
}

/** Returns program directories in the user's home, and the `lib` next to a `bin`, which programs often need. */
function toolsBelow(userHome: string, searched: string): string[] {
  const found = new Set<string>();
  for (const each of searched.split(':')) {
    const real = each.startsWith('/') ? realOf(each) : undefined;
    if (real === undefined || real === userHome || !inside([userHome], real)) continue;
    found.add(real);
    const library = path.join(path.dirname(real), 'lib');
    if (path.basename(real) === 'bin' && kindOf(library)) found.add(library);
  }
  return [...found];
}

/** Mounts the private directories over those of the user's home. */
function privateMounts(
  { runtimeId, settings, privateDirectory }: ViewOptions,
  userHome: string,
): { args: string[]; targets: string[]; missing: string[] } {
  const wanted = runtimeId === 'local' ? replacedWhenReadOnly : (settings.private ?? privateDefault);
  const found = { args: [] as string[], targets: [] as string[], missing: [] as string[] };
  for (const each of wanted) {
    const name = path.relative(userHome, path.resolve(userHome, expandHome(each, userHome)));
    if (name === '' || name.startsWith('..')) continue;
    const target = realOf(path.join(userHome, name));
    if (target === undefined || !kindOf(target)?.isDirectory()) {
      if (runtimeId === 'sandbox') found.missing.push(name);
      continue;
    }
    const own = path.join(privateDirectory, name);
    mkdirSync(own, { recursive: true, mode: 0o700 });
    found.args.push('--bind', own, target);
    found.targets.push(target);
  }
  return found;
}

function hiddenPaths(options: ViewOptions, userHome: string, show: readonly string[], hidden: string[]): string[] {
  const builtIn = hiddenOf(userHome, process.platform)
    .map(realOf)
    .filter((each) => each !== undefined && !inside(show, each));
  const home = canonical(options.home);
  // skip paths below the data directory, which is hidden as a whole
  const all = [...new Set([...builtIn, ...hidden])].filter((each) => each !== undefined && !inside([home], each));
  return (all as string[]).sort((one, other) => one.length - other.length);
}

/** Returns the mounts that hide paths. Mounts back the kept and shown paths inside hidden directories. */
function hide(
  hidden: readonly string[],
  { kept, show, writes }: { kept: readonly string[]; show: readonly string[]; writes: boolean },
  blank: { file: string; directory: string },
): { args: string[]; directories: string[]; open: string[] } {
  const args: string[] = [];
  const directories: string[] = [];
  const open: string[] = [];
  for (const each of hidden) {
    if (inside(directories, each) && !inside(kept, each)) continue;
    if (!kindOf(each)?.isDirectory()) {
      args.push('--ro-bind', blank.file, each);
      continue;
    }
    directories.push(each);
    const inIt = [...kept, ...show].filter((one) => one !== each && inside([each], one));
    if (inIt.length === 0) args.push('--ro-bind', blank.directory, each);
    else {
      args.push('--tmpfs', each);
      open.push(each);
    }
    for (const one of inIt) args.push(writes && kept.includes(one) ? '--bind' : '--ro-bind', one, one);
  }
  return { args, directories, open };
}

/** Returns an empty file and an empty directory to mount over hidden paths. */
function blanks(directory: string): { file: string; directory: string } {
  const blank = { file: path.join(directory, 'blank'), directory: path.join(directory, 'blank.d') };
  if (!kindOf(blank.directory)) mkdirSync(blank.directory, { recursive: true, mode: 0o755 });
  if (!kindOf(blank.file)) writeFileSync(blank.file, '', { mode: 0o644 });
  return blank;
}

/** Returns the sockets on which the machine's processes listen: a read-only mount does not prevent connecting. */
function listeningSockets(): Set<string> {
  const found = new Set(socketTables().flatMap(pathsOfListeners));
  return new Set([...found].map(realOf).filter((each) => each !== undefined));
}

/** Bytes that the kernel returns per read. */
const pieceBytes = 4_096;

/**
 * Reads the table of sockets. The kernel may skip a row between two reads of a longer table while sockets change.
 * Reading twice makes it unlikely to miss the same row.
 */
function socketTables(): string[] {
  const table = textOf('/proc/net/unix');
  return table.length < pieceBytes ? [table] : [table, textOf('/proc/net/unix')];
}

/**
 * Returns the paths of listening sockets in the text of `/proc/net/unix`. The kernel pads inode numbers with blanks and
 * does not escape names, which may contain blanks and line breaks.
 */
export function pathsOfListeners(table: string): string[] {
  const rows = table
    .replace(/\n$/, '')
    .split(/\n(?=[\da-f]+: [\dA-F]{8} )/)
    .slice(1);
  return rows.flatMap((row) => {
    const [, flags = '', name = ''] = /^\S+ \S+ \S+ (\S+) \S+ \S+ +\d+ (\/.*)$/s.exec(row) ?? [];
    return (Number.parseInt(flags, 16) & listening) === 0 ? [] : [name];
  });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // a kernel without this file has no such sockets
    return '';
  }
}

const canonical = (file: string): string => realOf(file) ?? file;

function realOf(file: string): string | undefined {
  try {
    return realpathSync.native(file);
  } catch {
    // missing, or a broken link
    return undefined;
  }
}

/** Returns the facts of a path's target; undefined for a missing or unreadable one. */
function kindOf(file: string): ReturnType<typeof lstatSync> | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    // no permission
    return undefined;
  }
}
