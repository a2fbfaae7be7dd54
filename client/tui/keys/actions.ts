/** The actions of the terminal UI, their default keys, and the user's own keys (tui.md 3.4, 3.5). */

import type { Motion } from '../input/buffer.js';
import { readKeyName } from '../terminal/keynames.js';

/** Where a key is looked up: first in what is open, then in the input, then globally. */
export type KeyContext = 'global' | 'input' | 'panel' | 'list' | 'view';

interface ActionEntry {
  keys: readonly string[];
  /** description for `/keys` and help */
  about: string;
  /** the keys of the action cannot be changed */
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
  'input.paste': { keys: [process.platform === 'win32' ? 'alt+v' : 'ctrl+v'], about: 'paste an image or a text' },
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

/** Actions that move the caret. */
export const motions: Partial<Record<Action, Motion>> = {
  'input.line-start': 'lineStart',
  'input.line-end': 'lineEnd',
  'input.word-left': 'wordLeft',
  'input.word-right': 'wordRight',
  'input.page-up': 'textStart',
  'input.page-down': 'textEnd',
};
/** Actions that delete up to the target of a motion. */
export const deletions: Partial<Record<Action, Motion>> = {
  'input.delete-word-left': 'wordLeft',
  'input.delete-word-right': 'wordRight',
  'input.delete-to-start': 'lineStart',
  'input.delete-to-end': 'lineEnd',
};
export const actions: Readonly<Record<Action, ActionEntry>> = table;

export interface Keymap {
  /** Returns the action of a key in a context; undefined: the key is text, or has no action. */
  action(context: KeyContext, key: string): Action | undefined;
  /** returns whether a second key may follow (a chord) */
  isPrefix(context: KeyContext, key: string): boolean;
  keysOf(action: Action): readonly string[];
  /** returns whether the keys are from the user's file */
  isOwn(action: Action): boolean;
  /** Replaces the user's keys. */
  use(own: OwnKeys): void;
  /** rejected entries of the user's file, one sentence each */
  readonly problems: readonly string[];
}

/** `[keys]` as in the file. */
export type OwnKeys = Readonly<Record<string, unknown>>;

export interface KeyProblem {
  action: string;
  message: string;
}

/** The user's keys replace the default keys of an action. */
export function createKeymap(own: OwnKeys = {}): Keymap {
  let keys: ReadonlyMap<Action, readonly string[]>;
  let taken: ReadonlySet<Action>;
  let problems: readonly string[];
  let byContext: ReadonlyMap<KeyContext, ReadonlyMap<string, Action>>;

  function use(given: OwnKeys): void {
    const read = readKeys(given);
    ({ keys, taken } = read);
    problems = read.problems.map(({ action, message }) => `[keys] ${action}: ${message}`);
    byContext = actionsByKey(keys);
  }

  use(own);
  return {
    action: (context, key) => byContext.get(context)?.get(key),
    isPrefix: (context, key) =>
      [...(byContext.get(context)?.keys() ?? [])].some((known) => known.startsWith(`${key} `)),
    keysOf: (action) => keys.get(action) ?? [],
    isOwn: (action) => taken.has(action),
    use,
    get problems() {
      return problems;
    },
  };
}

/** Returns the problems in `[keys]`. */
export function keyProblems(own: OwnKeys): readonly KeyProblem[] {
  return readKeys(own).problems;
}

/** Returns the active keys, the actions with user keys, and the rejected entries. */
function readKeys(own: OwnKeys): {
  keys: Map<Action, readonly string[]>;
  taken: Set<Action>;
  problems: KeyProblem[];
} {
  const problems: KeyProblem[] = [];
  const keys = new Map<Action, readonly string[]>(
    (Object.keys(actions) as Action[]).map((action) => [action, actions[action].keys]),
  );
  const taken = new Set<Action>();
  for (const [name, value] of Object.entries(own)) {
    const read = ownKeys(name, value);
    if ('message' in read) problems.push({ action: name, message: read.message });
    else {
      keys.set(read.action, read.keys);
      taken.add(read.action);
    }
  }
  // two actions may swap their keys, so only a conflict that remains at the end counts
  for (const action of [...taken].reverse()) {
    const other = usedBy(keys, action);
    if (other === undefined) continue;
    problems.push({ action, message: `its key is used by ${other}` });
    keys.set(action, actions[action].keys);
    taken.delete(action);
  }
  return { keys, taken, problems };
}

function ownKeys(name: string, value: unknown): { action: Action; keys: readonly string[] } | { message: string } {
  if (!Object.hasOwn(actions, name)) return { message: 'no such action' };
  const action = name as Action;
  if (actions[action].isFixed) return { message: 'its key is fixed' };
  const wanted: unknown = typeof value === 'string' ? (value === '' ? [] : [value]) : value;
  if (!Array.isArray(wanted) || !wanted.every((key) => typeof key === 'string'))
    return { message: 'a key, or a list of keys, is needed' };
  const spelled = wanted.map(normalKey);
  const bad = wanted.find((_, at) => spelled[at] === undefined);
  if (bad !== undefined) return { message: `${JSON.stringify(bad)} is not a key` };
  return { action, keys: spelled.filter((key) => key !== undefined) };
}

/** These share a key: the end of the line accepts a suggestion, or else moves the caret. */
const sharing = new Set<Action>(['input.accept', 'input.line-end']);

/** Returns another action of the same context with one of these keys, or with a chord that begins with one. */
function usedBy(keys: ReadonlyMap<Action, readonly string[]>, action: Action): Action | undefined {
  const mine = keys.get(action) ?? [];
  const isTaken = (theirs: string): boolean =>
    mine.some((key) => key === theirs || key.startsWith(`${theirs} `) || theirs.startsWith(`${key} `));
  return [...keys].find(
    ([other, theirs]) =>
      other !== action &&
      contextOf(other) === contextOf(action) &&
      !(sharing.has(other) && sharing.has(action)) &&
      theirs.some(isTaken),
  )?.[0];
}

/** Returns the action that already has a key that `action` would get. */
export function conflictOf(keymap: Keymap, action: Action, key: string): Action | undefined {
  const keys = new Map((Object.keys(actions) as Action[]).map((each) => [each, keymap.keysOf(each)]));
  return usedBy(keys.set(action, [key]), action);
}

function actionsByKey(keys: ReadonlyMap<Action, readonly string[]>): Map<KeyContext, Map<string, Action>> {
  const byContext = new Map<KeyContext, Map<string, Action>>();
  for (const [action, list] of keys)
    for (const key of list) {
      const context = contextOf(action);
      const known = byContext.get(context) ?? new Map<string, Action>();
      byContext.set(context, known);
      // the key that moves the caret also accepts a suggestion: the input decides
      if (!known.has(key) || action !== 'input.accept') known.set(key, action);
    }
  return byContext;
}

export function contextOf(action: Action): KeyContext {
  return action.slice(0, action.indexOf('.')) as KeyContext;
}

/** Returns the normal spelling of a key or a chord of two. Undefined: no key, or more than two. */
export function normalKey(spelled: string): string | undefined {
  const chord = spelled.trim().split(/ +/);
  const known = chord.map(readKeyName);
  return chord.length > 2 || known.includes(undefined) ? undefined : known.join(' ');
}

/** Returns a key as hints show it: `Ctrl-O`, `Shift-Tab`. */
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

/** Hints of the status line, which change after each turn (tui.md 3.2); `%`: the key of the action. */
const tips: readonly (readonly [text: string, action?: Action])[] = [
  ['% opens the transcript', 'global.transcript'],
  ['@ names a file'],
  ['! runs a command of yours'],
  ['% searches the history', 'input.search'],
  ['% opens the text in an editor', 'input.editor'],
  ['% turns plan mode on and off', 'global.plan'],
  ['/undo goes back, files too'],
  ['% sends into the running turn', 'input.steer'],
  ['% moves what runs to the background', 'global.background'],
  ['/theme changes the colours'],
  ['% chooses a model', 'global.model'],
  ['/keys changes the keys'],
];

/** Skips hints whose action has no key. */
export function tipOf(turns: number, keymap: Pick<Keymap, 'keysOf'>): string {
  const known = tips.flatMap(([text, action]) => {
    const key = action === undefined ? '' : keymap.keysOf(action)[0];
    return key === undefined ? [] : [text.replace('%', keyLabel(key))];
  });
  return known[turns % known.length] ?? '';
}
