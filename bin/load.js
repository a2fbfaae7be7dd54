/** Loads bundles of `dist/` with V8's code cache of an earlier run, since compiling took a third of every start. */

const fs = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const { cachedDataVersionTag } = require('node:v8');
const vm = require('node:vm');

const dist = join(__dirname, '../dist');
/** V8's cache version: another version cannot use this cache */
const version = cachedDataVersionTag().toString(16);
// a bundle begins with a comment that contains only its hash, so a cache never applies to another bundle
const hashOf = (source) => source.slice(2, source.indexOf('*', 2));

const loaded = new Map();
/** by cache file: scripts compiled without a valid cache, which is written at the end of the process */
const missing = new Map();

/** Returns the exports of a bundle, such as `main`, in `dist/` or another directory. */
function load(name, directory = dist) {
  return loadFile(join(directory, `${name}.cjs`), directory);
}

/** `root`: the directory of the first bundle, which contains the cache of all its pieces. */
function loadFile(path, root) {
  const known = loaded.get(path);
  if (known) return known.exports;
  const module = { exports: {} };
  loaded.set(path, module);
  const directory = dirname(path);
  const platform = createRequire(path);
  const require = (id) => (/^\.\.?\//.test(id) ? loadFile(join(directory, id), root) : platform(id));
  Object.setPrototypeOf(require, platform);
  compile(path, join(root, 'cache', version)).call(
    module.exports,
    module.exports,
    require,
    module,
    path,
    directory,
    (id) => import(id),
  );
  return module.exports;
}

function compile(path, cache) {
  // bundles are ASCII; decoding as UTF-8 would check and copy them once more
  const source = fs.readFileSync(path, 'latin1');
  const file = join(cache, `${hashOf(source)}.bin`);
  const cachedData = readCache(file);
  const parameters = 'exports, require, module, __filename, __dirname, importPackage';
  const script = new vm.Script(`(function (${parameters}) { ${source}\n})`, { filename: path, cachedData });
  if (!cachedData || script.cachedDataRejected) {
    if (missing.size === 0) process.once('exit', writeCache);
    missing.set(file, script);
  }
  return script.runInThisContext();
}

function readCache(file) {
  try {
    return fs.readFileSync(file);
  } catch {
    // missing or unreadable: the cache only saves time
    return undefined;
  }
}

function writeCache() {
  try {
    for (const [file, script] of missing) {
      fs.mkdirSync(dirname(file), { recursive: true });
      const draft = `${file}.${process.pid}`;
      // flushed, so that a power failure leaves a complete file or none
      fs.writeFileSync(draft, script.createCachedData(), { flush: true });
      fs.renameSync(draft, file);
    }
  } catch {
    // a directory of another user, or a full disk: the next start compiles again
  }
}

module.exports = { load };
