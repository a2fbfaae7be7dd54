/** The commands and files that README.md and AGENTS.md name exist. */
import { describe, expect, test } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { readSources } from './tree.js';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** Names of the npm scripts in a text. */
function commands(text: string): string[] {
  const found = [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)];
  return found.map(([, script, short]) => script ?? short ?? '');
}

const sources = readSources(['bin', 'client', 'daemon', 'schemas', 'tests', 'web'], ['.ts', '.tsx']).map(
  ({ path }) => path,
);

describe.each(['README.md', 'AGENTS.md'])('%s', (path) => {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';

  test('names the two commands everything starts with', () => {
    expect(commands(text)).toEqual(expect.arrayContaining(['start', 'test']));
  });

  test('names only scripts that exist', () => {
    expect(commands(text).filter((name) => !(name in scripts))).toEqual([]);
  });

  test('names only paths that exist', () => {
    const paths = [...text.matchAll(/`((?:bin|client|daemon|docs|schemas|tests|web|\.ci|\.config)\/[^`\s]*)`/g)].map(
      ([, found]) => found ?? '',
    );
    const real = paths.filter((found) => !/[<>*{}]/.test(found));
    expect(real.filter((found) => !existsSync(found))).toEqual([]);
    // beside a path, its neighbours are named by the end of theirs
    const ends = [...text.matchAll(/`((?:[\w-]+\/)*[\w.-]+\.tsx?)`/g)].map(([, found]) => found ?? '');
    expect(ends.filter((end) => !sources.some((source) => `/${source}`.endsWith(`/${end}`)))).toEqual([]);
  });
});

test('AGENTS.md stays under 80 lines', () => {
  const lines = readFileSync('AGENTS.md', 'utf8').split('\n').length;
  expect(lines).toBeLessThan(80);
});
