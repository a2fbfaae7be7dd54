/** Judges the user's change of a call that waits for approval, like a separate call (additions.md A1). */
import type { NewEvent } from '../../schemas/generated/events.js';
import type { TextEdit, ToolDisplay } from '../../schemas/generated/types.js';
import { hunksOf, unifiedLines } from '../base/text/hunks.js';
import { cutLine } from '../tools/text.js';
import type { ChosenText } from '../tools/draft.js';
import { diffDisplay } from '../tools/diffs.js';
import { ToolFailure, type Tool, type ToolPlan } from '../tools/tool.js';
import { argumentsOf, copyOf } from './arguments.js';
import type { Gate, GateCall } from './gate.js';
import { hooksRefusal } from './hooks/calls.js';
import type { Call, Turn } from './turn.js';

/** The change that the user requests. Changes of a file include the edit that was shown. */
export type Change =
  | { kind: 'input'; input: Record<string, unknown> }
  | { kind: 'hunks'; edit: ShownEdit; accepted: string[]; content: string }
  | { kind: 'content'; edit: ShownEdit; content: string };

export type ShownEdit = Pick<TextEdit, 'base_sha256' | 'hunks' | 'path'> & { before: string; after: string };

/** The replacement for the call's arguments, as stored in the log. */
export interface Amendment {
  input: Record<string, unknown>;
  text?: ChosenText;
  display: ToolDisplay;
  /** what the user accepted, rejected or changed */
  report: string;
}

/** `refusal`: why the changed call may not run. The approval stays pending. */
export type DecidedChange = { amendment: Amendment; events: NewEvent[] } | { refusal: string };

type Found = { tool: Tool; input: Record<string, unknown> };

/** Maximum number of lines, and of chars, of a difference that the model reads. */
const maxLines = 200;
const maxChars = 20_000;

/** Judges a change like a call. Where the rules would ask the user, the user's change counts as the answer. */
export async function decideChange(turn: Turn, call: Call, found: Found, change: Change): Promise<DecidedChange> {
  const { tool } = found;
  const input =
    change.kind === 'input' ? change.input : tool.inputFor?.(found.input, change.edit.before, change.content);
  if (input === undefined) return { refusal: `${call.name} has no text to change` };
  let original: ToolPlan;
  let planned: { input: Record<string, unknown>; plan: ToolPlan };
  try {
    original = await tool.plan(found.input, turn.toolContext());
    planned =
      change.kind === 'input'
        ? await planOf(turn, tool, input)
        : { input, plan: { ...original, display: await shownText(change) } };
  } catch (error) {
    if (error instanceof ToolFailure) return { refusal: error.message };
    throw error;
  }
  const request: GateCall = { tool, subject: planned.plan.subject, input: planned.input };
  const denied = await (await turn.gate()).staticDeny(request);
  if (denied) return { refusal: denied.reason };
  const hooks = await hooksRefusal(turn, { ...call, argumentsText: JSON.stringify(input) });
  if (hooks.refusal !== undefined) return { refusal: hooks.refusal };
  // mode and rules may have changed in the meantime
  const gate = await turn.gate();
  const verdict = (await gate.staticDeny(request)) ?? (await gate.decide(request));
  if (verdict.decision === 'deny') return { refusal: verdict.reason };
  const secret = await newSecret(gate, request, { tool, subject: original.subject, input: found.input });
  if (secret !== undefined)
    return { refusal: `${secret} may hold secrets, and the call that was shown does not name it` };
  const { display } = planned.plan;
  const report = await reportOf(turn, call, original, change, input);
  return {
    amendment: {
      input,
      ...(change.kind === 'input' ? {} : { text: { content: change.content, base_sha256: change.edit.base_sha256 } }),
      display:
        display.kind === 'command' && verdict.danger.length > 0 ? { ...display, danger: verdict.danger } : display,
      report,
    },
    events: hooks.events,
  };
}

/** Returns the arguments with defaults and their plan. Throws ToolFailure for invalid ones. */
export async function planOf(
  turn: Turn,
  tool: Tool,
  args: Record<string, unknown>,
): Promise<{ input: Record<string, unknown>; plan: ToolPlan }> {
  const input = copyOf(args);
  const fault = tool.faultOf(input);
  if (fault !== undefined) throw new ToolFailure(`The arguments of ${tool.name} are not valid: ${fault}`);
  return { input, plan: await tool.plan(input, turn.toolContext()) };
}

async function newSecret(gate: Gate, request: GateCall, original: GateCall): Promise<string | undefined> {
  const named = await gate.secrets(request);
  if (named.length === 0) return undefined;
  const before = new Set(await gate.secrets(original));
  return named.find((file) => !before.has(file));
}

async function shownText({ edit, content }: Exclude<Change, { kind: 'input' }>): Promise<ToolDisplay> {
  return (await diffDisplay(edit.path, edit.before, content)) as ToolDisplay;
}

async function reportOf(
  turn: Turn,
  call: Call,
  { subject }: ToolPlan,
  change: Change,
  input: Record<string, unknown>,
): Promise<string> {
  if (change.kind === 'input') {
    const [before, after] = [argumentsOf(call), input].map((each) => `${JSON.stringify(each, null, 2)}\n`);
    const lines = await differenceOf(before as string, after as string);
    return bounded('The user changed the arguments of this call, and these ran:', lines);
  }
  const mayRead = subject.kind !== 'path' || turn.toolContext().mayRead(subject.resolved);
  const { edit, content } = change;
  if (change.kind === 'content') {
    const how = 'The user changed the text of this call. The file differs from what the call proposed:';
    return mayRead ? bounded(how, await differenceOf(edit.after, content)) : how.replace(/:$/, '.');
  }
  const taken = edit.hunks.filter(({ id }) => change.accepted.includes(id));
  const left = edit.hunks.filter(({ id }) => !change.accepted.includes(id));
  const how = `The user applied ${taken.length} of ${edit.hunks.length} changes of this call.`;
  if (!mayRead) return how;
  const lines = [...(left.length > 0 ? ['Refused:', ...unifiedLines(left)] : []), 'Applied:', ...unifiedLines(taken)];
  return bounded(how, lines);
}

async function differenceOf(before: string, after: string): Promise<string[]> {
  if (before === after) return ['(no difference)'];
  const { hunks, truncated } = await hunksOf(before, after);
  return truncated ? ['[...too long to be shown]'] : unifiedLines(hunks);
}

function bounded(how: string, lines: readonly string[]): string {
  const shown: string[] = [];
  let chars = 0;
  for (const line of lines.slice(0, maxLines).map((each) => cutLine(each))) {
    chars += line.length + 1;
    if (chars > maxChars) break;
    shown.push(line);
  }
  const left = lines.length - shown.length;
  return [how, ...shown, ...(left > 0 ? [`[...${left} more lines of the difference]`] : [])].join('\n');
}
