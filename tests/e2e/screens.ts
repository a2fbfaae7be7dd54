/** Runs the terminal UI on pseudoterminals, alone or below a shell that shows the state in which it leaves the terminal. */
import { expect } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../helpers/daemon.js';
import { alive, processesOf } from '../helpers/processes.js';
import { startInPty, type Pty, type PtyOptions } from '../helpers/pty.js';
import { findForbidden } from '../helpers/terminalbytes.js';
import { root, type Place } from './program.js';

export interface Screens {
  /** Starts any command in a terminal. */
  startCommand(command: string, args: readonly string[], options?: PtyOptions): Pty;
  /** Starts the program as the first process of a terminal. */
  start(args?: readonly string[], options?: PtyOptions): Pty;
  /** Starts the program, chooses the offline provider if it asks, and waits for the prompt. */
  ready(args?: readonly string[], options?: PtyOptions): Promise<Pty>;
  /** Starts the program below a shell, which stays after the program's end and shows its exit code. */
  below(args?: readonly string[], options?: BelowOptions): Promise<Below>;
  /** Closes the terminals, and expects that none received a forbidden sequence. */
  close(): void;
}

export interface BelowOptions extends PtyOptions {
  /** shell commands to run before the program */
  before?: string;
  /** what the program shows when it is ready */
  until?: string | RegExp;
  /** command line that runs the shell, such as `unshare` */
  within?: readonly string[];
}

/** A terminal UI below a shell. */
export interface Below extends Pty {
  /** process id of the UI */
  ui: number;
  /** terminal settings before the UI started */
  settingsBefore: string;
  /** Waits for the UI's end, and expects the terminal's original state; returns the exit code. */
  expectSane(ms?: number, ended?: RegExp): Promise<number>;
}

const modesOff = { paste: false, focus: false, wraps: true, isInView: false };
/** Sequences that reset modes and styles at every end (tui.md 2.8). */
const offSequences = ['\x1b[?2004l', '\x1b[?1004l', '\x1b[?2031l', '\x1b[0 q', '\x1b[23;2t', '\x1b[?7h', '\x1b[?25h'];

/** Matches a UI that uses the offline provider and accepts prompts. */
const offlineReady = /offline\/echo answers[^]*^offline\/echo/m;

export function createScreens(place: () => Place): Screens {
  const open: Pty[] = [];
  const agent = join(root, 'bin/agent.js');

  function startCommand(command: string, args: readonly string[], { environment, ...rest }: PtyOptions = {}): Pty {
    const { cwd, env } = place();
    const pty = startInPty(command, args, {
      cwd,
      columns: 100,
      rows: 30,
      ...rest,
      environment: { ...env, ...environment },
    });
    open.push(pty);
    return pty;
  }

  /** Chooses the offline provider at the first start of a home, which asks for a provider. */
  async function chooseOffline(pty: Pty): Promise<void> {
    const [asked] = await pty.waitFor(/No model provider[^]*^> 1\.|offline\/echo answers/m, 30_000);
    if (asked.startsWith('No model')) pty.type('3');
    await pty.waitFor(offlineReady, 20_000);
  }

  return {
    startCommand,
    start: (args = [], options) => startCommand(process.execPath, [agent, ...args], options),
    async ready(args = [], options) {
      const pty = startCommand(process.execPath, [agent, ...args], options);
      await chooseOffline(pty);
      return pty;
    },
    async below(args = [], { before = '', until: shown, within = [], ...options } = {}) {
      const script = `${before}\nstty -g; "$@"; echo "ended $?"; exec sleep 60`;
      const [shell = '', ...words] = [...within, '/bin/sh', '-c', script, 'sh', process.execPath, agent, ...args];
      const pty = startCommand(shell, words, options);
      const [settingsBefore] = await pty.waitFor(/^[\da-f:]{20,}$/m);
      const ui = await until('the UI', () => childOf(pty.pid));
      if (shown === undefined) await chooseOffline(pty);
      else await pty.waitFor(shown, 30_000);
      return {
        ...pty,
        ui,
        settingsBefore,
        async expectSane(ms = 15_000, ended = /^ended (\d+)/m) {
          const [, code] = await pty.waitFor(ended, ms);
          await until('the settings', () => (pty.settings() === settingsBefore ? true : undefined));
          await until('the modes', async () => ((await pty.modes()).paste ? undefined : true));
          expect(await pty.modes()).toEqual(modesOff);
          for (const each of offSequences) expect(pty.bytes()).toContain(each);
          return Number(code);
        },
      };
    },
    close() {
      const closed = open.splice(0);
      for (const pty of closed) pty.close();
      for (const pty of closed) expect(findForbidden(pty.bytes())).toEqual([]);
    },
  };
}

/** Returns the id of the child process that runs the program. */
function childOf(pid: number): number | undefined {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  return children.find((child) => child > 0 && isAgent(child));
}

function isAgent(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('agent.js');
  } catch {
    // the process has ended meanwhile
    return false;
  }
}

export function isStopped(pid: number): boolean {
  return /^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}

/** Returns the process id of the server that a UI of this place started. */
export async function serverOf(place: Place): Promise<number> {
  return await until('the server', () =>
    processesOf(place.user).find((pid) => {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return /server\.(?:js|ts)/.test(line) && alive(pid);
    }),
  );
}

/** Waits until all processes of the place have ended, except those given. */
export async function expectNothingLeft(place: Place, except: readonly number[] = []): Promise<void> {
  await until('the end of all processes', () =>
    processesOf(place.user).every((pid) => except.includes(pid) || !alive(pid)) ? true : undefined,
  );
}

export async function text(pty: Pty): Promise<string> {
  return (await pty.scrollback()).join('\n');
}

export function occurrences(whole: string, part: string): number {
  return whole.split(part).length - 1;
}

/** Waits until a panel accepts keys, then types one; a panel that opens by itself ignores keys for a moment. */
export async function decide(ui: Pty, panel: string, key: string): Promise<void> {
  await ui.waitFor(panel);
  await ui.waitFor(/^> \d\. /m);
  ui.type(key);
}
