/** The retired words of `docs/glossary.md`, and the texts of the repository in which they must not appear. */
import ts from 'typescript';
import type { SourceFile } from './tree.js';

/** each with a sentence that it has to catch; the words of the glossary's table */
export const retired: [string, RegExp, string][] = [
  ['servers of tools', /\bservers? of tools\b/i, 'Lists the servers of tools.'],
  ['sums up', /\b(?:sums?|summed|summing) up\b/i, 'The context is summed up.'],
  ['passing sights', /\b(?:passing|live) sights?\b/i, 'Passing sights have no number.'],
  // texts of the terminal UI and of the page have the words of the contract (tui.md 2.5, web.md 5.18)
  [
    'stand-in',
    /(?<!\bTry the (?:built-in offline )?|No model provider is configured\. The built-in )\bstand-ins?\b/i,
    'The stand-in answers.',
  ],
  ['people', /\bpeople\b/i, 'a message for people'],
  ['a person', /\b(?:a|another) person\b/i, 'A call waits for a person.'],
  ['somebody', /\bsomebody\b/i, 'until somebody asks'],
  // two refusals have the words of the contract (runtimes.md 8.1, 9.3)
  ['nobody', /\bnobody\b(?! to ask| can let it out)/i, 'Nobody waits.'],
  ['whoever', /\bwhoever\b/i, 'Whoever reads it'],
  ['told', /\btold\b/i, 'Clients are told of it.'],
  ['tells', /\b(?:tells|telling)\b/i, 'It tells whether it ran.'],
  ['anew', /\banew\b/i, 'It is made anew.'],
  ['goes on', /\b(?:goes|going|gone) on\b/i, 'The turn goes on.'],
  ['wish', /\bwish(?:es)?\b/i, 'a wish for the settings'],
];

/** A part of a file that is prose, and the line that it begins in. */
export interface Passage {
  line: number;
  text: string;
}

/**
 * The prose of a file: comments and texts with blanks of programs, comments of SQL, string values of JSON, all of
 * Markdown; of a suite its comments and the names of its tests.
 */
export function proseOf({ path, text }: SourceFile, isSuite = false): Passage[] {
  if (/\.[jt]sx?$/.test(path)) return proseOfProgram(path, text, isSuite);
  return text.split('\n').flatMap((line, at) => {
    const prose = path.endsWith('.sql') ? (/--.*/.exec(line)?.[0] ?? '') : line;
    return prose === '' ? [] : [{ line: at + 1, text: withoutCode(prose) }];
  });
}

function proseOfProgram(path: string, text: string, isSuite: boolean): Passage[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = new Map<number, string>();
  const addComments = (at: number): void => {
    for (const read of [ts.getLeadingCommentRanges, ts.getTrailingCommentRanges])
      for (const { pos, end } of read(text, at) ?? []) found.set(pos, withoutCode(text.slice(pos, end)));
  };
  const visit = (node: ts.Node): void => {
    addComments(node.pos);
    addComments(node.end);
    if (ts.isBlock(node)) addComments(node.getStart(source) + 1);
    const isText = (ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node)) && isProse(node.text);
    if (isText && (!isSuite || isNameOfTest(node, source))) found.set(node.getStart(source), node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found].map(([at, passage]) => ({
    line: source.getLineAndCharacterOfPosition(at).line + 1,
    text: passage,
  }));
}

function isNameOfTest({ parent }: ts.Node, source: ts.SourceFile): boolean {
  return ts.isCallExpression(parent) && /^(?:test|describe)\b/.test(parent.expression.getText(source));
}

/** A text without a blank is an identifier or a path, and SQL names columns. */
function isProse(text: string): boolean {
  return /\S\s\S/.test(text) && !/\b(?:SELECT|UPDATE|INSERT|DELETE|WHERE|AND) /.test(text);
}

/** Names of the code and of the API are between backticks, and quotations between quotation marks. */
function withoutCode(text: string): string {
  return text.replace(/`[^`\n]*`/g, '``').replace(/"[^"\n]*"/g, '""');
}
