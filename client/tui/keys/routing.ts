/** Routes a key: to the front view or panel, to an action, or into the input (tui.md 3.4). */
import { attempt } from '../attempt.js';
import type { Conversation } from '../conversation.js';
import type { Input, Submission } from '../input/input.js';
import type { Link, ProcessSide } from '../app.js';
import { createLeaving } from '../leaving.js';
import type { Notice } from '../notice.js';
import type { Front } from '../panels/front.js';
import type { Key } from '../terminal/keynames.js';
import type { Screen } from '../terminal/screen.js';
import type { Pager } from '../views/pager.js';
import { keyLabel, type Action, type Keymap } from './actions.js';
import { own } from '../../view/glyphs.js';

export interface KeyRoutingDeps {
  keymap: Keymap;
  input: Input;
  front: Front;
  notice: Notice;
  screen: Pick<Screen, 'redraw'>;
  pager: Pick<Pager, 'isOpen' | 'key'>;
  process: ProcessSide;
  conversation(): Conversation | undefined;
  server(): Link | undefined;
  /** sends the submission, or keeps it until a session is there */
  submit(submission: Submission): void;
  toggleTodos(): void;
  exit(code: number): void;
  changed(): void;
}

export interface KeyRouting {
  key(key: Key): void;
  /** Asks about a running turn, then ends the UI. */
  leave(): Promise<void>;
}

/** Time in milliseconds within which a second press counts. */
const twiceMs = 2_000;
const escTwiceMs = 1_000;

export function createKeyRouting(deps: KeyRoutingDeps): KeyRouting {
  const { keymap, input, front, notice, screen, pager, process, conversation, server, submit, toggleTodos } = deps;
  const { exit, changed } = deps;
  let chord: string | undefined;
  const leave = createLeaving({ conversation, server, ask: front.ask, notice: notice.show, exit });

  /** Returns the input as it is in the history, where a shell command has its mark. */
  function typed(): string {
    return `${input.mode === 'shell' ? '!' : ''}${input.buffer.expanded()}`;
  }

  function cancel(): void {
    if (input.cancel()) return;
    if (conversation()?.interrupt()) return;
    if (!input.buffer.isEmpty) {
      if (!notice.isConfirmed('esc', escTwiceMs, 'Esc again to clear')) return;
      void conversation()?.history.add(typed());
      input.set('');
    } else if (notice.isConfirmed('esc', escTwiceMs, 'Esc again to go back'))
      void conversation()?.context.surface.show({ kind: 'rewind' });
  }

  function interrupt(): void {
    if (conversation()?.interrupt()) return;
    if (!input.buffer.isEmpty || input.mode === 'shell') {
      input.set('');
      return;
    }
    if (notice.isConfirmed('ctrl+c', twiceMs, 'Press Ctrl-C again to exit')) void leave();
  }

  function globalAction(action: Action): boolean {
    const run = (text: string): void => void conversation()?.submit({ mode: 'prompt', text });
    switch (action) {
      case 'global.cancel':
        cancel();
        return true;
      case 'global.interrupt':
        interrupt();
        return true;
      case 'global.exit':
        if (!input.buffer.isEmpty) return false;
        if (notice.isConfirmed('ctrl+d', twiceMs, 'Press Ctrl-D again to exit')) void leave();
        return true;
      case 'global.suspend':
        process.suspend();
        return true;
      case 'global.redraw':
        screen.redraw();
        return true;
      case 'global.todos':
        toggleTodos();
        return true;
      case 'global.plan':
        run('/plan');
        return true;
      case 'global.model':
        run('/model');
        return true;
      case 'global.sessions':
        run('/sessions');
        return true;
      case 'global.tasks':
        run('/tasks');
        return true;
      case 'global.agents':
        run('/agents');
        return true;
      case 'global.transcript':
        run('/transcript');
        return true;
      case 'global.mode':
        void nextMode();
        return true;
      case 'global.background':
        return conversation()?.detach() === true;
      default:
        return false;
    }
  }

  async function nextMode(): Promise<void> {
    const modes = ['manual', 'yolo', 'auto'] as const;
    const now = conversation()?.session.get().settings.permissionMode;
    const next = modes[(modes.findIndex((mode) => mode === now) + 1) % modes.length] ?? 'manual';
    await attempt(() => conversation()?.session.configure({ permission_mode: next }), notice.show);
  }

  function inputAction(action: Action): boolean {
    switch (action) {
      case 'input.steer': {
        const taken = input.take();
        const to = conversation();
        if (taken && to) void to.steer(taken);
        else if (taken) submit(taken);
        return true;
      }
      case 'input.paste':
        void input.pasteClipboard(process.readClipboard());
        return true;
      case 'input.takeback':
        void conversation()
          ?.takeBack()
          // the typed text stays below it
          .then((text) => {
            if (text === undefined) return;
            const below = typed();
            input.set(below === '' ? text : `${text}\n${below}`, true);
          });
        return true;
      case 'input.editor': {
        const mark = input.mode === 'shell' ? '!' : '';
        const before = input.buffer.expanded();
        void process.edit(before).then((text) => {
          if (text === undefined) notice.show('No editor is set: see /editor');
          else if (text !== before) input.set(`${mark}${text}`, true);
        });
        return true;
      }
      default:
        return false;
    }
  }

  /** Returns the key with the first key of a chord, if one is pending. */
  function spelled(name: string): string | undefined {
    if (chord !== undefined) {
      const both = `${chord} ${name}`;
      chord = undefined;
      return both;
    }
    if (!keymap.isPrefix('input', name) && !keymap.isPrefix('global', name)) return name;
    chord = name;
    notice.show(`${keyLabel(name)} ${own('…')}`);
    return undefined;
  }

  return {
    key(key) {
      const panel = front.panel();
      const isReady = panel !== undefined && front.isReady(panel);
      front.keyed();
      notice.keyed(key.name);
      if (pager.isOpen) return pager.key(key);
      if (isReady && panel.takesAll) return panel.key(key);
      if (key.name === 'ctrl+z') return process.suspend();
      if (key.name === 'ctrl+l') return screen.redraw();
      if (isReady) return panel.key(key);
      if (input.isSearching && input.key(key)) return;
      const name = spelled(key.name);
      if (name === undefined) return;
      const ofInput = keymap.action('input', name);
      if (ofInput !== undefined && inputAction(ofInput)) return changed();
      const action = keymap.action('global', name);
      if (action !== undefined && globalAction(action)) return changed();
      if (name === 'ctrl+d') return void input.key({ name: 'delete', text: '' });
      const hasQueue = (conversation()?.session.get().queue.queued.length ?? 0) > 0;
      if (name === 'up' && input.buffer.isEmpty && hasQueue) inputAction('input.takeback');
      else input.key({ ...key, name });
    },
    leave,
  };
}
