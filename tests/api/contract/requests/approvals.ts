/** Trials of `approvals`. */
import { fresh, one } from '../situations.js';
import { late, twice, withParam, type Trials } from '../trials.js';

export const approvals = {
  getApproval: {
    good: async (world) => {
      const session_id = await fresh(world);
      await world.daemon.prompt(session_id, 'run expr 1');
      const { approval_id } = await world.daemon.approval(session_id);
      return { params: { session_id, approval_id } };
    },
    errors: { APPROVAL_NOT_FOUND: withParam('approval_id', 'approval_none') },
  },
  listApprovals: { good: one({ query: { status: 'pending' } }) },
  resolveApproval: {
    good: async (world) => {
      const session_id = await fresh(world);
      await world.daemon.prompt(session_id, 'run expr 1');
      const { approval_id } = await world.daemon.approval(session_id);
      return { params: { session_id, approval_id }, body: { decision: 'approved' } };
    },
    errors: {
      APPROVAL_NOT_FOUND: withParam('approval_id', 'approval_none'),
      APPROVAL_ALREADY_RESOLVED: twice,
      APPROVAL_EXPIRED: late,
    },
  },
} satisfies Trials;
