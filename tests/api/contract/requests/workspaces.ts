/** Trials of `workspaces`. */
import { workspace } from '../situations.js';
import { withBody, type Trials } from '../trials.js';

export const workspaces = {
  getWorkspaceTrust: { good: workspace },
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
