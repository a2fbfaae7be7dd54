/** Previews what a call would do to a text file, and writes the text that the user chose instead (additions.md A1). */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { inside, resolveReal } from '../base/fs/paths.js';
import { diffDisplay } from './diffs.js';
import { decodeText, encodeText, type DecodedText } from './encoding.js';
import { putText, readHostText, type HostText } from './hostfiles.js';
import { decidedTarget, diskFailure, statTarget, type Target } from './target.js';
import { count, showPath } from './text.js';
import { ToolFailure, type ToolContext, type ToolResult, type ToolRun } from './tool.js';

/** Maximum size in bytes of a file that is shown as a draft, before and after the change. */
export const maxDraftBytes = 1024 * 1024;

export interface Draft {
  /** absolute path */
  path: string;
  exists: boolean;
  /** hash of the file's bytes; null when there is no file */
  baseSha256: string | null;
  /** the whole texts, including a UTF-8 byte order mark */
  before: string;
  after: string;
}

/** The user's text. It is written only while the file still has the content that was shown. */
export interface ChosenText {
  content: string;
  base_sha256: string | null;
}

interface Base {
  exists: boolean;
  sha256: string | null;
  file: DecodedText;
  hosted: HostText | undefined;
}

/** Builds a draft. `change` returns the new text, or undefined when the call would fail. */
export async function draftOf(
  { absolute, resolved }: Target,
  context: ToolContext,
  change: (before: string, exists: boolean) => Promise<string | undefined> | string | undefined,
): Promise<Draft | undefined> {
  const base = await baseOf(resolved, context);
  if (!base) return undefined;
  const before = shownText(base.file);
  const after = await change(before, base.exists);
  if (after === undefined || after.includes('\0') || Buffer.byteLength(after) > maxDraftBytes) return undefined;
  return { path: absolute, exists: base.exists, baseSha256: base.sha256, before, after };
}

/** Writes the user's text in place of the text of the call. */
export async function writeChosen(path: string, chosen: ChosenText, run: ToolRun): Promise<ToolResult> {
  const { resolved, absolute } = decidedTarget(path, run, 'write');
  const base = await baseOf(resolved, run, run.signal);
  const existing = base?.hosted ? base.hosted.stats : statTarget(resolved);
  if (!base || base.sha256 !== chosen.base_sha256)
    throw new ToolFailure(
      `${showPath(resolved)} changed since it was shown to the user; nothing was written. Read it.`,
    );
  const bytes = encoded(chosen.content, base.file);
  const isPrivate = inside([resolveReal(run.sessionDirectory)], resolved);
  const { hosted } = base;
  const text = chosen.content.replace(/^\ufeff/, '');
  const hostWrite = await putText(run, resolved, { text: () => text, bytes, existing, hosted, isPrivate });
  return {
    ...(hostWrite && { hostWrite }),
    output: `${base.exists ? 'Replaced' : 'Created'} ${showPath(resolved)} (${count(bytes.length, 'byte')} written).`,
    display: await diffDisplay(absolute, shownText(base.file), chosen.content),
  };
}

/** Reads the current state of a file; returns undefined when it is too large or not text. */
async function baseOf(resolved: string, context: ToolContext, signal?: AbortSignal): Promise<Base | undefined> {
  const hosted = await readHostText(resolved, context, signal);
  if (hosted) return hostedBase(hosted);
  const stats = statTarget(resolved);
  if (!stats) return { exists: false, sha256: null, file: { text: '', encoding: 'utf-8', bom: false }, hosted };
  if (!stats.isFile() || stats.size > maxDraftBytes) return undefined;
  const bytes = await readFile(resolved).catch((error: unknown) => {
    throw diskFailure(error, resolved);
  });
  const file = decodeText(bytes);
  return file && { exists: true, sha256: sha256Of(bytes), file, hosted };
}

function hostedBase(hosted: HostText): Base | undefined {
  const bytes = encodeText(hosted.file);
  return bytes.length > maxDraftBytes
    ? undefined
    : { exists: true, sha256: sha256Of(bytes), file: hosted.file, hosted };
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Shows a UTF-8 byte order mark as part of the text: a call may remove it. A UTF-16 mark belongs to the encoding. */
function shownText({ text, encoding, bom }: DecodedText): string {
  return bom && encoding === 'utf-8' ? `\ufeff${text}` : text;
}

function encoded(content: string, { encoding, bom }: DecodedText): Buffer {
  return encoding === 'utf-8'
    ? Buffer.from(content, 'utf8')
    : encodeText({ text: content.replace(/^\ufeff/, ''), encoding, bom });
}
