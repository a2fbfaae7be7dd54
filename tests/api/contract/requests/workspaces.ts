/** Trials of `workspaces`. */
import { workspace } from '../situations.js';
import { withBody, type Trials } from '../trials.js';

export const workspaces = {
  listWorkspaceAgents: { good: workspace },
  listWorkspaceSkills: { good: workspace },
  listWorkspaces: { good: () => ({}) },
  registerWorkspace: {
    good: ({ daemon }) => ({ body: { root: daemon.cwd } }),
    errors: { FS_PATH_NOT_FOUND: withBody({ root: '/nowhere/at/all' }) },
  },
  renameWorkspace: { good: async (world) => ({ ...(await workspace(world)), body: { name: 'x' } }) },
  unregisterWorkspace: { good: workspace },
} satisfies Trials;
