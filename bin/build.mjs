/** `npm run build`: bundles the program into `dist/`, in pieces that are loaded on demand. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPage } from './page.mjs';
import { hashSources, readStamp, stampPath } from './sources.mjs';

const day = 24 * 60 * 60 * 1000;

/** Modules that the daemon runs in separate processes and threads. */
export const pieces = [
  'daemon/sessions/search/indexworker.ts',
  'daemon/terminals/host.ts',
  'daemon/workspace/files/filesworker.ts',
  'daemon/workspace/imageworker.ts',
  'daemon/workspace/search/searchworker.ts',
  'daemon/workspace/watch/watchworker.ts',
];

/** Builds the tree below `root`; throws when the generated contract does not match the schemas, or esbuild fails. */
export async function build(root) {
  const made = hashSources(root);
  const [result, page, documents] = await Promise.all([
    bundle(root),
    buildPage(root),
    documentsOf(root),
    readStamp(root)?.schemas === made.schemas || checkContract(root),
  ]);
  const files = [...result.outputFiles.map(({ path, contents }) => ({ path, contents })), ...page];
  files.push(...documents.map(({ path, contents }) => ({ path: join(root, 'dist', path), contents })));
  // the list of files, since old ones may be beside them
  const built = files.map(({ path }) => relative(root, path).replaceAll('\\', '/'));
  files.push({ path: join(root, 'dist', 'meta.json'), contents: JSON.stringify({ ...result.metafile, built }) });
  files.push({ path: stampPath(root), contents: JSON.stringify(made) });
  // Chunks are written before the files that import them: a program that starts meanwhile finds a complete build.
  files.sort((a, b) => rank(root, a.path) - rank(root, b.path));
  for (const file of files) writeWhole(file.path, file.contents);
  dropOld(root, new Set(files.map(({ path }) => path)));
}

/**
 * The program, its imports for commands without a server, and the pieces are bundled separately. Sharing code would
 * create many small files, each of which costs more at a start than its bytes. A process that loads two bundles shares
 * no state between them.
 */
async function bundle(root) {
  const commands = await bundleOne(root, {
    ...loadable,
    entryPoints: lateModules(root),
    // named by content: a program that runs during a build keeps its files
    entryNames: 'chunks/[name]-[hash]',
  });
  const names = Object.entries(commands.metafile.outputs).flatMap(([path, { entryPoint }]) =>
    entryPoint === undefined ? [] : [[join(root, entryPoint), `./${relative('dist', path)}`]],
  );
  const program = await bundleOne(root, {
    ...loadable,
    entryPoints: { main: mainModule, server: 'bin/server.mts', help: 'client/cli/help-text.ts' },
    plugins: [lateTables, ownAddon(root), bundledApart(new Map(names))],
  });
  const others = await bundleOne(root, {
    // in the directory of the daemon chunk that starts them
    entryPoints: Object.fromEntries(pieces.map((path) => [`chunks/${basename(path, '.ts')}`, path])),
  });
  const loader = readFileSync(join(root, 'bin', 'load.js'));
  for (const { outputFiles } of [commands, program])
    await Promise.all(outputFiles.map((file) => toCommonJs(file, loader)));
  const all = [commands, program, others];
  const merged = (part) => Object.assign({}, ...all.map(({ metafile }) => metafile[part]));
  return {
    outputFiles: all.flatMap(({ outputFiles }) => outputFiles),
    metafile: { inputs: merged('inputs'), outputs: merged('outputs') },
  };
}

const mainModule = 'bin/main.mts';

/** Options for bundles that `bin/load.js` loads, which ignores source maps. */
export const loadable = { outExtension: { '.js': '.cjs' }, sourcemap: false, banner: {} };

/** Converts a module for `bin/load.js`; threads load it as Node does. It begins with a hash of itself and `loader`. */
export async function toCommonJs(file, loader) {
  const esbuild = await import('esbuild');
  const url = '__bundleUrl';
  const module = file.text.replaceAll(/\bimport\(("(\.?)[^"]+")\)/g, (_, path, isOwn) =>
    isOwn ? `Promise.resolve().then(() => require(${path}))` : `importPackage(${path})`,
  );
  const { code } = await esbuild.transform(module, {
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    define: { 'import.meta.url': url },
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
  });
  const ascii = escaped(code);
  const named = ascii.includes(url)
    ? `const ${url}=require("node:url").pathToFileURL(__filename).href;${ascii}`
    : ascii;
  const hash = createHash('sha256').update(loader).update(named).digest('hex').slice(0, 32);
  file.contents = `/*${hash}*/${named}`;
}

/**
 * Escapes the non-ASCII letters that esbuild leaves in patterns and tagged templates: a single one doubles the memory
 * and parse time of a bundle.
 */
function escaped(code) {
  const escape = (unit) => `u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return code.replaceAll(/(\\*)([^\0-\x7f])/g, (_, slashes, unit) =>
    slashes.length % 2 === 1 ? slashes + escape(unit) : `${slashes}\\${escape(unit)}`,
  );
}

/** Generates the documents of a package from the command table: the manual page, and completion scripts. */
async function documentsOf(root) {
  const esbuild = await import('esbuild');
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    stdin: {
      contents:
        "export { manPage } from './client/cli/man-page.ts'; export { completionScript } from './client/cli/completion-scripts.ts';",
      resolveDir: root,
    },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  });
  const source = Buffer.from(outputFiles[0].contents).toString('base64');
  const { manPage, completionScript } = await import(`data:text/javascript;base64,${source}`);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return [
    { path: 'man/agent.1', contents: manPage(version) },
    { path: 'completions/agent.bash', contents: completionScript('bash') },
    { path: 'completions/_agent', contents: completionScript('zsh') },
    { path: 'completions/agent.fish', contents: completionScript('fish') },
  ];
}

/** Returns the server modules that the program imports for single commands. */
function lateModules(root) {
  const imports = readFileSync(join(root, mainModule), 'utf8').matchAll(/import\('\.\.\/(daemon\/[\w/-]+)\.js'\)/g);
  return [...imports].map(([, path]) => `${path}.ts`).filter((path) => path !== 'daemon/main.ts');
}

/** `names`: sources, and the bundles that contain them. */
const bundledApart = (names) => ({
  name: 'bundled-apart',
  setup(builder) {
    builder.onResolve({ filter: /^\.\.\/daemon\// }, ({ path, resolveDir, kind }) => {
      const name = names.get(resolve(resolveDir, path.replace(/\.js$/, '.ts')));
      return name !== undefined && kind === 'dynamic-import' ? { path: name, external: true } : undefined;
    });
  },
});

async function bundleOne(root, more) {
  const esbuild = await import('esbuild');
  return esbuild.build({
    absWorkingDir: root,
    outdir: 'dist',
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: 'linked',
    sourcesContent: false,
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'warning',
    // These packages find their binaries relative to their own files.
    external: ['@vscode/ripgrep', 'node-pty', 'sharp'],
    plugins: [lateTables, ownAddon(root)],
    // CommonJS packages `require` Node's modules, which ES modules cannot do.
    banner: {
      js: "import { createRequire as createBundleRequire } from 'node:module';const require = createBundleRequire(import.meta.url);",
    },
    ...more,
  });
}

/**
 * Unused package contents that would load at every start: encoding tables, since request bodies are UTF-8, and media
 * types, which are loaded on demand.
 */
const lateTables = {
  name: 'late-tables',
  setup(builder) {
    builder.onResolve({ filter: /^\.\/(?:sbcs-data-generated|dbcs-data)$/ }, ({ importer }) =>
      importer.includes('iconv-lite') ? { path: 'encodings', namespace: 'late' } : undefined,
    );
    builder.onResolve({ filter: /^mime-types$/ }, ({ importer }) =>
      /node_modules.(?:accepts|express|send|type-is)\b/.test(importer)
        ? { path: 'mime-types', namespace: 'late' }
        : undefined,
    );
    builder.onResolve({ filter: /^mime-types$/, namespace: 'late' }, ({ path }) => ({ path, external: true }));
    builder.onLoad({ filter: /^encodings$/, namespace: 'late' }, () => ({ contents: 'module.exports = {};' }));
    builder.onLoad({ filter: /^mime-types$/, namespace: 'late' }, () => ({
      contents: ['charset', 'contentType', 'extension', 'lookup']
        .map((name) => `exports.${name} = (text) => require('mime-types').${name}(text);`)
        .join('\n'),
    }));
  },
};

/** Bundles better-sqlite3; `bin/native.js` finds its native module. */
const ownAddon = (root) => ({
  name: 'own-addon',
  setup(builder) {
    builder.onResolve({ filter: /^bindings$/ }, ({ importer }) =>
      importer.includes('better-sqlite3') ? { path: 'bindings', namespace: 'addon' } : undefined,
    );
    builder.onLoad({ filter: /./, namespace: 'addon' }, () => ({
      contents: "const { loadAddon } = require('./native.js'); module.exports = () => loadAddon();",
      resolveDir: join(root, 'bin'),
    }));
  },
});

function checkContract(root) {
  return new Promise((fulfil, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'schemas/codegen.ts', '--check'], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? fulfil() : reject(new Error('The generated contract does not fit the schemas.')),
    );
  });
}

function rank(root, path) {
  if (path === stampPath(root)) return 3;
  const name = relative(join(root, 'dist'), path).replaceAll('\\', '/');
  if (name === 'web/index.html') return 2;
  return /^(?:chunks|web\/assets)\//.test(name) ? 0 : 1;
}

function writeWhole(path, contents) {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, contents);
  renameSync(draft, path);
}

/** Removes old chunks of earlier builds; recent ones stay, since a running server or page may still request one. */
function dropOld(root, current) {
  for (const folder of ['chunks', 'web/assets']) dropOldIn(join(root, 'dist', folder), current);
  const compiled = join(root, 'dist', 'cache');
  mkdirSync(compiled, { recursive: true });
  // cached code of other bundles; a running program recreates its own
  for (const version of readdirSync(compiled)) dropOldIn(join(compiled, version), current);
}

function dropOldIn(directory, current) {
  mkdirSync(directory, { recursive: true });
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (!current.has(path) && mtimeMs !== undefined && Date.now() - mtimeMs > day) rmSync(path, { force: true });
  }
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await build(resolve(dirname(fileURLToPath(import.meta.url)), '..')).catch((error) => {
    // esbuild has printed the errors
    console.error(error.errors ? 'Build failed.' : error.message);
    process.exitCode = 1;
  });
}
