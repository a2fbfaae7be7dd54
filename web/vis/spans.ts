/** Builds time spans from the events of a session: agents, turns, steps, calls and waits. */
import { callSubject, type ToolCall } from '../../client/view/displays.js';
import type { VisEvent } from '../../schemas/generated/types.js';

export type SpanKind = 'agent' | 'turn' | 'step' | 'call' | 'task' | 'approval' | 'question' | 'compaction';

export interface Tokens {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

/** Absent figures are unknown. */
export interface Span {
  id: string;
  kind: SpanKind;
  agentId: string;
  name: string;
  /** number of the first event */
  seq: number;
  /** epoch ms; `end` is absent while the span is open */
  start: number;
  end?: number;
  state: string;
  level: number;
  children: Span[];
  turnId?: number;
  step?: number;
  tokens?: Tokens;
  cost?: number;
  /** ms until the first token, and ms from then until the end of the reply */
  firstTokenMs?: number;
  streamMs?: number;
  model?: string;
  retries?: number;
  finishReason?: string;
  /** size of the result in bytes */
  bytes?: number;
  /** ms of the tool alone, without waits */
  runMs?: number;
  isError?: boolean;
  isTruncated?: boolean;
  /** for a call: the file, the command or another subject */
  subject?: string;
  /** arguments of a call, to find repeated calls */
  args?: string;
  /** id of the call itself, or of the call that started the agent */
  callId?: string;
}

export interface Compaction {
  agentId: string;
  seq: number;
  time: number;
  before?: number;
  after?: number;
}

export interface Spans {
  agents: Map<string, Span>;
  turns: Span[];
  steps: Span[];
  calls: Span[];
  tasks: Span[];
  waits: Span[];
  compactions: Compaction[];
  /** requests outside of steps: summaries and titles */
  otherRequests: { tokens: Tokens; cost?: number; model: string }[];
  files: Set<string>;
  retries: number;
  errors: number;
  first?: number;
  last?: number;
  take(event: VisEvent): void;
}

type Payload = Record<string, unknown>;

/** `cwd`: file names of calls are relative to it. */
export function createSpans(cwd: () => string): Spans {
  const byId = new Map<string, Span>();
  const spans: Spans = {
    agents: new Map(),
    turns: [],
    steps: [],
    calls: [],
    tasks: [],
    waits: [],
    compactions: [],
    otherRequests: [],
    files: new Set(),
    retries: 0,
    errors: 0,
    take,
  };

  function agentOf({ agent_id: id, seq, time }: VisEvent): Span {
    let agent = spans.agents.get(id);
    if (!agent) {
      agent = { id, kind: 'agent', agentId: id, name: id, seq, start: time, state: 'known', level: 1, children: [] };
      spans.agents.set(id, agent);
    }
    agent.end = time;
    return agent;
  }

  function open(event: VisEvent, parent: Span, facts: Pick<Span, 'id' | 'kind' | 'name'> & Partial<Span>): Span {
    const { seq, time, agent_id: agentId } = event;
    const span: Span = { agentId, seq, start: time, state: 'running', level: parent.level + 1, children: [], ...facts };
    parent.children.push(span);
    byId.set(span.id, span);
    return span;
  }

  const rules: Readonly<Record<string, (event: VisEvent, payload: Payload, agent: Span) => void>> = {
    'agent.created'(_, { label, agentKind, subagentType }, agent) {
      agent.name = String(label ?? subagentType ?? agentKind);
    },
    'subagent.spawned'(event, { subagentId, subagentName, description, parentToolCallId }) {
      const agent = agentOf({ ...event, agent_id: String(subagentId) });
      agent.name = [subagentName, description].filter((part) => typeof part === 'string').join(': ');
      agent.callId = String(parentToolCallId);
    },
    'turn.started'(event, { turnId, prompt, origin }, agent) {
      const words = typeof prompt === 'string' ? prompt : ((origin as { kind?: string } | undefined)?.kind ?? '');
      const id = `${event.agent_id}/turn/${String(turnId)}`;
      spans.turns.push(open(event, agent, { id, kind: 'turn', name: words, turnId: Number(turnId) }));
    },
    'turn.ended'(event, { turnId, reason, cost }) {
      const turn = byId.get(`${event.agent_id}/turn/${String(turnId)}`);
      if (!turn) return;
      end(turn, event, String(reason));
      if (typeof cost === 'number') turn.cost = cost;
      if (reason === 'failed') spans.errors += 1;
      for (const step of turn.children) if (step.end === undefined) end(step, event, 'ended');
    },
    'turn.step.started'(event, { turnId, step, model }, agent) {
      const id = stepId(event, { turnId, step });
      const known = byId.get(id);
      if (known) return;
      const parent = byId.get(`${event.agent_id}/turn/${String(turnId)}`) ?? agent;
      const facts = { turnId: Number(turnId), step: Number(step), model: typeof model === 'string' ? model : '' };
      spans.steps.push(open(event, parent, { id, kind: 'step', name: String(step), ...facts }));
    },
    'turn.step.retrying'(event, payload) {
      const step = byId.get(stepId(event, payload));
      if (step) step.retries = (step.retries ?? 0) + 1;
      spans.retries += 1;
    },
    'step.usage': (event, payload) => endStep(event, payload, false),
    'turn.step.completed': (event, payload) => endStep(event, payload, true),
    'turn.step.interrupted'(event, payload) {
      const step = byId.get(stepId(event, payload));
      if (step) end(step, event, String(payload['reason']));
    },
    'request.usage'(_, { usage, cost, model }) {
      const other = { tokens: tokensOf(usage), model: String(model) };
      spans.otherRequests.push(typeof cost === 'number' ? { ...other, cost } : other);
    },
    'tool.call.started'(event, payload, agent) {
      const { toolCallId, name, args } = payload;
      const parent = byId.get(stepId(event, payload)) ?? agent;
      const call = open(event, parent, {
        id: callKey(event.agent_id, toolCallId),
        kind: 'call',
        name: String(name),
        subject: callSubject(payload as unknown as ToolCall, { cwd: cwd() }),
        callId: String(toolCallId),
        ...(args === undefined ? {} : { args: JSON.stringify(args).slice(0, 2_000) }),
        turnId: Number(payload['turnId']),
        step: Number(payload['step']),
      });
      spans.calls.push(call);
    },
    'tool.result'(event, { toolCallId, isError, durationMs, output, truncated, denied }) {
      const call = byId.get(callKey(event.agent_id, toolCallId));
      if (!call) return;
      end(call, event, denied === true ? 'denied' : isError === true ? 'error' : 'done');
      if (typeof durationMs === 'number') call.runMs = durationMs;
      call.isError = isError === true;
      call.isTruncated = truncated === true;
      if (output !== undefined) call.bytes = typeof output === 'string' ? output.length : JSON.stringify(output).length;
      if (call.isError) spans.errors += 1;
    },
    'event.approval.requested': (event, payload, agent) => wait(event, payload, agent, 'approval'),
    'event.question.requested': (event, payload, agent) => wait(event, payload, agent, 'question'),
    'event.approval.resolved': (event, { approval_id: id, decision }) => resolve(event, id, decision),
    'event.question.answered': (event, { question_id: id }) => resolve(event, id, 'answered'),
    'event.question.dismissed': (event, { question_id: id }) => resolve(event, id, 'dismissed'),
    'task.started'(event, { info }, agent) {
      const { taskId, description } = info as Payload;
      spans.tasks.push(open(event, agent, { id: String(taskId), kind: 'task', name: textOf(description) }));
    },
    'task.terminated'(event, { info }) {
      const { taskId, status } = info as Payload;
      const task = byId.get(String(taskId));
      if (task) end(task, event, String(status));
    },
    'compaction.started'(event, { tokensBefore }, agent) {
      open(event, agent, {
        id: `${event.agent_id}/compaction`,
        kind: 'compaction',
        name: typeof tokensBefore === 'number' ? String(tokensBefore) : '',
      });
    },
    'compaction.completed'(event, { result }) {
      const span = byId.get(`${event.agent_id}/compaction`);
      if (span) end(span, event, 'done');
      const { tokensBefore, tokensAfter } = (result ?? {}) as Record<string, number | undefined>;
      spans.compactions.push({
        agentId: event.agent_id,
        seq: event.seq,
        time: event.time,
        ...(tokensBefore === undefined ? {} : { before: tokensBefore }),
        ...(tokensAfter === undefined ? {} : { after: tokensAfter }),
      });
    },
    'compaction.cancelled'(event, { reason }) {
      const span = byId.get(`${event.agent_id}/compaction`);
      if (span) end(span, event, String(reason));
    },
    'files.changed'(_, { changes }) {
      for (const { path } of (changes ?? []) as { path: string }[]) spans.files.add(path);
    },
    error: () => void (spans.errors += 1),
  };

  function endStep(event: VisEvent, payload: Payload, isOver: boolean): void {
    const step = byId.get(stepId(event, payload));
    if (!step) return;
    const { usage, cost, finishReason, llmFirstTokenLatencyMs: first, llmStreamDurationMs: stream } = payload;
    if (usage !== undefined) step.tokens = tokensOf(usage);
    if (typeof cost === 'number') step.cost = cost;
    if (typeof finishReason === 'string') step.finishReason = finishReason;
    if (typeof first === 'number') step.firstTokenMs = first;
    if (typeof stream === 'number') step.streamMs = stream;
    if (isOver) end(step, event, 'done');
  }

  function wait(event: VisEvent, payload: Payload, agent: Span, kind: 'approval' | 'question'): void {
    const parent = byId.get(callKey(event.agent_id, payload['tool_call_id'])) ?? agent;
    const name = kind === 'approval' ? textOf(payload['action']) : '';
    spans.waits.push(open(event, parent, { id: String(payload[`${kind}_id`]), kind, name }));
  }

  function resolve(event: VisEvent, id: unknown, outcome: unknown): void {
    const span = byId.get(String(id));
    if (span) end(span, event, String(outcome));
  }

  function take(event: VisEvent): void {
    spans.first ??= event.time;
    spans.last = event.time;
    const { payload } = event;
    if (!payload) return;
    const rule = rules[event.type];
    if (!rule) return;
    rule(event, payload, agentOf(event));
  }

  return spans;
}

function end(span: Span, { time }: VisEvent, state: string): void {
  span.end = time;
  span.state = state;
}

const stepId = ({ agent_id: agent }: VisEvent, { turnId, step }: Payload): string =>
  `${agent}/step/${String(turnId)}/${String(step)}`;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const callKey = (agentId: string, callId: unknown): string => `${agentId}/call/${String(callId)}`;

function tokensOf(usage: unknown): Tokens {
  const { inputOther, output, inputCacheRead, inputCacheCreation } = (usage ?? {}) as Record<
    string,
    number | undefined
  >;
  return {
    input: inputOther ?? 0,
    output: output ?? 0,
    cacheRead: inputCacheRead ?? 0,
    cacheWrite: inputCacheCreation ?? 0,
  };
}

export const contextOf = ({ input, cacheRead, cacheWrite }: Tokens): number => input + cacheRead + cacheWrite;

/** Returns ms; for an open span, up to the last event. */
export const lengthOf = (span: Span, last: number): number => Math.max(0, (span.end ?? last) - span.start);
