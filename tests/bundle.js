/**
 * Bundles what tests run outside of jest's modules: the daemon, the programs that tests start, and what those start
 * themselves. jest links every module again in every suite; a bundle is loaded once per worker and stays compiled.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { pieces } from '../bin/build.js';
import { hashFiles } from '../bin/sources.js';
import { root } from '../bin/setup.js';

const cache = join(root, 'node_modules', '.cache', 'agent-tests');
const day = 24 * 60 * 60 * 1000;

/** Directory of the bundle of the present sources; the bundle may not be there yet. */
export function bundleDirectory() {
  const sources = hashFiles(root, [
    'daemon',
    'client',
    'schemas',
    'tests/helpers',
    'package-lock.json',
    'bin/build.js',
  ]);
  const hash = createHash('sha256').update(sources).digest('hex').slice(0, 16);
  return join(cache, `bundle-${hash}`);
}

/** Bundles the present sources unless that was done before; returns the directory. */
export async function bundle() {
  const directory = bundleDirectory();
  if (existsSync(directory)) {
    utimesSync(directory, new Date(), new Date());
    return directory;
  }
  const { build } = await import('esbuild');
  const draft = `${directory}.${process.pid}`;
  const helpers = readdirSync(join(root, 'tests', 'helpers'));
  const programs = helpers.filter((name) => name.endsWith('main.ts')).map((name) => `tests/helpers/${name}`);
  await build({
    absWorkingDir: root,
    // what a thread or a process runs must be a file of its own, beside the daemon that starts it
    entryPoints: ['tests/helpers/outside.ts', ...programs, ...pieces],
    entryNames: '[name]',
    outdir: draft,
    outExtension: { '.js': '.mjs' },
    splitting: true,
    bundle: true,
    sourcemap: 'linked',
    sourcesContent: false,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  try {
    renameSync(draft, directory);
  } catch (error) {
    // another run made the same bundle meanwhile
    if (!existsSync(directory)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
  dropOld(directory);
  return directory;
}

function dropOld(current) {
  mkdirSync(cache, { recursive: true });
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (name.startsWith('bundle-') && path !== current && mtimeMs !== undefined && Date.now() - mtimeMs > day)
      rmSync(path, { recursive: true, force: true });
  }
}

/** jest's global set-up: workers find the directory in the environment. */
export default async function setUpBundle() {
  process.env.AGENT_TEST_BUNDLE = await bundle();
}
