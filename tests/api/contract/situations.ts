/** Sessions and workspaces in the states that operations need: new, with a turn, waiting, running. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../helpers/daemon.js';
import type { Prepare } from './trials.js';
import type { Prepared, World } from './world.js';

export const text = (words: string) => [{ type: 'text', text: words }];

export const fresh = async ({ daemon }: World): Promise<string> => (await daemon.createSession()).id;

/** A request for a new session; `body` and `query` as given. */
export const one =
  (more: { body?: unknown; query?: Record<string, string | number | boolean | readonly string[]> } = {}): Prepare =>
  async (world) => ({ params: { session_id: await fresh(world) }, ...more });

/** A session with a turn that waits for an answer, and a queued prompt `q`. */
export async function waiting(world: World): Promise<string> {
  const { daemon } = world;
  const id = await fresh(world);
  await daemon.prompt(id, 'ask Sure?', { prompt_id: 'p' });
  await daemon.question(id);
  await daemon.prompt(id, 'say later', { prompt_id: 'q' });
  return id;
}

/** A session with one turn. */
export async function spoken(world: World): Promise<string> {
  const id = await fresh(world);
  await world.daemon.run(id, 'say hi');
  return id;
}

/** A session with an active goal, whose turn takes a while. */
export async function withGoal(world: World): Promise<{ params: { session_id: string } }> {
  const session_id = await fresh(world);
  await world.daemon.prompt(session_id, 'slow 5000 a b', { goal_objective: 'x' });
  return { params: { session_id } };
}

/** A session with a task that runs until it is stopped. */
export async function background({ daemon }: World): Promise<{ session_id: string; task_id: string }> {
  const { id } = await daemon.createSession({ agent_config: { permission_mode: 'yolo' } });
  await daemon.prompt(id, 'run in background sleep 61');
  const task = await until('a task', async () => (await daemon.ok('listTasks', daemon.session(id))).items[0]);
  await until('the end of the turn', async () =>
    (await daemon.ok('getSession', daemon.session(id))).main_turn_active ? undefined : true,
  );
  return { session_id: id, task_id: task.id };
}

/** A session with a call that runs in the foreground. */
export async function running({ daemon }: World): Promise<{ session_id: string; tool_call_id: string }> {
  const { id } = await daemon.createSession({ agent_config: { permission_mode: 'yolo' } });
  await daemon.prompt(id, 'run echo on; sleep 61');
  const call = await until('a call that says something', async () => {
    const { in_flight_turn: turn } = await daemon.ok('getSessionSnapshot', daemon.session(id));
    return turn?.running_tools.find(({ last_progress }) => last_progress !== undefined);
  });
  return { session_id: id, tool_call_id: call.tool_call_id };
}

/** A new workspace. */
export async function workspace({ daemon }: World): Promise<{ params: { workspace_id: string } }> {
  const root = join(daemon.folder, `w${Math.random()}`);
  mkdirSync(root);
  return { params: { workspace_id: (await daemon.ok('registerWorkspace', { body: { root } })).id } };
}

/** A session that no server has in memory. */
export async function cold(world: World): Promise<Prepared> {
  const params = { session_id: await fresh(world) };
  await world.call('archiveSession', { params });
  await world.call('restoreSession', { params });
  return { params };
}
