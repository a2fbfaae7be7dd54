/** Background tasks: which are running, and whether their agents know of their ends. */
import type { TaskInfo } from '../../../schemas/generated/types.js';
import type { ProxyPlace } from '../../runtimes/proxy.js';
import type { RuntimeId } from '../../runtimes/runtimes.js';
import type { Db } from '../log/database.js';
import type { Fact } from './fact.js';

export const tasks = {
  session: {
    // drops notices of ends that the agent already knows of
    'task.told': (session, { taskIds }) => {
      for (const agent of session.agents.values())
        agent.inbox = agent.inbox.filter(({ taskId }) => taskId === undefined || !taskIds.includes(taskId));
    },
  },
  tables(db) {
    const start = db.prepare(
      `INSERT OR REPLACE INTO tasks (session_key, task_id, agent_id, seq, status, info) VALUES (?, ?, ?, ?, 'running', ?)`,
    );
    const facts = db.prepare(
      `UPDATE tasks SET tool_call_id = ?, process_start = ?, runtime_id = ?, proxy = ?, quiet = ?
       WHERE session_key = ? AND task_id = ?`,
    );
    const end = db.prepare('UPDATE tasks SET status = ?, info = ? WHERE session_key = ? AND task_id = ?');
    const setTold = db.prepare('UPDATE tasks SET told = 1 WHERE session_key = ? AND task_id = ?');
    return {
      'task.started': ({ key, seq, agent }, { info }) =>
        void start.run(key, info.taskId, agent, seq, JSON.stringify(info)),
      'task.facts': ({ key }, { taskId, toolCallId = null, processStart = null, runtimeId = null, proxy, quiet }) =>
        void facts.run(
          toolCallId,
          processStart,
          runtimeId,
          proxy === undefined ? null : JSON.stringify(proxy),
          quiet ? 1 : 0,
          key,
          taskId,
        ),
      'task.terminated': ({ key }, { info }) => void end.run(info.status, JSON.stringify(info), key, info.taskId),
      'task.told': ({ key }, { taskIds }) => {
        for (const id of taskIds) setTold.run(key, id);
      },
    };
  },
  // no `fork`: running tasks stay with the original session
} satisfies Fact;

export interface StoredTask {
  info: TaskInfo;
  /** the agent that owns the task */
  agentId: string;
  toolCallId?: string;
  /** only for a command that outlives its server */
  processStart?: string;
  runtimeId: RuntimeId;
  /** the proxy through which such a command leaves its network */
  proxy?: ProxyPlace;
  /** its end does not begin a turn */
  quiet: boolean;
  /** its agent knows that it ended */
  reported: boolean;
}

export interface TaskStore {
  find(key: number, taskId: string): StoredTask | undefined;
  /** newest first; `agentId`: only tasks of this agent */
  list(key: number, query: { running?: boolean; agentId?: string; limit?: number }): StoredTask[];
  /** tasks that ended without their agent knowing, oldest first */
  unreported(key: number, agentId: string): StoredTask[];
}

interface Row {
  info: string;
  agent_id: string;
  tool_call_id: string | null;
  process_start: string | null;
  runtime_id: RuntimeId | null;
  proxy: string | null;
  quiet: number;
  told: number;
}

export function createTaskStore(db: Db): TaskStore {
  const columns = `SELECT info, agent_id, tool_call_id, process_start, runtime_id, proxy, quiet, told
    FROM tasks WHERE session_key = ?`;
  const one = db.prepare<[number, string], Row>(`${columns} AND task_id = ?`);
  const all = db.prepare<[number, number], Row>(`${columns} ORDER BY seq DESC LIMIT ?`);
  const running = db.prepare<[number, number], Row>(`${columns} AND status = 'running' ORDER BY seq DESC LIMIT ?`);
  const unreported = db.prepare<[number, string], Row>(
    `${columns} AND status <> 'running' AND told = 0 AND agent_id = ? ORDER BY seq`,
  );
  return {
    find(key, taskId) {
      const row = one.get(key, taskId);
      return row && read(row);
    },
    list(key, { running: open = false, agentId, limit = Number.MAX_SAFE_INTEGER }) {
      const rows = (open ? running : all).all(key, agentId === undefined ? limit : Number.MAX_SAFE_INTEGER);
      const own = agentId === undefined ? rows : rows.filter((row) => row.agent_id === agentId);
      return own.slice(0, limit).map(read);
    },
    unreported: (key, agentId) => unreported.all(key, agentId).map(read),
  };
}

function read(row: Row): StoredTask {
  return {
    info: JSON.parse(row.info) as TaskInfo,
    agentId: row.agent_id,
    ...(row.tool_call_id === null ? {} : { toolCallId: row.tool_call_id }),
    ...(row.process_start === null ? {} : { processStart: row.process_start }),
    runtimeId: row.runtime_id ?? 'local',
    ...(row.proxy === null ? {} : { proxy: JSON.parse(row.proxy) as ProxyPlace }),
    quiet: row.quiet === 1,
    reported: row.told === 1,
  };
}
