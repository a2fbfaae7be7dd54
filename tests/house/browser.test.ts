/** What a page loads of the client: it bundles for browsers, is small, and leaves out what only a server needs. */
import { beforeAll, expect, test } from '@jest/globals';
import { mkdtempSync, writeFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { browserLimits, bundleForBrowser, modulesOf, sizeOf } from '../../bin/browser.mjs';
import * as sources from '../../client/view/markdown.js';

/** Bytes, compressed, of calls, connection and session model together. */
const most = 20_000;

const root = process.cwd();

type Bundle = Awaited<ReturnType<typeof bundleForBrowser>>;

let core: Bundle;
let all: Bundle;
beforeAll(async () => {
  const names = ['client', 'files', 'owner', 'stream'];
  const modules = [...names.map((name) => `api/${name}.ts`), ...modulesOf(root, ['session'])];
  const rooms = browserLimits.at(-1)?.rooms ?? [];
  [core, all] = await Promise.all([bundleForBrowser(root, modules), bundleForBrowser(root, modulesOf(root, rooms))]);
});

test('it bundles for browsers without any module of Node, and without a package', () => {
  const others = (bundle: Bundle) =>
    Object.keys(bundle.metafile?.inputs ?? {}).filter(
      (path) => !/^(?:client\/(?:api|session|view|commands)|schemas)\/|^<stdin>$/.test(path),
    );
  expect(Object.keys(core.metafile.inputs ?? {}).length).toBeGreaterThan(15);
  expect(others(core)).toEqual([]);
  expect(others(all)).toEqual([]);
});

test('the facts that only a server needs of operations, events and errors stay out', () => {
  const inputs = Object.values(core.metafile.outputs ?? {}).flatMap((output) => Object.entries(output.inputs));
  const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
  expect(used).toContain('schemas/generated/routes.ts');
  expect(used.filter((path) => /generated\/(operations|errors|documents|validators)/.test(path))).toEqual([]);
  expect(core.text).not.toMatch(/delivery:|error_codes|errors:/);
});

test('it is small', () => {
  expect(sizeOf(core)).toBeGreaterThan(5_000);
  expect(sizeOf(core)).toBeLessThanOrEqual(most);
  expect(sizeOf(all)).toBeGreaterThan(most);
});

test('its Markdown reader reads the same and makes no HTML', async () => {
  expect(all.text).not.toMatch(/<blockquote>|<\/p>/);
  const folder = mkdtempSync(join(tmpdir(), 'agent-browser-'));
  try {
    const path = join(folder, 'client.mjs');
    writeFileSync(path, all.text);
    const { markdownBlocks } = (await import(pathToFileURL(path).href)) as typeof sources;
    const text =
      '# A\n\n- [x] *b*\n  1. `c`\n\n> d <b>e</b>\n\n| f | g |\n|---|:-:|\n| h | [i](j) |\n\n~~k~~ https://l.m\n';
    expect(markdownBlocks(text)).toEqual(sources.markdownBlocks(text));
    expect(markdownBlocks(text).map(({ kind }) => kind)).toEqual(['heading', 'list', 'quote', 'table', 'paragraph']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
