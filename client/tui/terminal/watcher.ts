/** A process that restores the terminal after the UI was killed: it reads a pipe that ends with the UI (tui.md 2.8). */
import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';

export interface Watcher {
  /** Sets what to send, and the terminal settings to restore. */
  watch(sequence: string, settings: string): void;
  /** Suspends the watch while the terminal belongs to another program. */
  rest(): void;
  /** Ends the process when the terminal is restored. Works while the UI exits. */
  end(): void;
}

/**
 * Descriptor 3 is the terminal. Its settings are restored only if they are still those of the UI, since the shell may
 * have set its own.
 */
const script = `
sequence=; settings=; raw=
while read -r word first second; do
  case $word in
    watch) sequence=$first; settings=$second; [ -n "$raw" ] || raw=$(stty -g <&3);;
    rest) sequence=; settings=; raw=;;
    end) exit 0;;
  esac
done
[ -n "$settings" ] || exit 0
[ "$(stty -g <&3)" = "$raw" ] && stty "$settings" <&3
[ "$sequence" = - ] || printf "$sequence" >&3
`;

/** `terminal`: a descriptor of the terminal, which the caller closes. */
export function startWatcher(terminal: number): Watcher {
  // a session of its own, so that no signal of the terminal reaches it
  const child = spawn('/bin/sh', ['-c', script], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore', terminal],
  });
  const pipe = child.stdin as NonNullable<typeof child.stdin> & { _handle?: { fd: number } };
  // the terminal works without this process
  for (const each of [child, pipe]) each.on('error', () => undefined);
  child.unref();
  (pipe as unknown as { unref(): void }).unref();
  const send = (line: string): void => {
    const descriptor = pipe._handle?.fd;
    if (descriptor === undefined || descriptor < 0) return;
    try {
      writeSync(descriptor, `${line}\n`);
    } catch (error) {
      // the process has ended
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
    }
  };
  return {
    watch: (sequence, settings) => send(`watch ${sequence === '' ? '-' : escapeForPrintf(sequence)} ${settings}`),
    rest: () => send('rest'),
    end: () => send('end'),
  };
}

/** Escapes a text as one word of visible characters. */
function escapeForPrintf(text: string): string {
  const octal = (each: string): string => `\\${each.charCodeAt(0).toString(8).padStart(3, '0')}`;
  return text.replace(/%/g, '%%').replace(/[^!-[\]-~]/g, octal);
}
