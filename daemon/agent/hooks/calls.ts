/** Runs the hook events of a tool call. */
import type { NewEvent } from '../../../schemas/generated/events.js';
import { head } from '../../base/text/cut.js';
import type { ToolResult } from '../../tools/tool.js';
import { argumentsOf } from '../arguments.js';
import type { ApprovalOutcome, Call, Turn } from '../turn.js';
import { fieldLength, type CallFields } from './table.js';

/** Runs the PreToolUse hooks. Returns the reason for the model when they refuse. */
export async function* refusedByHooks(turn: Turn, call: Call): AsyncGenerator<NewEvent[], string | undefined> {
  const { events, refusal } = await hooksRefusal(turn, call);
  if (events.length > 0) yield events;
  return refusal;
}

/** Runs them for a call that is only tried. The caller commits the events. */
export async function hooksRefusal(turn: Turn, call: Call): Promise<{ events: NewEvent[]; refusal?: string }> {
  if (!turn.hooks.has('PreToolUse')) return { events: [] };
  const { events, blocked } = await turn.hooks.run('PreToolUse', call.name, callFields(turn, call), turn.signal);
  return { events, ...(blocked === undefined ? {} : { refusal: `A hook refused this call: ${blocked}` }) };
}

export function notifyAsked(turn: Turn, call: Call, approvalId: string, reason: string): void {
  if (!turn.hooks.has('PermissionRequest')) return;
  const fields = { ...callFields(turn, call), approval_id: approvalId, reason };
  turn.hooks.notify('PermissionRequest', call.name, fields);
}

export function notifyDecided(turn: Turn, call: Call, approvalId: string, outcome: ApprovalOutcome): void {
  if (!turn.hooks.has('PermissionResult')) return;
  const { decision, scope = 'once' } = outcome;
  turn.hooks.notify('PermissionResult', call.name, {
    ...callFields(turn, call),
    approval_id: approvalId,
    decision,
    scope,
  });
}

/** Notifies hooks about calls that ran; refused and skipped calls never ran. */
export function notifyResult(turn: Turn, call: Call, result: ToolResult): void {
  if (result.isError) {
    if (!turn.hooks.has('PostToolUseFailure')) return;
    turn.hooks.notify('PostToolUseFailure', call.name, { ...callFields(turn, call), error: outputText(result) });
  } else if (turn.hooks.has('PostToolUse')) {
    turn.hooks.notify('PostToolUse', call.name, { ...callFields(turn, call), tool_output: outputText(result) });
  }
}

function callFields({ agentId }: Turn, call: Call): CallFields {
  return { tool_name: call.name, tool_input: argumentsOf(call), tool_call_id: call.id, agent_id: agentId };
}

function outputText({ output }: ToolResult): string {
  const text =
    typeof output === 'string'
      ? output
      : output.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  return head(text, fieldLength);
}
