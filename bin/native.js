/** Finds the native module of SQLite; the build replaces the search of better-sqlite3 with this. */
const { resolve } = require('node:path');
const { constants } = require('./constants.js');

/** Node versions with native packages, by ABI version. */
const nodeLines = { 115: 20, 127: 22, 137: 24 };

/** Platforms with native packages. */
const nativePlatforms = ['linux', 'linuxmusl', 'darwin', 'win32'].flatMap((platform) =>
  ['x64', 'arm64'].map((arch) => `${platform}-${arch}`),
);

/** Returns the name of the native package for a platform such as `linux-x64`. */
function nativePackage(platform) {
  return `${constants.packageName.split('/')[0]}/native-${platform}`;
}

/** Returns the file of a native package for an ABI version of Node. */
function addonFile(abi) {
  return `better_sqlite3-${abi}.node`;
}

/** No native module fits this machine; the message is for the user. */
class NoSqliteModule extends Error {
  name = 'NoSqliteModule';
}

/**
 * Loads the module that `AGENT_CODE_SQLITE_ADDON` names, or the native package's, or the one compiled by better-sqlite3
 * in a checkout. Tests pass `machine` and `load`.
 */
function loadAddon({ env = process.env, machine = thisMachine(), load = require } = {}) {
  const named = env.AGENT_CODE_SQLITE_ADDON?.trim();
  let cause;
  for (const path of named ? [resolve(named)] : placesFor(machine)) {
    try {
      return load(path);
    } catch (error) {
      cause = error;
    }
  }
  const { platform, arch, version } = machine;
  const lines = Object.values(nodeLines).join(', ');
  const supported = `${nativePlatforms.join(', ')} with Node ${lines}`;
  const problem = named
    ? `AGENT_CODE_SQLITE_ADDON names no SQLite module for ${platform} ${arch}, Node ${version}: ${resolve(named)}`
    : `no SQLite module for ${platform} ${arch}, Node ${version}; supported: ${supported}; or: npm i -g better-sqlite3@${sqliteVersion} and set AGENT_CODE_SQLITE_ADDON`;
  throw new NoSqliteModule(problem, { cause });
}

const sqliteVersion = '12.11.1';

function placesFor({ platform, arch, abi }) {
  // npm installs the matching one of the two; if it installs both, only that one can be loaded
  const names = platform === 'linux' ? ['linux', 'linuxmusl'] : [platform];
  return [
    ...names.map((name) => `${nativePackage(`${name}-${arch}`)}/${addonFile(abi)}`),
    'better-sqlite3/build/Release/better_sqlite3.node',
  ];
}

function thisMachine() {
  const { platform, arch, version, versions } = process;
  return { platform, arch, version, abi: versions.modules };
}

module.exports = { nodeLines, nativePlatforms, nativePackage, addonFile, NoSqliteModule, loadAddon };
