/** Calls that the suites of background tasks and of user commands share. */
import type { Task } from '../../schemas/generated/types.js';
import { until, type TestDaemon } from '../helpers/daemon.js';

export function taskCalls(daemon: () => TestDaemon) {
  const at = (session_id: string, task_id: string) => ({ params: { session_id, task_id } });
  return {
    session: (mode = 'yolo'): Promise<string> =>
      daemon()
        .createSession({ agent_config: { permission_mode: mode } })
        .then(({ id }) => id),
    list: async (id: string, status?: Task['status']): Promise<Task[]> =>
      (
        await daemon().ok('listTasks', {
          ...daemon().session(id),
          ...(status === undefined ? {} : { query: { status } }),
        })
      ).items,
    at,
    over: (id: string, taskId: string): Promise<Task> =>
      until('the end of a task', async () => {
        const task = await daemon().ok('getTask', at(id, taskId));
        return task.status === 'running' ? undefined : task;
      }),
    messages: async (id: string): Promise<string[]> =>
      (await daemon().ok('listMessages', daemon().session(id))).items
        .toReversed()
        .map(({ role, content, metadata }) => `${role} ${metadata?.origin?.kind ?? ''} ${JSON.stringify(content)}`),
  };
}
