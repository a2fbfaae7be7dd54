/** Ends the commands of a daemon that was killed: a small shell waits at the end of a pipe and stops the registered process groups. */
import { randomUUID } from 'node:crypto';
import { spawn, type ChildProcess, type StdioNull, type StdioPipe } from 'node:child_process';
import { closeSync, constants, readdirSync, readFileSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { errorCode } from '../fs/errno.js';
import { withStreams } from './programs.js';

/**
 * Reads `+ <group>` and `- <group>`; when the pipe ends, which it does however the daemon ends, it stops what is left:
 * SIGTERM, up to five seconds, SIGKILL. Bubblewrap ends with the daemon by itself, but what it has begun to set up does
 * not: that is found by the mark in its environment, and with its first process all in it ends.
 */
const script = `groups=' '
while read -r sign id; do
  case $id in '' | *[!0-9]* | 0 | 1) continue ;; esac
  case $sign in
    +) groups="$groups$id " ;;
    -) case $groups in *" $id "*) groups="\${groups%% "$id" *} \${groups#* "$id" }" ;; esac ;;
  esac
done
[ "$groups" != ' ' ] || exit 0
for id in $groups; do kill -s TERM -- "-$id"; done
for file in $(grep -lsF "$0" /proc/[0-9]*/environ); do
  id=\${file#/proc/}
  kill -s KILL "\${id%/environ}"
done
for second in 1 2 3 4 5; do
  left=
  for id in $groups; do kill -s 0 -- "-$id" && left=yes; done
  [ "$left" ] || exit 0
  sleep 1
done
for id in $groups; do kill -s KILL -- "-$id"; done`;

/**
 * A command registers its group with the guard itself, before it executes its program. Until then it holds the pipe
 * open, so that the daemon cannot die at a moment that leaves a command which the guard never learns of.
 */
const announced = 'echo "+ $$" >&3; exec 3>&- "$0" "$@"';

/** In the environment of each bubblewrap that this process starts; commands do not get it. */
const mark = { name: 'AGENT_GUARD', id: randomUUID() };

/** whether they are sandboxes */
const groups = new Map<number, boolean>();
let keeper: { child: ChildProcess; orders: Writable } | undefined;
/** programs that were found */
const programs = new Set<string>();

export interface GuardedOptions {
  cwd: string;
  env: Record<string, string>;
  stdio: [Stdio, Stdio, Stdio];
  /** descriptors of the program from 4 on */
  extra?: readonly Stdio[];
  /** the program is bubblewrap, or becomes it */
  isSandbox?: boolean;
}

type Stdio = StdioNull | StdioPipe | number;

/** Rejects with the system's error when a program cannot be run; to be asked before it is started. */
export async function checkProgram(program: string): Promise<void> {
  if (programs.has(program)) return;
  await access(program, constants.X_OK);
  programs.add(program);
}

/** Starts a program in a separate process group that does not outlive this process. */
export function spawnGuarded(
  program: string,
  args: readonly string[],
  { cwd, env, stdio, extra = [], isSandbox = false }: GuardedOptions,
): ChildProcess {
  if (process.platform === 'win32')
    return withStreams(spawn(program, args, { cwd, env, stdio: [...stdio, 'ignore', ...extra] }));
  keeper ??= startKeeper();
  const child = withStreams(
    spawn('/bin/sh', ['-c', announced, program, ...args], {
      cwd,
      env: isSandbox ? { ...env, [mark.name]: mark.id } : env,
      detached: true,
      stdio: [...stdio, keeper.orders, ...extra],
    }),
  );
  if (child.pid !== undefined) groups.set(child.pid, isSandbox);
  return child;
}

/** Whether a group that is registered was started as a sandbox. */
export const isSandboxGroup = (group: number): boolean => groups.get(group) === true;

/** Unregisters a group; called when it is over, or when it may continue without this process. */
export function releaseGroup(group: number): void {
  if (groups.delete(group)) keeper?.orders.write(`- ${group}\n`);
}

/** Starts the shell, in a separate session so that a signal to this process does not reach it. */
function startKeeper(): NonNullable<typeof keeper> {
  const child = withStreams(
    spawn('/bin/sh', ['-c', script, `${mark.name}=${mark.id}`], {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    }),
  );
  const orders = child.stdin;
  // the next command starts it again
  const gone = (): void => {
    if (keeper?.child === child) keeper = undefined;
  };
  child.on('error', gone);
  child.on('exit', gone);
  orders.on('error', gone);
  child.unref();
  // a pipe to a child is a socket, which would keep the process alive
  if (orders instanceof Socket) orders.unref();
  for (const group of groups.keys()) orders.write(`+ ${group}\n`);
  return { child, orders };
}

/** `O_CLOEXEC` in `/proc/self/fdinfo`. */
const closedOnExec = 0o2000000;

/** Closes the descriptors that this process was started with, beyond the standard ones: commands would inherit them. */
export function closeInherited(): void {
  if (process.platform !== 'linux') return;
  for (const name of readdirSync('/proc/self/fd'))
    try {
      const [, flags = ''] = /^flags:\s+(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${name}`, 'latin1')) ?? [];
      // node marks what it opens itself
      if (Number(name) > 2 && (Number.parseInt(flags, 8) & closedOnExec) === 0) closeSync(Number(name));
    } catch (error) {
      // the one of the listing itself is closed by then
      if (!['ENOENT', 'EBADF'].includes(errorCode(error) ?? '')) throw error;
    }
}
