/** Where ripgrep is. */
import { findProgram } from '../programs.js';

/** The package's own copy, else the one on PATH; undefined when there is none. */
export async function findRipgrep(env: Readonly<Record<string, string | undefined>>): Promise<string | undefined> {
  const packaged = await packagedPath();
  return (packaged && (await findProgram(packaged))) ?? (await findProgram('rg', env['PATH']));
}

async function packagedPath(): Promise<string | undefined> {
  try {
    return (await import('@vscode/ripgrep')).rgPath;
  } catch {
    // no copy for this platform is installed
    return undefined;
  }
}
