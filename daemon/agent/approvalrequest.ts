/** Builds the event that asks the user to approve a call, with the texts of its edit. */
import type { NewEvent } from '../../schemas/generated/events.js';
import type { Approval, ToolDisplay } from '../../schemas/generated/types.js';
import { hunksOf } from '../base/text/hunks.js';
import type { Draft } from '../tools/draft.js';
import { ToolFailure, type Tool, type ToolPlan } from '../tools/tool.js';
import type { GateVerdict } from './gate.js';
import { interactionLifetimeMs, type Call, type Turn } from './turn.js';

export async function approvalRequested(
  turn: Turn,
  call: Call,
  { tool, input, plan: { display } }: { tool: Tool; input: Record<string, unknown>; plan: ToolPlan },
  verdict: GateVerdict,
  approvalId: string,
  expiresAt: number,
): Promise<NewEvent[]> {
  const editable = isEditable(tool);
  const draft = editable ? await draftOf(turn, tool, input) : undefined;
  const request: NewEvent = {
    type: 'event.approval.requested',
    agentId: turn.agentId,
    approval_id: approvalId,
    session_id: turn.sessionId,
    turn_id: turn.turnId,
    tool_call_id: call.id,
    tool_name: call.name,
    action: actionLine(call.name, display),
    tool_input_display: display,
    created_at: new Date(expiresAt - interactionLifetimeMs).toISOString(),
    expires_at: new Date(expiresAt).toISOString(),
    reason: verdict.reason,
    ...(verdict.danger.length > 0 ? { danger: verdict.danger } : {}),
    session_scope: verdict.sessionScope,
    ...(verdict.sessionScope && verdict.scopeRule !== undefined ? { scope_rule: verdict.scopeRule } : {}),
    ...placeOf(display),
    scopes: ['once', ...(verdict.sessionScope ? (['session'] as const) : [])],
    agent_type: turn.agentType,
    editable,
    ...(draft === undefined
      ? {}
      : {
          edit: {
            path: draft.path,
            exists: draft.exists,
            base_sha256: draft.baseSha256,
            ...(await hunksOf(draft.before, draft.after)),
          },
        }),
  };
  if (draft === undefined) return [request];
  const { before, after } = draft;
  return [{ type: 'approval.proposal', agentId: turn.agentId, approval_id: approvalId, before, after }, request];
}

/** Returns where the call would run, and its reason to leave the sandbox. */
function placeOf(display: ToolDisplay): Pick<Approval, 'asks' | 'leave_reason' | 'runtime_id' | 'profile'> {
  if (display.kind !== 'command') return { runtime_id: 'local', profile: 'full' };
  const { runtime_id = 'local', profile, leave_reason } = display;
  return {
    ...(profile === 'full' && { asks: 'leave' }),
    leave_reason,
    runtime_id,
    profile: profile ?? 'full',
  };
}

/** Whether the user can change the arguments. Reviews of plans and goals are decided as a whole. */
function isEditable({ name, permission, definition }: Tool): boolean {
  if (permission === 'review' || name === 'CreateGoal') return false;
  const { properties } = definition.inputSchema;
  return typeof properties === 'object' && properties !== null && Object.keys(properties).length > 0;
}

/** Returns the draft of the edit; undefined when it cannot be shown. The approval is requested in any case. */
async function draftOf(turn: Turn, tool: Tool, input: Record<string, unknown>): Promise<Draft | undefined> {
  try {
    return await tool.draft?.(input, turn.toolContext());
  } catch (error) {
    if (!(error instanceof ToolFailure)) turn.reportDefect(error);
    return undefined;
  }
}

/** Returns one line for the user about what the call does. */
function actionLine(name: string, display: ToolDisplay): string {
  const line = (() => {
    switch (display.kind) {
      case 'command':
        return `Run: ${display.command}`;
      case 'file_io':
        return `${display.operation[0]?.toUpperCase()}${display.operation.slice(1)} ${display.path}`;
      case 'diff':
        return `Change ${display.path}`;
      case 'search':
        return `Search: ${display.query}`;
      case 'url_fetch':
        return `Fetch ${display.url}`;
      case 'agent_call':
        return `Start agent ${display.agent_name}`;
      case 'skill_call':
        return `Load skill ${display.skill_name}`;
      case 'plan_review':
        return 'Review the plan';
      case 'goal_start':
        return `Start goal: ${display.objective}`;
      case 'task_stop':
        return `Stop task ${display.task_id}`;
      case 'generic':
        return display.summary;
      default:
        return name;
    }
  })()
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
