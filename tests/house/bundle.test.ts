/** What the built program loads: nothing of the daemon before one starts. */
import { beforeAll, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';

interface Output {
  inputs: Record<string, unknown>;
  imports: { path: string; kind: string; external?: boolean }[];
}

let outputs: Record<string, Output>;
beforeAll(() => {
  ({ outputs } = JSON.parse(readFileSync('dist/meta.json', 'utf8')) as { outputs: Record<string, Output> });
});

/** The sources and packages that loading a piece brings along at once; `seen` are the files it is in. */
function loads(name: string, seen = new Set<string>()): string[] {
  const output = outputs[name];
  if (!output || seen.has(name)) return [];
  seen.add(name);
  const eager = output.imports.filter(({ kind }) => kind === 'import-statement');
  const external = eager.filter((each) => each.external).map(({ path }) => path);
  return [...Object.keys(output.inputs), ...external, ...eager.flatMap(({ path }) => loads(path, seen))];
}

/** The pieces that contain a source. */
function containing(source: RegExp): string[] {
  return Object.keys(outputs).filter((name) =>
    Object.keys(outputs[name]?.inputs ?? {}).some((input) => source.test(input)),
  );
}

const daemonOnly = /^daemon\/|node_modules\/(better-sqlite3|express|pino|ajv)\/|generated\/(validators|documents)/;

test('the daemon is a piece of its own, with what it needs', () => {
  const [daemon] = containing(/^daemon\/main\.ts$/);
  expect(loads(daemon ?? '').filter((input) => daemonOnly.test(input)).length).toBeGreaterThan(10);
});

test('a server starts from few files: each takes time to find and to link', () => {
  const [daemon] = containing(/^daemon\/main\.ts$/);
  const files = new Set<string>();
  loads(daemon ?? '', files);
  expect(files.size).toBeLessThanOrEqual(29);
});

test('no piece of the client loads anything of the daemon', () => {
  const pieces = containing(/^(bin\/(?:main|server)\.|client\/)/);
  expect(pieces).toContain('dist/main.cjs');
  expect(
    pieces.flatMap((name) =>
      loads(name)
        .filter((input) => daemonOnly.test(input))
        .map((input) => `${name}: ${input}`),
    ),
  ).toEqual([]);
});

test('the libraries for web pages and for MCP servers wait until there is one, and what the thread runs is a piece of its own', () => {
  const heavy =
    /node_modules\/(undici|fetch-socks|socks|linkedom|turndown|yazl|@mozilla\/readability|@modelcontextprotocol\/client)\//;
  const [daemon] = containing(/^daemon\/main\.ts$/);
  const [thread = ''] = containing(/^daemon\/tools\/pagework\.ts$/);
  for (const piece of [daemon ?? '', thread]) expect(loads(piece).filter((input) => heavy.test(input))).toEqual([]);
  expect(Object.keys(outputs[thread]?.inputs ?? {})).toEqual(['daemon/tools/pagework.ts']);
  expect(loads(thread).filter((input) => /^daemon\/(main|compose|sessions|agent|http)/.test(input))).toEqual([]);
});

test('tables that a start has no use for are left out, or wait', () => {
  expect(containing(/iconv-lite\/encodings\/tables/)).toEqual([]);
  const [daemon] = containing(/^daemon\/main\.ts$/);
  expect(loads(daemon ?? '').filter((input) => input.includes('mime-db'))).toEqual([]);
  expect(containing(/mime-db\/db\.json$/)).not.toEqual([]);
});

test.each([
  ['filesworker', /^daemon\/(?:workspace|base)\/|^daemon\/errors/],
  ['imageworker', /^daemon\/(?:workspace|base)\/|^daemon\/errors/],
  ['searchworker', /^daemon\/(?:workspace|base)\/|^daemon\/errors/],
  ['watchworker', /^daemon\/(?:workspace|base)\//],
  ['host', /^daemon\/(?:terminals|base)\//],
  ['indexworker', /^daemon\/(?:sessions\/search|workspace|base)\/|node_modules\/better-sqlite3\//],
])('the process or thread %s loads nothing else of the server', (name, own) => {
  const worker = `dist/chunks/${name}.js`;
  expect(Object.keys(outputs)).toContain(worker);
  expect(loads(worker).filter((input) => daemonOnly.test(input) && !own.test(input))).toEqual([]);
});
