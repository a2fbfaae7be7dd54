/** Servers of tools, as one daemon reaches them. */
import { join } from 'node:path';
import { createSharedFile } from '../config/sharedfile.js';
import { replaceFileAtomic } from '../home/atomic.js';
import type { HomePaths } from '../home/paths.js';
import { type ConfiguredFile, readConfigured } from '../mcp/configured.js';
import { createManagedServers, type ManagedServers } from '../mcp/managed.js';
import { createUserFile } from '../mcp/userfile.js';
import type { Trust } from '../sessions/trust.js';
import { findRoot } from '../workspace/instructions.js';
import { resolveReal } from '../workspace/paths.js';

/** What is configured, for those who manage it. */
export function openManagedServers({
  paths,
  now,
  trust,
}: {
  paths: HomePaths;
  now(): number;
  trust: Trust;
}): ManagedServers {
  const { mcpFile: path, mcpLock: lockFile } = paths;
  const file = createSharedFile({ path, lockFile, now, replace: replaceFileAtomic });
  /** later ones count more */
  async function filesOf(cwd: string | undefined): Promise<ConfiguredFile[]> {
    const own = [{ path }];
    if (cwd === undefined || !(await trust.isTrusted(cwd))) return own;
    const directory = resolveReal(cwd);
    const root = await findRoot(directory);
    const ofProject = [
      { path: join(root, '.mcp.json'), base: root },
      { path: join(directory, '.agent-code', 'mcp.json'), base: directory },
    ];
    // where somebody works in the directory of the home, its file is that of the user
    return [...own, ...ofProject.filter((each) => resolveReal(each.path) !== resolveReal(path))];
  }
  return createManagedServers({
    userPath: path,
    user: createUserFile(file),
    configured: async (cwd) => readConfigured(await filesOf(cwd)),
  });
}
