/** Adds, replaces and removes entries of `<home>/mcp.json`; the rest of the file keeps its text (rest.md 17.2). */
import { isDeepStrictEqual } from 'node:util';
import type { McpServerConfig } from '../../../schemas/generated/types.js';
import { ApiError, invalid } from '../../errors.js';
import { isServerName, maxDocumentBytes, readDocument } from './entries.js';
import { checkedConfig } from './forms.js';

export interface UserFileDeps {
  /**
   * Replaces the text of the file by the result of `edit` (undefined: no change), with one writer across processes.
   * Calls `edit` again when another program changed the file meanwhile, and with "" when there is no file.
   */
  change(edit: (text: string) => { text: string } | undefined): Promise<unknown>;
}

/** Each method throws VALIDATION_FAILED or PERSISTENCE_FAILURE, and changes nothing then. */
export interface UserFile {
  /** ignores spaces around the name; throws VALIDATION_FAILED when it is taken */
  add(name: string, config: McpServerConfig): Promise<void>;
  /** replaces the whole entry; throws MCP_SERVER_NOT_FOUND */
  replace(name: string, config: McpServerConfig): Promise<void>;
  /** throws MCP_SERVER_NOT_FOUND */
  remove(name: string): Promise<void>;
}

export function createUserFile({ change }: UserFileDeps): UserFile {
  async function write(name: string, value: object | undefined, check: (isThere: boolean) => void): Promise<void> {
    await change((text) => {
      check(namesIn(text).has(name));
      const next = edited(text, name, value);
      return next === text ? undefined : { text: next };
    });
  }

  function refuseMissing(isThere: boolean): void {
    if (!isThere) throw new ApiError('MCP_SERVER_NOT_FOUND');
  }

  return {
    async add(name, config) {
      const value = checkedConfig(config);
      await write(checkedName(name), value, (isThere) => {
        if (isThere) throw invalid('name', 'is taken already');
      });
    },
    replace: async (name, config) => write(name, checkedConfig(config), refuseMissing),
    remove: (name) => write(name, undefined, refuseMissing),
  };
}

/** Validates a server's name; throws VALIDATION_FAILED for the field `place`. */
export function checkedName(given: string, place = 'name'): string {
  const name = given.trim();
  if (!isServerName(name)) throw invalid(place, 'must be 1 to 64 letters, digits, - and _');
  return name;
}

function namesIn(text: string): ReadonlySet<string> {
  if (isBlank(text)) return new Set();
  const document = readDocument(text);
  if ('error' in document) throw unusable(`${document.error}; fix it first`);
  return new Set(document.entries.keys());
}

function edited(text: string, name: string, value: object | undefined): string {
  const next =
    isBlank(text) || text.replace(/[\s\ufeff]/g, '') === '{}'
      ? `${JSON.stringify({ mcpServers: { [name]: value } }, null, 2)}\n`
      : editJson(text, ['mcpServers', name], value);
  if (Buffer.byteLength(next) > maxDocumentBytes) throw invalid('', 'mcp.json would be larger than 1 MiB');
  const read = readDocument(next);
  if ('error' in read) throw invalid('', `mcp.json could not be used any more: ${read.error}`);
  const { mcpServers } = JSON.parse(next.replace(/^\ufeff/, '')) as { mcpServers: object };
  const found: unknown = Object.getOwnPropertyDescriptor(mcpServers, name)?.value;
  if (!isDeepStrictEqual(found, value === undefined ? undefined : JSON.parse(JSON.stringify(value))))
    throw unusable('its form is unusual; edit it by hand');
  return next;
}

function isBlank(text: string): boolean {
  return /^[\s\ufeff]*$/.test(text);
}

function unusable(why: string): ApiError {
  return new ApiError('PERSISTENCE_FAILURE', { message: `mcp.json cannot be changed: ${why}` });
}

// Edits JSON without jsonc-parser, which reformats the rest of the same line, changes the first of several equal keys,
// and overflows the stack on deep nesting.

/** The positions of a member in the text; `end` is after its value. */
interface Member {
  key: string;
  start: number;
  value: number;
  end: number;
}

interface Span {
  /** positions of the opening and closing brace */
  open: number;
  close: number;
  members: Member[];
}

/**
 * Returns the text with the member at `path` set, or without it when `value` is undefined. `path` is the key of an
 * object in the root object, then a key in that. The text must be JSON; existing values on the path must be objects.
 */
export function editJson(text: string, [table, key]: readonly [string, string], value: unknown): string {
  const root = spanOf(text, text.search(/[^\s\ufeff]/));
  const outer = root.members.findLast((member) => member.key === table);
  if (value === undefined) return outer ? without(text, outer.value, key) : text;
  if (!outer) return withMember(text, root, table, { [key]: value });
  const inner = spanOf(text, outer.value);
  const old = inner.members.findLast((member) => member.key === key);
  if (!old) return withMember(text, inner, key, value);
  return text.slice(0, old.value) + printed(text, value, indentAt(text, old.start)) + text.slice(old.end);
}

/** Removes the last member with the key, which may occur more than once. */
function without(text: string, open: number, key: string): string {
  const { members } = spanOf(text, open);
  const at = members.findLastIndex((member) => member.key === key);
  const member = members[at];
  if (!member) return text;
  const [before, after] = [members[at - 1], members[at + 1]];
  const [from, to] = after
    ? [member.start, after.start]
    : before
      ? [before.end, member.end]
      : [open + 1, spanOf(text, open).close];
  return without(text.slice(0, from) + text.slice(to), open, key);
}

function withMember(text: string, { open, close, members }: Span, key: string, value: unknown): string {
  const last = members.at(-1);
  const place = last?.end ?? open + 1;
  const outer = indentAt(text, open);
  const indent = last ? indentAt(text, last.start) : isSpread(text) ? outer + unitOf(text) : '';
  const isOwnLine = last ? startsLine(text, last.start) : isSpread(text);
  const lead = isOwnLine ? lineEnd(text) + indent : last ? ' ' : '';
  const tail = isOwnLine && !last ? lineEnd(text) + outer : '';
  const member = `${JSON.stringify(key)}: ${printed(text, value, indent)}`;
  return text.slice(0, place) + (last ? ',' : '') + lead + member + tail + text.slice(last ? place : close);
}

/** A value as JSON after a key whose line has this indentation. */
function printed(text: string, value: unknown, indent: string): string {
  if (!isSpread(text)) return JSON.stringify(value);
  return JSON.stringify(value, null, unitOf(text)).replaceAll('\n', lineEnd(text) + indent);
}

/** Whether the document has several lines. */
function isSpread(text: string): boolean {
  return text.trim().includes('\n');
}

function lineEnd(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** One level of indentation. */
function unitOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1]?.slice(0, 10) ?? '  ';
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function startsLine(text: string, at: number): boolean {
  const start = lineStart(text, at);
  return start > 0 && text.slice(start, at).trim() === '';
}

function indentAt(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, at), at))?.[0] ?? '';
}

const quoted = /"(?:[^"\\]|\\.)*"/y;
const blank = /[\s\ufeff]*/y;
const plain = /[^\s,\]}"]+/y;

function skip(source: string, pattern: RegExp, at: number): number {
  pattern.lastIndex = at;
  pattern.test(source);
  return Math.max(at, pattern.lastIndex);
}

/** Parses the object whose opening brace is at `open`. */
function spanOf(source: string, open: number): Span {
  const members: Member[] = [];
  let at = skip(source, blank, open + 1);
  while (source[at] === '"') {
    const start = at;
    const keyEnd = skip(source, quoted, start);
    const value = skip(source, blank, source.indexOf(':', keyEnd) + 1);
    const end = valueEnd(source, value);
    members.push({ key: JSON.parse(source.slice(start, keyEnd)) as string, start, value, end });
    at = skip(source, blank, end);
    if (source[at] === ',') at = skip(source, blank, at + 1);
  }
  return { open, close: at, members };
}

function valueEnd(source: string, start: number): number {
  let at = start;
  for (let depth = 0; at < source.length;) {
    const char = source[at];
    if (char === '"') at = skip(source, quoted, at);
    else if (char === '{' || char === '[') {
      depth += 1;
      at += 1;
    } else if (char === '}' || char === ']') {
      depth -= 1;
      at += 1;
    } else if (depth === 0) at = skip(source, plain, at);
    else at += 1;
    if (depth === 0) break;
  }
  return at;
}
