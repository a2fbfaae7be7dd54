/** Changes a TOML document and keeps the text of the unchanged part: order, blank lines, comments, spelling. */
import { equal, isTable, parseDocument, type Path, type TomlDocument } from './document.js';
import { compareLists } from './lists.js';
import { type Block, byPath, entriesOf, type Entry, keyOf, layoutOf } from './layout.js';
import { keyText, rewritten, valueText } from './values.js';

type Table = Record<string, unknown>;

/** A replaced piece of the text; for an insertion, `start` equals `end`. */
interface Splice {
  start: number;
  end: number;
  text: string;
  /** begins with a header, so keys of the block before it are inserted first */
  header?: boolean;
}

/** New tables up to this depth get a header; deeper ones are written inline. */
const headerDepth = 2;

/** The text cannot be edited to the wanted content; no such text is known. */
export class EditError extends Error {
  override readonly name = 'EditError';
}

/**
 * Changes the text of a document to the content `wanted`, and parses the result to verify it. Removes comments only
 * with their line or table; treats an empty table as missing. Throws TomlSyntaxError for invalid TOML, EditError.
 */
export function editToml(text: string, wanted: Table): string {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const bare = text.slice(mark.length);
  return mark + editDocument(bare, parseDocument(bare), wanted).text;
}

/** Like `editToml`, for a parsed text without byte order mark; also returns the values of the new text. */
export function editDocument(text: string, document: TomlDocument, wanted: Table): { text: string; values: Table } {
  const target = withoutEmpty(wanted);
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  let result = text;
  let now = document;
  // removals move the positions of insertions, and only after them can list items be matched
  for (let round = 0; !equal(withoutEmpty(now.values), target); round++) {
    if (round === mostRounds) throw new EditError('the document does not get the wanted content');
    const next = change(result, now, wanted, { step: round % 2 === 0 ? 'remove' : 'add', newline });
    if (next === result) continue;
    result = next;
    now = parseDocument(result);
  }
  return { text: result, values: now.values };
}

const mostRounds = 6;

/** `remove` also replaces values; each step leaves the differences of the other kind. */
type Step = 'remove' | 'add';

function change(
  text: string,
  { nodes, values }: TomlDocument,
  wanted: Table,
  how: { step: Step; newline: string },
): string {
  const blocks = layoutOf(text, nodes);
  const edit: Edit = {
    ...how,
    text,
    blocks,
    entryAt: byPath(entriesOf(blocks)),
    blockAt: byPath(blocks),
    splices: [],
    removals: [],
  };
  changeTable(edit, [], values, wanted, false);
  // from the end, so that positions stay valid; an insertion precedes what starts at the same position
  const splices = [...edit.splices.reverse(), ...withoutGaps(edit)].sort(
    (a, b) => b.start - a.start || b.end - a.end || Number(b.header ?? false) - Number(a.header ?? false),
  );
  return splices.reduce((all, { start, end, text: piece }) => all.slice(0, start) + piece + all.slice(end), text);
}

/** A copy without empty tables at any depth; keeps items of lists. */
function withoutEmpty(table: Table): Table {
  const members = Object.entries(table).map(([key, value]) => [key, isTable(value) ? withoutEmpty(value) : value]);
  return Object.fromEntries(members.filter(([, value]) => !isTable(value) || Object.keys(value).length > 0)) as Table;
}

interface Edit {
  text: string;
  step: Step;
  blocks: Block[];
  /** by `keyOf` of their path, because a registry may have thousands of models */
  entryAt: ReadonlyMap<string, Entry>;
  blockAt: ReadonlyMap<string, Block>;
  splices: Splice[];
  /** whole lines to remove */
  removals: { start: number; end: number }[];
  newline: string;
}

/** `inList`: the table is an item of a list, which can have no headers below it. */
function changeTable(edit: Edit, path: Path, before: Table, after: Table, inList: boolean): void {
  const added: Array<[string, unknown]> = [];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const place = [...path, key];
    const was = Object.hasOwn(before, key) ? before[key] : undefined;
    const shall = Object.hasOwn(after, key) ? after[key] : undefined;
    if (was === undefined) added.push([key, shall]);
    else if (shall === undefined) remove(edit, place);
    else if (!equal(was, shall)) replace(edit, place, was, shall, inList);
  }
  if (added.length > 0 && edit.step === 'add') add(edit, path, added, inList);
}

function replace(edit: Edit, path: Path, was: unknown, shall: unknown, inList: boolean): void {
  const entry = edit.entryAt.get(keyOf(path));
  if (entry) {
    const range: [number, number] = [entry.value.offset, entry.valueEnd];
    if (edit.step === 'remove') splice(edit, ...range, rewritten(edit.text, range, entry.value, was, shall));
  } else if (isTable(was) && isTable(shall)) {
    changeTable(edit, path, was, shall, inList);
  } else if (isTableList(was) && isTableList(shall)) {
    changeList(edit, path, was, shall);
  } else {
    // the second step adds it again
    remove(edit, path);
  }
}

/** Changes a list whose items have headers. */
function changeList(edit: Edit, path: Path, before: Table[], after: Table[]): void {
  const place = (index: number): Path => [...path, String(index)];
  const added: Array<[number, Table[]]> = [];
  let behind = -1;
  for (const { before: was, after: shall, changed } of compareLists(before, after)) {
    if (was === undefined) {
      const last = added.at(-1);
      const item = after[shall ?? 0] ?? {};
      if (last?.[0] === behind) last[1].push(item);
      else added.push([behind, [item]]);
      continue;
    }
    behind = was;
    if (shall === undefined) remove(edit, place(was));
    else if (changed) changeTable(edit, place(was), before[was] ?? {}, after[shall] ?? {}, true);
  }
  if (edit.step !== 'add') return;
  for (const [index, items] of added) {
    const first = edit.blockAt.get(keyOf(place(0)));
    const at = index < 0 ? aboveBlock(edit, first) : endOfGroup(edit, place(index));
    insertBlocks(
      edit,
      at,
      items.map((item) => listItem(path, item)),
    );
  }
}

function remove(edit: Edit, path: Path): void {
  if (edit.step !== 'remove') return;
  const entry = edit.entryAt.get(keyOf(path));
  if (entry) return removeLines(edit, entry.start, entry.end);
  for (const block of edit.blocks) {
    if (block.path.length > 0 && isWithin(block.path, path)) removeLines(edit, block.start, block.end);
    else for (const { path: own, start, end } of block.entries) if (isWithin(own, path)) removeLines(edit, start, end);
  }
}

function removeLines({ removals }: Edit, start: number, end: number): void {
  removals.push({ start, end });
}

/** Joins adjacent removals, each with one of the two blank lines around it, or both at the end of the text. */
function withoutGaps({ text, removals }: Edit): Splice[] {
  const pieces: { start: number; end: number }[] = [];
  for (const { start, end } of removals.toSorted((a, b) => a.start - b.start)) {
    const last = pieces.at(-1);
    if (last && text.slice(last.end, start).trim() === '') last.end = Math.max(last.end, end);
    else pieces.push({ start, end });
  }
  return pieces.map(({ start, end }) => {
    const above = lineAbove(text, start);
    if (start > 0 && !isBlank(above)) return { start, end, text: '' };
    if (text.slice(end).trim() === '') return { start: start - above.length, end: text.length, text: '' };
    return { start, end: end + (blankLine.exec(text.slice(end))?.[0].length ?? 0), text: '' };
  });
}

/** The last dotted key that defines a table, such as `a.b = 1` for the table a. */
function dottedEntry(edit: Edit, path: Path): Entry | undefined {
  return entriesOf(edit.blocks).findLast(
    (entry) => isWithin(entry.path, path) && entry.path.length - entry.key.length < path.length,
  );
}

/** Adds new keys to an existing table. */
function add(edit: Edit, path: Path, added: Array<[string, unknown]>, inList: boolean): void {
  const block = edit.blockAt.get(keyOf(path));
  const dotted = block ? undefined : dottedEntry(edit, path);
  if (dotted) {
    const prefix = path.slice(dotted.path.length - dotted.key.length);
    const lines = added.map(([key, value]) => lineText([...prefix, key], value));
    return insertLines(edit, dotted.end, indentOf(edit.text, dotted), lines);
  }
  const own = added.filter(([key, value]) => inList || !hasHeader([...path, key], value));
  const headed = added.filter((each) => !own.includes(each));
  const lines = own.map(([key, value]) => lineText([key], value));
  if (block) addToBlock(edit, block, lines);
  else if (lines.length > 0) insertBlocks(edit, endOfGroup(edit, path), [[headerText(path), ...lines]]);
  for (const [key, value] of headed) {
    const place = [...path, key];
    insertBlocks(edit, endOfGroup(edit, place), newBlocks(place, value));
  }
}

function addToBlock(edit: Edit, block: Block, lines: string[]): void {
  if (block.path.length === 0) lines = addBelowComments(edit, lines);
  if (lines.length === 0) return;
  const last = block.entries.at(-1);
  if (last) insertLines(edit, last.end, indentOf(edit.text, last), lines);
  else if (block.path.length > 0) insertLines(edit, block.headerEnd, '', lines);
  else insertBlocks(edit, aboveBlock(edit, edit.blocks[1]), [lines]);
}

/** Inserts a key below the comment with its default at the top; returns the lines without such a comment. */
function addBelowComments(edit: Edit, lines: string[]): string[] {
  const entries = edit.blocks[0]?.entries ?? [];
  // a line of a multi-line string may look like a comment
  const top = entries.reduce(
    (text, { start, end }) => text.slice(0, start) + text.slice(start, end).replace(/#/g, ' ') + text.slice(end),
    edit.text.slice(0, edit.blocks[1]?.start),
  );
  return lines.filter((line) => {
    const key = line.slice(0, line.indexOf(' = '));
    const comment = new RegExp(`^#[ \\t]*${key.replace(/[^\w-]/g, '\\$&')}[ \\t]*=.*(?:\n|$)`, 'm').exec(top);
    if (comment) insertLines(edit, comment.index + comment[0].length, '', [line]);
    return !comment;
  });
}

/** Whether a new value gets a header instead of a line. */
function hasHeader(path: Path, value: unknown): boolean {
  return path.length <= headerDepth && (isTable(value) || isTableList(value));
}

/** The lines of the blocks for a new table or list of tables. */
function newBlocks(path: Path, value: unknown): string[][] {
  if (isTableList(value)) return value.map((item) => listItem(path, item));
  const members = Object.entries(value as Table);
  const headed = members.filter(([key, item]) => hasHeader([...path, key], item));
  const own = members.filter((member) => !headed.includes(member));
  const lines = own.map(([key, item]) => lineText([key], item));
  const block = lines.length > 0 || headed.length === 0 ? [[headerText(path), ...lines]] : [];
  return [...block, ...headed.flatMap(([key, item]) => newBlocks([...path, key], item))];
}

function listItem(path: Path, item: Table): string[] {
  return [`[${headerText(path)}]`, ...Object.entries(item).map(([key, value]) => lineText([key], value))];
}

function headerText(path: Path): string {
  return `[${path.map(keyText).join('.')}]`;
}

function lineText(key: Path, value: unknown): string {
  return `${key.map(keyText).join('.')} = ${valueText(value)}`;
}

function isTableList(value: unknown): value is Table[] {
  return Array.isArray(value) && value.length > 0 && value.every(isTable);
}

/** Whether a path equals the other one or lies below it. */
function isWithin(path: Path, top: Path): boolean {
  return path.length >= top.length && top.every((key, index) => key === path[index]);
}

function indentOf(text: string, { start }: Entry): string {
  return /^[ \t]*/.exec(text.slice(start, start + 200))?.[0] ?? '';
}

function splice({ splices }: Edit, start: number, end: number, text: string): void {
  splices.push({ start, end, text });
}

/** The end of the blocks of the nearest enclosing table with blocks, including their trailing comments. */
function endOfGroup(edit: Edit, path: Path): number {
  const { blocks, text } = edit;
  for (let length = path.length; length > 0; length--) {
    const block = blocks.findLast((each) => isWithin(each.path, path.slice(0, length)));
    if (!block) continue;
    const comments = /^(?:[ \t]*#.*(?:\n|$))*/.exec(text.slice(block.end))?.[0] ?? '';
    const end = block.end + comments.length;
    // a comment directly above the next header belongs to that header
    return blocks.some(({ start, path: other }) => other.length > 0 && start === end) ? block.end : end;
  }
  return text.length;
}

/** The position before a header and the comments directly above it; the end of the text without a header. */
function aboveBlock({ text, blocks }: Edit, block: Block | undefined): number {
  if (!block) return text.length;
  // a line of a multi-line string may look like a comment
  const least = blocks[blocks.indexOf(block) - 1]?.end ?? 0;
  let at = block.start;
  while (at > least && /^[ \t]*#/.test(lineAbove(text, at))) at -= lineAbove(text, at).length;
  return at;
}

const blankLine = /^[ \t]*\r?\n/;

function isBlank(line: string): boolean {
  return blankLine.test(line);
}

/** The line that ends at the start of another one, including its line break. */
function lineAbove(text: string, at: number): string {
  return text.slice(at < 2 ? 0 : text.lastIndexOf('\n', at - 2) + 1, at);
}

function insertLines(edit: Edit, at: number, indent: string, lines: string[]): void {
  const made = lines.map((line) => indent + line + edit.newline).join('');
  splice(edit, at, at, lineBreakBefore(edit, at) + made);
}

/** Inserts blocks with a blank line around each. */
function insertBlocks(edit: Edit, at: number, blocks: string[][]): void {
  const { newline, text, splices } = edit;
  const made = blocks.map((lines) => lines.map((line) => line + newline).join('')).join(newline);
  const open = lineBreakBefore(edit, at);
  // another insertion at the end of the text may precede this one
  const isFirst = at < text.length || !splices.some(({ start, end }) => start === at && end === at);
  const isApart = at === 0 || (open === '' && isBlank(lineAbove(text, at)));
  const before = isFirst && isApart ? '' : newline;
  const after = at === text.length || isBlank(text.slice(at)) ? '' : newline;
  edit.splices.push({ start: at, end: at, text: open + before + made + after, header: made.startsWith('[') });
}

/** The first insertion after a last line without a line break must add one. */
function lineBreakBefore({ newline, text, splices }: Edit, at: number): string {
  if (at === 0 || text[at - 1] === '\n') return '';
  return splices.some(({ start, end }) => start === at && end === at) ? '' : newline;
}
