/** Bundles the entry of daemon processes once per test process, so that each of them starts fast. */
import { mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

let built: Promise<string> | undefined;

/** Path of the bundled entry. */
export function buildEntry(): Promise<string> {
  return (built ??= bundle());
}

async function bundle(): Promise<string> {
  const here = dirname(createRequire(import.meta.url).resolve('../../package.json'));
  // below the project, so that packages are found
  const directory = join(here, 'node_modules', '.cache', 'agent-tests');
  mkdirSync(directory, { recursive: true });
  const outfile = join(directory, `daemon-${process.pid}.mjs`);
  await build({
    absWorkingDir: here,
    entryPoints: ['tests/helpers/daemonmain.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  process.once('exit', () => rmSync(outfile, { force: true }));
  return outfile;
}
