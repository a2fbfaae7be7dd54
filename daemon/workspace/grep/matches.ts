/** Collects the matches of a search by file, with the lines around them, up to a limit. */
import { head } from '../../base/text/cut.js';
import type { PathMatcher } from '../../base/glob/globs.js';
import type { GrepRecord } from './records.js';

export interface GrepMatch {
  /** from 1 */
  line: number;
  /** from 1, in UTF-16 units: the first match in the line */
  col: number;
  /** without the line ending; very long lines are cut */
  text: string;
  before: string[];
  after: string[];
}

export interface GrepFile {
  path: string;
  matches: GrepMatch[];
}

/** A line of the result, with its position in the file. */
export interface SeenLine {
  /** offset in bytes of the UTF-8 text, without its byte order mark */
  offset: number;
  text: string;
}

export interface FoundFile {
  file: GrepFile;
  /** the matching lines and the lines around them */
  lines: SeenLine[];
}

export interface MatchLimits {
  max_files: number;
  max_matches_per_file: number;
  max_total_matches: number;
  context_lines: number;
}

export interface Matches {
  take(record: GrepRecord): void;
  /** true once there are more matches than the limits allow */
  full(): boolean;
  /** `whole`: the search ran to its end */
  result(whole: boolean): { found: FoundFile[]; searched: number | undefined; truncated: boolean };
}

/** Maximum length of a returned line in UTF-16 units. */
const maxText = 4_000;
/** Maximum total length of an answer in UTF-16 units. */
const maxAnswer = 16 * 1024 * 1024;

interface Line {
  number: number;
  text: string;
}

export function createMatches(limits: MatchLimits, wanted: PathMatcher): Matches {
  const found: FoundFile[] = [];
  let current: FoundFile | undefined;
  /** `recent`: lines before the next match; `open`: matches that still get lines after them */
  let recent: Line[] = [];
  let open: { match: GrepMatch; line: number }[] = [];
  let total = 0;
  let size = 0;
  let searched: number | undefined;
  let [truncated, full] = [false, false];

  function overflow(): void {
    truncated = full = true;
  }

  function line(record: Extract<GrepRecord, { type: 'line' }>): void {
    if (!current) return;
    const number = record.line;
    const text = head(record.text, maxText);
    current.lines.push({ offset: record.offset, text });
    open = open.filter((each) => number - each.line <= limits.context_lines);
    for (const each of open) each.match.after.push(text);
    size += text.length * open.length;
    if (record.match) {
      if (total + current.file.matches.length >= limits.max_total_matches) return overflow();
      if (current.file.matches.length >= limits.max_matches_per_file) truncated = true;
      else add(number, record.at, text);
    }
    recent.push({ number, text });
    if (recent.length > limits.context_lines) recent.shift();
    if (size > maxAnswer) overflow();
  }

  function add(number: number, at: number, text: string): void {
    const before = recent.filter((each) => number - each.number <= limits.context_lines).map((each) => each.text);
    const match: GrepMatch = { line: number, col: at + 1, text, before, after: [] };
    size += before.reduce((sum, each) => sum + each.length, text.length);
    current?.file.matches.push(match);
    if (limits.context_lines > 0) open.push({ match, line: number });
  }

  /** Ends a file. Drops its matches when it turns out to be binary. */
  function close(binary: boolean): void {
    if (current && current.file.matches.length > 0 && !binary) {
      if (found.length >= limits.max_files) overflow();
      else {
        found.push(current);
        total += current.file.matches.length;
      }
    }
    current = undefined;
  }

  return {
    take(record) {
      if (full) return;
      if (record.type === 'begin') {
        const path = record.path.replace(/^\.\//, '');
        current = wanted(path) ? { file: { path, matches: [] }, lines: [] } : undefined;
        recent = [];
        open = [];
      } else if (record.type === 'line') line(record);
      else if (record.type === 'end') close(record.binary);
      else searched = record.searched;
    },
    full: () => full,
    result(whole) {
      // the search stopped while it read this file
      if (!whole) close(false);
      return { found, searched, truncated };
    },
  };
}
