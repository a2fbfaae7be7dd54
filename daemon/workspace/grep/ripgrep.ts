/** Finds the ripgrep program. */
import { later } from '../../base/later.js';
import { isStorageFailure } from '../../errors.js';
import { findProgram } from '../../base/process/programs.js';

/** Returns the package's own copy, or else the one on PATH; undefined without any. */
export async function findRipgrep(env: Readonly<Record<string, string | undefined>>): Promise<string | undefined> {
  const packaged = await packagedPath();
  return (packaged && (await findProgram(packaged))) ?? (await findProgram('rg', env['PATH']));
}

/** The error message when there is no ripgrep. */
export const noRipgrep = 'no ripgrep program was found';

const loadPackage = later(() => import('@vscode/ripgrep'));

async function packagedPath(): Promise<string | undefined> {
  try {
    return (await loadPackage()).rgPath;
  } catch (error) {
    if (isStorageFailure(error)) throw error;
    // the package has no copy for this platform
    return undefined;
  }
}
