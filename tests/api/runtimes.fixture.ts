/** A server whose sessions choose where their commands run, and calls of such a session. */
import { afterAll, beforeAll, describe } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';
import { available } from '../runtimes/machine.js';

export const sandboxed = available ? describe : describe.skip;

export let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon();
  writeFileSync(join(daemon.cwd, 'a.txt'), 'one\n');
});
afterAll(async () => {
  await daemon.close();
});

type Mode = 'manual' | 'yolo' | 'auto';
export const session = async (
  runtime_id: string,
  permission_mode: Mode = 'manual',
  more: Record<string, unknown> = {},
) => (await daemon.createSession({ launch: { runtime_id }, agent_config: { permission_mode, ...more } })).id;
export const of = (id: string) => daemon.session(id);
export const leave = (command: string, reason = 'it needs the machine') =>
  `call Bash ${JSON.stringify({ command, leave_sandbox: reason })}`;
/** Returns the newest tool result of a session. */
export async function last(id: string): Promise<{ text: string; isError: boolean }> {
  const { items } = await daemon.ok('listMessages', { ...of(id), query: { page_size: 100 } });
  const parts = items.flatMap(({ content }) => content).filter((part) => part.type === 'tool_result');
  const newest = parts.at(0);
  return { text: JSON.stringify(newest?.output ?? ''), isError: newest?.is_error === true };
}
export const approvals = async (id: string) =>
  (await daemon.ok('listApprovals', { ...of(id), query: { status: 'pending' } })).items;
