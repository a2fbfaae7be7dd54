/** Describes the result of a tool call: outcome, summary and blocks (rest.md 13.3); groups calls that only read. */
import type {
  ContentPart,
  ResultDisplay,
  TranscriptFrame,
  TranscriptToolFrame,
} from '../../schemas/generated/types.js';
import { firstLine } from './clean.js';
import { plainText } from './content.js';
import { changeView, jsonBlock, type Badge, type BodyBlock, type Tone } from './displays.js';
import { formatDuration } from './format.js';
import { own } from './glyphs.js';
import { english, type Words } from './words.js';

/** A finished call, with the known facts about its end. */
export interface ToolResult {
  isError?: boolean;
  display?: ResultDisplay;
  output?: string | readonly ContentPart[];
  /** why it failed */
  error?: string;
  durationMs?: number;
  /** the user's feedback on it */
  decision?: 'rejected' | 'cancelled';
  /** whether the turn was stopped before or during the call */
  interrupted?: boolean;
}

export interface ResultView {
  /** empty for success; else `exit 2`, `error`, `rejected`, `interrupted`, `moved to background` */
  outcome: string;
  tone: Tone;
  /** the result in a few words; empty when the body shows it */
  summary: string;
  badges: Badge[];
  body: BodyBlock[];
}

type Kind = ResultDisplay['kind'];
type Of<K extends Kind> = Extract<ResultDisplay, { kind: K }>;

interface Entry<K extends Kind> {
  summary?(display: Of<K>, words: Words): string;
  badges?(display: Of<K>): Badge[];
  body(display: Of<K>, words: Words): (BodyBlock | undefined)[];
}

const table: { [K in Kind]: Entry<K> } = {
  command_output: {
    body: ({ stdout, stderr, truncated, sandbox }, words) => [
      ...[stdout, stderr].map((text): BodyBlock | undefined =>
        text ? { kind: 'output', text, ...(truncated && { truncated }) } : undefined,
      ),
      sandbox && { kind: 'text', text: sandboxWords(sandbox, words).join('\n') },
    ],
  },
  file_content: {
    summary: ({ range, content }, words) =>
      words.lines(range ? Math.max(0, range.end - range.start + 1) : countLines(content)),
    body: ({ path, content, range, truncated }) => [
      { kind: 'file', path, text: content, firstLine: range?.start ?? 1, ...(truncated && { truncated }) },
    ],
  },
  diff: {
    summary: ({ added, removed }) =>
      added === undefined || removed === undefined ? '' : `+${added} ${own('−')}${removed}`,
    ...changeView,
  },
  search_results: {
    summary: ({ matches }, words) =>
      matches.every(({ line }) => line === 0) ? words.files(matches.length) : words.matches(matches.length),
    body: ({ query, matches }) => [{ kind: 'matches', query, matches }],
  },
  url_content: {
    summary: ({ status, content_type: type }) => `HTTP ${status}${type ? `, ${type}` : ''}`,
    body: ({ url, preview }) => [{ kind: 'url', url }, preview ? { kind: 'text', text: preview } : undefined],
  },
  agent_summary: {
    summary: ({ agent_name: name, steps }, words) => (steps === undefined ? name : `${name}, ${words.steps(steps)}`),
    body: ({ result }) => [result ? { kind: 'markdown', text: result } : undefined],
  },
  task: { summary: ({ task_id: id, status }) => `${id} ${status}`, body: () => [] },
  todo_list: {
    summary: ({ items }, words) =>
      words.todosDone(items.filter(({ status }) => status === 'done').length, items.length),
    body: ({ items }) => [{ kind: 'todos', items }],
  },
  structured: { body: ({ data }) => [jsonBlock(data)] },
  text: { body: ({ text, truncated }) => [text ? { kind: 'text', text, ...(truncated && { truncated }) } : undefined] },
  error: {
    badges: ({ code }) => (code ? [{ text: code, tone: 'error' }] : []),
    body: ({ message }) => [{ kind: 'error', text: message }],
  },
  generic: {
    summary: ({ summary }) => firstLine(summary),
    body: ({ detail }) => [detail === undefined ? undefined : jsonBlock(detail)],
  },
};

/** The table, indexed by a kind from the server: a newer server sends kinds that this client does not know. */
interface AnyEntry {
  summary?(display: ResultDisplay, words: Words): string;
  badges?(display: ResultDisplay): Badge[];
  body(display: ResultDisplay, words: Words): (BodyBlock | undefined)[];
}
const entries: Readonly<Record<string, AnyEntry | undefined>> = table;

export function describeResult(result: ToolResult, words: Words = english): ResultView {
  const { display, durationMs } = result;
  const entry = display && Object.hasOwn(entries, display.kind) ? entries[display.kind] : undefined;
  const { outcome, tone } = outcomeOf(result, words);
  const shown = display && entry?.body(display, words).filter((block) => block !== undefined);
  const badges = [...((display && entry?.badges?.(display)) ?? [])];
  if (durationMs !== undefined && durationMs >= 1_000) badges.push({ text: formatDuration(durationMs), tone: 'plain' });
  return {
    outcome,
    tone,
    summary: (display && entry?.summary?.(display, words)) ?? '',
    badges,
    body: shown ?? unknownBody(result),
  };
}

/** How the server ends the error of a call whose turn was stopped. */
const stopped = /\binterrupted(?: by the user)?(?: before it began)?\.(?:<\/system>)?$/i;

/** Returns the result of a transcript frame with a finished call. */
export function resultOfFrame(frame: TranscriptToolFrame, more: Partial<ToolResult> = {}): ToolResult {
  const { state, resultDisplay: display, output, error, durationMs } = frame;
  const isError = state === 'error';
  const interrupted = isError && stopped.test(error ?? '');
  return { isError, display, output, error, durationMs, ...(interrupted && { interrupted }), ...more };
}

/** Tools that only read: three or more such calls in a row become one line. */
const readOnlyTools = new Set(['Read', 'Grep', 'Glob']);

/** A frame of a step, or a run of finished reads and searches. */
export type FrameGroup = { kind: 'frame'; frame: TranscriptFrame } | { kind: 'lookups'; frames: TranscriptToolFrame[] };

export function groupFrames(frames: readonly TranscriptFrame[]): FrameGroup[] {
  const groups: FrameGroup[] = [];
  for (let at = 0; at < frames.length;) {
    const run: TranscriptToolFrame[] = [];
    for (const frame of frames.slice(at)) {
      if (frame.kind !== 'tool' || frame.state !== 'done' || !readOnlyTools.has(frame.name)) break;
      run.push(frame);
    }
    if (run.length >= 3) groups.push({ kind: 'lookups', frames: run });
    else for (const frame of frames.slice(at, at + Math.max(1, run.length))) groups.push({ kind: 'frame', frame });
    at += Math.max(1, run.length);
  }
  return groups;
}

function outcomeOf(
  { isError: hasFailed, display, decision, interrupted }: ToolResult,
  words: Words,
): { outcome: string; tone: Tone } {
  if (decision === 'rejected') return { outcome: words.rejected(), tone: 'warning' };
  if (interrupted || decision === 'cancelled') return { outcome: words.interrupted(), tone: 'warning' };
  if (display?.kind === 'command_output') {
    if (display.task_id !== undefined) return { outcome: words.movedToBackground(), tone: 'plain' };
    if (display.exit_code !== null && display.exit_code !== 0)
      return { outcome: words.exit(display.exit_code), tone: 'error' };
  }
  const isError = hasFailed || display?.kind === 'error';
  return isError ? { outcome: words.error(), tone: 'error' } : { outcome: '', tone: 'good' };
}

/** Returns the output for the model when there is no display, or one that only a newer client knows. */
function unknownBody({ isError, output, error, display }: ToolResult): BodyBlock[] {
  const text = output === undefined ? (error ?? '') : plainText(output);
  if (text !== '') return [{ kind: isError ? 'error' : 'text', text }];
  return display === undefined ? [] : [jsonBlock(display)];
}

/** Describes what the sandbox refused or quarantined (runtimes.md 9.3). */
function sandboxWords({ refused, quarantined }: NonNullable<Of<'command_output'>['sandbox']>, words: Words): string[] {
  return [
    ...refused.map(({ host, port, reason }) => words.refusedHost(`${host}:${port}`, reason)),
    ...quarantined.map((path) => words.quarantined(path)),
  ];
}

function countLines(text: string): number {
  if (text === '') return 0;
  let lines = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
