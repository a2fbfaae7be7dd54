/** Ends the commands of a killed daemon: a small shell ends the registered process groups when its pipe closes. */
import { randomUUID } from 'node:crypto';
import { spawn, type ChildProcess, type StdioNull, type StdioPipe } from 'node:child_process';
import { closeSync, constants, readdirSync, readFileSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { errorCode } from '../fs/errno.js';
import { withStreams } from './programs.js';

/**
 * The guard's shell script. It reads `+ <group>` and `- <group>`. When the pipe ends, which happens however the daemon
 * ends, it stops the registered groups: SIGTERM, up to five seconds, SIGKILL. Bubblewrap ends with the daemon, but not
 * a sandbox that it is still setting up: the script finds that by the mark in its environment and kills it.
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
 * A command registers its own group with the guard before it executes its program. Until then it holds the pipe open,
 * so the daemon's death cannot leave a command that the guard does not know.
 */
const announced = 'echo "+ $$" >&3; exec 3>&- "$0" "$@"';

/** Environment variable of each bubblewrap that this process starts; the commands inside do not get it. */
const mark = { name: 'AGENT_GUARD', id: randomUUID() };

/** the registered groups, each with whether it is a sandbox */
const groups = new Map<number, boolean>();
let keeper: { child: ChildProcess; orders: Writable } | undefined;
/** programs that were found to be executable */
const programs = new Set<string>();

export interface GuardedOptions {
  cwd: string;
  env: Record<string, string>;
  stdio: [Stdio, Stdio, Stdio];
  /** descriptors for the program, numbered from 4 */
  extra?: readonly Stdio[];
  /** the program is bubblewrap, or becomes it */
  isSandbox?: boolean;
}

type Stdio = StdioNull | StdioPipe | number;

/** Rejects with the system's error when a program cannot be executed; call it before starting the program. */
export async function checkProgram(program: string): Promise<void> {
  if (programs.has(program)) return;
  await access(program, constants.X_OK);
  programs.add(program);
}

/** Starts a program in its own process group, which ends when this process does. */
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

/** Whether a registered group is a sandbox. */
export const isSandboxGroup = (group: number): boolean => groups.get(group) === true;

/** Unregisters a group that has ended, or that may outlive this process. */
export function releaseGroup(group: number): void {
  if (groups.delete(group)) keeper?.orders.write(`- ${group}\n`);
}

/** Starts the guard's shell in its own session, so that a signal to this process does not reach it. */
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
  // the next command starts the guard again
  const gone = (): void => {
    if (keeper?.child === child) keeper = undefined;
  };
  child.on('error', gone);
  child.on('exit', gone);
  orders.on('error', gone);
  child.unref();
  // a pipe to a child is a socket, which would keep this process running
  if (orders instanceof Socket) orders.unref();
  for (const group of groups.keys()) orders.write(`+ ${group}\n`);
  return { child, orders };
}

/** Value of `O_CLOEXEC` in `/proc/self/fdinfo`. */
const closedOnExec = 0o2000000;

/** Closes inherited descriptors beyond the standard ones, because commands would inherit them too. */
export function closeInherited(): void {
  if (process.platform !== 'linux') return;
  for (const name of readdirSync('/proc/self/fd'))
    try {
      const [, flags = ''] = /^flags:\s+(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${name}`, 'latin1')) ?? [];
      // node sets the flag on all descriptors that it opens
      if (Number(name) > 2 && (Number.parseInt(flags, 8) & closedOnExec) === 0) closeSync(Number(name));
    } catch (error) {
      // the descriptor of the listing itself is closed by now
      if (!['ENOENT', 'EBADF'].includes(errorCode(error) ?? '')) throw error;
    }
}
