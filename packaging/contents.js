/** Lists the files of published packages as data: the program, SQLite's native module, and their package.json. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { constants } from '../bin/constants.js';
import { addonFile, nativePackage, nativePlatforms } from '../bin/native.js';
import { externals } from './dependencies.js';
import { thirdPartyNotices } from './notices.js';

/** Returns the platform for which this machine builds native packages, such as `linux-x64`. */
export function ownPlatform() {
  const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  return `${process.platform}${isMusl ? 'musl' : ''}-${process.arch}`;
}

/** Returns the files of the program as {path, contents, mode}, without its package.json. */
export function programFiles(root) {
  const metafile = JSON.parse(readFileSync(join(root, 'dist', 'meta.json'), 'utf8'));
  const paths = metafile.built.filter((path) => !/\.(?:map|LEGAL\.txt)$/.test(path));
  return [
    ...paths.map((path) => ({ path, contents: withoutMap(path, readFileSync(join(root, path))) })),
    { path: 'bin/agent.js', contents: readFileSync(join(root, 'bin', 'agent.js')), mode: 0o755 },
    ...['bin/load.js', 'bin/own-server.js', 'bin/package.json'].map((path) => ({
      path,
      contents: readFileSync(join(root, path)),
    })),
    ...['README.md', 'LICENSE'].map((path) => ({ path, contents: readFileSync(join(root, path)) })),
    { path: 'THIRD-PARTY-NOTICES', contents: thirdPartyNotices(root, metafile) },
  ];
}

/** Removes the reference to a source map, since packages do not include source maps. */
function withoutMap(path, contents) {
  if (!path.endsWith('.js')) return contents;
  return contents.toString('utf8').replace(/\n?\/\/# sourceMappingURL=\S+\s*$/, '\n');
}

/** Returns the package.json of the published program. */
export function programDescription(root) {
  const { version, description, license, type, engines, bin, dependencies } = readDescription(root);
  const man = existsSync(join(root, 'dist', 'man', 'agent.1')) ? { man: ['dist/man/agent.1'] } : {};
  return {
    name: constants.packageName,
    version,
    description,
    license,
    type,
    engines,
    bin,
    ...man,
    files: ['bin', 'dist', 'README.md', 'LICENSE', 'THIRD-PARTY-NOTICES'],
    dependencies: Object.fromEntries(externals.map((name) => [name, dependencies[name]])),
    optionalDependencies: Object.fromEntries(nativePlatforms.map((name) => [nativePackage(name), version])),
  };
}

/** Returns the native package of this machine as {path, contents, mode}: SQLite compiled here, for the running Node. */
export function nativeFiles(root) {
  const platform = ownPlatform();
  const [os, cpu] = platform.split('-');
  const source = join(root, 'node_modules', 'better-sqlite3');
  const isMusl = os === 'linuxmusl';
  const description = {
    name: nativePackage(platform),
    version: readDescription(root).version,
    description: `SQLite for ${constants.packageName} on ${platform}`,
    license: 'MIT',
    os: [isMusl ? 'linux' : os],
    cpu: [cpu],
    ...(os.startsWith('linux') ? { libc: [isMusl ? 'musl' : 'glibc'] } : {}),
  };
  return [
    { path: 'package.json', contents: json(description) },
    { path: 'LICENSE', contents: readFileSync(join(source, 'LICENSE')) },
    {
      path: addonFile(process.versions.modules),
      contents: readFileSync(join(source, 'build', 'Release', 'better_sqlite3.node')),
      mode: 0o755,
    },
  ];
}

function readDescription(root) {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

export function json(value) {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Returns the same files in another directory. */
export function below(directory, files) {
  return files.map((file) => ({ ...file, path: `${directory}/${file.path}` }));
}

/** Returns the paths of a package for comparison with a list, with `*` for names that change with each build. */
export function stablePaths(files) {
  const plain = files.map(({ path }) => path.replace(/^(dist\/(?:chunks|web)\/).*$/, '$1*'));
  return [...new Set(plain)].sort();
}

/** Returns the files that contain the path of this checkout, which published files must not. */
export function foreignPaths(root, files) {
  const needles = [root, relative('/', root)].filter((text) => text.length > 3);
  return files.filter(({ contents }) => needles.some((text) => Buffer.from(contents).includes(text)));
}
