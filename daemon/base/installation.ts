/** Detects how the program was installed, from the path of the started file (cli.md 5.7). */
import type { Installation } from '../../schemas/host.js';

/** `program`: absolute path with symbolic links resolved. */
export function installationOf(program: string): Installation {
  const path = program.replaceAll('\\', '/');
  const lower = path.toLowerCase();
  if (lower.includes('/_npx/')) return { source: 'other' };
  if (/\/(?:cellar|homebrew|linuxbrew)\//.test(lower)) return { source: 'homebrew' };
  if (lower.includes('/.bun/install/global/')) return { source: 'bun' };
  if (/\/pnpm\/(?:.*\/)?global\/|\/global\/\d+\/\.pnpm\//.test(lower)) return { source: 'pnpm' };
  if (/\/\.?yarn\/(?:data\/)?global\//.test(lower)) return { source: 'yarn' };
  const [, native] = /^(.*\/share\/agent-code)\/versions\/[^/]+\//.exec(path) ?? [];
  if (native !== undefined) return { source: 'native', prefix: native };
  const [, prefix] = /^((?:(?!\/node_modules\/).)*?)(?:\/lib)?\/node_modules\//.exec(path) ?? [];
  const isGlobal = prefix !== undefined && (path.startsWith(`${prefix}/lib/`) || /\/npm$/i.test(prefix));
  return isGlobal ? { source: 'npm', prefix } : { source: 'other' };
}
