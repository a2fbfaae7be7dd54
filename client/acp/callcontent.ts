/** The editor's view of a call, from displays of the server: kind, title, places, content (acp-cli.md 1.10, 1.11). */
import { isAbsolute, resolve } from 'node:path';
import type { ContentPart, ResultDisplay, TextHunk, ToolDisplay } from '../../schemas/generated/types.js';
import { firstLine, shortened } from '../view/clean.js';
import { plainText } from '../view/content.js';
import { callSubject } from '../view/displays.js';
import type { CallContent, CallKind } from './update.js';

const longestTitle = 120;
/** Maximum length of a text in chars. */
const longestText = 16 * 1024;
const longestOutput = 32 * 1024;
/** Maximum length of one side of a diff in chars; a longer diff is shown as hunks. */
const longestDiff = 256 * 1024;
const longestInput = 64 * 1024;
/** Maximum length of an image in base64 chars: 1 MiB of bytes. */
const longestImage = Math.ceil((1024 * 1024 * 4) / 3);
const mostPlaces = 10;

const kinds: Readonly<Record<string, CallKind>> = {
  Read: 'read',
  ReadMediaFile: 'read',
  Write: 'edit',
  Edit: 'edit',
  Grep: 'search',
  Glob: 'search',
  WebSearch: 'search',
  Bash: 'execute',
  FetchURL: 'fetch',
  EnterPlanMode: 'switch_mode',
  ExitPlanMode: 'switch_mode',
  TodoList: 'think',
  Skill: 'think',
  Agent: 'think',
};

export function kindOf(tool: string): CallKind {
  return kinds[tool] ?? 'other';
}

/** Returns a title of one line: commands as code, file paths relative to the session's directory. */
export function titleOf(
  tool: string,
  display: ToolDisplay | undefined,
  description: string | undefined,
  cwd: string,
): string {
  const summary = firstLine(description ?? '');
  const subject = callSubject({ name: tool, ...(display && { display }) }, { cwd });
  const named = `${tool} ${subject}`.trim();
  switch (display?.kind) {
    case 'command':
      return code(firstLine(display.command) || summary || tool);
    case 'diff':
      return shortened(named, longestTitle);
    case 'file_io': {
      const { operation, path, detail = '' } = display;
      if (operation !== 'grep' && operation !== 'glob') return shortened(named, longestTitle);
      const where = absolute(path, cwd) === resolve(cwd) ? '' : ` in ${subject}`;
      return shortened(`${tool} ${firstLine(detail)}${where}`, longestTitle);
    }
    case 'plan_review':
      return 'Review the plan';
    case 'generic':
      return shortened(summary || subject || tool, longestTitle);
    default:
      return shortened(summary || named, longestTitle);
  }
}

function code(line: string): string {
  const text = shortened(line, longestTitle - 4);
  return text.includes('`') ? text : `\`${text}\``;
}

export type Place = { path: string; line?: number };

export function placesOf(display: ToolDisplay | undefined, cwd: string): Place[] | undefined {
  if (display?.kind === 'diff') return [placeOfDiff(display.path, display.unified, cwd)];
  if (display?.kind !== 'file_io') return undefined;
  const line = Number(/\d+/.exec(display.operation === 'read' ? (display.detail ?? '') : '')?.[0] ?? NaN);
  return [{ path: absolute(display.path, cwd), ...(line > 0 && { line }) }];
}

export function placesOfResult(display: ResultDisplay | undefined, cwd: string): Place[] | undefined {
  if (display?.kind === 'diff') return [placeOfDiff(display.path, display.unified, cwd)];
  if (display?.kind === 'file_content') {
    const { path, range } = display;
    return [{ path: absolute(path, cwd), ...(range && { line: range.start }) }];
  }
  if (display?.kind !== 'search_results') return undefined;
  return display.matches
    .slice(0, mostPlaces)
    .map(({ file, line }) => ({ path: absolute(file, cwd), ...(line > 0 && { line }) }));
}

function placeOfDiff(path: string, unified: string | undefined, cwd: string): Place {
  const line = changedLine(unified);
  return { path: absolute(path, cwd), ...(line !== undefined && { line }) };
}

/** Returns the number of the first changed line in the new file. */
function changedLine(unified = ''): number | undefined {
  const [first] = hunksIn(unified);
  if (!first) return undefined;
  const same = first.lines.findIndex((line) => !line.startsWith(' '));
  return Math.max(1, first.newStart + Math.max(0, same));
}

/** Returns the content of a call that begins. */
export function contentOf(display: ToolDisplay | undefined, cwd: string): CallContent[] | undefined {
  switch (display?.kind) {
    case 'command':
      return [fenced(display.command, 'sh')];
    case 'diff':
      return diffContent(display, cwd);
    case 'file_io': {
      const { operation, path, before, after, content } = display;
      if (before !== undefined || after !== undefined)
        return [{ kind: 'diff', path: absolute(path, cwd), before: before || null, after: after ?? '' }];
      return operation === 'write' && content !== undefined && content.length <= longestDiff
        ? [{ kind: 'diff', path: absolute(path, cwd), before: null, after: content }]
        : undefined;
    }
    case 'plan_review':
      return [{ kind: 'text', text: cut(display.plan, longestText) }];
    case 'goal_start':
      return [{ kind: 'text', text: cut(display.objective, longestText) }];
    default:
      return undefined;
  }
}

/** Returns the content of a finished call. */
export function contentOfResult(
  output: string | readonly ContentPart[],
  display: ResultDisplay | undefined,
  cwd: string,
): CallContent[] {
  if (display?.kind === 'diff') return diffContent(display, cwd);
  if (display?.kind === 'command_output') {
    const text = plainText(output);
    return text === '' ? [] : [fenced(tail(text, longestOutput), '')];
  }
  const text = plainText(typeof output === 'string' ? output : output.filter(({ type }) => type === 'text'));
  const shown = text === '' ? [] : [{ kind: 'text', text: cut(text, longestText) } as const];
  return [...shown, ...(typeof output === 'string' ? [] : output.flatMap(imageIn))];
}

function imageIn(part: ContentPart): CallContent[] {
  if (part.type !== 'image' || part.source.kind !== 'base64') return [];
  const { media_type: mimeType, data } = part.source;
  if (data.length > longestImage) return [{ kind: 'text', text: '[image]' }];
  return [{ kind: 'image', data, mimeType }];
}

type Change = { path: string; before: string; after: string; unified?: string };

/** Returns whole texts if they are known and not too long; otherwise one item per hunk. */
function diffContent({ path, before, after, unified = '' }: Change, cwd: string): CallContent[] {
  const place = absolute(path, cwd);
  const hunks = hunksIn(unified);
  if (isWhole(before, hunks) && Math.max(before.length, after.length) <= longestDiff)
    return [{ kind: 'diff', path: place, before: before || null, after }];
  return hunks.map(({ lines }) => hunkContent(place, lines));
}

/** Returns the whole texts of an edit that waits for approval. */
export function wholeEdit(
  edit: { path: string; exists: boolean; before: string; after: string; hunks: readonly TextHunk[] },
  cwd: string,
): CallContent[] {
  const path = absolute(edit.path, cwd);
  if (Math.max(edit.before.length, edit.after.length) <= longestDiff)
    return [{ kind: 'diff', path, before: edit.exists ? edit.before : null, after: edit.after }];
  return edit.hunks.map(({ lines }) => hunkContent(path, lines));
}

export function placeOfEdit({ path, hunks }: { path: string; hunks: readonly TextHunk[] }, cwd: string): Place {
  const [first] = hunks;
  if (!first) return { path: absolute(path, cwd) };
  const same = first.lines.findIndex((line) => !line.startsWith(' '));
  return { path: absolute(path, cwd), line: Math.max(1, first.new_start + Math.max(0, same)) };
}

function hunkContent(path: string, lines: readonly string[]): CallContent {
  const side = (signs: string): string =>
    lines
      .filter((line) => signs.includes(line.slice(0, 1)))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  return { kind: 'diff', path, before: side(' -'), after: side(' +') };
}

interface Hunk {
  oldStart: number;
  newStart: number;
  lines: string[];
}

function hunksIn(unified: string): Hunk[] {
  const hunks: Hunk[] = [];
  for (const line of unified.split('\n')) {
    const [, oldStart, newStart] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line) ?? [];
    if (oldStart !== undefined) hunks.push({ oldStart: Number(oldStart), newStart: Number(newStart), lines: [] });
    else if (/^[ +-]/.test(line)) hunks.at(-1)?.lines.push(line);
  }
  return hunks;
}

/** Returns whether texts are whole: the server cuts long ones around the change, so hunk lines do not match. */
function isWhole(before: string, hunks: readonly Hunk[]): boolean {
  const [first] = hunks;
  if (!first || first.oldStart === 0) return true;
  const old = first.lines.filter((line) => !line.startsWith('+')).map((line) => line.slice(1));
  const found = before.split(/\r?\n/).slice(first.oldStart - 1, first.oldStart - 1 + old.length);
  return old.every((line, at) => line.replace(/\r$/, '') === found[at]);
}

function fenced(text: string, language: string): CallContent {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return { kind: 'text', text: `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}` };
}

/** Keeps the head and the tail of a long text. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const half = most / 2;
  return `${text.slice(0, half)}\n… ${text.length - most} characters left out …\n${text.slice(-half)}`;
}

export function tail(text: string, most: number): string {
  return text.length <= most ? text : `… ${text.length - most} characters left out …\n${text.slice(-most)}`;
}

export function outputText(output: string | readonly ContentPart[]): string {
  return cut(plainText(output), longestText);
}

/** Returns arguments with long texts cut. */
export function shownInput(value: unknown): unknown {
  if (typeof value === 'string') return value.length > longestInput ? `${value.slice(0, longestInput)}…` : value;
  if (Array.isArray(value)) return value.map(shownInput);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shownInput(inner)]));
}

function absolute(path: string, cwd: string): string {
  return isAbsolute(path) ? path : resolve(cwd, path);
}
