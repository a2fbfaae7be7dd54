/** Runs ripgrep with limits, and parses the records of its output. */
import { isUtf8 } from 'node:buffer';
import { runProgram } from '../base/process/programs.js';
import { startFailure } from './process.js';
import { ToolFailure } from './tool.js';

export interface RawSearch {
  /** when cut, only whole records */
  bytes: Buffer;
  stderr: string;
  /** null when ripgrep was stopped */
  exitCode: number | null;
  /** why the output is incomplete */
  stopped?: 'time' | 'size' | 'abort';
}

export interface SearchLimits {
  timeMs: number;
  maxBytes: number;
  signal: AbortSignal;
}

/** One line of content output. */
export interface LineRecord {
  path: string;
  line: number;
  text: string;
  /** false: a context line */
  match: boolean;
}

/** Runs ripgrep until it ends or a limit is reached. */
export async function runRipgrep(
  program: string,
  args: string[],
  cwd: string,
  env: Record<string, string>,
  limits: SearchLimits,
): Promise<RawSearch> {
  const { timeMs, maxBytes, signal } = limits;
  const chunks: Buffer[] = [];
  let size = 0;
  const all = ['--no-config', '--no-messages', '--color=never', ...args];
  const onOutput = (chunk: Buffer): boolean => {
    chunks.push(chunk);
    size += chunk.length;
    return size <= maxBytes;
  };
  const ended = await runProgram(program, all, { cwd, env, timeMs, signal, onOutput }).catch((error: unknown) => {
    throw startFailure(error, 'search');
  });
  const { stopped, stderr, exitCode } = ended;
  if (stopped === 'start') throw new ToolFailure(`The search could not be started: ${stderr}`);
  return {
    bytes: Buffer.concat(chunks).subarray(0, maxBytes),
    stderr,
    exitCode,
    ...(stopped ? { stopped: stopped === 'enough' ? 'size' : stopped } : {}),
  };
}

/** Parses paths that each end in NUL. Drops a last path without NUL, which was cut. */
export function parsePaths(bytes: Buffer): string[] {
  const paths: string[] = [];
  for (let at = 0, nul = bytes.indexOf(0); nul >= 0; at = nul + 1, nul = bytes.indexOf(0, at)) {
    paths.push(pathOf(bytes, at, nul));
  }
  return paths;
}

/** Parses `path NUL number LF`, the output of --count-matches --null. */
export function parseCounts(bytes: Buffer): { path: string; matches: number }[] {
  return records(bytes).flatMap(({ path, rest }) => (/^\d+$/.test(rest) ? [{ path, matches: Number(rest) }] : []));
}

/** Parses `path NUL line : text LF` (context: `-`), the output of --null --line-number. */
export function parseLines(bytes: Buffer): LineRecord[] {
  return records(bytes).flatMap(({ path, rest }) => {
    const parts = /^(\d+)([:-])(.*)$/s.exec(rest);
    if (!parts) return [];
    const text = parts[3] ?? '';
    return [
      { path, line: Number(parts[1]), match: parts[2] === ':', text: text.endsWith('\r') ? text.slice(0, -1) : text },
    ];
  });
}

/** Splits at the NUL after a path, since names may contain colons and line breaks. */
function records(bytes: Buffer): { path: string; rest: string }[] {
  const found: { path: string; rest: string }[] = [];
  for (let at = 0; at < bytes.length;) {
    const nul = bytes.indexOf(0, at);
    const end = nul < 0 ? -1 : bytes.indexOf(10, nul + 1);
    if (end < 0) break;
    found.push({ path: withoutWarnings(pathOf(bytes, at, nul)), rest: bytes.toString('utf8', nul + 1, end) });
    at = end + 1;
  }
  return found;
}

/** Decodes a path. A name that is not UTF-8 gets a unique suffix, a NUL and its bytes, so that it is no valid path. */
function pathOf(bytes: Buffer, from: number, to: number): string {
  const path = bytes.toString('utf8', from, to);
  if (!path.includes('\ufffd') || isUtf8(bytes.subarray(from, to))) return path;
  return `${path}\0${bytes.toString('hex', from, to)}`;
}

/** Removes ripgrep's notes about binary files, lines without NUL between the records. */
function withoutWarnings(path: string): string {
  return path.replace(
    /^(?:[^\n]*: (?:WARNING: stopped searching binary file after match|binary file matches) \([^\n]*\)\n)+/,
    '',
  );
}
