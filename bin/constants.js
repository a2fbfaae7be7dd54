/** Constants that an owner sets for all builds. Commands that need an undefined one report that. */

/**
 * @typedef {object} Constants
 * @property {string} packageName name under which the program is published; the native packages have the same scope
 * @property {string | undefined} releaseIndexUrl what `agent upgrade` asks for the newest version
 * @property {string | undefined} releaseKey ed25519 public key (PEM) that signs the release index
 * @property {string | undefined} releaseFilesUrl directory with the files of a release; `{version}` in it is replaced
 * @property {string | undefined} homebrewFormula
 * @property {string | undefined} desktopPageUrlMainland page of the desktop app, region mainland-cn
 * @property {string | undefined} desktopPageUrlGlobal the same for all other regions
 * @property {readonly string[]} legacyHomes directories below the user's home that `agent migrate` looks at
 */

/** @type {Constants} */
const constants = {
  packageName: '@agent-code/agent',
  releaseIndexUrl: undefined,
  releaseKey: undefined,
  releaseFilesUrl: undefined,
  homebrewFormula: undefined,
  desktopPageUrlMainland: undefined,
  desktopPageUrlGlobal: undefined,
  legacyHomes: [],
};

module.exports = { constants };
