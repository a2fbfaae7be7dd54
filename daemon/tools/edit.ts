/** The tool Edit: replaces exact text in a file, keeping line endings and byte order mark (engine.md 4.5). */
import type { Stats } from 'node:fs';
import { equalEnd, equalStart, lineEnd, lineStart } from '../base/text/linediff.js';
import { diffDisplay } from './diffs.js';
import { draftOf, writeChosen } from './draft.js';
import type { DecodedText } from './encoding.js';
import { decodeText, encodeText } from './encoding.js';
import { putText, readHostText, requireSeenText } from './hostfiles.js';
import { findAll, replaceWithLineEndings, toLf, trimmedMatch } from './occurrences.js';
import { missing, readBytes } from './regular.js';
import { requireSeen } from './stale.js';
import { decidedTarget, findTarget, statTarget, pathSubject } from './target.js';
import { count, cutText, showPath } from './text.js';
import type { BuiltinTool, ToolRun } from './tool.js';
import { ToolFailure } from './tool.js';

const DISPLAY_CHARS = 50_000;
/** Texts with more chars are not searched line by line for a hint. */
const HINT_CHARS = 1024 * 1024;
/** Maximum size of a file in bytes: the whole file is in memory during an edit. */
const MAX_BYTES = 64 * 1024 * 1024;

export const edit: BuiltinTool<'Edit'> = {
  name: 'Edit',
  permission: 'ask',
  async plan(input, context) {
    if (input.old_string === '') throw new ToolFailure('old_string is empty.');
    if (toLf(input.old_string) === toLf(input.new_string)) {
      throw new ToolFailure('old_string and new_string are identical: nothing to change.');
    }
    const target = findTarget(input.path, context, 'write');
    const exists = statTarget(target.resolved) !== undefined;
    return {
      subject: pathSubject(target, 'write'),
      access: { kind: 'write', path: target.resolved },
      display: {
        kind: 'file_io',
        operation: 'edit',
        path: target.absolute,
        ...(input.replace_all === true ? { detail: 'all occurrences' } : {}),
        before: cutText(input.old_string, DISPLAY_CHARS),
        after: cutText(input.new_string, DISPLAY_CHARS),
        exists,
      },
    };
  },
  async draft(input, context) {
    return draftOf(findTarget(input.path, context, 'write'), context, async (before, exists) => {
      const found = exists ? await findAll(toLf(before), toLf(input.old_string)) : [];
      return found.length === 0 || (found.length > 1 && input.replace_all !== true)
        ? undefined
        : replaceWithLineEndings(before, found, toLf(input.old_string).length, toLf(input.new_string));
    });
  },
  inputFor: ({ path }, before, content) => ({ path, ...replacement(before, content), replace_all: false }),
  async run(input, run) {
    if (run.chosen) return writeChosen(input.path, run.chosen, run);
    const { resolved, absolute } = decidedTarget(input.path, run, 'write');
    const hosted = await readHostText(resolved, run, run.signal);
    const existing = hosted ? hosted.stats : await editable(resolved);
    if (hosted) await requireSeenText(run, resolved, hosted);
    else if (existing) await requireSeen(run, resolved, existing);
    const file = hosted?.file ?? (await textOf(resolved, run));
    const found = await findAll(toLf(file.text), toLf(input.old_string));
    if (found.length === 0) throw new ToolFailure(notFound(file.text, input.old_string, resolved));
    if (found.length > 1 && input.replace_all !== true) throw new ToolFailure(ambiguous(found.length, resolved));
    const text = await replaceWithLineEndings(file.text, found, toLf(input.old_string).length, toLf(input.new_string));
    const bytes = encodeText({ ...file, text });
    const hostWrite = await putText(run, resolved, { text: () => text, bytes, existing, hosted });
    return {
      ...(hostWrite && { hostWrite }),
      output: `Replaced ${count(found.length, 'occurrence')} in ${showPath(resolved)}.`,
      display: await diffDisplay(absolute, file.text, text),
    };
  },
};

/** Finds a changed part that occurs once in the text, and its replacement. */
function replacement(before: string, content: string): { old_string: string; new_string: string } {
  const [old, fresh] = [toLf(before), toLf(content)];
  const same = equalStart(old, fresh);
  const end = equalEnd(old, fresh, Math.min(old.length, fresh.length) - same);
  // add surrounding lines until the part is unique
  for (let lines = 0; ; lines = lines * 2 + 1) {
    const [from, to] = [lineStart(old, same, lines), lineEnd(old, old.length - end, lines)];
    const stretch = old.slice(from, to);
    const isOnce = stretch !== '' && old.indexOf(stretch) === old.lastIndexOf(stretch);
    if (isOnce || (from === 0 && to === old.length))
      return { old_string: stretch, new_string: fresh.slice(from, fresh.length - (old.length - to)) };
  }
}

async function editable(path: string): Promise<Stats> {
  const stats = statTarget(path);
  if (!stats) throw new ToolFailure(await missing(path, ' Use Write to create it.'));
  if (stats.isDirectory()) throw new ToolFailure(`${showPath(path)} is a directory.`);
  if (!stats.isFile()) throw new ToolFailure(`${showPath(path)} is not a regular file.`);
  if (stats.size > MAX_BYTES) throw new ToolFailure(`${showPath(path)} is larger than 64 MiB. Use a shell command.`);
  return stats;
}

async function textOf(path: string, run: ToolRun): Promise<DecodedText> {
  const decoded = decodeText(await readBytes(path, run));
  if (!decoded) throw new ToolFailure(`${showPath(path)} is binary and cannot be edited as text.`);
  return decoded;
}

function notFound(text: string, wanted: string, path: string): string {
  const line = text.length > HINT_CHARS ? undefined : trimmedMatch(toLf(text), toLf(wanted));
  const hint =
    line === undefined
      ? ' Read the file and copy the text exactly.'
      : ` It matches at line ${line} when blanks at the ends of lines are ignored: copy them exactly.`;
  return `old_string was not found in ${showPath(path)}.${hint}`;
}

function ambiguous(times: number, path: string): string {
  return `old_string was found ${times} times in ${showPath(path)}. Give more context to make it unique, or set replace_all.`;
}
