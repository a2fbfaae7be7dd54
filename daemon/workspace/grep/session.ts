/** Searches the contents of a session's files with ripgrep, in its working directory and within limits (rest.md 19). */
import type { FileHandle } from 'node:fs/promises';
import { createPause, mapSome } from '../../base/async/pieces.js';
import { compileGlobs, type PathMatcher } from '../../base/glob/globs.js';
import { checkGlobs } from '../globcheck.js';
import { runProgram, type Ended } from '../../base/process/programs.js';
import { plainName } from '../../base/text/visible.js';
import { ApiError, invalid } from '../../errors.js';
import { openPinned } from '../files/pin.js';
import { withPath, type Reach } from '../files/reach.js';
import { findGitRoot } from '../git.js';
import { createMatches, type FoundFile, type GrepFile, type SeenLine } from './matches.js';
import { createRecordReader } from './records.js';
import { findRipgrep, noRipgrep } from './ripgrep.js';

/** Like `grepFiles`. A missing working directory has no files. */
export async function grepIn(
  reach: Reach,
  request: GrepRequest,
  place: Omit<GrepPlace, 'by' | 'real' | 'confirm'>,
): Promise<GrepAnswer> {
  try {
    return await withPath(reach, '.', ({ by, real }) => {
      const confirm: GrepPlace['confirm'] = (path, lines) => containsLines(reach, path, lines);
      return grepFiles({ by, real, confirm, ...place }, request);
    });
  } catch (error) {
    if (
      error instanceof ApiError &&
      ['FS_PATH_NOT_FOUND', 'FS_PERMISSION_DENIED', 'FS_PATH_ESCAPES_SESSION'].includes(error.errorName)
    )
      return { files: [], files_scanned: 0, truncated: false, elapsed_ms: 0 };
    throw error;
  }
}

/** Bytes that are read at a time. */
const windowLength = 256 * 1024;
/** Maximum size in bytes of a UTF-16 file that is read again; larger ones are not confirmed. */
const maxTranscoded = 64 * 1024 * 1024;

/** Whether the target of a path contains these lines. Returns false for a file that has changed in the meantime. */
export async function containsLines(reach: Reach, path: string, lines: readonly SeenLine[]): Promise<boolean> {
  try {
    return await withPath(reach, path, async (pin) => {
      const file = await openPinned(pin);
      try {
        return await holdsAll(await openText(file), lines);
      } finally {
        await file.close();
      }
    });
  } catch (error) {
    // the file is gone, was replaced, or is outside
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Reads bytes of a text in UTF-8, without its byte order mark. */
type ReadText = (offset: number, length: number) => Promise<Buffer>;

async function holdsAll(read: ReadText, lines: readonly SeenLine[]): Promise<boolean> {
  const pauseIfDue = createPause();
  let window: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  for (const { offset, text } of lines.toSorted((a, b) => a.offset - b.offset)) {
    // ripgrep reports text that is not UTF-8 with more bytes than the file has
    const length = Buffer.byteLength(text) + 3;
    if (offset < window.start || offset + length > window.start + window.bytes.length)
      window = { start: offset, bytes: await read(offset, Math.max(length, windowLength)) };
    const at = offset - window.start;
    const found = window.bytes.toString('utf8', at, at + length);
    if (!found.startsWith(text) && !found.startsWith(`\ufeff${text}`)) return false;
    const pause = pauseIfDue();
    if (pause) await pause;
  }
  return true;
}

async function openText(file: FileHandle): Promise<ReadText> {
  const raw: ReadText = async (offset, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  };
  const [first, second, third] = await raw(0, 3);
  if (first === 0xef && second === 0xbb && third === 0xbf) return (offset, length) => raw(offset + 3, length);
  const isLittle = first === 0xff && second === 0xfe;
  if (!isLittle && !(first === 0xfe && second === 0xff)) return raw;
  const { size } = await file.stat();
  const text = size > maxTranscoded ? Buffer.alloc(0) : await transcoded(file, isLittle ? 'utf-16le' : 'utf-16be');
  return (offset, length) => Promise.resolve(text.subarray(offset, offset + length));
}

async function transcoded(file: FileHandle, encoding: string): Promise<Buffer> {
  const decoder = new TextDecoder(encoding);
  const pieces: Buffer[] = [];
  for (let at = 0; ;) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(windowLength), 0, windowLength, at);
    at += bytesRead;
    pieces.push(Buffer.from(decoder.decode(buffer.subarray(0, bytesRead), { stream: bytesRead > 0 })));
    if (bytesRead === 0 || at > maxTranscoded) return Buffer.concat(pieces);
  }
}

/** The options of a search, as requests contain them. */
export interface GrepRequest {
  pattern: string;
  regex: boolean;
  case_sensitive: boolean;
  include_globs?: readonly string[];
  exclude_globs?: readonly string[];
  follow_gitignore: boolean;
  max_files: number;
  max_matches_per_file: number;
  max_total_matches: number;
  context_lines: number;
}

export interface GrepPlace {
  /** an absolute path to the directory, possibly short-lived */
  by: string;
  /** the real path of the directory: absolute, with links resolved */
  real: string;
  /** environment variables without credentials */
  env: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** time limit of one search in milliseconds; default: 30,000 */
  timeMs?: number;
  /** whether a file's matches may be returned; default: yes */
  confirm?(path: string, lines: readonly SeenLine[]): Promise<boolean>;
  /** absolute path of ripgrep; default: `findRipgrep` */
  program?: string;
}

export interface GrepAnswer {
  /** sorted by path */
  files: GrepFile[];
  /** number of files that were read; for a stopped search only the files with matches */
  files_scanned: number;
  truncated: boolean;
  elapsed_ms: number;
}

const messageLimit = 300;

/** Throws VALIDATION_FAILED for an invalid expression or glob, FS_GREP_TIMEOUT when the time ran out with no match. */
export async function grepFiles(place: GrepPlace, request: GrepRequest): Promise<GrepAnswer> {
  checkPattern(request.pattern);
  checkGlobs('include_globs', request.include_globs);
  checkGlobs('exclude_globs', request.exclude_globs);
  const began = performance.now();
  const matches = createMatches(request, filterOf(request));
  const program = place.program ?? (await findRipgrep(place.env));
  if (program === undefined) throw new ApiError('INTERNAL_ERROR', { message: noRipgrep });
  const read = createRecordReader(matches.take);
  const ended = await runProgram(program, await argumentsOf(request, place.real), {
    cwd: place.by,
    env: {},
    timeMs: place.timeMs ?? 30_000,
    signal: place.signal,
    onOutput(chunk) {
      read(chunk);
      return !matches.full();
    },
  });
  if (ended.stopped === 'start') throw new Error(`ripgrep could not be started: ${ended.stderr}`);
  const { found, searched, truncated } = matches.result(ended.stopped === undefined);
  const files = await confirmed(found, place);
  if (ended.stopped === 'time' && found.length === 0) throw new ApiError('FS_GREP_TIMEOUT');
  // ripgrep exits with 2 for unreadable files as well, but then without a message
  if (ended.exitCode === 2 && found.length === 0 && ended.stderr.trim() !== '')
    throw invalid('pattern', reasonOf(ended));
  return {
    files: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
    files_scanned: searched ?? found.length,
    // files that changed during the search are missing from the result
    truncated: truncated || ended.stopped !== undefined || files.length < found.length,
    elapsed_ms: Math.round(performance.now() - began),
  };
}

async function confirmed(found: readonly FoundFile[], { confirm }: GrepPlace): Promise<GrepFile[]> {
  const kept = await mapSome(found, async ({ file, lines }) => (confirm ? confirm(file.path, lines) : true));
  return found.filter((_, at) => kept[at]).map(({ file }) => file);
}

function checkPattern(pattern: string): void {
  if (pattern.includes('\0')) throw invalid('pattern', 'must not hold a NUL character');
  if (/[\r\n]/.test(pattern)) throw invalid('pattern', 'must not hold a line end: lines are searched one by one');
}

function filterOf(request: GrepRequest): PathMatcher {
  const included = compileGlobs(request.include_globs);
  const excluded = compileGlobs(request.exclude_globs);
  return (path) => (!included || included(path)) && !(excluded && selfAndAbove(path).some(excluded));
}

function selfAndAbove(path: string): string[] {
  const all = [path];
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) all.push(path.slice(0, at));
  return all;
}

async function argumentsOf(request: GrepRequest, real: string): Promise<string[]> {
  const type = typeOf(request.include_globs ?? []);
  return [
    ...['--json', '--no-config', '--no-messages', '--hidden', '--no-follow', '--no-mmap', '--glob=!.git'],
    ...(request.follow_gitignore ? await ignoringOf(real) : ['--no-ignore']),
    ...(request.exclude_globs ?? []).filter(isPlain).map((glob) => `--glob=!${glob}`),
    ...(type.length > 0 ? [...type.map((glob) => `--type-add=wanted:${glob}`), '--type=wanted'] : []),
    request.case_sensitive ? '--case-sensitive' : '--ignore-case',
    ...(request.regex ? ['--crlf'] : ['--fixed-strings']),
    `--context=${request.context_lines}`,
    // one more than the limit, to detect that there are more
    `--max-count=${request.max_matches_per_file + 1}`,
    `--regexp=${request.pattern}`,
    '--',
    './',
  ];
}

/** Applies only `.gitignore` files and the clone's own rules, up to the top of the work tree. */
async function ignoringOf(real: string): Promise<string[]> {
  const alone = (await findGitRoot(real)) === undefined;
  return ['--no-ignore-dot', '--no-ignore-global', '--no-require-git', ...(alone ? ['--no-ignore-parent'] : [])];
}

/** Whether a pattern means the same to ripgrep. Other patterns filter ripgrep's results. */
function isPlain(glob: string): boolean {
  return /^(?:\*\*\/)*[\w.@-]+(?:[*?][\w.@-]*)*(?:\/(?:\*\*|[\w.@-]+(?:[*?][\w.@-]*)*))*$/.test(glob);
}

/** Derives file name patterns from path patterns, or none when that fails. They cannot include ignored files again. */
function typeOf(globs: readonly string[]): string[] {
  const names = globs.map((glob) => glob.slice(glob.lastIndexOf('/') + 1));
  const known = globs.every(
    (glob, at) => /^[\w.*?@-]+$/.test(names[at] ?? '') && names[at] !== '**' && !/[{\\[]/.test(glob),
  );
  return known ? [...new Set(names)] : [];
}

/** Returns ripgrep's error message without the drawing that marks the position. */
function reasonOf({ stderr }: Ended): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  const problem = lines.find((line) => line.startsWith('error: ')) ?? lines[0] ?? '';
  return plainName(problem.replace(/^(?:error|rg): /, ''), messageLimit);
}
