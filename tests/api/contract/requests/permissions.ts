/** Trials of `permissions`. */
import { fresh } from '../situations.js';
import { withBody, type Trials } from '../trials.js';

export const permissions = {
  explainPermission: {
    good: async (world) => ({
      body: {
        tool: 'Bash',
        input: { command: 'expr 1 && cat x' },
        session_id: await fresh(world),
        permission_mode: 'yolo',
        plan_mode: false,
        rules: [{ decision: 'deny', pattern: 'Bash(cat *)' }],
      },
    }),
    errors: { SESSION_NOT_FOUND: withBody({ session_id: 'session_none' }) },
  },
} satisfies Trials;
