/** Reminds the model of files that the user reverted or restored (engine.md 3.2, additions.md A3). */
import type { FileState } from '../../schemas/generated/types.js';
import { ellipsis } from '../base/text/cut.js';
import { hunksOf, unifiedLines } from '../base/text/hunks.js';
import { plainName, plainText } from '../base/text/visible.js';

/** The user's actions, oldest first, that the agent may not know yet. */
export interface TakenBackFacts {
  done: readonly TakenBack[];
  /** returns a stored content; undefined when it is not text, or not stored */
  textOf(state: FileState): Promise<string | undefined>;
}

/** One action of the user on a file. */
export interface TakenBack {
  /** sequence number of its record */
  seq: number;
  path: string;
  before: FileState;
  after: FileState;
}

const maxPaths = 10;
/** Maximum number of lines of all diffs, and maximum length of a line. */
const maxLines = 200;
const lineLimit = 500;
const pathLimit = 1_024;

/** Whether this reminder names a file, so that no other reminder needs to. */
export function isTakenBack({ done }: TakenBackFacts, path: string): boolean {
  return done.some((each) => each.path === path);
}

/** Builds the reminder. `known`: number of the last known record. Returns undefined without later changes. */
export async function takenBackText(
  { done, textOf }: TakenBackFacts,
  known: number,
): Promise<{ key: string; text: string } | undefined> {
  const since = done.filter(({ seq }) => seq > known);
  const files = netOf(since);
  if (files.length === 0) return undefined;
  const lines: string[] = [];
  let room = maxLines;
  for (const { path, before, after } of files.slice(0, maxPaths)) {
    const what = after.kind === 'none' ? ' (gone)' : before.kind === 'none' ? ' (there again)' : '';
    lines.push(`- ${plainName(path, pathLimit)}${what}`);
    const diff = await diffOf(before, after, textOf);
    lines.push(...diff.slice(0, room), ...(diff.length > room ? ['… and more lines'] : []));
    room = Math.max(0, room - diff.length);
  }
  if (files.length > maxPaths) lines.push(`- … and ${files.length - maxPaths} more`);
  const text = [
    'The user took back changes to these files, or brought back what was taken back before. Keep it that way unless asked otherwise, and read a file again before you rely on its content. What changed by that:',
    ...lines,
  ].join('\n');
  return { key: String(since.at(-1)?.seq), text };
}

/** Merges the actions on each file into one, from the first state to the last. */
function netOf(done: readonly TakenBack[]): TakenBack[] {
  const files = new Map<string, TakenBack>();
  for (const each of done) {
    const first = files.get(each.path);
    files.set(each.path, first ? { ...each, before: first.before } : each);
  }
  return [...files.values()];
}

async function diffOf(before: FileState, after: FileState, textOf: TakenBackFacts['textOf']): Promise<string[]> {
  const [old, fresh] = [await textOf(before), await textOf(after)];
  if (old === undefined || fresh === undefined) return [];
  const { hunks } = await hunksOf(old, fresh);
  return unifiedLines(hunks).map((line) => plainText(ellipsis(line, lineLimit)));
}
