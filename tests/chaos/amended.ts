/** Approvals with a changed input: each writes its id to a file, which must match the event log. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventFrame } from '../helpers/turns.js';

/** Ids of approvals whose changed input the server acknowledged. */
export type Amended = Set<string>;

const fileName = 'amended.log';

/** Returns the input that replaces a command: it appends the id of the approval to a file. */
export function amendedInput(approvalId: string): { command: string } {
  return { command: `echo ${approvalId} >> ${fileName}` };
}

/** Returns the violations in a session. `log`: its durable events. */
export function brokenAmendments(cwd: string, amended: Amended, log: readonly EventFrame[]): string[] {
  const path = join(cwd, fileName);
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const problems: string[] = [];
  for (const { payload } of log.filter(({ type }) => type === 'event.approval.requested')) {
    const id = String(payload['approval_id']);
    const times = lines.filter((line) => line === id).length;
    const decided = log.find(
      ({ type, payload: about }) => type === 'event.approval.resolved' && about['approval_id'] === id,
    );
    const isAmended = decided?.payload['amended'] === 'input';
    if (amended.has(id) && !isAmended) problems.push(`lost the change of ${id}`);
    const most = isAmended ? 1 : 0;
    const least = isAmended && hasEnded(log, payload['tool_call_id'], id) ? 1 : 0;
    if (times > most) problems.push(`applied the change of ${id} ${times} times`);
    if (times < least) problems.push(`did not apply the change of ${id} whose call ended`);
  }
  return problems;
}

/** Whether the call ran with the changed input and succeeded. */
function hasEnded(log: readonly EventFrame[], callId: unknown, approvalId: string): boolean {
  const own = log.filter(({ payload }) => payload['toolCallId'] === callId);
  const started = own.find(({ type }) => type === 'tool.call.started');
  const result = own.find(({ type }) => type === 'tool.result');
  const args = JSON.stringify(started?.payload['args'] ?? null);
  return args.includes(approvalId) && result !== undefined && result.payload['isError'] !== true;
}
