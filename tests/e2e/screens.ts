/** The terminal UI for suites: the real program on pseudoterminals, below a shell that shows what it leaves of the terminal. */
import { expect } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../helpers/daemon.js';
import { alive, processesOf } from '../helpers/processes.js';
import { startInPty, type Pty, type PtyOptions } from '../helpers/pty.js';
import { findForbidden } from '../helpers/terminalbytes.js';
import { root, type Place } from './program.js';

export interface Screens {
  /** The program is the first process of the terminal. */
  start(args?: readonly string[], options?: PtyOptions): Pty;
  /** A session that can be written in; the offline provider answers. */
  ready(args?: readonly string[], options?: PtyOptions): Promise<Pty>;
  /** The program below a shell, which stays when the program ends and shows its exit code. */
  below(args?: readonly string[], options?: BelowOptions): Promise<Below>;
  /** Checks every byte that was sent, and closes the terminals. */
  close(): void;
}

export interface BelowOptions extends PtyOptions {
  /** lines of the shell before the program starts */
  before?: string;
  /** what the program shows when it is ready */
  until?: string | RegExp;
  /** command line that runs the shell */
  within?: readonly string[];
}

/** A UI whose terminal stays when it ends. */
export interface Below extends Pty {
  /** of the UI */
  ui: number;
  /** as the shell had the terminal */
  settingsBefore: string;
  /** Waits for the end, and checks that the terminal is as it was before; returns the exit code. */
  expectSane(ms?: number, ended?: RegExp): Promise<number>;
}

const off = { paste: false, focus: false, wraps: true, isInView: false };
/** Modes and styles that are switched off at every end (tui.md 2.8). */
const offSequences = ['\x1b[?2004l', '\x1b[?1004l', '\x1b[?2031l', '\x1b[0 q', '\x1b[23;2t', '\x1b[?7h', '\x1b[?25h'];

/** The line that the offline provider is said with, at the start of a home that has nothing else. */
const answers = /offline\/echo answers[^]*^offline\/echo/m;

export function createScreens(place: () => Place): Screens {
  const open: Pty[] = [];
  const agent = join(root, 'bin/agent.js');

  function start(command: string, args: readonly string[], { environment, ...rest }: PtyOptions = {}): Pty {
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

  /** The first start of a home asks what shall answer. */
  async function answered(pty: Pty): Promise<void> {
    const [asked] = await pty.waitFor(/No model provider[^]*^> 1\.|offline\/echo answers/m, 30_000);
    if (asked.startsWith('No model')) pty.type('3');
    await pty.waitFor(answers, 20_000);
  }

  return {
    start: (args = [], options) => start(process.execPath, [agent, ...args], options),
    async ready(args = [], options) {
      const pty = start(process.execPath, [agent, ...args], options);
      await answered(pty);
      return pty;
    },
    async below(args = [], { before = '', until: shown, within = [], ...options } = {}) {
      const script = `${before}\nstty -g; "$@"; echo "ended $?"; exec sleep 60`;
      const [shell = '', ...words] = [...within, '/bin/sh', '-c', script, 'sh', process.execPath, agent, ...args];
      const pty = start(shell, words, options);
      const [settingsBefore] = await pty.waitFor(/^[\da-f:]{20,}$/m);
      const ui = await until('the UI', () => childOf(pty.pid));
      if (shown === undefined) await answered(pty);
      else await pty.waitFor(shown, 30_000);
      return {
        ...pty,
        ui,
        settingsBefore,
        async expectSane(ms = 15_000, ended = /^ended (\d+)/m) {
          const [, code] = await pty.waitFor(ended, ms);
          await until('the settings', () => (pty.settings() === settingsBefore ? true : undefined));
          await until('the modes', async () => ((await pty.modes()).paste ? undefined : true));
          expect(await pty.modes()).toEqual(off);
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

/** The only child of a process; a shell has one command at a time. */
function childOf(pid: number): number | undefined {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  return children.find((child) => child > 0 && isAgent(child));
}

function isAgent(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('agent.js');
  } catch {
    // it has ended meanwhile
    return false;
  }
}

export function isStopped(pid: number): boolean {
  return /^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}

/** The process of the server that this UI started. */
export async function serverOf(place: Place): Promise<number> {
  return await until('the server', () =>
    processesOf(place.user).find((pid) => {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return /server\.(?:js|ts)/.test(line) && alive(pid);
    }),
  );
}

/** No process of the place is left, except those named. */
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

/** A panel that opens by itself takes no key at once. */
export async function decide(ui: Pty, panel: string, key: string): Promise<void> {
  await ui.waitFor(panel);
  await ui.waitFor(/^> \d\. /m);
  ui.type(key);
}
