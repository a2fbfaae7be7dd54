/** Parses TOML with positions of values in the text, for messages that help the user to fix it. */
import compiler from 'toml/lib/compiler.js';
import parser, { type TomlHeader, type TomlMember, type TomlValue } from 'toml/lib/parser.js';

/** Keys from the top; positions in lists are decimal text. */
export type Path = readonly string[];

export interface Position {
  /** from 1 */
  line: number;
  /** from 1 */
  column: number;
}

/** The text is not valid TOML. */
export class TomlSyntaxError extends Error {
  override readonly name = 'TomlSyntaxError';
  constructor(
    readonly position: Position,
    message: string,
  ) {
    super(message);
  }
}

/** A document and its syntax tree with the positions of values. */
export interface TomlDocument {
  nodes: Array<TomlMember | TomlHeader>;
  values: Record<string, unknown>;
}

/** Parses a document; throws TomlSyntaxError. */
export function parseDocument(text: string): TomlDocument {
  try {
    const nodes = parser.parse(text);
    const values = compiler.compile(nodes, text);
    return { nodes, values: isTable(values) ? values : {} };
  } catch (error) {
    throw new TomlSyntaxError(positionOf(error), messageOf(error));
  }
}

/** The values of a document; throws TomlSyntaxError. */
export function parseToml(text: string): Record<string, unknown> {
  return parseDocument(text).values;
}

/** Whether a value is a table, and no list or date. */
export function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** Whether two values of documents are equal. */
export function equal(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || (a === 0 && b === 0)) return true;
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => equal(item, b[index]));
  if (!isTable(a) || !isTable(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
}

/** A path as written in the file: `models."a/b".overrides`, `hooks[0].command`. */
export function pathText(path: Path): string {
  return path
    .map((key, index) => {
      if (index > 0 && /^\d+$/.test(key)) return `[${key}]`;
      const name = /^[\w-]+$/.test(key) ? key : JSON.stringify(key);
      return index === 0 ? name : `.${name}`;
    })
    .join('');
}

/** Returns a function that finds the position of a value, or of the nearest written table around it; else line 1. */
export function createLocator(text: string): (path: Path) => Position {
  const offsets = collectOffsets(parser.parse(text));
  return (path) => {
    for (let length = path.length; length > 0; length--) {
      const offset = offsets.get(keyOf(path.slice(0, length)));
      if (offset !== undefined) return positionAt(text, offset);
    }
    return { line: 1, column: 1 };
  };
}

type Offsets = Map<string, number>;

function collectOffsets(nodes: Array<TomlMember | TomlHeader>): Offsets {
  const offsets: Offsets = new Map();
  const counts = new Map<string, number>();
  const note = (path: Path, offset: number): void => {
    const key = keyOf(path);
    if (!offsets.has(key)) offsets.set(key, offset);
  };
  let base: Path = [];
  for (const node of nodes) {
    if ('key' in node) {
      noteMember(base, node, note);
    } else if (node.type === 'ObjectPath') {
      base = insideLists(node.value, counts);
      note(base, node.offset);
    } else {
      base = noteListItem(node.value, counts);
      note(base.slice(0, -1), node.offset);
      note(base, node.offset);
    }
  }
  return offsets;
}

/** The path of the table that a `[[header]]` begins; `counts` has the lengths of the lists so far. */
export function noteListItem(header: Path, counts: Map<string, number>): Path {
  const list = [...insideLists(header.slice(0, -1), counts), header.at(-1) ?? ''];
  const position = counts.get(keyOf(list)) ?? 0;
  counts.set(keyOf(list), position + 1);
  return [...list, String(position)];
}

/** Resolves a header below a list of tables, which refers to the list's last table. */
export function insideLists(path: Path, counts: ReadonlyMap<string, number>): Path {
  let result: string[] = [];
  for (const key of path) {
    result = [...result, key];
    const count = counts.get(keyOf(result));
    if (count !== undefined) result.push(String(count - 1));
  }
  return result;
}

function noteMember(base: Path, member: TomlMember, note: (path: Path, offset: number) => void): void {
  const path = [...base, ...member.key];
  note(path, member.offset);
  noteValue(path, member.value, note);
}

function noteValue(path: Path, value: TomlValue, note: (path: Path, offset: number) => void): void {
  if (!Array.isArray(value.value)) return;
  value.value.forEach((item: TomlValue | TomlMember, index) => {
    if ('key' in item) return noteMember(path, item, note);
    note([...path, String(index)], item.offset);
    noteValue([...path, String(index)], item, note);
  });
}

function keyOf(path: Path): string {
  return JSON.stringify(path);
}

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** The grammar reports a location, later steps of the library a line and a column. */
function positionOf(error: unknown): Position {
  if (typeof error !== 'object' || error === null) return { line: 1, column: 1 };
  const start = 'location' in error && isTable(error.location) ? error.location['start'] : error;
  if (typeof start !== 'object' || start === null) return { line: 1, column: 1 };
  const { line, column } = { line: 1, column: 1, ...start };
  return { line: Number(line), column: Number(column) };
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  // the grammar lists every character that it would have accepted
  const found = /but (.*) found\.$/s.exec(text);
  return found ? `unexpected ${found[1]}` : text;
}
