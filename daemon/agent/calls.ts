/** Prepares the calls of a step in order: finds the tool, checks the arguments, gets permission. */
import type { NewEvent } from '../../schemas/generated/events.js';
import type { ToolDisplay } from '../../schemas/generated/types.js';
import { interruption, type Tool, ToolFailure, type ToolPlan } from '../tools/tool.js';
import { approvalRequested } from './approvalrequest.js';
import { argumentsFault, argumentsOf, copyOf } from './arguments.js';
import { decideChange, planOf, type Amendment } from './amendments.js';
import type { GateCall, GateVerdict } from './gate.js';
import { refusedByHooks, notifyAsked, notifyDecided } from './hooks/calls.js';
import { interactionLifetimeMs, type ApprovalOutcome, type Call, type Turn } from './turn.js';

/** A prepared call: it runs, repeats another one, or already has its result. */
export type Prepared =
  | {
      kind: 'run';
      call: Call;
      tool: Tool;
      input: Record<string, unknown>;
      plan: ToolPlan;
      review?: { label: string; feedback?: string };
      amended?: Amended;
      /** the user's note with the approval */
      note?: string;
    }
  | { kind: 'same'; call: Call; as: string }
  | { kind: 'refused'; call: Call; display?: ToolDisplay; text: string; synthetic?: true; denied?: { rule?: string } };

/** The replacement for the model's arguments. */
export type Amended = Pick<Amendment, 'input' | 'text' | 'report'>;

export interface Preparation {
  prepared: Prepared[];
  /** a decision that ends the turn after this batch */
  stop?: 'user' | 'timeout' | 'abort';
}

/** Maximum number of tool names that a result lists, and maximum length of a name that it repeats. */
const maxNames = 200;
const maxNameChars = 200;

/** Maximum number of calls that one step runs; further ones get an error result. */
export const maxCallsPerStep = 128;
const tooManyText = `Not run: a step runs at most ${maxCallsPerStep} calls, and this one came after them. Call again in the next step if it is still needed.`;

/** Returns the result of a call that had not started before the turn was aborted. */
export const neverBegan = ({ signal }: Turn): string => interruption(signal, 'Interrupted', ' before it began');
export const skippedText = 'Skipped: the turn was stopped before this call began.';

/** Prepares all calls. Skips those after a decision that stops the turn. */
export async function* prepareCalls(turn: Turn, step: number, calls: Call[]): AsyncGenerator<NewEvent[], Preparation> {
  const prepared: Prepared[] = [];
  const first = new Map<string, string>();
  let stop: Preparation['stop'];
  for (const [at, call] of calls.entries()) {
    if (at >= maxCallsPerStep) {
      prepared.push(refuse(call, tooManyText));
      continue;
    }
    const twin = `${call.name}\n${call.argumentsText}`;
    const earlier = first.get(twin);
    if (stop !== undefined || turn.signal.aborted) {
      prepared.push(skip(call, stop === undefined || stop === 'abort' ? neverBegan(turn) : skippedText));
    } else if (earlier !== undefined) {
      prepared.push({ kind: 'same', call, as: earlier });
    } else {
      first.set(twin, call.id);
      const outcome = yield* prepareCall(turn, step, call);
      prepared.push(outcome.prepared);
      stop = outcome.stop;
    }
  }
  if (stop === undefined) return { prepared };
  return { prepared: prepared.map((each) => (each.kind === 'refused' ? each : skip(each.call, skippedText))), stop };
}

/** Whether a call that waits for the user started before a restart. */
export function hasBegun({ resume }: Turn, callId: string): boolean {
  return resume !== undefined && (resume.questions.has(callId) || resume.agents.has(callId));
}

type Outcome = { prepared: Prepared; stop?: Preparation['stop'] };

async function* prepareCall(turn: Turn, step: number, call: Call): AsyncGenerator<NewEvent[], Outcome> {
  const known = turn.resume?.approvals.get(call.id);
  let found = findTool(turn, call);
  let decided = known?.outcome;
  if ('text' in found && known) {
    // the tool's MCP server may connect while the user decides, so look for the tool again afterwards
    decided ??= await askedBefore(turn, call, known);
    await turn.begun();
    found = findTool(turn, call);
    if ('text' in found) return withoutTool(turn, call, found.text, decided);
  }
  if ('text' in found) return { prepared: refuse(call, found.text) };
  const { tool, input } = found;
  let plan: ToolPlan;
  try {
    plan = await tool.plan(input, turn.toolContext());
  } catch (error) {
    if (known && !decided) turn.decideApproval(known.approvalId, 'rejected');
    if (error instanceof ToolFailure) return { prepared: refuse(call, error.message) };
    // a bug in one tool fails its call, not the turn
    turn.reportDefect(error);
    return {
      prepared: refuse(
        call,
        `The call could not be prepared: ${error instanceof Error ? error.message : String(error)}`,
      ),
    };
  }
  // the call has been running since before a restart
  if (hasBegun(turn, call.id)) return { prepared: { kind: 'run', call, tool, input, plan } };
  if (decided) return settle(turn, call, { tool, input, plan }, decided);
  const outcome = yield* permit(turn, step, call, { tool, input, plan }, known);
  // close an approval from before a restart that rules or hooks have decided since
  if (known && outcome.asked === undefined)
    turn.decideApproval(known.approvalId, outcome.prepared.kind === 'run' ? 'approved' : 'rejected');
  return outcome;
}

/** Returns the current decision of the rules and the mode about a call. */
async function decisionOn(turn: Turn, request: GateCall): Promise<GateVerdict['decision']> {
  const gate = await turn.gate();
  return ((await gate.staticDeny(request)) ?? (await gate.decide(request))).decision;
}

/** Waits for the decision on a call whose tool is missing after a restart. */
async function askedBefore(
  turn: Turn,
  call: Call,
  { approvalId, expiresAt }: { approvalId: string; expiresAt: number },
): Promise<ApprovalOutcome> {
  const outcome = await turn.awaitApproval(approvalId, expiresAt, {
    async again() {
      const found = findTool(turn, call);
      if ('text' in found) return 'ask';
      const { subject } = await found.tool.plan(found.input, turn.toolContext());
      return decisionOn(turn, { ...found, subject });
    },
    async change(change) {
      const found = findTool(turn, call);
      return 'text' in found ? { refusal: found.text } : decideChange(turn, call, found, change);
    },
  });
  notifyDecided(turn, call, approvalId, outcome);
  return outcome;
}

type Planned = { tool: Tool; input: Record<string, unknown>; plan: ToolPlan };

/** Gets permission in the order of engine.md 6.2. `asked`: the user was asked. */
async function* permit(
  turn: Turn,
  step: number,
  call: Call,
  { tool, input, plan }: Planned,
  known: { approvalId: string; expiresAt: number } | undefined,
): AsyncGenerator<NewEvent[], Outcome & { asked?: true }> {
  const request: GateCall = { tool, subject: plan.subject, input };
  let gate = await turn.gate();
  let denied = await gate.staticDeny(request);
  if (!denied && turn.hooks.has('PreToolUse')) {
    const refusal = yield* refusedByHooks(turn, call);
    if (turn.signal.aborted) return { prepared: skip(call, neverBegan(turn), plan.display) };
    if (refusal !== undefined) return { prepared: deny(turn, call, { reason: refusal }, plan.display) };
    // mode and rules may have changed in the meantime
    gate = await turn.gate();
    denied = await gate.staticDeny(request);
  }
  const verdict = denied ?? (await gate.decide(request));
  const display =
    plan.display.kind === 'command' && verdict.danger.length > 0
      ? { ...plan.display, danger: verdict.danger }
      : plan.display;
  if (verdict.decision === 'deny') return { prepared: deny(turn, call, verdict, display) };
  if (verdict.warning !== undefined) {
    yield [{ type: 'warning', agentId: turn.agentId, message: verdict.warning, code: 'sensitive-file' }];
  }
  const shown: Planned = { tool, input, plan: { ...plan, display } };
  if (verdict.decision === 'allow') return { prepared: { kind: 'run', call, ...shown } };
  return { ...(yield* askUser(turn, step, call, shown, { request, verdict }, known)), asked: true };
}

/** Waits for the user's decision. `known`: the approval from before a restart. */
async function* askUser(
  turn: Turn,
  step: number,
  call: Call,
  { tool, input, plan }: Planned,
  { request, verdict }: { request: GateCall; verdict: GateVerdict },
  known: { approvalId: string; expiresAt: number } | undefined,
): AsyncGenerator<NewEvent[], Outcome> {
  let { approvalId, expiresAt } = known ?? {};
  if (approvalId === undefined || expiresAt === undefined) {
    const events: NewEvent[] = [];
    await tool.beforeReview?.(input, {
      ...turn.toolContext(),
      turnId: turn.turnId,
      step,
      callId: call.id,
      emit: (event) => events.push(event),
    });
    approvalId = turn.newId('approval');
    expiresAt = turn.now() + interactionLifetimeMs;
    const asking = await approvalRequested(turn, call, { tool, input, plan }, verdict, approvalId, expiresAt);
    if (turn.signal.aborted) return { prepared: skip(call, neverBegan(turn), plan.display) };
    yield [...events, ...asking];
    notifyAsked(turn, call, approvalId, verdict.reason);
  }
  const outcome = await turn.awaitApproval(approvalId, expiresAt, {
    again: () => decisionOn(turn, request),
    change: (change) => decideChange(turn, call, { tool, input }, change),
  });
  notifyDecided(turn, call, approvalId, outcome);
  return settle(turn, call, { tool, input, plan }, outcome);
}

/** Returns the text for the model about a denied call (engine.md 6.2). */
function denial({ agentType }: Turn, reason: string): string {
  if (agentType === undefined) return reason;
  return `${reason.replace(/[.\s]+$/, '')}. Look for another way, or report back what keeps you from it.`;
}

/** Applies the user's decision about a call (engine.md 6.7, plans 4.12). */
async function settle(
  turn: Turn,
  call: Call,
  { tool, input, plan }: Planned,
  outcome: ApprovalOutcome,
): Promise<Outcome> {
  const { amendment } = outcome;
  const note = tool.permission === 'review' || !outcome.feedback?.trim() ? {} : { note: outcome.feedback.trim() };
  if (outcome.decision === 'approved' && amendment)
    return { prepared: { ...(await amended(turn, call, { tool, input, plan }, amendment)), ...note } };
  if (outcome.decision === 'approved') {
    // an automatic approval contains no choice of the user
    const label =
      outcome.by === 'client' && tool.permission === 'review' ? (outcome.selectedLabel ?? 'Approve') : undefined;
    return {
      prepared: {
        kind: 'run',
        call,
        tool,
        input,
        plan,
        ...note,
        ...(label === undefined ? {} : { review: withFeedback(label, outcome) }),
      },
    };
  }
  if (outcome.decision === 'cancelled') return stopped(turn, call, outcome, plan.display);
  if (tool.permission === 'review') {
    const label = outcome.selectedLabel ?? (outcome.feedback ? 'Revise' : 'Reject');
    return { prepared: { kind: 'run', call, tool, input, plan, review: withFeedback(label, outcome) } };
  }
  return { prepared: refuse(call, rejection(outcome, plan), plan.display) };
}

/** Returns the call as the user changed it. Checks files and rules again, because a restart may have come between. */
async function amended(
  turn: Turn,
  call: Call,
  { tool, plan: original, input: proposed }: Planned,
  { input: args, text, display, report }: Amendment,
): Promise<Prepared> {
  try {
    const { input, plan } = text ? { input: proposed, plan: original } : await planOf(turn, tool, args);
    const gate = await turn.gate();
    const request: GateCall = { tool, subject: plan.subject, input };
    const verdict = (await gate.staticDeny(request)) ?? (await gate.decide(request));
    if (verdict.decision === 'deny') return deny(turn, call, verdict, display);
    const change: Amended = { input: args, report, ...(text === undefined ? {} : { text }) };
    return { kind: 'run', call, tool, input, plan: { ...plan, display }, amended: change };
  } catch (error) {
    if (error instanceof ToolFailure) return refuse(call, error.message, display);
    throw error;
  }
}

/** Applies a decision to a call whose tool is missing. `text` reports the missing tool. */
function withoutTool(turn: Turn, call: Call, text: string, outcome: ApprovalOutcome): Outcome {
  if (outcome.decision === 'cancelled') return stopped(turn, call, outcome);
  return { prepared: refuse(call, outcome.decision === 'approved' ? text : rejection(outcome)) };
}

function stopped(turn: Turn, call: Call, { by }: ApprovalOutcome, display?: ToolDisplay): Outcome {
  const stop = by === 'timeout' ? 'timeout' : by === 'abort' ? 'abort' : 'user';
  const text =
    stop === 'timeout'
      ? 'The user did not decide about this call in time, so it did not run.'
      : stop === 'abort'
        ? neverBegan(turn)
        : 'The user cancelled this call and stopped the turn.';
  return { prepared: (stop === 'abort' ? skip : refuse)(call, text, display), stop };
}

function rejection({ by, feedback }: ApprovalOutcome, plan?: ToolPlan): string {
  const leaves = plan?.subject.kind === 'command' && plan.subject.leaves;
  if (leaves && by === 'client') return `stays inside: ${feedback?.trim() || 'the user rejected it; it did not run'}`;
  const feedbackText = feedback ? ` The user's feedback: ${feedback}` : '';
  return (
    (by === 'policy' ? 'The permission rules refuse this call.' : 'The user rejected this call; it did not run.') +
    feedbackText
  );
}

function withFeedback(label: string, outcome: ApprovalOutcome): { label: string; feedback?: string } {
  return outcome.feedback === undefined ? { label } : { label, feedback: outcome.feedback };
}

function findTool(turn: Turn, call: Call): { tool: Tool; input: Record<string, unknown> } | { text: string } {
  const tool = turn.tool(call.name);
  if (!tool) return { text: `There is no tool named "${call.name.slice(0, maxNameChars)}". Tools: ${nameList(turn)}.` };
  const read = argumentsOf(call);
  if (typeof read === 'string') {
    return { text: `The arguments of ${call.name} ${argumentsFault(call) ?? ''}: ${read.slice(0, 200)}` };
  }
  // validation adds defaults, which the model did not send
  const input = copyOf(read);
  const fault = tool.faultOf(input);
  if (fault !== undefined) return { text: `The arguments of ${call.name} are not valid: ${fault}` };
  return { tool, input };
}

/** Lists the names of available tools, but not too many: MCP servers may offer very many. */
function nameList(turn: Turn): string {
  const names = turn.tools().map(({ name }) => name);
  const shown = names.slice(0, maxNames).join(', ') || 'none';
  return names.length > maxNames ? `${shown} and ${names.length - maxNames} more` : shown;
}

/** Prepares a call without a decision, with a result from the engine. */
function skip(call: Call, text: string, display?: ToolDisplay): Prepared {
  return { kind: 'refused', call, text, synthetic: true, ...(display === undefined ? {} : { display }) };
}

/** Prepares a call that rules, the mode or a hook denied. */
function deny(
  turn: Turn,
  call: Call,
  { reason, rule }: Pick<GateVerdict, 'reason' | 'rule'>,
  display?: ToolDisplay,
): Prepared {
  const denied = rule === undefined ? {} : { rule: rule.text };
  return { kind: 'refused', call, text: denial(turn, reason), denied, ...(display === undefined ? {} : { display }) };
}

function refuse(call: Call, text: string, display?: ToolDisplay): Prepared {
  return { kind: 'refused', call, text, ...(display === undefined ? {} : { display }) };
}
