/** Searches files and their contents with ripgrep. */
import { dirname } from 'node:path';
import { findRipgrep, noRipgrep } from '../workspace/grep/ripgrep.js';
import { VCS_DIRECTORIES } from './found.js';
import {
  parseCounts,
  parseLines,
  parsePaths,
  runRipgrep,
  type LineRecord,
  type RawSearch,
  type SearchLimits,
} from './ripgrep.js';
import { interruption, ToolFailure } from './tool.js';

/** Maximum size of the raw output of one search, in bytes (engine.md 4.6). */
export const MAX_RAW_BYTES = 10 * 1024 * 1024;
const MAX_LISTING_BYTES = 64 * 1024 * 1024;
/** Maximum length of a line that ripgrep writes, in bytes: enough for the chars that are shown. */
const MAX_LINE_BYTES = 8_192;

/** Searches contents. Throws ToolFailure with ripgrep's message for an invalid pattern, or when interrupted. */
export async function searchContents(
  search: ContentSearch,
  limits: Omit<SearchLimits, 'maxBytes'>,
  find = findRipgrep,
): Promise<ContentFound> {
  const program = await programOf(search, find);
  const bounded = { ...limits, maxBytes: MAX_RAW_BYTES };
  const [raw, allowed] = await Promise.all([
    runRipgrep(program, contentArgs(search), workingDirectory(search), search.env, bounded),
    overridesIgnores(search) ? listFiles(search, limits) : undefined,
  ]);
  const stopped = checked(raw, limits) ?? allowed?.stopped;
  const found = parsed(search.mode, raw.bytes);
  return { ...(allowed ? only(found, new Set(allowed.paths)) : found), ...(stopped ? { stopped } : {}) };
}

/** Lists files below the root. Throws ToolFailure when interrupted. */
export async function listFiles(
  scope: SearchScope,
  limits: Omit<SearchLimits, 'maxBytes'>,
  find = findRipgrep,
): Promise<FilesFound> {
  const program = await programOf(scope, find);
  const args = ['--files', ...scopeArgs(scope), '--', scope.root];
  const raw = await runRipgrep(program, args, workingDirectory(scope), scope.env, {
    ...limits,
    maxBytes: MAX_LISTING_BYTES,
  });
  const stopped = checked(raw, limits);
  return { paths: parsePaths(raw.bytes), ...(stopped ? { stopped } : {}) };
}

async function programOf(scope: SearchScope, find: typeof findRipgrep): Promise<string> {
  const program = await find(scope.env);
  if (program === undefined) throw new ToolFailure(`The search failed: ${noRipgrep}.`);
  return program;
}

function parsed(mode: ContentSearch['mode'], bytes: Buffer): ContentFound {
  const none: ContentFound = { paths: [], counts: [], lines: [] };
  if (mode === 'content') return { ...none, lines: parseLines(bytes) };
  return mode === 'count_matches' ? { ...none, counts: parseCounts(bytes) } : { ...none, paths: parsePaths(bytes) };
}

/** Whether a glob makes ripgrep include ignored files; the caller then removes them again. */
function overridesIgnores(search: ContentSearch): boolean {
  return search.glob !== undefined && !search.glob.startsWith('!') && !search.includeIgnored && search.isDirectory;
}

function only(found: ContentFound, allowed: Set<string>): ContentFound {
  return {
    paths: found.paths.filter((path) => allowed.has(path)),
    counts: found.counts.filter(({ path }) => allowed.has(path)),
    lines: found.lines.filter(({ path }) => allowed.has(path)),
  };
}

function workingDirectory(scope: SearchScope): string {
  // ripgrep resolves globs from its working directory
  return scope.isDirectory ? scope.root : dirname(scope.root);
}

function scopeArgs(scope: SearchScope): string[] {
  return [
    '--null',
    '--hidden',
    ...(scope.includeIgnored ? ['--no-ignore'] : []),
    ...VCS_DIRECTORIES.map((name) => `--glob=!${name}`),
  ];
}

function contentArgs(search: ContentSearch): string[] {
  const everything = search.glob === undefined || /^(?:\*\*\/)?\*{1,2}$/.test(search.glob);
  return [
    '--with-filename',
    '--no-heading',
    ...modeArgs(search),
    ...(search.ignoreCase ? ['--ignore-case'] : []),
    ...(search.multiline ? ['--multiline', '--multiline-dotall'] : []),
    ...(search.type === undefined ? [] : [`--type=${search.type}`]),
    ...(everything ? [] : [`--glob=${search.glob}`]),
    // later globs win, so these always apply
    ...scopeArgs(search),
    `--regexp=${search.pattern}`,
    '--',
    search.root,
  ];
}

function modeArgs(search: ContentSearch): string[] {
  if (search.mode === 'files_with_matches') return ['--files-with-matches'];
  if (search.mode === 'count_matches') return ['--count-matches'];
  return [
    '--line-number',
    '--no-context-separator',
    `--max-columns=${MAX_LINE_BYTES}`,
    '--max-columns-preview',
    `--before-context=${search.before}`,
    `--after-context=${search.after}`,
  ];
}

/** Returns why a search ended early, if it did. Throws for a failed search. */
function checked(raw: RawSearch, { signal }: Pick<SearchLimits, 'signal'>): 'time' | 'size' | undefined {
  if (raw.stopped === 'abort') throw new ToolFailure(interruption(signal, 'The search was interrupted'));
  // ripgrep exits with 2 for unreadable files as well, but then without a message
  if (raw.exitCode === 2 && raw.stderr.trim() !== '') throw new ToolFailure(`The search failed: ${raw.stderr.trim()}`);
  return raw.stopped;
}

/** Where to search; all paths are canonical. */
interface SearchScope {
  /** file or directory */
  root: string;
  isDirectory: boolean;
  includeIgnored: boolean;
  env: Record<string, string>;
}

export interface ContentSearch extends SearchScope {
  mode: 'content' | 'files_with_matches' | 'count_matches';
  /** regular expression */
  pattern: string;
  /** file filter; without a slash it matches base names */
  glob?: string;
  /** name of a file type */
  type?: string;
  ignoreCase: boolean;
  multiline: boolean;
  /** lines of context */
  before: number;
  after: number;
}

/** The result of a search. Only the list of the requested mode is filled. */
export interface ContentFound {
  paths: string[];
  counts: { path: string; matches: number }[];
  lines: LineRecord[];
  stopped?: 'time' | 'size';
}

export interface FilesFound {
  paths: string[];
  stopped?: 'time' | 'size';
}
