/** Habits that hold for every source file. */
import { describe, expect, test } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { readSources, type SourceFile } from './tree.js';

const rooms = ['bin', 'client', 'daemon', 'packaging', 'schemas', 'web', 'tests'].filter((room) => existsSync(room));
const sources = readSources(rooms, ['.ts', '.tsx', '.js', '.mts', '.mjs']);

/** what must not be written, and a line that the rule has to catch; put together so that this file passes */
const unwanted: [string, RegExp, string][] = [
  [
    'work left for later',
    new RegExp(`\\b(${['TO', 'FIX', 'X', 'HA'].map((half, at) => half + ['DO', 'ME', 'XX', 'CK'][at]).join('|')})\\b`),
    `// ${'TO'}DO: later`,
  ],
  ['a cast that ends type checking', new RegExp(`\\bas ${'an'}y\\b`), `value as ${'an'}y`],
  ['a check switched off', new RegExp(`eslint-${'dis'}able|@ts-(${'ig'}nore|${'no'}check)`), `// eslint-${'dis'}able`],
  ['a test left out or alone', /\b(test|describe|it)\.(only|skip)\(/, ['test', 'skip("x")'].join('.')],
];

function findings(files: readonly SourceFile[], rule: RegExp): string[] {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => (rule.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
  );
}

describe('sources contain no', () => {
  test.each(unwanted)('%s', (_, rule, sample) => {
    expect(findings([{ path: 'sample.ts', text: sample }], rule)).toHaveLength(1);
    expect(findings(sources, rule)).toEqual([]);
  });
});

/** Lines of a file without its imports and its type declarations. */
function linesOfCode({ path, text }: SourceFile): number {
  const all = text.split('\n').length - 1;
  if (all <= 350) return all;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const lineOf = (at: number): number => source.getLineAndCharacterOfPosition(at).line;
  const apart = source.statements.filter(
    (each) => ts.isImportDeclaration(each) || ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each),
  );
  return apart.reduce((lines, each) => lines - (lineOf(each.end) - lineOf(each.getStart(source)) + 1), all);
}

test('a file of the program has at most 350 lines beside imports and types', () => {
  const program = sources.filter(({ path }) => !path.startsWith('tests'));
  expect(program.length).toBeGreaterThan(100);
  expect(linesOfCode({ path: 'sample.ts', text: `import 'a';\n${'f();\n'.repeat(400)}type A = {\n};\n` })).toBe(400);
  const long = program
    .map((file) => ({ path: file.path, lines: linesOfCode(file) }))
    .filter(({ lines }) => lines > 350);
  expect(long).toEqual([]);
});

test('a file of the program says at its top what lives there', () => {
  const program = sources.filter(({ path }) => !path.startsWith('tests') && !path.endsWith('.d.ts'));
  const silent = program.filter(({ text }) => !/^(#!.*\n)?(\/\*\*|\/\/) /.test(text)).map(({ path }) => path);
  expect(silent).toEqual([]);
});

test('of each package that brings an install script it is decided whether the script may run: npm asks otherwise', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    allowScripts: Record<string, boolean>;
  };
  const bringing = Object.entries(lock.packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  expect(bringing).toContain('better-sqlite3');
  expect(Object.keys(allowScripts).sort()).toEqual([...new Set(bringing)].sort());
});
