/** The tool Grep: searches file contents by regular expression (engine.md 4.6). */
import type { ResultDisplay } from '../../schemas/generated/types.js';
import { head } from '../base/text/cut.js';
import { hiddenNote, inVcs, newestFirst, searchPlan, unnamedNote, withoutSensitive } from './found.js';
import type { LineRecord } from './ripgrep.js';
import { MAX_RAW_BYTES, searchContents, type ContentFound, type ContentSearch } from './search.js';
import { decidedTarget, findTarget, statTarget, shownFrom } from './target.js';
import { count, CUT, cutLine, showPath, systemNote, TEXT_LIMIT } from './text.js';
import type { BuiltinTool, ToolContext } from './tool.js';
import { ToolFailure } from './tool.js';

const TIME_MS = 20_000;
const DEFAULT_HEAD = 250;
const DISPLAY_MATCHES = 100;
const DISPLAY_LINE_CHARS = 200;

export const grep: BuiltinTool<'Grep'> = {
  name: 'Grep',
  permission: 'allow',
  async plan(input, context) {
    const target = findTarget(input.path ?? context.cwd, context);
    // arguments of a program cannot contain NUL
    if ([input.pattern, input.glob, input.type].some((each) => each?.includes('\0')))
      throw new ToolFailure('The pattern holds a NUL character; write it as \\x00.');
    return searchPlan('grep', input.pattern, target);
  },
  async run(input, run) {
    const { resolved } = decidedTarget(input.path ?? run.cwd, run);
    const stats = statTarget(resolved);
    if (!stats) throw new ToolFailure(`${showPath(resolved)} does not exist.`);
    if (!stats.isDirectory() && !stats.isFile()) throw new ToolFailure(`${showPath(resolved)} is not a regular file.`);
    // models also fill in 0 for an absent option
    const context = input['-C'] || undefined;
    const search: ContentSearch = {
      root: resolved,
      isDirectory: stats.isDirectory(),
      includeIgnored: input.include_ignored ?? false,
      env: run.env,
      mode: input.output_mode ?? 'files_with_matches',
      pattern: input.pattern,
      glob: input.glob,
      ...(input.type === undefined ? {} : { type: input.type }),
      ignoreCase: input['-i'] ?? false,
      multiline: input.multiline ?? false,
      before: context ?? input['-B'] ?? 0,
      after: context ?? input['-A'] ?? 0,
    };
    const found = inVcs(resolved) ? nothing : await searchContents(search, { timeMs: TIME_MS, signal: run.signal });
    const listing = await arrange(found, search, input['-n'] ?? true, run);
    const page = cut(
      listing.entries,
      input.offset ?? 0,
      input.head_limit ?? DEFAULT_HEAD,
      search.before + search.after > 0,
    );
    const notes = [
      ...endNotes(listing, page),
      ...hiddenNote(listing.hidden),
      ...unnamedNote(listing.unnamed),
      ...stopNotes(found),
    ];
    const lines = [...(listing.header === undefined ? [] : [listing.header]), ...page.lines];
    return {
      output: [...lines, ...(notes.length > 0 ? [systemNote(notes.join(' '))] : [])].join('\n'),
      display: display(input.pattern, page.entries),
      ...(page.next === undefined ? {} : { truncated: true }),
    };
  },
};

const nothing: ContentFound = { paths: [], counts: [], lines: [] };

interface Entry {
  file: string;
  /** 0 when only the file name matters */
  line: number;
  text: string;
  shown: string;
}

interface Listing {
  header?: string;
  entries: Entry[];
  /** number of omitted sensitive files */
  hidden: number;
  /** number of omitted files whose names are not UTF-8 */
  unnamed: number;
}

async function arrange(
  found: ContentFound,
  search: ContentSearch,
  numbers: boolean,
  context: ToolContext,
): Promise<Listing> {
  const byPath = grouped(found);
  const { shown, hidden } = withoutSensitive([...byPath.keys()], context);
  const dated = await newestFirst(shown);
  const paths = dated.files;
  const { unnamed } = dated;
  const entries = paths.flatMap((path): Entry[] => {
    const file = shownFrom(context.cwd, path);
    const group = byPath.get(path) ?? { matches: 0, lines: [] };
    if (search.mode === 'content') return group.lines.map((record) => lineEntry(file, record, numbers));
    return [{ file, line: 0, text: '', shown: search.mode === 'count_matches' ? `${file}:${group.matches}` : file }];
  });
  if (search.mode !== 'count_matches' || entries.length === 0) return { entries, hidden, unnamed };
  const total = paths.reduce((sum, path) => sum + (byPath.get(path)?.matches ?? 0), 0);
  return { header: `${count(total, 'match', 'matches')} in ${count(paths.length, 'file')}`, entries, hidden, unnamed };
}

interface Group {
  matches: number;
  lines: LineRecord[];
}

function grouped(found: ContentFound): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const path of found.paths) groups.set(path, { matches: 0, lines: [] });
  for (const { path, matches } of found.counts) groups.set(path, { matches, lines: [] });
  for (const record of found.lines) {
    const group = groups.get(record.path);
    if (group) group.lines.push(record);
    else groups.set(record.path, { matches: 0, lines: [record] });
  }
  return groups;
}

function lineEntry(file: string, record: LineRecord, numbers: boolean): Entry {
  const mark = record.match ? ':' : '-';
  const text = cutLine(record.text);
  const shown = numbers ? `${file}${mark}${record.line}${mark}${text}` : `${file}${mark}${text}`;
  return { file, line: record.line, text, shown };
}

interface Page {
  lines: string[];
  entries: Entry[];
  /** number of entries before the page */
  offset: number;
  /** offset of the first entry after the page */
  next?: number;
}

function cut(all: Entry[], offset: number, limit: number, parted: boolean): Page {
  const end = limit === 0 ? all.length : Math.min(all.length, offset + limit);
  const lines: string[] = [];
  const entries: Entry[] = [];
  let chars = 0;
  for (let at = offset; at < end; at += 1) {
    const entry = all[at];
    if (!entry) break;
    const previous = entries.at(-1);
    const apart = parted && previous && (previous.file !== entry.file || entry.line > previous.line + 1);
    chars += entry.shown.length + 1 + (apart ? 3 : 0);
    if (chars > TEXT_LIMIT && entries.length > 0) return { lines: [...lines, CUT], entries, offset, next: at };
    if (apart) lines.push('--');
    lines.push(entry.shown);
    entries.push(entry);
  }
  return { lines, entries, offset, ...(end < all.length && offset < all.length ? { next: end } : {}) };
}

function endNotes(listing: Listing, page: Page): string[] {
  const total = listing.entries.length;
  if (total === 0) return ['No matches found.'];
  if (page.entries.length === 0) return [`No entries at offset ${page.offset}: there are ${total}.`];
  if (page.next === undefined) return [];
  return [`Entries ${page.offset + 1}-${page.next} of ${total} shown; continue with offset ${page.next}.`];
}

function stopNotes(found: ContentFound): string[] {
  if (found.stopped === 'time') return ['The search was stopped after 20 seconds; the result is partial.'];
  if (found.stopped === 'size')
    return [`The search was stopped at ${MAX_RAW_BYTES / 1024 / 1024} MiB of output; the result is partial.`];
  return [];
}

function display(query: string, entries: Entry[]): ResultDisplay {
  const matches = entries
    .slice(0, DISPLAY_MATCHES)
    .map(({ file, line, text }) => ({ file, line, text: head(text, DISPLAY_LINE_CHARS) }));
  return { kind: 'search_results', query, matches };
}
