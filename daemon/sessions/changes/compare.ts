/** Compares two states of a file: line counts and hunks, or that the content is binary. */
import { createHash } from 'node:crypto';
import type { ChangedFile, FileState, TextHunk } from '../../../schemas/generated/types.js';
import { hunksOf } from '../../base/text/hunks.js';
import { changedRegion, hunksOfRegion, lineCount } from '../../base/text/linediff.js';
import { decodeText, type DecodedText } from '../../tools/encoding.js';

/** A state of a file with its content. */
export interface Side {
  state: FileState;
  /** absent when the file is too long to read at once */
  content?: Buffer;
  /** present when the file is too long to read at once */
  survey?: { lines: number; binary: boolean };
}

export interface Comparison extends Pick<ChangedFile, 'added' | 'removed' | 'binary' | 'truncated'> {
  hunks: TextHunk[];
  /** present when both sides are text; the text of a missing file is empty */
  texts?: { before: DecodedText; after: DecodedText };
}

/** Maximum bytes of hunks for one file. */
const mostBytes = 256 * 1024;

export async function compare(before: Side, after: Side): Promise<Comparison> {
  const [old, fresh] = [textOf(before), textOf(after)];
  if (old === 'binary' || fresh === 'binary') return { binary: true, added: 0, removed: 0, hunks: [] };
  if (old === 'long' || fresh === 'long') {
    const [removed, added] = [await linesOf(before, old), await linesOf(after, fresh)];
    return { added, removed, truncated: true, hunks: [] };
  }
  const { hunks, truncated } = await hunksOf(old.text, fresh.text, mostBytes);
  const counts = truncated ? await countsOf(old.text, fresh.text) : counted(hunks);
  return { ...counts, ...(truncated ? { truncated } : {}), hunks, texts: { before: old, after: fresh } };
}

/** The SHA-256 that identifies the content for clients, for a link that of its target; null when there is no file. */
export function shaOf({ kind, hash, target }: FileState): string | null {
  if (kind === 'link')
    return createHash('sha256')
      .update(target ?? '')
      .digest('hex');
  return kind === 'file' ? (hash ?? null) : null;
}

function textOf({ state, content, survey }: Side): DecodedText | 'binary' | 'long' {
  if (state.kind === 'link') return 'binary';
  if (state.kind !== 'file') return { text: '', encoding: 'utf-8', bom: false };
  if (content) return decodeText(content) ?? 'binary';
  return survey?.binary === true ? 'binary' : 'long';
}

async function linesOf({ survey }: Side, text: DecodedText | 'long'): Promise<number> {
  return text === 'long' ? (survey?.lines ?? 0) : lineCount(text.text);
}

async function countsOf(before: string, after: string): Promise<Pick<ChangedFile, 'added' | 'removed'>> {
  const region = changedRegion(before, after);
  const hunks = await hunksOfRegion(region);
  return hunks ? counted(hunks) : { added: await lineCount(region.after), removed: await lineCount(region.before) };
}

function counted(hunks: readonly { lines: string[] }[]): Pick<ChangedFile, 'added' | 'removed'> {
  const starting = (sign: string): number =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.startsWith(sign)).length, 0);
  return { added: starting('+'), removed: starting('-') };
}
