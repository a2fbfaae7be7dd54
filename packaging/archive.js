/** Builds the archive that includes Node and runs from any directory; `install.sh` puts its command on PATH. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { constants } from '../bin/constants.js';
import { below, json, programDescription } from './contents.js';
import { tarGz } from './tar.js';

/** Resolves links to itself, so that a link in a directory of PATH can start it. */
const launcher = `#!/bin/sh
# Starts the program with the Node beside it.
self=$0
while [ -h "$self" ]; do
  target=$(readlink "$self")
  case $target in
    /*) self=$target ;;
    *) self=$(dirname "$self")/$target ;;
  esac
done
here=$(CDPATH='' cd -- "$(dirname "$self")" && pwd -P) || exit 1
exec "$here/node" "$here/../app/bin/agent.js" "$@"
`;

/**
 * Writes the archive, `install.sh`, SHA256SUMS and the entry for the editor registry; returns their paths and sizes.
 * The highest `level` of compression saves two percent of the bytes and takes three times as long.
 */
export function writeArchive(root, directory, { version, platform, files: parts }, { level = 6 } = {}) {
  const name = `agent-${version}-${platform}`;
  const node = realpathSync(process.execPath);
  const description = { ...programDescription(root), optionalDependencies: {} };
  const files = [
    { path: 'bin/agent', contents: launcher, mode: 0o755 },
    { path: 'bin/node', contents: readFileSync(node), mode: 0o755 },
    ...below('app', [...parts.program, ...parts.bundled, { path: 'package.json', contents: json(description) }]),
    { path: 'LICENSES/agent', contents: readFileSync(join(root, 'LICENSE')) },
    { path: 'LICENSES/node', contents: readFileSync(nodeLicence(node)) },
  ];
  const archive = keep(`${name}.tar.gz`, tarGz(below(name, files), { level }));
  const script = keep('install.sh', readFileSync(join(root, 'packaging', 'install.sh')), 0o755);
  const sums = keep('SHA256SUMS', `${archive.sum}  ${name}.tar.gz\n`);
  const entry = keep('agent.json', json(registryEntry(root, [{ platform, sum: archive.sum }])));
  return [archive, script, sums, entry];

  function keep(file, contents, mode = 0o644) {
    const bytes = Buffer.from(contents);
    const path = join(directory, file);
    writeFileSync(path, bytes, { mode });
    return { path, size: bytes.length, sum: createHash('sha256').update(bytes).digest('hex') };
  }
}

/**
 * Returns the entry for the registry of the Agent Client Protocol: `packaging/acp/agent.json`, with the archives of the
 * release if the build knows where they are published.
 */
export function registryEntry(root, archives, { releaseFilesUrl } = constants) {
  const entry = JSON.parse(readFileSync(join(root, 'packaging', 'acp', 'agent.json'), 'utf8'));
  if (releaseFilesUrl === undefined || archives.length === 0) return entry;
  const { version } = entry;
  const listed = archives.filter(({ platform }) => !platform.startsWith('linuxmusl'));
  const binary = listed.map(({ platform, sum }) => {
    const name = `agent-${version}-${platform}`;
    const archive = `${releaseFilesUrl.replace('{version}', version)}/${name}.tar.gz`;
    return [registryPlatform(platform), { archive, sha256: sum, cmd: `./${name}/bin/agent`, args: ['acp'] }];
  });
  return { ...entry, distribution: { binary: Object.fromEntries(binary), ...entry.distribution } };
}

/** The registry has its own processor names, and no platform for musl. */
function registryPlatform(platform) {
  const [system, processor] = platform.split('-');
  const processors = { x64: 'x86_64', arm64: 'aarch64' };
  return `${{ linux: 'linux', darwin: 'darwin', win32: 'windows' }[system]}-${processors[processor]}`;
}

function nodeLicence(node) {
  const prefix = join(dirname(node), '..');
  const places = ['LICENSE', 'share/doc/nodejs/LICENSE', 'share/doc/node/LICENSE'].map((path) => join(prefix, path));
  const found = places.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`The licence of Node is in none of ${places.join(', ')}`);
  return found;
}
