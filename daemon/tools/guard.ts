/** Ends the commands of a daemon that was killed: a small shell waits at the end of a pipe and stops the groups it was told of. */
import { spawn, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/**
 * Reads `+ <group>` and `- <group>`; when the pipe ends, which it does however the daemon ends, it stops what is left:
 * SIGTERM, up to five seconds, SIGKILL.
 */
const script = `groups=' '
while read -r sign id; do
  case $id in '' | *[!0-9]* | 0 | 1) continue ;; esac
  case $sign in
    +) groups="$groups$id " ;;
    -) case $groups in *" $id "*) groups="\${groups%% "$id" *} \${groups#* "$id" }" ;; esac ;;
  esac
done
for id in $groups; do kill -s TERM -- "-$id"; done
for second in 1 2 3 4 5; do
  left=
  for id in $groups; do kill -s 0 -- "-$id" && left=yes; done
  [ "$left" ] || exit 0
  sleep 1
done
for id in $groups; do kill -s KILL -- "-$id"; done`;

const groups = new Set<number>();
let keeper: { child: ChildProcess; tell: Writable } | undefined;

/** Starts the shell when it does not run; before a command is started, so that it can be told at once. */
export function readyGuard(): void {
  if (process.platform !== 'win32') keeper ??= startKeeper();
}

/** Sees to it that a process group does not outlive this process. */
export function guardGroup(group: number): void {
  groups.add(group);
  keeper?.tell.write(`+ ${group}\n`);
}

/** Leaves a group alone again; called when it is over. */
export function releaseGroup(group: number): void {
  if (groups.delete(group)) keeper?.tell.write(`- ${group}\n`);
}

/** Starts the shell, in a session of its own so that a signal to ours does not reach it. */
function startKeeper(): typeof keeper {
  const child = spawn('/bin/sh', ['-c', script], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const tell = child.stdin;
  // without it commands still run; the next one starts it anew
  const gone = (): void => {
    if (keeper?.child === child) keeper = undefined;
  };
  child.on('error', gone);
  child.on('exit', gone);
  tell.on('error', gone);
  child.unref();
  // a pipe to a child is a socket, which would keep the process alive
  if (tell instanceof Socket) tell.unref();
  for (const group of groups) tell.write(`+ ${group}\n`);
  return { child, tell };
}
