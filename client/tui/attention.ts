/** What reaches a user who looks elsewhere: the title of the window, and notifications (tui.md 3.17). */
import type { SessionState } from '../session/state.js';
import { visibleRow } from '../view/clean.js';

export interface AttentionDeps {
  send(text: string): void;
  env: Readonly<Record<string, string | undefined>>;
  tmux: boolean;
  now(): number;
  /** `title` of tui.toml */
  hasTitle: boolean;
  notifies: 'never' | 'unfocused' | 'always';
  method: 'auto' | 'osc9' | 'osc99' | 'osc777' | 'bell';
}

export interface Attention {
  /** undefined: the terminal does not report it */
  focus(isFocused: boolean): void;
  update(state: SessionState): void;
}

/** A turn that took longer is worth a notification. */
const longTurnMs = 10_000;
/** Between two notifications. */
const spacingMs = 2_000;
const longestText = 200;

export function createAttention(deps: AttentionDeps): Attention {
  const { send, now } = deps;
  const method = deps.method === 'auto' ? methodOf(deps.env) : deps.method;
  let isFocused: boolean | undefined;
  let title = '';
  let lastAt = -Infinity;
  let busySince: number | undefined;
  let waiting = 0;
  let tasks = new Set<string>();

  function notify(text: string): void {
    if (deps.notifies === 'never' || (deps.notifies === 'unfocused' && isFocused === true)) return;
    if (now() - lastAt < spacingMs) return;
    lastAt = now();
    const clean = visibleRow(text).slice(0, longestText).replaceAll(';', ',');
    const sequence = {
      bell: '\x07',
      osc9: `\x1b]9;${clean}\x1b\\`,
      osc99: `\x1b]99;;${clean}\x1b\\`,
      osc777: `\x1b]777;notify;agent;${clean}\x1b\\`,
    }[method];
    send(deps.tmux && method !== 'bell' ? `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\` : sequence);
  }

  return {
    focus: (value) => void (isFocused = value),
    update(state) {
      const open = state.approvals.length + state.questions.length;
      const isBusy = state.session?.busy === true;
      if (deps.hasTitle && state.session) {
        const mark = open > 0 ? '! ' : isBusy ? '* ' : '';
        const next = `${mark}${visibleRow(state.session.title || 'agent').slice(0, longestText)}`;
        if (next !== title) send(`\x1b]2;${next}\x1b\\`);
        title = next;
      }
      if (open > waiting) notify(state.approvals.length > 0 ? 'Waiting for approval' : 'Waiting for an answer');
      waiting = open;
      if (isBusy) busySince ??= now();
      else if (busySince !== undefined) {
        if (now() - busySince > longTurnMs) notify('The turn has ended');
        busySince = undefined;
      }
      const running = new Set(
        state.tasks.filter((task) => task.state === 'running' && task.detached).map(({ taskId }) => taskId),
      );
      for (const id of tasks) if (!running.has(id)) notify(`Task ${id} has ended`);
      tasks = running;
    },
  };
}

/** By what the terminal is known to show; a bell is shown by all. */
function methodOf(env: AttentionDeps['env']): 'osc9' | 'osc99' | 'osc777' | 'bell' {
  const program = `${env['TERM_PROGRAM'] ?? ''} ${env['TERM'] ?? ''}`.toLowerCase();
  if (env['KITTY_WINDOW_ID'] !== undefined || program.includes('kitty')) return 'osc99';
  if (/iterm|wezterm/.test(program)) return 'osc9';
  return /ghostty|foot|rxvt/.test(program) || env['VTE_VERSION'] !== undefined ? 'osc777' : 'bell';
}
