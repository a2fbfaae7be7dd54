/** Ordinary technical English: no retired word of the glossary in comments, texts and names of tests. */
import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { readSources, type SourceFile } from './tree.js';
import { proseOf, retired } from './words.js';

const endings = ['.ts', '.tsx', '.js', '.mts', '.mjs', '.json', '.md', '.sql'];
const documents = ['README.md', 'AGENTS.md'].map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const program = [...readSources(['bin', 'client', 'daemon', 'schemas', 'web'], endings), ...documents];
const suites = readSources(['tests'], ['.ts', '.js']).filter(({ path }) => !path.startsWith('tests/house/words.'));

const prose = [...program.flatMap((file) => located(file, false)), ...suites.flatMap((file) => located(file, true))];

function located(file: SourceFile, isSuite: boolean): { place: string; text: string }[] {
  return proseOf(file, isSuite).map(({ line, text }) => ({ place: `${file.path}:${line}`, text }));
}

describe('comments, texts and names of tests contain no', () => {
  test.each(retired)('"%s"', (_, word, sample) => {
    expect(word.test(sample)).toBe(true);
    expect(prose.filter(({ text }) => word.test(text))).toEqual([]);
  });
});

test('the prose of a program is its comments and its texts, without names', () => {
  const text =
    "/** First. */\nconst a = ['nobody', `second ${'third one'} fourth`]; // fifth `told`\ntry {} catch {\n  // sixth\n}\n";
  const found = proseOf({ path: 'sample.ts', text }).map((passage) => [passage.line, passage.text]);
  expect(found.sort()).toEqual([
    [1, '/** First. */'],
    [2, '// fifth ``'],
    [2, 'third one'],
    [4, '// sixth'],
  ]);
});

test('the prose of a suite is its comments and the names of its tests', () => {
  const text = "// First.\ntest('second one', () => f('not this'));\ntest.each(rows)('third of %s', g);\n";
  const found = proseOf({ path: 'sample.ts', text }, true).map((passage) => passage.text);
  expect(found).toEqual(['// First.', 'second one', 'third of %s']);
});

test('every retired word is in the glossary', () => {
  const glossary = readFileSync('docs/glossary.md', 'utf8').split('## Retired words')[1] ?? '';
  expect(retired.filter(([word]) => !glossary.includes(word)).map(([word]) => word)).toEqual([]);
});
