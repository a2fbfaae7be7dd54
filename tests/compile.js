/**
 * Compiles sources once per run, so that node loads the program's modules and packages: jest would link every module
 * again in every suite, without a compile cache. Bundles programs that tests start, so that they start faster.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadable, pieces, toCommonJs } from '../bin/build.mjs';
import { root } from '../bin/setup.mjs';
import { hashFiles } from '../bin/sources.mjs';
import { hashOf, linkedOptions, reexport } from './transform.js';

const cache = join(root, 'node_modules', '.cache', 'agent-tests');
const day = 24 * 60 * 60 * 1000;

/** Directories whose compiled modules the suites use. */
const rooms = ['daemon', 'client', 'schemas'];

/** Test modules that are compiled too, so that suites share their cached documents and connections. */
const kept = ['tests/helpers/answers.ts', 'tests/helpers/documents.ts', 'tests/helpers/exchange.ts'];

/** Paths of compiled modules below the root, as source of a regular expression. */
export const compiledPaths = `(?:(?:${rooms.join('|')})/.+\\.[jt]s|${kept.join('|')})`;

/** Directories of modules that jest links itself: suites, helpers, and the parts of the page that they import. */
const linked = ['tests', 'web/messages', 'web/screens/settings'];

/** Paths of linked modules below the root, as source of a regular expression. */
export const linkedPaths = `(?:${linked.join('|')})/.+\\.ts`;

/** Packages that node loads once per worker, outside of jest. */
export const packages = [
  '@agentclientprotocol/sdk',
  '@copilotkit/aimock',
  '@modelcontextprotocol/node',
  '@modelcontextprotocol/server',
  '@xterm/headless',
  'ajv/dist/2020.js',
  'better-sqlite3',
  'fast-check',
  'node-pty',
  'playwright-core',
  'sharp',
  'ws',
  'yauzl',
];

/** Directory with a module for each of these packages. */
export const packageModules = join(cache, 'packages');

const node = { platform: 'node', target: 'node20', format: 'esm', logLevel: 'error' };

/** Compiles the current sources unless that is done already; returns the directory. */
export function compile() {
  return make('sources', [...rooms, 'tests/helpers', 'bin'], (draft) =>
    Promise.all([compileModules(draft), bundlePrograms(join(draft, 'programs'))]),
  );
}

/** Compiles suites and helpers one by one; returns the directory. */
function compileSuites() {
  return make('suites', linked, async (draft) => {
    const { transform } = await import('esbuild');
    const sources = linked.flatMap(modulesOf).filter((path) => path.endsWith('.ts'));
    const madeOf = {};
    const one = async (source) => {
      const text = readFileSync(join(root, source), 'utf8');
      const { code, map } = await transform(text, { ...linkedOptions, sourcefile: join(root, source) });
      const path = join(draft, source.replace(/\.ts$/, '.js'));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, code);
      writeFileSync(`${path}.map`, map);
      madeOf[source] = hashOf(text);
    };
    await Promise.all(sources.map(one));
    writeFileSync(join(draft, 'made-of.json'), JSON.stringify(madeOf));
  });
}

/** Returns the directory with the output of `into` for these files; creates it if it does not exist. */
async function make(name, from, into) {
  const hash = hashFiles(root, [...from, 'tests/compile.js', 'package-lock.json']);
  const directory = join(cache, `${name}-${hash.slice(0, 16)}`);
  if (existsSync(directory)) {
    utimesSync(directory, new Date(), new Date());
    return directory;
  }
  const draft = `${directory}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, 'package.json'), '{"type":"module"}');
  await into(draft);
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

const modulesOf = (room) =>
  readdirSync(join(root, room), { recursive: true })
    .map((path) => `${room}/${path}`)
    .filter((path) => /\.[jt]s$/.test(path) && !path.endsWith('.d.ts'));

/** Compiles each module to a separate file; `exports.json` lists the exports of each. */
async function compileModules(outdir) {
  const { build } = await import('esbuild');
  const entryPoints = [...rooms.flatMap(modulesOf), ...kept];
  const sources = { sourcemap: 'linked', sourcesContent: false };
  const options = { ...node, ...sources, absWorkingDir: root, entryPoints, outbase: '.', outdir, metafile: true };
  const { outputs } = (await build(options)).metafile;
  for (const room of rooms)
    for (const path of readdirSync(join(root, room), { recursive: true }))
      if (path.endsWith('.json')) copy(`${room}/${path}`, outdir);
  const exported = Object.values(outputs).map(({ entryPoint, exports }) => [entryPoint, exports]);
  writeFileSync(join(outdir, 'exports.json'), JSON.stringify(Object.fromEntries(exported)));
}

function copy(path, directory) {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  copyFileSync(join(root, path), join(directory, path));
}

/**
 * Programs that tests start hundreds of times. Like those of `dist/`, they load V8's compile cache of an earlier start,
 * and therefore must not use top-level `await`.
 */
const startedOften = ['daemonmain', 'mcpmain', 'programmain'];

async function bundlePrograms(outdir) {
  const { build } = await import('esbuild');
  const helpers = readdirSync(join(root, 'tests', 'helpers')).flatMap(
    (name) => /^(\w+main)\.ts$/.exec(name)?.[1] ?? [],
  );
  const others = helpers.filter((name) => !startedOften.includes(name)).map((name) => `tests/helpers/${name}.ts`);
  // external only if they need their own files: resolving packages is a large part of the start time
  const external = ['@vscode/ripgrep', 'better-sqlite3', 'node-pty', 'playwright-core', 'sharp'];
  const banner = {
    js: "import { createRequire as createBundleRequire } from 'node:module';const require = createBundleRequire(import.meta.url);",
  };
  const split = { bundle: true, splitting: true, minifySyntax: true, minifyWhitespace: true, external };
  const options = { ...node, ...split, absWorkingDir: root, entryNames: '[name]', outdir };
  // code of a thread or process must be a separate file beside the program that starts it
  await build({ ...options, banner, entryPoints: [...others, ...pieces] });
  const loader = join(root, 'bin', 'load.js');
  for (const name of startedOften) {
    // separately, because shared code would become many small files
    const entryPoints = [`tests/helpers/${name}.ts`];
    const { outputFiles } = await build({ ...options, ...loadable, write: false, entryPoints });
    for (const file of outputFiles) {
      await toCommonJs(file, readFileSync(loader));
      writeFileSync(file.path, file.contents);
    }
    const text = `import { load } from ${JSON.stringify(pathToFileURL(loader).href)};\nload('${name}', import.meta.dirname);\n`;
    writeFileSync(join(outdir, `${name}.js`), text);
  }
  await keepCompiled(outdir);
}

/** Starts the daemon once and lets it exit, because daemons that tests kill never store V8's compile cache. */
async function keepCompiled(programs) {
  const home = mkdtempSync(join(tmpdir(), 'agent-compiled-'));
  try {
    const child = spawn(process.execPath, [join(programs, 'daemonmain.js'), JSON.stringify({ home, cwd: home })], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, HOME: home },
    });
    child.stdout.once('data', () => child.kill('SIGTERM'));
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`the daemon of the tests does not start: it ends with ${code}`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Writes a module for each of `packages`, with its exports. */
async function writePackageModules() {
  const stamp = join(packageModules, 'made-of');
  const hash = hashFiles(root, ['tests/compile.js', 'tests/transform.js', 'package-lock.json']);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  for (const name of packages) {
    const path = join(packageModules, `${name}.mjs`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, reexport(name, Object.keys(await import(name))));
  }
  writeFileSync(stamp, hash);
}

function dropOld(current) {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (
      /^(?:sources|suites|accepted)-/.test(name) &&
      path !== current &&
      mtimeMs !== undefined &&
      Date.now() - mtimeMs > day
    )
      rmSync(path, { recursive: true, force: true });
  }
}

/** jest's global setup: passes the directories to workers in environment variables. */
export default async function setUpSources() {
  await writePackageModules();
  process.env.AGENT_TEST_SOURCES = await compile();
  process.env.AGENT_TEST_SUITES = await compileSuites();
}
