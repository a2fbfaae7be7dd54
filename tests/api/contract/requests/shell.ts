/** Trials of `shell`. */
import { fresh, one } from '../situations.js';
import { elsewhere, withParam, type Trials } from '../trials.js';
import type { TestDaemon } from '../../../helpers/daemon.js';
import { runtimeErrors } from './sessions.js';
import { alreadyFinished } from './tasks.js';

const body = { command: 'echo hi' };
const inSession = async (daemon: TestDaemon) => ({ params: { session_id: (await daemon.createSession()).id }, body });

export const shell = {
  cancelShell: {
    good: async (world) => {
      const session_id = await fresh(world);
      const request = { params: { session_id }, body: { command: 'sleep 61' } };
      const { command_id } = await world.daemon.ok('runShell', request);
      return { params: { session_id, command_id } };
    },
    errors: { RESOURCE_NOT_FOUND: withParam('command_id', 'shell_none'), TASK_ALREADY_FINISHED: alreadyFinished },
  },
  runShell: {
    good: one({ body }),
    errors: {
      TOOL_EXECUTION_FAILED: elsewhere({ env: { AGENT_SHELL_PATH: '/no/such/shell' } }, inSession),
      ...runtimeErrors({ ...body, runtime_id: 'sandbox' }, { runtime_id: 'cloud' }),
      TOOL_NOT_AVAILABLE: elsewhere({ config: '[permission]\ndeny = ["Bash(echo *)"]\n' }, inSession),
    },
  },
} satisfies Trials;
