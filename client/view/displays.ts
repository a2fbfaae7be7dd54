/** Describes a tool call as title, subject, badges and blocks, in one table by display kind (rest.md 13.2). */
import type { Todo, ToolDisplay } from '../../schemas/generated/types.js';
import { firstLine } from './clean.js';
import { formatDuration, formatPathFrom, type Places } from './format.js';
import { own } from './glyphs.js';
import { english, type Words } from './words.js';

/** The level of attention that something needs. */
export type Tone = 'plain' | 'good' | 'warning' | 'error';

/** A short fact beside a title. */
export interface Badge {
  text: string;
  tone: Tone;
}

/** A block below a title. Its texts come unchanged from the server; the code that draws them cleans them (clean.ts). */
export type BodyBlock =
  | { kind: 'command'; text: string; cwd?: string }
  /** output of a command, with its original colors */
  | { kind: 'output'; text: string; truncated?: boolean }
  | { kind: 'text'; text: string; truncated?: boolean }
  | { kind: 'markdown'; text: string }
  | { kind: 'error'; text: string }
  | { kind: 'file'; path: string; text: string; firstLine: number; truncated?: boolean }
  /** `firstLine`: number of the first line of both texts in the file; null: an excerpt at an unknown position */
  | { kind: 'diff'; path: string; before: string; after: string; firstLine: number | null }
  | { kind: 'matches'; query: string; matches: Match[] }
  | { kind: 'todos'; items: Todo[] }
  | { kind: 'url'; url: string }
  | { kind: 'json'; text: string };

export interface Match {
  file: string;
  /** from 1; 0 when only the file matched */
  line: number;
  text: string;
}

export interface CallView {
  /** name of the tool */
  title: string;
  /** the subject of the call on one line; may be empty */
  subject: string;
  badges: Badge[];
  /** labels of the call's dangers (engine.md 4.2) */
  dangers: readonly string[];
  body: BodyBlock[];
}

type Kind = ToolDisplay['kind'];
type Of<K extends Kind> = Extract<ToolDisplay, { kind: K }>;

interface Entry<K extends Kind> {
  subject(display: Of<K>, words: Words): string | undefined;
  badges?(display: Of<K>, words: Words): (string | Badge | undefined)[];
  body?(display: Of<K>, words: Words): (BodyBlock | undefined)[];
}

interface Change {
  path: string;
  before: string;
  after: string;
  first_line?: number;
}

/** Returns the blocks of a changed file, before and after the call. */
export const changeView = {
  badges: changeBadges,
  body: ({ path, before, after, first_line: firstLine = 1 }: Change): BodyBlock[] => [
    { kind: 'diff', path, before, after, firstLine },
  ],
};

const table: { [K in Kind]: Entry<K> } = {
  command: {
    subject: ({ command }) => command,
    badges: ({ background, timeout_ms: timeout, runtime_id: runtime = 'local', profile }, words) => [
      runtime === 'local' ? undefined : words.runsIn(runtime),
      profile,
      background ? words.inBackground() : undefined,
      timeout === undefined ? undefined : words.limit(formatDuration(timeout)),
    ],
    body: ({ command, cwd }) => [{ kind: 'command', text: command, ...(cwd !== undefined && { cwd }) }],
  },
  file_io: {
    subject: ({ path }) => path,
    badges: ({ detail, operation, exists, append }, words) => [
      detail,
      append ? words.appends() : operation === 'write' && exists === false ? words.newFile() : undefined,
    ],
    body: ({ operation, path, content, append, before, after }) => [
      before !== undefined || after !== undefined
        ? { kind: 'diff', path, before: before ?? '', after: after ?? '', firstLine: null }
        : content === undefined
          ? undefined
          : operation === 'write'
            ? { kind: 'diff', path, before: '', after: content, firstLine: append ? null : 1 }
            : { kind: 'file', path, text: content, firstLine: 1 },
    ],
  },
  diff: {
    subject: ({ path }) => path,
    ...changeView,
  },
  search: { subject: ({ query }) => query, badges: ({ scope }) => [scope] },
  url_fetch: {
    subject: ({ url }) => url,
    badges: ({ method }) => [method],
    body: ({ url }) => [{ kind: 'url', url }],
  },
  agent_call: {
    subject: ({ description, agent_name: name }) => description ?? name,
    badges: ({ agent_name: name, background }, words) => [name, background ? words.inBackground() : undefined],
    body: ({ prompt }) => [{ kind: 'text', text: prompt }],
  },
  skill_call: { subject: ({ skill_name: name }) => name, badges: ({ args }) => [args] },
  todo_list: {
    subject: ({ items }, words) => words.items(items.length),
    body: ({ items }) => [{ kind: 'todos', items }],
  },
  task: { subject: ({ description }) => description, badges: ({ status, task_id: id }) => [status, id] },
  task_stop: { subject: ({ task_description: description }) => description, badges: ({ task_id: id }) => [id] },
  plan_review: {
    subject: ({ path }) => path,
    body: ({ plan }) => [{ kind: 'markdown', text: plan }],
  },
  goal_start: {
    subject: ({ objective }) => objective,
    badges: ({ mode }) => [mode],
    body: ({ objective, completionCriterion: criterion }, words) => [
      { kind: 'text', text: objective },
      criterion === undefined ? undefined : { kind: 'text', text: words.doneWhen(criterion) },
    ],
  },
  generic: {
    subject: ({ summary }) => summary,
    body: ({ detail }) => [detail === undefined ? undefined : jsonBlock(detail)],
  },
};

/** The table, indexed by a kind from the server: a newer server sends kinds that this client does not know. */
interface AnyEntry {
  subject(display: ToolDisplay, words: Words): string | undefined;
  badges?(display: ToolDisplay, words: Words): (string | Badge | undefined)[];
  body?(display: ToolDisplay, words: Words): (BodyBlock | undefined)[];
}
const entries: Readonly<Record<string, AnyEntry | undefined>> = table;

/** A call, with the names that events, transcript frames and approvals use. */
export interface ToolCall {
  name: string;
  display?: ToolDisplay;
  description?: string;
}

/** Describes a call. `places`: file paths are shown relative to them; without them unchanged. */
export function describeCall(
  { name, display, description = '' }: ToolCall,
  places?: Places,
  words: Words = english,
): CallView {
  const badges = (display && entryOf(display)?.badges?.(display, words)) ?? [];
  return {
    title: name,
    subject: callSubject({ name, display, description }, places, words),
    badges: badges.flatMap((badge) =>
      badge === undefined || badge === '' ? [] : typeof badge === 'string' ? [{ text: badge, tone: 'plain' }] : [badge],
    ),
    dangers: (display?.kind === 'command' && display.danger) || [],
    body: bodyOf(display, words),
  };
}

/** Returns only the subject, for one-line views. */
export function callSubject({ display, description }: ToolCall, places?: Places, words: Words = english): string {
  const subject = firstLine((display && entryOf(display)?.subject(display, words)) ?? description ?? '');
  const isPath = places !== undefined && display !== undefined && 'path' in display && display.path === subject;
  return isPath ? formatPathFrom(subject, places) : subject;
}

/** Returns the subject of a call that has not started, from its arguments. */
export function inputSubject(input: unknown): string {
  const values = typeof input === 'object' && input !== null ? Object.values(input) : [input];
  return String(values.find((value) => typeof value === 'string') ?? '');
}

/** Returns a JSON value as indented text, and anything else as plain text. */
export function jsonBlock(value: unknown): BodyBlock {
  if (typeof value === 'string') return { kind: 'text', text: value };
  try {
    // undefined and functions have no JSON
    return { kind: 'json', text: JSON.stringify(value, null, 2) ?? '' };
  } catch {
    return { kind: 'text', text: 'a value that cannot be shown' };
  }
}

function changeBadges({ added, removed }: { added?: number; removed?: number }): Badge[] {
  return [
    ...(added ? [{ text: `+${added}`, tone: 'good' } as const] : []),
    ...(removed ? [{ text: `${own('−')}${removed}`, tone: 'error' } as const] : []),
  ];
}

function entryOf({ kind }: ToolDisplay): AnyEntry | undefined {
  return Object.hasOwn(entries, kind) ? entries[kind] : undefined;
}

function bodyOf(display: ToolDisplay | undefined, words: Words): BodyBlock[] {
  if (display === undefined) return [];
  const entry = entryOf(display);
  if (entry === undefined) return [jsonBlock(display)];
  return (entry.body?.(display, words) ?? []).filter((block) => block !== undefined);
}
