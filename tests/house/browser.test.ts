/** What a page loads of the client: it bundles for browsers, is small, and leaves out what only a server needs. */
import { beforeAll, expect, test } from '@jest/globals';
import { build, type BuildResult } from 'esbuild';
import { gzipSync } from 'node:zlib';

/** Bytes, compressed, of calls, connection and session model together. */
const most = 20_000;

let result: BuildResult<{ write: false; metafile: true }>;
beforeAll(async () => {
  const modules = [
    'api/client',
    'api/files',
    'api/owner',
    'api/stream',
    'session/account',
    'session/list',
    'session/session',
  ];
  result = await build({
    stdin: { contents: modules.map((name) => `export * from './client/${name}.ts';`).join('\n'), resolveDir: '.' },
    bundle: true,
    platform: 'browser',
    format: 'esm',
    minify: true,
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
});

test('it bundles for browsers without any module of Node or package', () => {
  const inputs = Object.keys(result.metafile.inputs);
  expect(inputs.length).toBeGreaterThan(15);
  expect(inputs.filter((path) => !/^(?:client\/(?:api|session|view)|schemas)\/|^<stdin>$/.test(path))).toEqual([]);
});

test('the facts that only a server needs of operations and errors stay out', () => {
  const inputs = Object.values(result.metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
  expect(used).toContain('schemas/generated/routes.ts');
  expect(used.filter((path) => /generated\/(operations|errors|documents|validators)/.test(path))).toEqual([]);
});

test('it is small', () => {
  const size = gzipSync(result.outputFiles[0]?.contents ?? '', { level: 9 }).length;
  expect(size).toBeGreaterThan(5_000);
  expect(size).toBeLessThanOrEqual(most);
});
