/** What a published package holds, as data: the program, the package for SQLite's native part, and the descriptions of both. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { constants } from '../bin/constants.js';
import { addonFile, nativePackage, nativePlatforms } from '../bin/native.js';
import { externals } from './dependencies.js';
import { thirdPartyNotices } from './notices.js';

/** The platform this machine makes native packages for. */
export function ownPlatform() {
  const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  return `${process.platform}${isMusl ? 'musl' : ''}-${process.arch}`;
}

/** The files of the program as {path, contents, mode}, without its package.json. */
export function programFiles(root) {
  const metafile = JSON.parse(readFileSync(join(root, 'dist', 'meta.json'), 'utf8'));
  const built = Object.keys(metafile.outputs).filter((path) => !path.endsWith('.map'));
  const directories = ['web', 'man', 'completions'].flatMap((name) => filesBelow(root, join('dist', name)));
  const paths = [...new Set([...built, ...directories])].filter((path) => !/\.(?:map|LEGAL\.txt)$/.test(path));
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

function filesBelow(root, directory) {
  if (!existsSync(join(root, directory))) return [];
  return readdirSync(join(root, directory), { recursive: true })
    .map((path) => join(directory, path).replaceAll('\\', '/'))
    .filter((path) => statSync(join(root, path)).isFile());
}

/** The maps stay behind, so nothing may name them. */
function withoutMap(path, contents) {
  if (!path.endsWith('.js')) return contents;
  return contents.toString('utf8').replace(/\n?\/\/# sourceMappingURL=\S+\s*$/, '\n');
}

/** package.json of the program as it is published. */
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

/** The native package of this machine as {path, contents}: SQLite as it was compiled here, for the Node that runs. */
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

/** The same files in another directory. */
export function below(directory, files) {
  return files.map((file) => ({ ...file, path: `${directory}/${file.path}` }));
}

/** The paths of a package with everything that changes with each build left out, for comparing with a list. */
export function stablePaths(files) {
  const plain = files.map(({ path }) => path.replace(/^(dist\/(?:chunks|web)\/).*$/, '$1*'));
  return [...new Set(plain)].sort();
}

/** Paths of the machine that a file names, of those it must not. */
export function foreignPaths(root, files) {
  const needles = [root, relative('/', root)].filter((text) => text.length > 3);
  return files.filter(({ contents }) => needles.some((text) => Buffer.from(contents).includes(text)));
}
