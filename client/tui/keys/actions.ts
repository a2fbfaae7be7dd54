/** The actions of the terminal UI, their keys, and what the user's own file changes about them (tui.md 3.4, 3.5). */

import { readKeyName } from '../terminal/keynames.js';

/** Where keys go: what is open comes first, then the input, then what holds everywhere. */
export type KeyContext = 'global' | 'input' | 'panel' | 'list' | 'view';

interface ActionEntry {
  keys: readonly string[];
  /** for `/keys` and help */
  about: string;
  /** its keys cannot be changed */
  isFixed?: true;
}

const table = {
  'global.cancel': { keys: ['esc'], about: 'close, interrupt or clear', isFixed: true },
  'global.interrupt': { keys: ['ctrl+c'], about: 'interrupt, clear or leave', isFixed: true },
  'global.exit': { keys: ['ctrl+d'], about: 'leave, on an empty input' },
  'global.suspend': { keys: ['ctrl+z'], about: 'suspend' },
  'global.redraw': { keys: ['ctrl+l'], about: 'draw the lower rows again' },
  'global.transcript': { keys: ['ctrl+o'], about: 'open the transcript' },
  'global.todos': { keys: ['ctrl+t'], about: 'show all todos' },
  'global.background': { keys: ['ctrl+b'], about: 'move what runs to the background' },
  'global.plan': { keys: ['shift+tab'], about: 'plan mode on or off' },
  'global.model': { keys: ['alt+p'], about: 'choose a model' },
  'global.sessions': { keys: [], about: 'choose a session' },
  'global.tasks': { keys: [], about: 'list background tasks' },
  'global.agents': { keys: [], about: 'list agents' },
  'global.mode': { keys: [], about: 'next permission mode' },
  'input.submit': { keys: ['enter'], about: 'send, or queue while a turn runs' },
  'input.newline': { keys: ['shift+enter', 'alt+enter', 'ctrl+j'], about: 'line break' },
  'input.steer': { keys: ['ctrl+s'], about: 'send into the running turn' },
  'input.takeback': { keys: ['alt+up'], about: 'take the last queued prompt back' },
  'input.editor': { keys: ['ctrl+g', 'ctrl+x ctrl+e'], about: 'open the text in an editor' },
  'input.paste': { keys: ['ctrl+v'], about: 'paste an image or a text' },
  'input.search': { keys: ['ctrl+r'], about: 'search the history' },
  'input.previous': { keys: ['up', 'ctrl+p'], about: 'row above, or older prompt' },
  'input.next': { keys: ['down', 'ctrl+n'], about: 'row below, or newer prompt' },
  'input.accept': { keys: ['right', 'ctrl+f', 'end'], about: 'take the suggestion' },
  'input.complete': { keys: ['tab'], about: 'complete, or show what a placeholder holds' },
  'input.line-start': { keys: ['ctrl+a', 'home'], about: 'start of the line' },
  'input.line-end': { keys: ['ctrl+e', 'end'], about: 'end of the line' },
  'input.word-left': { keys: ['alt+b', 'ctrl+left', 'alt+left'], about: 'word left' },
  'input.word-right': { keys: ['alt+f', 'ctrl+right', 'alt+right'], about: 'word right' },
  'input.delete-word-left': { keys: ['ctrl+w', 'alt+backspace'], about: 'delete the word before' },
  'input.delete-word-right': { keys: ['alt+d'], about: 'delete the word behind' },
  'input.delete-to-start': { keys: ['ctrl+u'], about: 'delete to the start of the line' },
  'input.delete-to-end': { keys: ['ctrl+k'], about: 'delete to the end of the line' },
  'input.yank': { keys: ['ctrl+y'], about: 'insert what was deleted' },
  'input.yank-pop': { keys: ['alt+y'], about: 'insert what was deleted before that' },
  'input.undo': { keys: ['ctrl+-'], about: 'undo' },
  'input.page-up': { keys: ['pageup'], about: 'page up' },
  'input.page-down': { keys: ['pagedown'], about: 'page down' },
  'panel.choose': { keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], about: 'choose by number', isFixed: true },
  'panel.previous': { keys: ['up'], about: 'choice above' },
  'panel.next': { keys: ['down'], about: 'choice below' },
  'panel.accept': { keys: ['enter'], about: 'choose' },
  'panel.cancel': { keys: ['esc'], about: 'cancel' },
  'panel.preview': { keys: ['ctrl+e'], about: 'show all of it' },
  'list.previous': { keys: ['up'], about: 'row above' },
  'list.next': { keys: ['down'], about: 'row below' },
  'list.page-up': { keys: ['pageup'], about: 'page up' },
  'list.page-down': { keys: ['pagedown'], about: 'page down' },
  'list.first': { keys: ['home'], about: 'first row' },
  'list.last': { keys: ['end'], about: 'last row' },
  'list.accept': { keys: ['enter'], about: 'choose' },
  'list.cancel': { keys: ['esc'], about: 'close' },
} as const satisfies Record<string, ActionEntry>;

export type Action = keyof typeof table;
export const actions: Readonly<Record<Action, ActionEntry>> = table;

export interface Keymap {
  /** The action of a key where `context` is in front; undefined: the key is text, or nothing. */
  action(context: KeyContext, key: string): Action | undefined;
  /** whether a second key may follow (a chord) */
  isPrefix(context: KeyContext, key: string): boolean;
  keysOf(action: Action): readonly string[];
  /** what of the user's file was not taken, one sentence each */
  problems: readonly string[];
}

/** The user's own keys replace the default ones of an action. */
export function createKeymap(own: Readonly<Record<string, unknown>> = {}): Keymap {
  const problems: string[] = [];
  const keys = new Map<Action, readonly string[]>(
    (Object.keys(actions) as Action[]).map((action) => [action, actions[action].keys]),
  );
  for (const [name, value] of Object.entries(own)) {
    const wanted = typeof value === 'string' ? (value === '' ? [] : [value]) : value;
    if (!Object.hasOwn(actions, name)) problems.push(`[keys] ${name}: no such action`);
    else if (actions[name as Action].isFixed) problems.push(`[keys] ${name}: its key is fixed`);
    else if (!Array.isArray(wanted) || !wanted.every((key) => typeof key === 'string'))
      problems.push(`[keys] ${name}: a key, or a list of keys, is needed`);
    else {
      const spelled = wanted.map(normalKey);
      const bad = wanted.find((_, at) => spelled[at] === undefined);
      const taken = spelled.flatMap((key) => (key === undefined ? [] : (usedBy(name as Action, key) ?? [])));
      if (bad !== undefined) problems.push(`[keys] ${name}: ${JSON.stringify(bad)} is no key`);
      else if (taken.length > 0) problems.push(`[keys] ${name}: its key is used by ${taken[0]}`);
      else keys.set(name as Action, spelled as string[]);
    }
  }

  function usedBy(name: Action, key: string): Action | undefined {
    const context = contextOf(name);
    const shared = new Set<Action>(['input.accept', 'input.line-end']);
    return [...keys].find(
      ([other, theirs]) =>
        other !== name &&
        contextOf(other) === context &&
        theirs.includes(key) &&
        !(shared.has(other) && shared.has(name)),
    )?.[0];
  }

  const byContext = new Map<KeyContext, Map<string, Action>>();
  for (const [action, list] of keys)
    for (const key of list) {
      const context = contextOf(action);
      const known = byContext.get(context) ?? new Map<string, Action>();
      byContext.set(context, known);
      // the suggestion is taken by the key that also moves the caret: the input decides
      if (!known.has(key) || action !== 'input.accept') known.set(key, action);
    }

  return {
    action: (context, key) => byContext.get(context)?.get(key),
    isPrefix: (context, key) =>
      [...(byContext.get(context)?.keys() ?? [])].some((known) => known.startsWith(`${key} `)),
    keysOf: (action) => keys.get(action) ?? [],
    problems,
  };
}

function contextOf(action: Action): KeyContext {
  return action.slice(0, action.indexOf('.')) as KeyContext;
}

/** The spelling that keys arrive with: one key, or two of a chord. Undefined: no key, or more than two. */
export function normalKey(spelled: string): string | undefined {
  const chord = spelled.trim().split(/ +/);
  const known = chord.map(readKeyName);
  return chord.length > 2 || known.includes(undefined) ? undefined : known.join(' ');
}

/** How a key is shown in hints: `Ctrl-O`, `Shift-Tab`. */
export function keyLabel(key: string): string {
  return key
    .split(' ')
    .map((each) =>
      each
        .split(/\+(?!$)/)
        .map((part) => part[0]?.toUpperCase() + part.slice(1))
        .join('-'),
    )
    .join(' ');
}
