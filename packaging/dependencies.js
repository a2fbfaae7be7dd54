/** Collects the packages that the built program loads at run time, as files for a package or an archive. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Packages that the bundle leaves out: they find native parts beside their own files, or load on demand. */
export const externals = ['@vscode/ripgrep', 'mime-types', 'node-pty', 'sharp'];

/** Files of a package that only its compilation needs. */
const unneeded =
  /^(?:node_modules|src|deps|third_party|scripts|typings|binding\.gyp|.*\.(?:map|d\.ts|pdb)|(?:.*\/)?test)$/i;

/**
 * Returns the packages and their installed dependencies, for this platform only, as {path, contents, mode} with paths
 * below `node_modules/`.
 */
export function runtimeFiles(root, names = externals) {
  const found = new Map();
  for (const name of names) collect(root, root, name, found);
  return [...found.keys()].flatMap((directory) => packageFiles(root, directory, found));
}

/** Adds a package and its dependencies; returns false if it is missing, and throws if a dependency is. */
function collect(root, from, name, found) {
  const directory = findPackage(root, from, name);
  if (directory === undefined || found.has(directory)) return directory !== undefined;
  const description = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  found.set(directory, description);
  for (const needed of Object.keys(description.dependencies ?? {})) {
    // node-pty needs headers only where it is compiled
    if (needed !== 'node-addon-api' && !collect(root, directory, needed, found))
      throw new Error(`${needed}, which ${name} needs, is not installed`);
  }
  for (const wanted of Object.keys(description.optionalDependencies ?? {})) collect(root, directory, wanted, found);
  return true;
}

function findPackage(root, from, name) {
  for (let directory = from; ; directory = dirname(directory)) {
    const path = join(directory, 'node_modules', name);
    if (existsSync(join(path, 'package.json'))) return path;
    if (directory === root) return undefined;
  }
}

function packageFiles(root, directory, found) {
  const own = readdirSync(directory, { recursive: true })
    .filter((path) => wanted(path.replaceAll('\\', '/')) && statSync(join(directory, path)).isFile())
    .map((path) => path.replaceAll('\\', '/'));
  return own.map((path) => {
    const file = join(directory, path);
    const contents = path === 'package.json' ? described(found.get(directory), found) : readFileSync(file);
    const mode = statSync(file).mode & 0o111 ? 0o755 : 0o644;
    return { path: `${relative(root, directory).replaceAll('\\', '/')}/${path}`, contents, mode };
  });
}

function wanted(path) {
  const parts = path.split('/');
  if (parts.some((_, at) => unneeded.test(parts.slice(0, at + 1).join('/')))) return false;
  const prebuilt = /^prebuilds\/([^/]+)\//.exec(path);
  return !prebuilt || prebuilt[1] === `${process.platform}-${process.arch}`;
}

/** Returns package.json without scripts and missing dependencies, so that an installation needs no registry. */
function described(description, found) {
  const { scripts: _scripts, devDependencies: _development, dependencies = {}, ...rest } = description;
  const present = new Set([...found.values()].map(({ name }) => name));
  const kept = (wishes) => Object.fromEntries(Object.entries(wishes).filter(([name]) => present.has(name)));
  return JSON.stringify(
    { ...rest, dependencies: kept(dependencies), optionalDependencies: kept(rest.optionalDependencies ?? {}) },
    undefined,
    2,
  );
}
