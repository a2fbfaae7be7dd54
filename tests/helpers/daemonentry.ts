/** Bundles the entries of processes once per test process, so that each of them starts fast. */
import { mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { pieces } from '../../bin/build.js';

const built = new Map<string, Promise<string>>();

/** Path of the bundled `<name>main.ts` of this folder. */
export function buildEntry(name = 'daemon'): Promise<string> {
  const known = built.get(name) ?? bundle(name);
  built.set(name, known);
  return known;
}

async function bundle(name: string): Promise<string> {
  const here = dirname(createRequire(import.meta.url).resolve('../../package.json'));
  // below the project, so that packages are found
  const directory = join(here, 'node_modules', '.cache', 'agent-tests', `${name}-${process.pid}`);
  mkdirSync(directory, { recursive: true });
  await build({
    absWorkingDir: here,
    // the daemon starts the others beside itself
    entryPoints: [`tests/helpers/${name}main.ts`, ...pieces],
    entryNames: '[name]',
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    // what a thread runs must be a file of its own
    splitting: true,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  return join(directory, `${name}main.mjs`);
}
