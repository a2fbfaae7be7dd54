/** Splits code into highlighted pieces, a block of lines at a time (web.md 5.5.2). */
import { common, createLowlight } from 'lowlight';

/** The kind of a piece of code, for the surface that colors it. */
export type CodeKind = 'keyword' | 'name' | 'string' | 'number' | 'comment' | 'meta' | 'strong' | 'added' | 'removed';

/** A piece of a line; without a kind it is plain. */
export interface CodePart {
  text: string;
  kind?: CodeKind;
}

/** Lines read at once. The preceding step is their only context, so constructs that begin above it are unknown. */
export const linesPerStep = 50;

/** The rest of a longer line stays plain, and so does a step with too much text, to limit the time. */
const longestLine = 2_000;
const longestStep = 20_000;

const lowlight = createLowlight(common);
lowlight.registerAlias({
  bash: ['ksh', 'bashrc', 'zshrc', 'profile', 'env'],
  ini: ['conf', 'cfg', 'properties', 'editorconfig', 'gitconfig', 'npmrc'],
  json: ['jsonl', 'ndjson', 'webmanifest'],
  makefile: 'gnumakefile',
  markdown: 'mdx',
  objectivec: ['m', 'objective-c'],
  'php-template': 'phtml',
  python: ['pyi', 'pyw'],
  ruby: ['rake', 'gemfile', 'rakefile'],
  sql: ['mysql', 'pgsql', 'postgresql', 'sqlite'],
  wasm: ['wat', 'wast'],
  xml: ['htm', 'vue', 'svelte'],
});

export const languageNames: readonly string[] = Object.keys(common);

/** Returns whether a language is known, by its name or a file extension. */
export function isLanguage(name: string): boolean {
  return lowlight.registered(name.toLowerCase());
}

/** Returns the pieces of the lines of a step; `above`: the lines of the preceding step. */
export function readLines(lines: readonly string[], above: readonly string[], language: string): CodePart[][] {
  const read = lines.map((line) => line.slice(0, longestLine));
  const before = above.map((line) => line.slice(0, longestLine));
  const code = [...before, ...read].join('\n');
  if (code.length > longestStep) return before.length > 0 ? readLines(lines, [], language) : lines.map(plain);
  const rows: CodePart[][] = [[]];
  addNodes(rows, lowlight.highlight(language.toLowerCase(), code).children);
  return lines.map((line, at) => {
    const parts = rows[before.length + at] ?? [];
    add(parts, line.slice(longestLine), undefined);
    return parts;
  });
}

function plain(line: string): CodePart[] {
  return line === '' ? [] : [{ text: line }];
}

type Nodes = ReturnType<typeof lowlight.highlight>['children'];

/** Iterates without recursion, since hostile code can be nested deeper than the stack. */
function addNodes(rows: CodePart[][], nodes: Nodes): void {
  const waiting = nodes.map((node) => ({ node, kind: undefined as CodeKind | undefined })).reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node } = next;
    if (node.type === 'element') {
      const kind = kindOf(node.properties.className, next.kind);
      for (const child of node.children.toReversed()) waiting.push({ node: child, kind });
    } else if (node.type === 'text')
      for (const [at, text] of node.value.split('\n').entries()) {
        if (at > 0) rows.push([]);
        add(rows.at(-1) ?? [], text, next.kind);
      }
  }
}

/** Kinds by the classes of highlight.js without their prefix; other classes inherit the kind around them. */
const kinds: Readonly<Record<string, CodeKind | undefined>> = {
  ...named('keyword', 'keyword selector-tag template-tag doctag'),
  ...named('name', 'name title built_in type attr attribute property selector-class selector-id selector-attr'),
  ...named('string', 'string regexp link char.escape code'),
  ...named('number', 'number literal symbol variable template-variable bullet'),
  ...named('comment', 'comment quote'),
  ...named('meta', 'meta selector-pseudo'),
  ...named('strong', 'strong emphasis section'),
  ...named('added', 'addition'),
  ...named('removed', 'deletion'),
};

function named(kind: CodeKind, classes: string): Record<string, CodeKind> {
  return Object.fromEntries(classes.split(' ').map((name) => [name, kind]));
}

function kindOf(className: unknown, around: CodeKind | undefined): CodeKind | undefined {
  const name = Array.isArray(className) ? String(className[0]).replace('hljs-', '') : '';
  // an interpolated expression is code again
  return name === 'subst' ? undefined : Object.hasOwn(kinds, name) ? kinds[name] : around;
}

function add(parts: CodePart[], text: string, kind: CodeKind | undefined): void {
  if (text === '') return;
  const last = parts.at(-1);
  // blanks have no color, so they join the preceding piece
  if (last && (last.kind === kind || text.trim() === '')) last.text += text;
  else parts.push(kind === undefined || text.trim() === '' ? { text } : { text, kind });
}
