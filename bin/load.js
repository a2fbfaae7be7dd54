/** Loads a bundle of `dist/` with what V8 compiled of it in an earlier run: Node 20 keeps nothing of the kind, and compiling was a third of every start. */

const fs = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const { cachedDataVersionTag } = require('node:v8');
const vm = require('node:vm');

const dist = join(__dirname, '../dist');
/** of V8: another one cannot use what this one compiled */
const version = cachedDataVersionTag().toString(16);
// a bundle begins with a comment that holds nothing else, so its compiled code never belongs to another one
const hashOf = (source) => source.slice(2, source.indexOf('*', 2));

const loaded = new Map();
/** file of the cache → what was compiled without it, because it is absent or refused; written when the process ends */
const missing = new Map();

/** The exports of a bundle, such as `main`, of `dist/` or of another directory. */
function load(name, directory = dist) {
  return loadFile(join(directory, `${name}.cjs`), directory);
}

/** `root`: where the bundle began, which has the cache of all its pieces. */
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
  // bundles are ASCII, and as UTF-8 they would be checked and copied once more
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
    // not there yet, or not readable: it only saves time
    return undefined;
  }
}

function writeCache() {
  try {
    for (const [file, script] of missing) {
      fs.mkdirSync(dirname(file), { recursive: true });
      const draft = `${file}.${process.pid}`;
      // flushed: after a power cut there is a whole file or none
      fs.writeFileSync(draft, script.createCachedData(), { flush: true });
      fs.renameSync(draft, file);
    }
  } catch {
    // a directory of another user, or a full disk: the next start compiles again
  }
}

module.exports = { load };
