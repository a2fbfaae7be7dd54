/** Completion of a word in the input: commands and their arguments, skills, files (tui.md 3.6). */
import type { Client } from '../../api/client.js';
import { ApiFailure, ConnectionFailure } from '../../api/failure.js';
import type { CommandContext } from '../../commands/command.js';
import {
  suggestArguments,
  suggestNames,
  suggestSkills,
  type NamedSkill,
  type Suggestion as Named,
} from '../../commands/suggest.js';
import { visibleRow } from '../../view/clean.js';
import { cutLine, lineOf, lineWidth, markHidden, span, type Line } from '../text/line.js';

export interface Suggestion {
  /** what replaces the typed word */
  insert: string;
  label: string;
  about?: string;
  /** the list stays open after it, as for a directory */
  stays?: boolean;
  /** only its description matches the word */
  isRelated?: boolean;
}

/** Finds completions for the word before the caret. */
export type Complete = (kind: CompletionKind, word: string) => Promise<readonly Suggestion[]>;
/** a command's name, its arguments (all in one word), a skill within a prompt, a file */
export type CompletionKind = 'command' | 'argument' | 'skill' | 'file';

/** Suggestions for the word that begins at `from`. */
export interface Completing {
  kind: CompletionKind;
  from: number;
  items: readonly Suggestion[];
  selected: number;
  /** the user selected the suggestion explicitly */
  isChosen?: boolean;
}

export interface CompletionSources {
  client: Pick<Client, 'suggestWorkspaceFiles'>;
  cwd: string;
  skills: readonly NamedSkill[];
  context: CommandContext;
}

/** Returns the word before the caret if it can be completed. */
export function wordBefore({
  text,
  caret,
}: {
  text: string;
  caret: number;
}): { kind: CompletionKind; from: number; word: string } | undefined {
  const before = text.slice(Math.max(0, caret - 500), caret);
  const offset = caret - before.length;
  if (offset === 0 && /^\/\S*$/.test(before)) return { kind: 'command', from: 0, word: before };
  if (offset === 0 && /^\/\S+ [^\n]*$/.test(before)) return { kind: 'argument', from: 0, word: before };
  const skill = /\s(\/\S+)$/.exec(before)?.[1];
  if (skill !== undefined) return { kind: 'skill', from: caret - skill.length, word: skill };
  const file = /(?:^|\s)@(?:"([^"\n]*)|([^\s"]*))$/.exec(before);
  if (!file) return undefined;
  const from = before.length - file[0].trimStart().length;
  return { kind: 'file', from: offset + from, word: file[1] ?? file[2] ?? '' };
}

const mostFiles = 20;

/** Suggests nothing when the server does not answer. */
export async function complete(
  kind: CompletionKind,
  word: string,
  { client, cwd, skills, context }: CompletionSources,
): Promise<readonly Suggestion[]> {
  try {
    if (kind === 'command')
      return suggestNames(word, { surface: 'terminal', skills, words: context.words }).map(suggestionOf);
    if (kind === 'skill') return suggestSkills(word, skills).map(suggestionOf);
    if (kind === 'argument') return (await suggestArguments(word, context)).map(suggestionOf);
    const body = { workspace: cwd, query: word, limit: mostFiles };
    const { items } = await client.suggestWorkspaceFiles({ body });
    return items.map(({ path, kind: what }) => fileOf(path, what === 'directory'));
  } catch (error) {
    if (error instanceof ApiFailure || error instanceof ConnectionFailure) return [];
    throw error;
  }
}

/** A directory keeps the list open for its content. */
function fileOf(path: string, isDirectory: boolean): Suggestion {
  const label = isDirectory ? `${path}/` : path;
  const isQuoted = /\s/.test(label);
  const insert = isQuoted ? `@"${label}${isDirectory ? '' : '"'}` : `@${label}`;
  return { insert: isDirectory ? insert : `${insert} `, label, stays: isDirectory };
}

function suggestionOf({ text, label, description, isRelated }: Named): Suggestion {
  return { insert: text, label, about: description, stays: text.endsWith(' '), isRelated: isRelated === true };
}

/**
 * Returns whether the typed word may be intended as it is: arguments, or a name without a full match. Then only an
 * explicitly selected suggestion counts.
 */
export function isOwnWords({ kind, items, selected, isChosen }: Completing): boolean {
  return isChosen !== true && (kind === 'argument' || items[selected]?.isRelated === true);
}

/** Moves the selection; the first arrow only confirms the marked row. */
export function chooseSuggestion(completing: Completing, step: 1 | -1): void {
  const isFirst = isOwnWords(completing);
  completing.isChosen = true;
  if (isFirst && step === 1) return;
  completing.selected = Math.max(0, Math.min(completing.items.length - 1, completing.selected + step));
}

const shownSuggestions = 8;
/** Maximum width of names before their descriptions, in columns. */
const widestName = 40;

/** Returns the rows of the suggestions around the selected one. */
export function completionLines(completing: Completing, width: number): Line[] {
  const { items, selected } = completing;
  const first = Math.max(0, Math.min(items.length - shownSuggestions, selected - shownSuggestions + 1));
  const shown = items.slice(first, first + shownSuggestions);
  const labels = Math.min(widestName, Math.max(...shown.map(({ label }) => lineWidth(lineOf(visibleRow(label))))) + 2);
  const rows = shown.map(({ label, about }, at) => {
    const isSelected = first + at === selected && !isOwnWords(completing);
    const name = visibleRow(label);
    const gap = Math.max(2, labels - lineWidth(lineOf(name)));
    const line: Line = [
      span(isSelected ? '> ' : '  ', 'primary'),
      span(name, isSelected ? { token: 'primary', bold: true } : undefined),
      ...(about ? [span(' '.repeat(gap)), span(visibleRow(about), 'textMuted')] : []),
    ];
    return cutLine(line, width);
  });
  return markHidden(rows, first, items.length - first - shown.length, width);
}
