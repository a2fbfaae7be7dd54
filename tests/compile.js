/**
 * Compiles the sources once for a run, so that suites use them as node does: jest would link every module again in every
 * suite and never keep it compiled. Programs that tests start are bundled, because they start faster then.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pieces } from '../bin/build.js';
import { root } from '../bin/setup.js';
import { hashFiles } from '../bin/sources.js';

const cache = join(root, 'node_modules', '.cache', 'agent-tests');
const day = 24 * 60 * 60 * 1000;

/** Directories whose modules suites use compiled. */
const rooms = ['daemon', 'client', 'schemas'];

/** Modules of tests that are compiled too: what they make of the served documents is kept for the next suite. */
const kept = ['tests/helpers/answers.ts', 'tests/helpers/documents.ts'];

/** Paths of compiled modules below the root, as the text of a regular expression. */
export const compiledPaths = `(?:(?:${rooms.join('|')})/.+\\.[jt]s|${kept.join('|')})`;

const node = { platform: 'node', target: 'node20', format: 'esm', logLevel: 'error' };

/** Compiles the present sources unless that was done before; returns the directory. */
export async function compile() {
  const hash = hashFiles(root, [...rooms, 'tests/helpers', 'tests/compile.js', 'bin', 'package-lock.json']);
  const directory = join(cache, `sources-${hash.slice(0, 16)}`);
  if (existsSync(directory)) {
    utimesSync(directory, new Date(), new Date());
    return directory;
  }
  const draft = `${directory}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, 'package.json'), '{"type":"module"}');
  await Promise.all([compileModules(draft), bundlePrograms(join(draft, 'programs'))]);
  try {
    renameSync(draft, directory);
  } catch (error) {
    // another run compiled the same sources meanwhile
    if (!existsSync(directory)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
  dropOld(directory);
  return directory;
}

/** Each module becomes a file of its own; `exports.json` names what each of them exports. */
async function compileModules(outdir) {
  const { build } = await import('esbuild');
  const sourcesOf = (room) => readdirSync(join(root, room), { recursive: true }).map((path) => `${room}/${path}`);
  const isModule = (path) => /\.[jt]s$/.test(path) && !path.endsWith('.d.ts');
  const entryPoints = [...rooms.flatMap(sourcesOf).filter(isModule), ...kept];
  const sources = { sourcemap: 'linked', sourcesContent: false };
  const options = { ...node, ...sources, absWorkingDir: root, entryPoints, outbase: '.', outdir, metafile: true };
  const { outputs } = (await build(options)).metafile;
  for (const path of rooms.flatMap(sourcesOf)) if (path.endsWith('.json')) copy(path, outdir);
  const exported = Object.values(outputs).map(({ entryPoint, exports }) => [entryPoint, exports]);
  writeFileSync(join(outdir, 'exports.json'), JSON.stringify(Object.fromEntries(exported)));
}

function copy(path, directory) {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  copyFileSync(join(root, path), join(directory, path));
}

async function bundlePrograms(outdir) {
  const { build } = await import('esbuild');
  const helpers = readdirSync(join(root, 'tests', 'helpers')).filter((name) => name.endsWith('main.ts'));
  // what a thread or a process runs must be a file of its own, beside the program that starts it
  const entryPoints = [...helpers.map((name) => `tests/helpers/${name}`), ...pieces];
  const split = { bundle: true, splitting: true, packages: 'external' };
  await build({ ...node, ...split, absWorkingDir: root, entryPoints, entryNames: '[name]', outdir });
}

function dropOld(current) {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (/^(?:sources|accepted)-/.test(name) && path !== current && mtimeMs !== undefined && Date.now() - mtimeMs > day)
      rmSync(path, { recursive: true, force: true });
  }
}

/** jest's global set-up: workers find the directory in the environment. */
export default async function setUpSources() {
  process.env.AGENT_TEST_SOURCES = await compile();
}
