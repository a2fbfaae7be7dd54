/** `npm run package`: writes the packages for users to `build/package/`; `-- --archive` adds an archive with Node. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nativePackage } from '../bin/native.js';
import { root, setUp } from '../bin/setup.mjs';
import { writeArchive } from './archive.js';
import * as contents from './contents.js';
import { externals, runtimeFiles } from './dependencies.js';
import { tarGz } from './tar.js';

/** Maximum size of one version in the registry: the bytes of its packed packages. */
const mostBytes = 25 * 1024 * 1024;

/**
 * Writes the program's package and SQLite's native package for a registry, and one package of both with all
 * dependencies, which installs without a registry.
 */
export function writePackages(directory) {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const { json, below, nativeFiles, ownPlatform } = contents;
  const description = contents.programDescription(root);
  const { version } = description;
  const platform = ownPlatform();
  const program = contents.programFiles(root);
  const native = nativeFiles(root);
  const named = contents.foreignPaths(root, program);
  if (named.length > 0) throw new Error(`These files name ${root}: ${named.map(({ path }) => path).join(', ')}`);
  for (const { path, contents: bytes, mode } of withDescription(program, description))
    write(join(directory, 'package', path), bytes, mode);
  const own = nativePackage(platform);
  const complete = withDescription(program, {
    ...description,
    dependencies: { ...description.dependencies, [own]: version },
    optionalDependencies: {},
    bundleDependencies: [...externals, own].sort(),
  });
  const bundled = [...runtimeFiles(root), ...below(`node_modules/${own}`, native)];
  const written = {
    program: pack(`${fileName(description.name)}-${version}.tgz`, withDescription(program, description)),
    native: pack(`${fileName(own)}-${version}.tgz`, native),
    complete: pack(`agent-${version}-${platform}-npm.tgz`, [...complete, ...bundled]),
  };
  const sum = written.program.size + written.native.size;
  if (sum > mostBytes) throw new Error(`The packages of one version have ${sum} bytes, more than ${mostBytes}`);
  return { version, platform, files: { program, bundled, native }, description, ...written };

  function pack(name, files) {
    const bytes = tarGz(below('package', files));
    write(join(directory, name), bytes);
    return { path: join(directory, name), size: bytes.length };
  }

  function withDescription(files, value) {
    return [...files, { path: 'package.json', contents: json(value) }];
  }
}

function fileName(name) {
  return name.replace('@', '').replace('/', '-');
}

function write(path, bytes, mode = 0o644) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes, { mode });
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    setUp();
    const directory = join(root, 'build', 'package');
    const made = writePackages(directory);
    const archives = process.argv.includes('--archive') ? writeArchive(root, directory, made) : [];
    for (const { path, size } of [made.program, made.native, made.complete, ...archives])
      console.log(`${path} (${(size / 1_000_000).toFixed(1)} MB)`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
