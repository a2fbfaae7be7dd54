/** Splits Markdown files with YAML front matter and reads the fields, for skills and agents (engine.md 13, 14). */
import type { CST } from 'yaml';
import type { FileName } from '../../schemas/generated/files.js';
import { fileValidators } from '../../schemas/generated/validators.js';
import { detailsMessage, errorDetails } from '../../schemas/validation.js';
import { later } from '../base/later.js';
import { isRecord } from '../base/text/values.js';
import type { Problem } from '../workspace/textfile.js';
import { plainName } from '../base/text/visible.js';

/** Maximum length of front matter in chars; the parser's time grows quadratically. */
const maxChars = 16 * 1024;
/** Maximum nesting depth: the parser recurses, and a deeper document would crash the process. */
const maxDepth = 16;
/** Maximum total number of keys and values. */
const maxNodes = 500;
/** Maximum total number of lexical tokens. */
const maxLexemes = 5_000;
/** Maximum number of uses of aliases, counted as the parser expands them. */
const maxAliases = 20;
/** Maximum length of a problem's text in chars. */
const problemLength = 300;

export interface SplitFile {
  /** YAML between the `---` lines; absent without front matter */
  front?: string;
  body: string;
}

/** Splits a file with line ends `\n`. A file that opens front matter must close it. */
export function splitFrontMatter(text: string): SplitFile | Problem {
  const open = /^---[ \t]*(?:\n|$)/.exec(text);
  if (!open) return { body: text.trim() };
  const rest = text.slice(open[0].length);
  const close = /^(?:---|\.\.\.)[ \t]*(?:\n|$)/m.exec(rest);
  if (!close) return { problem: 'its front matter has no closing line of three dashes' };
  return { front: rest.slice(0, close.index), body: rest.slice(close.index + close[0].length).trim() };
}

/**
 * Returns the checked fields that the schema of the file kind knows. Accepts capitals, dashes or underscores in names,
 * but prefers the schema's spelling. Treats fields without a value as absent, and ignores unknown ones.
 */
export async function readFields<Fields extends object>(
  kind: FileName,
  names: readonly (keyof Fields & string)[],
  front: string,
): Promise<{ fields: Fields } | Problem> {
  const parsed = await parseYaml(front);
  if ('problem' in parsed) return parsed;
  const { value } = parsed;
  if (value !== null && value !== undefined && !isRecord(value)) {
    return { problem: 'its front matter is not a list of fields' };
  }
  const fields = pick(value ?? {}, names);
  const validate = fileValidators[kind];
  return validate(fields)
    ? { fields: fields as Fields }
    : { problem: `its front matter is not valid: ${firstLine(detailsMessage(errorDetails(validate.errors)))}` };
}

function pick(value: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  const bySpelling = new Map(names.map((name) => [folded(name), name]));
  const fields: Record<string, unknown> = {};
  for (const [key, given] of Object.entries(value)) {
    const name = bySpelling.get(folded(key));
    if (name === undefined || given === null) continue;
    if (key === name || !Object.hasOwn(fields, name)) fields[name] = given;
  }
  return fields;
}

function folded(name: string): string {
  return name.replace(/[-_]/g, '').toLowerCase();
}

// when bundled, the package has only a default export
const loadYaml = later(() => import('yaml'));

async function parseYaml(text: string): Promise<{ value: unknown } | Problem> {
  if (text.length > maxChars) return { problem: `its front matter is longer than ${maxChars / 1024} KiB` };
  // loaded on first use
  const { Composer, Lexer, Parser } = (await loadYaml()).default;
  const tooComplex = { problem: 'its front matter is nested too deeply or has too many entries' };
  const lexemes = new Lexer().lex(text);
  for (let count = 0; lexemes.next().done !== true; count += 1) if (count > maxLexemes) return tooComplex;
  const tokens = [...new Parser().parse(text)];
  if (isTooComplex(tokens)) return tooComplex;
  const composer = new Composer({ schema: 'core', merge: false, prettyErrors: false, logLevel: 'silent' });
  const documents = [...composer.compose(tokens)];
  const [document] = documents;
  if (!document) return { value: null };
  if (documents.length > 1) return { problem: 'its front matter holds several documents' };
  const [error] = document.errors;
  if (error) {
    const line = text.slice(0, error.pos[0]).split('\n').length + 1;
    return { problem: `its front matter is not YAML: line ${line}: ${firstLine(error.message)}` };
  }
  try {
    return { value: document.toJS({ maxAliasCount: maxAliases }) };
  } catch (thrown) {
    // aliases that are undefined, refer to themselves, or expand without end
    return {
      problem: `its front matter is not YAML: ${firstLine(thrown instanceof Error ? thrown.message : String(thrown))}`,
    };
  }
}

/** Walks the tokens without recursion, before code runs that recurses. */
function isTooComplex(tokens: readonly CST.Token[]): boolean {
  const open = tokens.map((token): { token: object; depth: number } => ({ token, depth: 0 }));
  let nodes = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { token, depth } = next;
    nodes += 1;
    if (depth > maxDepth || nodes > maxNodes) return true;
    if ('value' in token && isObject(token.value)) open.push({ token: token.value, depth });
    if (!('items' in token) || !Array.isArray(token.items)) continue;
    for (const item of token.items as { key?: unknown; value?: unknown }[]) {
      for (const part of [item.key, item.value]) if (isObject(part)) open.push({ token: part, depth: depth + 1 });
    }
  }
  return false;
}

function firstLine(text: string): string {
  const [first = ''] = text.split('\n');
  return plainName(first.trim(), problemLength);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
