/** The tool Write: creates, replaces or extends a file (engine.md 4.4). */
import type { Stats } from 'node:fs';
import type { ResultDisplay } from '../../schemas/generated/types.js';
import { head } from '../base/text/cut.js';
import { inside, resolveReal } from '../base/fs/paths.js';
import { diffDisplay, opaqueDiff } from './diffs.js';
import { draftOf, writeChosen } from './draft.js';
import { decodeText, encodeText } from './encoding.js';
import { putText, readHostText, requireSeenText } from './hostfiles.js';
import { readBytes } from './regular.js';
import { requireSeen } from './stale.js';
import { decidedTarget, findTarget, statTarget, pathSubject } from './target.js';
import { count, showPath } from './text.js';
import type { BuiltinTool, ToolRun } from './tool.js';
import { ToolFailure } from './tool.js';

const DISPLAY_CHARS = 100_000;
/** Old content with more bytes is not compared with the new content. */
const MAX_COMPARED_BYTES = 1024 * 1024;
const MAX_APPEND_BYTES = 64 * 1024 * 1024;

export const write: BuiltinTool<'Write'> = {
  name: 'Write',
  permission: 'ask',
  async plan(input, context) {
    const target = findTarget(input.path, context, 'write');
    const exists = statTarget(target.resolved) !== undefined;
    return {
      subject: pathSubject(target, 'write'),
      access: { kind: 'write', path: target.resolved },
      display: {
        kind: 'file_io',
        operation: 'write',
        path: target.absolute,
        content: head(input.content, DISPLAY_CHARS),
        exists,
        append: input.mode === 'append',
      },
    };
  },
  async draft(input, context) {
    return draftOf(findTarget(input.path, context, 'write'), context, (before) =>
      input.mode === 'append' ? before + input.content : input.content,
    );
  },
  inputFor: ({ path }, _before, content) => ({ path, content, mode: 'overwrite' }),
  async run(input, run) {
    if (run.chosen) return writeChosen(input.path, run.chosen, run);
    const { resolved, absolute } = decidedTarget(input.path, run, 'write');
    const append = input.mode === 'append';
    const hosted = await readHostText(resolved, run, run.signal);
    if (hosted && !append) await requireSeenText(run, resolved, hosted);
    const existing = hosted ? hosted.stats : await checked(resolved, append, run);
    const old = hosted ? encodeText(hosted.file) : existing && (await oldContent(resolved, existing, append, run));
    const added = Buffer.from(input.content, 'utf8');
    const bytes = append && old ? Buffer.concat([old, added]) : added;
    // a plan is as private as the rest of the data directory
    const isPrivate = inside([resolveReal(run.sessionDirectory)], resolved);
    const text = () => (old && !decodeText(old) ? undefined : decodeText(bytes)?.text);
    const hostWrite = await putText(run, resolved, { text, bytes, existing, hosted, isPrivate });
    const isThere = existing !== undefined || hosted !== undefined;
    const done = isThere ? (append ? 'Appended to' : 'Replaced') : 'Created';
    return {
      output: `${done} ${showPath(resolved)} (${count(added.length, 'byte')} written).`,
      display: await display(absolute, isThere, old, bytes),
      ...(hostWrite && { hostWrite }),
    };
  },
};

async function checked(path: string, append: boolean, run: ToolRun): Promise<Stats | undefined> {
  const existing = statTarget(path);
  if (!existing) return undefined;
  if (existing.isDirectory()) throw new ToolFailure(`${showPath(path)} is a directory.`);
  if (!existing.isFile()) throw new ToolFailure(`${showPath(path)} is not a regular file.`);
  if (!append) await requireSeen(run, path, existing);
  else if (existing.size > MAX_APPEND_BYTES) {
    throw new ToolFailure(`${showPath(path)} is larger than 64 MiB. Append with a shell command.`);
  }
  return existing;
}

/** Returns the old content, to compare with the new text or to append it to. */
async function oldContent(path: string, { size }: Stats, append: boolean, run: ToolRun): Promise<Buffer | undefined> {
  return !append && size > MAX_COMPARED_BYTES ? undefined : await readBytes(path, run);
}

async function display(path: string, isThere: boolean, old: Buffer | undefined, bytes: Buffer): Promise<ResultDisplay> {
  const after =
    decodeText(bytes.subarray(0, MAX_COMPARED_BYTES))?.text ?? bytes.toString('utf8', 0, MAX_COMPARED_BYTES);
  const before = isThere ? (old && old.length <= MAX_COMPARED_BYTES ? decodeText(old)?.text : undefined) : '';
  return before === undefined || bytes.length > MAX_COMPARED_BYTES
    ? opaqueDiff(path, after)
    : diffDisplay(path, before, after);
}
