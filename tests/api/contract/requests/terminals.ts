/** Trials of `terminals`. */
import { cold, fresh, one } from '../situations.js';
import { withBody, type Prepare, type Trials } from '../trials.js';
import { unwritable } from '../provocations.js';
import { runtimeErrors } from './sessions.js';

const opened: Prepare = async (world) => {
  const session_id = await fresh(world);
  const { id } = await world.daemon.ok('createTerminal', { params: { session_id }, body: {} });
  return { params: { session_id, terminal_id: id } };
};

export const terminals = {
  closeTerminal: { good: opened },
  createTerminal: {
    good: async (world) => ({ ...(await one()(world)), body: { cols: 100 } }),
    errors: {
      FS_PATH_ESCAPES_SESSION: withBody({ cwd: '..' }),
      FS_PATH_NOT_FOUND: withBody({ cwd: 'nowhere' }),
      PERSISTENCE_FAILURE: unwritable(async (world) => ({ ...(await cold(world)), body: {} })),
      ...runtimeErrors({ runtime_id: 'sandbox' }, { runtime_id: 'cloud' }),
    },
    never: { FS_PERMISSION_DENIED: 'the tests may run as a user who may enter everything' },
  },
  getTerminal: { good: opened },
  listTerminals: { good: opened },
} satisfies Trials;
