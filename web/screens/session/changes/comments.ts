/** Comments on changed lines: drafts on this device until one prompt sends them all (web.md 5.11). */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { DiffRow } from '../../../../client/view/diff.js';
import { ownKey } from '../../../live/base.js';
import { createId } from '../open.js';

export interface LineComment {
  id: string;
  path: string;
  /** relative to the directory of the session */
  name: string;
  /** first and last line */
  from: number;
  to: number;
  /** the lines were removed, so the numbers are those before the change */
  isRemoved: boolean;
  quoted: readonly string[];
  text: string;
  isSent: boolean;
}

/** An unfinished comment; its form is below the last of its rows. */
export interface HalfComment {
  rows: readonly DiffRow[];
  text: string;
}

export interface Comments {
  all: ReadonlySignal<readonly LineComment[]>;
  /** unfinished comments by path */
  halves: ReadonlySignal<Readonly<Record<string, HalfComment>>>;
  /** undefined: the comment is finished or discarded */
  write(path: string, half: HalfComment | undefined): void;
  add(comment: Omit<LineComment, 'id' | 'isSent'>): void;
  edit(id: string, text: string): void;
  remove(id: string): void;
  markSent(ids: readonly string[]): void;
}

/** Has the prefix of drafts, so that sign-out removes it. */
const prefix = `${ownKey('agent.draft')}.comments.`;
const most = 500;
const opened = new Map<string, Comments>();

export function commentsIn(sessionId: string): Comments {
  const known = opened.get(sessionId);
  if (known) return known;
  const key = prefix + sessionId;
  const halfKey = `${key}.half`;
  const all = signal(readComments(key));
  const halves = signal(readHalves(halfKey));
  window.addEventListener('storage', (event) => {
    if (event.key === key) all.value = readComments(key);
  });
  const set = (next: readonly LineComment[]): void => {
    all.value = next.slice(-most);
    keep(key, next.length === 0 ? undefined : all.peek());
  };
  const change = (fits: (id: string) => boolean, next: Partial<LineComment>): void =>
    set(all.peek().map((each) => (fits(each.id) ? { ...each, ...next } : each)));
  const comments: Comments = {
    all,
    halves,
    write(path, half) {
      const { [path]: _, ...others } = halves.peek();
      halves.value = half ? { ...others, [path]: half } : others;
      keep(halfKey, Object.keys(halves.peek()).length === 0 ? undefined : halves.peek());
    },
    add: (comment) => set([...all.peek(), { ...comment, id: createId(), isSent: false }]),
    edit: (id, text) => change((each) => each === id, { text }),
    remove: (id) => set(all.peek().filter((each) => each.id !== id)),
    markSent: (ids) => change((each) => ids.includes(each), { isSent: true }),
  };
  opened.set(sessionId, comments);
  return comments;
}

function readComments(key: string): readonly LineComment[] {
  const kept = readKept(key);
  return Array.isArray(kept) ? (kept as LineComment[]) : [];
}

function readHalves(key: string): Readonly<Record<string, HalfComment>> {
  const kept = readKept(key);
  return typeof kept === 'object' && kept !== null ? (kept as Record<string, HalfComment>) : {};
}

function readKept(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    // damaged, or storage is switched off
    return undefined;
  }
}

function keep(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // storage is full or switched off: the comments last as long as the tab
  }
}

/** Returns a place such as `src/a.ts:3-5`. */
export function placeOf({ name, from, to }: LineComment): string {
  return `${name}:${from}${to === from ? '' : `-${to}`}`;
}

/** Returns one prompt: each comment with its place and the quoted lines. */
export function promptOf(comments: readonly LineComment[]): string {
  return comments
    .map((comment) => {
      const mark = comment.isRemoved ? ' (removed lines)' : '';
      const quoted = comment.quoted.map((line) => `> ${line}`).join('\n');
      return `${placeOf(comment)}${mark}\n${quoted}\n\n${comment.text.trim()}`;
    })
    .join('\n\n');
}
