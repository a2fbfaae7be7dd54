/** Signals to a user outside of the terminal: window title, notifications, and progress (tui.md 3.17). */
import type { SessionState } from '../session/state.js';
import { visibleRow } from '../view/clean.js';
import type { TuiSettings } from './settings.js';

export interface AttentionDeps {
  send(text: string): void;
  env: Readonly<Record<string, string | undefined>>;
  terminal: {
    readonly tmux: boolean;
    /** the Linux console supports neither titles nor notifications */
    readonly console: boolean;
    /** whether progress must be cleared at the end */
    progress: boolean;
  };
  now(): number;
  /** the current settings */
  settings: Pick<TuiSettings, 'title' | 'notifies' | 'notifyBy' | 'progress'>;
}

export interface Attention {
  /** undefined: the terminal does not report focus */
  focus(isFocused: boolean): void;
  update(state: SessionState): void;
  close(): void;
}

/** Minimum duration in milliseconds of a turn whose end causes a notification. */
const longTurnMs = 10_000;
/** Minimum time between two notifications in milliseconds. */
const spacingMs = 2_000;
/** How long a failure is shown as progress, in milliseconds. */
const failureMs = 3_000;
const longestText = 200;

/** States of OSC 9;4. */
type Progress = 'none' | 'running' | 'waiting' | 'failed';
const progressCodes: Readonly<Record<Progress, string>> = {
  none: '0',
  running: '3',
  waiting: '4;100',
  failed: '2;100',
};

export function createAttention(deps: AttentionDeps): Attention {
  const { send, now, settings, terminal, env } = deps;
  let isFocused: boolean | undefined;
  let title = '';
  let progress: Progress = 'none';
  let failure: NodeJS.Timeout | undefined;
  let lastAt = -Infinity;
  let busySince: number | undefined;
  let waiting = 0;
  let tasks = new Set<string>();

  function notify(text: string): void {
    if (settings.notifies === 'never' || (settings.notifies === 'unfocused' && isFocused === true)) return;
    if (now() - lastAt < spacingMs) return;
    lastAt = now();
    const method = settings.notifyBy === 'auto' ? methodOf(env) : settings.notifyBy;
    const clean = visibleRow(text).slice(0, longestText).replaceAll(';', ',');
    const sequence = {
      bell: '\x07',
      osc9: `\x1b]9;${clean}\x1b\\`,
      osc99: `\x1b]99;;${clean}\x1b\\`,
      osc777: `\x1b]777;notify;agent;${clean}\x1b\\`,
    }[method];
    send(terminal.tmux && method !== 'bell' ? `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\` : sequence);
  }

  function showTitle({ session }: SessionState, open: number): void {
    if (!settings.title || terminal.console || !session) return;
    const mark = open > 0 ? '! ' : session.busy ? '* ' : '';
    const next = `${mark}${visibleRow(session.title || 'agent').slice(0, longestText)}`;
    if (next !== title) send(`\x1b]2;${next}\x1b\\`);
    title = next;
  }

  function showProgress(next: Progress): void {
    if (!reportsProgress(settings, env, terminal)) return;
    // the progress of a failure ends by itself, or when something runs again
    if (failure !== undefined && next === 'none') return;
    clearTimeout(failure);
    failure = undefined;
    if (next === 'failed')
      failure = setTimeout(() => {
        failure = undefined;
        showProgress('none');
      }, failureMs).unref();
    if (next === progress) return;
    progress = next;
    terminal.progress = true;
    send(`\x1b]9;4;${progressCodes[next]}\x1b\\`);
  }

  return {
    focus: (value) => void (isFocused = value),
    update(state) {
      const open = state.approvals.length + state.questions.length;
      const isBusy = state.session?.busy === true;
      showTitle(state, open);
      if (open > waiting) notify(state.approvals.length > 0 ? 'Waiting for approval' : 'Waiting for an answer');
      waiting = open;
      const hasEnded = busySince !== undefined && !isBusy;
      if (isBusy) busySince ??= now();
      else if (busySince !== undefined) {
        if (now() - busySince > longTurnMs) notify('The turn has ended');
        busySince = undefined;
      }
      showProgress(open > 0 ? 'waiting' : isBusy ? 'running' : hasEnded && hasFailed(state) ? 'failed' : 'none');
      const running = new Set(
        state.tasks.filter((task) => task.state === 'running' && task.detached).map(({ taskId }) => taskId),
      );
      for (const id of tasks) if (!running.has(id)) notify(`Task ${id} has ended`);
      tasks = running;
    },
    close: () => clearTimeout(failure),
  };
}

function hasFailed({ timeline }: SessionState): boolean {
  const last = timeline.items.findLast(({ kind }) => kind === 'turn');
  return last?.kind === 'turn' && last.state === 'failed';
}

/** Picks a notification method that the terminal is known to support; every terminal supports a bell. */
function methodOf(env: AttentionDeps['env']): 'osc9' | 'osc99' | 'osc777' | 'bell' {
  const program = `${env['TERM_PROGRAM'] ?? ''} ${env['TERM'] ?? ''}`.toLowerCase();
  if (env['KITTY_WINDOW_ID'] !== undefined || program.includes('kitty')) return 'osc99';
  if (/iterm|wezterm/.test(program)) return 'osc9';
  return /ghostty|foot|rxvt/.test(program) || env['VTE_VERSION'] !== undefined ? 'osc777' : 'bell';
}

/** Windows Terminal, ConEmu, ghostty, mintty and WezTerm support progress; the terminal around tmux is unknown. */
function reportsProgress(
  { progress }: Pick<TuiSettings, 'progress'>,
  env: AttentionDeps['env'],
  { tmux, console }: AttentionDeps['terminal'],
): boolean {
  if (progress !== 'auto') return progress === 'on';
  if (tmux || console) return false;
  const program = `${env['TERM_PROGRAM'] ?? ''} ${env['TERM'] ?? ''}`.toLowerCase();
  return env['WT_SESSION'] !== undefined || env['ConEmuANSI'] === 'ON' || /ghostty|mintty|wezterm/.test(program);
}
