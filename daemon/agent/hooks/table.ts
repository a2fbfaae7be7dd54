/** The configured hooks by event, and the input of each event (engine.md 15). */
import type { ConfigFile } from '../../../schemas/generated/types.js';
import { createMatcher } from './matcher.js';

export type HookEvent = NonNullable<ConfigFile['hooks']>[number]['event'];

/** Facts of a call, for events about tools. */
export interface CallFields {
  tool_name: string;
  tool_input: unknown;
  tool_call_id: string;
  agent_id: string;
}

/** The input of a hook besides the common fields. */
export interface HookFields {
  PreToolUse: CallFields;
  PostToolUse: CallFields & { tool_output: string };
  PostToolUseFailure: CallFields & { error: string };
  PermissionRequest: CallFields & { approval_id: string; reason: string };
  PermissionResult: CallFields & { approval_id: string; decision: string; scope: 'once' | 'session' | 'always' };
  UserPromptSubmit: { prompt: string; prompt_id: string; is_steer: boolean };
  UserPromptQueued: { prompt: string; prompt_id: string; queue_length: number };
  TurnStarted: { turn_id: number };
  Stop: { turn_id: number; stop_hook_active: boolean };
  StopFailure: { turn_id: number; error: string };
  Interrupt: { turn_id: number };
  SessionStart: { source: 'startup' | 'resume' };
  SessionEnd: { reason: 'exit' | 'archive' };
  SessionHeartbeat: Record<never, never>;
  SubagentStart: { agent_id: string; prompt: string };
  SubagentStop: { agent_id: string; result: string; status: string };
  TaskStarted: { task_id: string; description: string };
  PreCompact: { tokens: number; instruction?: string };
  PostCompact: { tokens: number };
  Notification: { title: string; body: string };
}

/** One `[[hooks]]` entry. */
export interface Hook {
  /** its place in the configuration, for the user; its command line may hold a secret */
  name: string;
  command: string;
  timeoutMs: number;
  fits(subject: string | undefined): boolean;
}

/** Hooks by event; events without one are not in it. */
export type HookTable = ReadonlyMap<HookEvent, readonly Hook[]>;

/** Chars of texts that hooks are given in part. */
export const fieldLength = 2_000;

/** `event` is one of the known ones: the configuration was checked. */
export function createHookTable(
  configured: readonly { event: string; command: string; matcher?: string; timeout?: number }[],
): HookTable {
  const table = new Map<HookEvent, Hook[]>();
  configured.forEach(({ event, command, matcher, timeout = 30 }, index) => {
    const hooks = table.get(event as HookEvent) ?? [];
    hooks.push({ name: `hooks[${index}]`, command, timeoutMs: timeout * 1_000, fits: createMatcher(matcher) });
    table.set(event as HookEvent, hooks);
  });
  return table;
}
