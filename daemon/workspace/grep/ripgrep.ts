/** Where ripgrep is. */
import { later } from '../../base/later.js';
import { isStorageFailure } from '../../errors.js';
import { findProgram } from '../../base/process/programs.js';

/** The package's own copy, else the one on PATH; undefined when there is none. */
export async function findRipgrep(env: Readonly<Record<string, string | undefined>>): Promise<string | undefined> {
  const packaged = await packagedPath();
  return (packaged && (await findProgram(packaged))) ?? (await findProgram('rg', env['PATH']));
}

/** Why nothing can be searched when there is none. */
export const noRipgrep = 'no ripgrep program was found';

const loadPackage = later(() => import('@vscode/ripgrep'));

async function packagedPath(): Promise<string | undefined> {
  try {
    return (await loadPackage()).rgPath;
  } catch (error) {
    if (isStorageFailure(error)) throw error;
    // no copy for this platform is installed
    return undefined;
  }
}
