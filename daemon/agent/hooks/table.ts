/** Builds the table of configured hooks by event, their matchers, and the input of each event (engine.md 15). */
import { createContext, Script, type Context } from 'node:vm';
import type { ConfigFile } from '../../../schemas/generated/types.js';
import { errorCode } from '../../base/fs/errno.js';

export type HookEvent = NonNullable<ConfigFile['hooks']>[number]['event'];

/** Input fields of events about tool calls. */
export interface CallFields {
  tool_name: string;
  tool_input: unknown;
  tool_call_id: string;
  agent_id: string;
}

/** The input of a hook in addition to the common fields. */
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
  /** its position in the configuration, for the user: its command line may contain a secret */
  name: string;
  command: string;
  timeoutMs: number;
  fits(subject: string | undefined): boolean;
}

/** Hooks by event. Events without hooks are absent. */
export type HookTable = ReadonlyMap<HookEvent, readonly Hook[]>;

/** Maximum length of long texts in the input of hooks, in chars. */
export const fieldLength = 2_000;

/** Builds the table. The configuration check guarantees that `event` is known. */
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

/** Maximum number of chars of a subject that are matched. */
const subjectLength = 1_000;
/** The time limit for one match in milliseconds; results are cached. */
const limitMs = 25;
/** Names and alternatives of names match quickly, and most matchers are no more than that. */
const harmless = /^[\w^$|.-]*$/;
/** Attempts until the time counts as used up: on a busy machine it may pass without any work. */
const mostAttempts = 8;
/** Maximum number of results that a matcher caches. */
const keptAnswers = 500;

/** Any valid matcher matches an event without a subject. */
type Matcher = (subject: string | undefined) => boolean;

/**
 * Creates a matcher. Without a pattern it matches everything; an invalid pattern matches nothing. A match that exceeds
 * the time limit counts as success, so that the hook can decide itself.
 */
export function createMatcher(pattern: string | undefined, limit = limitMs): Matcher {
  if (pattern === undefined) return () => true;
  if (!isValid(pattern)) return () => false;
  const answers = new Map<string, boolean>();
  return (subject) => {
    if (subject === undefined) return true;
    const text = subject.slice(0, subjectLength);
    let answer = answers.get(text);
    if (answer === undefined) {
      if (answers.size >= keptAnswers) answers.clear();
      answers.set(text, (answer = testInTime(pattern, text, limit)));
    }
    return answer;
  };
}

function isValid(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    // the configuration check has reported it; engine.md 15: it never matches
    return false;
  }
}

/** Node.js can interrupt a regular expression only in a separate context. */
let bench: { script: Script; context: Context } | undefined;

function testInTime(pattern: string, text: string, limit: number): boolean {
  if (harmless.test(pattern)) return new RegExp(pattern).test(text);
  bench ??= {
    script: new Script('new RegExp(pattern).test(text)'),
    context: createContext({ pattern: '', text: '' }),
  };
  Object.assign(bench.context, { pattern, text });
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const before = process.cpuUsage();
    try {
      return bench.script.runInContext(bench.context, { timeout: limit }) === true;
    } catch (error) {
      if (errorCode(error) !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      const { user, system } = process.cpuUsage(before);
      // the pattern itself used the time (in microseconds)
      if (user + system >= limit * 500) return true;
    }
  }
  return true;
}
