/** Trials of `workspaces`. */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspace } from '../situations.js';
import { withBody, type Provoke, type Trials } from '../trials.js';

/** A file takes the place of the directory for input histories. */
const inTheWay: Provoke = async ({ world: { daemon }, good, call }) => {
  const request = await good();
  const folder = join(daemon.home, 'user-history');
  const aside = `${folder}.aside`;
  if (existsSync(folder)) renameSync(folder, aside);
  writeFileSync(folder, '');
  try {
    return await call(request);
  } finally {
    rmSync(folder);
    if (existsSync(aside)) renameSync(aside, folder);
  }
};

export const workspaces = {
  addInputHistory: {
    good: async (world) => ({ ...(await workspace(world)), body: { content: 'x' } }),
    errors: { PERSISTENCE_FAILURE: inTheWay },
  },
  getWorkspaceTrust: { good: workspace },
  listInputHistory: { good: workspace, errors: { PERSISTENCE_FAILURE: inTheWay } },
  listWorkspaceAgents: { good: workspace },
  listWorkspaceSkills: { good: workspace },
  listWorkspaces: { good: () => ({}) },
  registerWorkspace: {
    good: ({ daemon }) => ({ body: { root: daemon.cwd } }),
    errors: { FS_PATH_NOT_FOUND: withBody({ root: '/nowhere/at/all' }) },
  },
  renameWorkspace: { good: async (world) => ({ ...(await workspace(world)), body: { name: 'x' } }) },
  trustWorkspace: { good: workspace },
  unregisterWorkspace: { good: workspace },
  untrustWorkspace: {
    good: async (world) => {
      const prepared = await workspace(world);
      await world.call('trustWorkspace', prepared);
      return prepared;
    },
  },
} satisfies Trials;
