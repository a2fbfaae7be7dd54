/** When a build is stale: any change of a source, however it came about, and nothing else. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashSources, isStale, stampPath } from '../../bin/sources.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'agent-sources-'));
  for (const folder of ['bin', 'daemon/tools', 'schemas/types', 'tests', 'dist'])
    mkdirSync(join(root, folder), { recursive: true });
  write('bin/main.mts', '1');
  write('daemon/tools/read.ts', '1');
  write('schemas/types/Thing.json', '{}');
  write('package-lock.json', '{}');
  write('dist/main.cjs', '1');
  writeFileSync(stampPath(root), JSON.stringify(hashSources(root)));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  writeFileSync(join(root, path), text);
}

/** what happens, and whether the build is stale then */
const rows: [string, () => void, boolean][] = [
  ['nothing', () => {}, false],
  ['a source is touched', () => utimesSync(join(root, 'bin/main.mts'), 1, 1), false],
  ['a test changes', () => write('tests/new.test.ts', '1'), false],
  ['a source changes', () => write('daemon/tools/read.ts', '2'), true],
  ['a source comes', () => write('daemon/tools/write.ts', '1'), true],
  ['a source goes', () => rmSync(join(root, 'daemon/tools/read.ts')), true],
  [
    'a source is renamed',
    () => renameSync(join(root, 'daemon/tools/read.ts'), join(root, 'daemon/tools/edit.ts')),
    true,
  ],
  ['the contract changes', () => write('schemas/types/Thing.json', '{ }'), true],
  ['the lock file changes', () => write('package-lock.json', '{ }'), true],
  ['the build goes', () => rmSync(join(root, 'dist/main.cjs')), true],
  ['the stamp is torn', () => writeFileSync(stampPath(root), '{"schemas'), true],
];

test.each(rows)('%s', (_, change, stale) => {
  change();
  expect(isStale(root)).toBe(stale);
});
