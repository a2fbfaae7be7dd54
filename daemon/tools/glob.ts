/** The tool Glob: finds files by name (engine.md 4.7). */
import { isAbsolute, join, relative, sep } from 'node:path';
import type { PathMatcher } from '../base/glob/globs.js';
import { BadGlob, compileGlob, splitBase } from '../base/glob/globs.js';
import { inside } from '../base/fs/paths.js';
import { hiddenNote, inVcs, newestFirst, searchPlan, textOfPath, unnamedNote, withoutSensitive } from './found.js';
import { listFiles, type FilesFound } from './search.js';
import type { Target } from './target.js';
import { decidedTarget, findTarget, statTarget, shownFrom } from './target.js';
import { count, showPath, systemNote } from './text.js';
import type { BuiltinTool, ToolContext, ToolRun } from './tool.js';
import { ToolFailure } from './tool.js';

const TIME_MS = 20_000;
const MAX_FILES = 100;

export const glob: BuiltinTool<'Glob'> = {
  name: 'Glob',
  permission: 'allow',
  async plan(input, context) {
    const wanted = understand(input);
    const target = findTarget(wanted.path ?? context.cwd, context);
    if (wanted.everything && !inside(context.workspace, target.resolved)) {
      throw new ToolFailure(
        `The pattern ${input.pattern} matches everything; outside the workspace give a narrower one.`,
      );
    }
    compile(wanted.pattern);
    return searchPlan('glob', input.pattern, target);
  },
  async run(input, run) {
    const wanted = understand(input);
    const target = decidedTarget(wanted.path ?? run.cwd, run);
    await requireDirectory(target);
    const found = await listBelow(target.resolved, wanted.pattern, input.include_ignored ?? false, run);
    const matches = compile(wanted.pattern);
    const matching = found.paths.filter((path) =>
      matches(relative(target.resolved, textOfPath(path)).split(sep).join('/')),
    );
    const { shown, hidden } = withoutSensitive(matching, run);
    const { files, unnamed } = await newestFirst(shown);
    const listed = files.slice(0, MAX_FILES).map((path) => shownAs(path, target, run));
    const notes = [
      ...(files.length === 0 ? ['No files found.'] : []),
      ...(files.length > MAX_FILES
        ? [`The ${MAX_FILES} newest of ${count(files.length, 'file')} shown; narrow the pattern for the others.`]
        : []),
      ...hiddenNote(hidden),
      ...unnamedNote(unnamed),
      ...(found.stopped === undefined ? [] : ['The search was stopped at its limit; the result is partial.']),
    ];
    return {
      output: [...listed, ...(notes.length > 0 ? [systemNote(notes.join(' '))] : [])].join('\n'),
      display: {
        kind: 'search_results',
        query: input.pattern,
        matches: listed.map((file) => ({ file, line: 0, text: '' })),
      },
      ...(files.length > MAX_FILES ? { truncated: true } : {}),
    };
  },
};

interface Wanted {
  /** search root; absent: the working directory */
  path?: string;
  /** relative to the root */
  pattern: string;
  everything: boolean;
}

/** Splits the request into root and pattern. An absolute pattern contains its own root. */
function understand(input: { pattern: string; path?: string }): Wanted {
  const own = isAbsolute(input.pattern) ? splitBase(input.pattern) : undefined;
  const pattern = (own?.rest ?? input.pattern).replace(/^(?:\.\/)+/, '');
  if (pattern.split('/').includes('..'))
    throw new ToolFailure('The pattern must not hold "..": give the directory as path.');
  const path = own ? own.base || '/' : input.path;
  return { ...(path === undefined ? {} : { path }), pattern, everything: /^\*{2}(?:\/\*{1,2})*\/?$/.test(pattern) };
}

function compile(pattern: string): PathMatcher {
  try {
    return compileGlob(pattern);
  } catch (error) {
    if (error instanceof BadGlob)
      throw new ToolFailure(`The pattern ${showPath(pattern)} cannot be used: ${error.message}.`);
    throw error;
  }
}

async function requireDirectory(target: Target): Promise<void> {
  const stats = statTarget(target.resolved);
  if (!stats) throw new ToolFailure(`The directory ${showPath(target.resolved)} does not exist.`);
  if (!stats.isDirectory()) throw new ToolFailure(`${showPath(target.resolved)} is not a directory.`);
}

/** Lists only the directory that the fixed beginning of the pattern names. */
async function listBelow(root: string, pattern: string, includeIgnored: boolean, run: ToolRun): Promise<FilesFound> {
  const start = join(root, splitBase(pattern).base);
  if (inVcs(start)) return { paths: [] };
  const stats = statTarget(start);
  if (!stats?.isDirectory()) return { paths: [] };
  const scope = { root: start, isDirectory: true, includeIgnored, env: run.env };
  return await listFiles(scope, { timeMs: TIME_MS, signal: run.signal });
}

function shownAs(path: string, target: Target, context: ToolContext): string {
  return inside(context.workspace, target.resolved) ? shownFrom(target.resolved, path) : showPath(path);
}
