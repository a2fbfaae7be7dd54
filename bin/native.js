/** Finds the native part of SQLite; the build puts this in the place of the search that better-sqlite3 does by itself. */
const { resolve } = require('node:path');
const { constants } = require('./constants.js');

/** Versions of Node that native packages are made for, by the version of its native interface. */
const nodeLines = { 115: 20, 127: 22, 137: 24 };

/** Platforms that native packages are made for. */
const nativePlatforms = ['linux', 'linuxmusl', 'darwin', 'win32'].flatMap((platform) =>
  ['x64', 'arm64'].map((arch) => `${platform}-${arch}`),
);

/** The name of the native package of a platform such as `linux-x64`. */
function nativePackage(platform) {
  return `${constants.packageName.split('/')[0]}/native-${platform}`;
}

/** The file of a native package for one version of the native interface of Node. */
function addonFile(abi) {
  return `better_sqlite3-${abi}.node`;
}

/** No module fits this machine; the message is for the user. */
class NoSqliteModule extends Error {
  name = 'NoSqliteModule';
}

/**
 * The module that `AGENT_CODE_SQLITE_ADDON` names, else the one of the native package, else the one that better-sqlite3
 * compiled for itself in a checkout. `machine` and `load` are given by tests.
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
  // npm installs the one of the two that fits; where it installs both, only that one can be loaded
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
