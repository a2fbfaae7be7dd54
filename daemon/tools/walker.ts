/** Searching without ripgrep: slower, with the regular expressions of JavaScript, the same results. */
import { execFile } from 'node:child_process';
import { constants, open } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { createContext, Script } from 'node:vm';
import { glob } from 'tinyglobby';
import { errorCode } from '../base/fs/errno.js';
import { compileGlob } from '../workspace/globs.js';
import { decodeText } from './encoding.js';
import { VCS_DIRECTORIES } from './found.js';
import type { LineRecord, SearchLimits } from './ripgrep.js';
import { interrupted, type ContentFound, type ContentSearch, type FilesFound, type SearchScope } from './searched.js';
import { ToolFailure } from './tool.js';

type Limits = Omit<SearchLimits, 'maxBytes'>;

/** larger files are passed over */
const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** a pattern that takes longer on one file is given up there: it blocks everything else */
const MAX_MATCH_MS = 250;
const MAX_LISTING_BYTES = 64 * 1024 * 1024;

/** Lists files; without git, or outside of its work trees, nothing counts as ignored. */
export async function walkFiles(scope: SearchScope, limits: Limits): Promise<FilesFound> {
  if (!scope.isDirectory) return { paths: [scope.root] };
  const tracked = scope.includeIgnored ? undefined : await gitFiles(scope, limits);
  if (tracked) return { paths: tracked.map((path) => join(scope.root, path)) };
  const deadline = AbortSignal.timeout(limits.timeMs);
  try {
    const ignore = VCS_DIRECTORIES.flatMap((name) => [`**/${name}/**`, `**/${name}`]);
    const signal = AbortSignal.any([deadline, limits.signal]);
    const paths = await glob('**', {
      cwd: scope.root,
      dot: true,
      ignore,
      followSymbolicLinks: false,
      absolute: true,
      signal,
    });
    // a signal may end the walk with what it has
    signal.throwIfAborted();
    return { paths };
  } catch (error) {
    if (limits.signal.aborted) throw interrupted();
    if (deadline.aborted) return { paths: [], stopped: 'time' };
    throw error;
  }
}

/** Searches contents file by file. */
export async function walkContents(search: ContentSearch, limits: Limits): Promise<ContentFound> {
  const matcher = createMatcher(search);
  const filter = fileFilter(search);
  const { paths, stopped } = await walkFiles(search, limits);
  const found: ContentFound = { paths: [], counts: [], lines: [], ...(stopped ? { stopped } : {}) };
  const deadline = AbortSignal.timeout(limits.timeMs);
  for (const path of paths.filter(filter)) {
    if (limits.signal.aborted) throw interrupted();
    if (deadline.aborted) return { ...found, stopped: 'time' };
    const text = await textOf(path);
    if (text === undefined) {
      // the name as it was decoded leads nowhere
      if (path.includes('\ufffd')) found.unnamed = (found.unnamed ?? 0) + 1;
      continue;
    }
    const hits = matcher(text);
    if (hits.length === 0) continue;
    if (search.mode === 'files_with_matches') found.paths.push(path);
    else if (search.mode === 'count_matches') found.counts.push({ path, matches: hits.length });
    else found.lines.push(...records(path, text, hits, search));
  }
  return found;
}

function gitFiles(scope: SearchScope, limits: Limits): Promise<string[] | undefined> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const options = {
    cwd: scope.root,
    env: scope.env,
    maxBuffer: MAX_LISTING_BYTES,
    timeout: limits.timeMs,
    signal: limits.signal,
  };
  return new Promise((resolve) => {
    // not a work tree, or no git: the caller walks
    execFile('git', args, options, (error, stdout) =>
      resolve(error ? undefined : stdout.split('\0').filter((path) => path !== '')),
    );
  });
}

function fileFilter(search: ContentSearch): (path: string) => boolean {
  if (search.type !== undefined) throw new ToolFailure('type needs ripgrep, which was not found. Use glob instead.');
  if (search.glob === undefined) return () => true;
  const negated = search.glob.startsWith('!');
  const pattern = negated ? search.glob.slice(1) : search.glob;
  const matches = compileGlob(pattern);
  const root = search.isDirectory ? search.root : dirname(search.root);
  return (path) => matches(pattern.includes('/') ? relative(root, path) : basename(path)) !== negated;
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = await file.stat();
      if (!stats.isFile() || stats.size > MAX_FILE_BYTES) return undefined;
      return decodeText(await file.readFile())?.text.replaceAll('\r\n', '\n');
    } finally {
      await file.close();
    }
  } catch (error) {
    // gone or unreadable: searched are the files that can be read
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  }
}

interface Hit {
  /** chars */
  index: number;
  length: number;
}

/** Finds all matches in a text; in a context of its own, where a runaway expression can be stopped. */
function createMatcher(search: ContentSearch): (text: string) => Hit[] {
  const { source, flags } = expression(search);
  const sandbox: { text: string; hits: Hit[] } = { text: '', hits: [] };
  const context = createContext(sandbox);
  const script = new Script(`{
    hits = [];
    const expression = new RegExp(${JSON.stringify(source)}, ${JSON.stringify(flags)});
    const pieces = ${search.multiline} ? [text] : text.replace(/\\n$/, '').split('\\n');
    let start = 0;
    for (const piece of pieces) {
      for (const match of piece.matchAll(expression)) hits.push({ index: start + match.index, length: match[0].length });
      start += piece.length + 1;
    }
  }`);
  return (text) => {
    sandbox.text = text;
    try {
      script.runInContext(context, { timeout: MAX_MATCH_MS });
      return sandbox.hits;
    } catch (error) {
      if (errorCode(error) === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return [];
      throw error;
    }
  };
}

function expression(search: ContentSearch): { source: string; flags: string } {
  const leading = /^\(\?([ims]+)\)/.exec(search.pattern);
  const flags = new Set(`gmu${search.ignoreCase ? 'i' : ''}${search.multiline ? 's' : ''}${leading?.[1] ?? ''}`);
  const source = leading ? search.pattern.slice(leading[0].length) : search.pattern;
  try {
    return { source: new RegExp(source, [...flags].join('')).source, flags: [...flags].join('') };
  } catch (error) {
    if (error instanceof SyntaxError) throw new ToolFailure(`The search failed: ${error.message}`);
    throw error;
  }
}

function records(path: string, text: string, hits: Hit[], search: ContentSearch): LineRecord[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const starts: number[] = [];
  let position = 0;
  for (const line of lines) {
    starts.push(position);
    position += line.length + 1;
  }
  const matched = new Set<number>();
  let line = 0;
  for (const hit of hits) {
    while (line + 1 < lines.length && (starts[line + 1] ?? 0) <= hit.index) line += 1;
    for (let at = line; at < lines.length && (at === line || (starts[at] ?? 0) < hit.index + hit.length); at += 1)
      matched.add(at);
  }
  const wanted = new Set<number>();
  for (const at of matched) {
    for (let near = at - search.before; near <= at + search.after; near += 1)
      if (near >= 0 && near < lines.length) wanted.add(near);
  }
  return [...wanted]
    .sort((a, b) => a - b)
    .map((at) => ({ path, line: at + 1, text: lines[at] ?? '', match: matched.has(at) }));
}
