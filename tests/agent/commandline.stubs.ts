/** Real shells that can start nothing but stubs; each stub writes its name to a log. */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Shells } from '../../daemon/agent/commandline/dialects.js';
import { shellsOf } from '../../daemon/agent/permission/shells.js';
import { bin } from './commandline.lines.js';

/** The shells to compare with; `ash` is the one of busybox. */
export const shellNames = ['bash', 'dash', 'ash', 'zsh'] as const;
export type ShellName = (typeof shellNames)[number];

function find(name: ShellName): string | undefined {
  const program = name === 'ash' ? 'busybox' : name;
  return ['/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
    .map((directory) => path.join(directory, program))
    .find((file) => existsSync(file));
}

/** Whether this machine has the shell. */
export function hasShell(name: ShellName): boolean {
  return process.platform !== 'win32' && find(name) !== undefined;
}

export interface Machine {
  /** fills in the paths of this machine */
  placed(line: string): string;
  /** the shells that the parser assumes for these lines */
  shells: Shells;
  /** names of the stubs that a line ran */
  run(line: string): Promise<string[]>;
  close(): void;
}

const plain = ['mark', 'tag', 'tag2'];
// Words that some shells run as programs.
const odd = [
  '[[',
  '10',
  'a+=x',
  'a[0]=x',
  'coproc',
  'function',
  'mapfile',
  'noglob',
  'repeat',
  'select',
  'time',
  '{fd}',
];
// Stubs that start the program in their arguments and do nothing else.
const starting: Record<string, string> = {
  env: 'while case $1 in -*|*=*) ;; *) false ;; esac; do shift; done; exec "$@"',
  find: 'while [ $# -gt 0 ] && [ "$1" != -exec ]; do shift; done; shift; for last; do :; done; exec "$@"',
  nice: 'exec "$@"',
  timeout: 'shift; exec "$@"',
  xargs: 'exec "$@"',
};

/** Creates a directory of stubs and shells: `sh` is the given shell there, and `reader` reads the lines. */
export function createMachine(reader: ShellName, sh: ShellName): Machine {
  const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'commandline-')));
  const programs = path.join(root, 'bin');
  mkdirSync(programs);
  const stub = (name: string, then = ''): void => {
    const file = path.join(programs, name);
    writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' '${name}' >> "$RAN"\n${then}\n`);
    chmodSync(file, 0o755);
  };
  for (const name of [...plain, ...odd]) stub(name);
  for (const [name, then] of Object.entries(starting)) stub(name, then);
  for (const name of shellNames) {
    const file = find(name);
    if (file !== undefined) symlinkSync(file, path.join(programs, name));
  }
  symlinkSync(find(sh) ?? '/bin/sh', path.join(programs, 'sh'));
  const shell = path.join(programs, reader);

  async function run(line: string): Promise<string[]> {
    // A folder per line, because a background process of an earlier line may still write.
    const work = mkdtempSync(path.join(root, 'line-'));
    const log = path.join(work, '.ran');
    const child = spawn('/bin/sh', ['-c', 'ulimit -t 2 -f 2048 -n 64; exec "$0" -c "$1"', shell, line], {
      cwd: work,
      env: { PATH: programs, HOME: work, ZDOTDIR: work, RAN: log },
      stdio: 'ignore',
      detached: true,
    });
    await new Promise<void>((resolve) => {
      const limit = setTimeout(stop, 3_000);
      function stop(): void {
        // The whole group may have ended already.
        try {
          if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
        }
      }
      child.on('close', () => {
        clearTimeout(limit);
        stop();
        resolve();
      });
    });
    const ran = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
    rmSync(work, { recursive: true, force: true });
    return ran.filter((name) => name !== '');
  }

  return {
    placed: (line) => line.replaceAll(bin, programs),
    shells: shellsOf(shell, programs),
    run,
    close: () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}
