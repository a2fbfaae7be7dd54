/** Background tasks, and shell commands of the user. */
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

export function taskHandlers({ sessions: { tasks } }: ApiDeps) {
  return {
    listTasks: ({ params, query }) => ({ items: tasks.list(params.session_id, query.status) }),
    getTask: ({ params, query }) =>
      tasks.get(params.session_id, params.task_id, query.with_output ? query.output_bytes : undefined),
    async cancelTask({ params }) {
      await tasks.cancel(params.session_id, params.task_id);
      return { cancelled: true };
    },
    detachToolCall: async ({ params }) => ({
      detached: true,
      task_id: await tasks.detach(params.session_id, params.tool_call_id),
    }),
    runShell: ({ params, body }) => tasks.runShell(params.session_id, body),
    async cancelShell({ params }) {
      await tasks.cancelShell(params.session_id, params.command_id);
      return { cancelled: true };
    },
  } satisfies Partial<Handlers>;
}
