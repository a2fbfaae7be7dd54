/** Repairs a session whose server died (engine.md 19): ends what was running, keeps what waits for the user. */
import type { NewEvent } from '../../../schemas/generated/events.js';
import { argumentsOf } from '../../agent/arguments.js';
import { timingsOf } from '../../agent/timings.js';
import { interactionLifetimeMs, type HeldStep, type OpenStep } from '../../agent/turn.js';
import type { SessionDeps } from '../deps.js';
import { givenUp } from '../facts/compaction.js';
import { originOf, type InteractionRow, type Loader, type OpenTurnRow } from '../live/load.js';
import { applyInflight } from '../facts/inflight.js';
import type { Recorder } from '../live/record.js';
import type { ChildCall, LiveAgent, LiveSession } from '../live/state.js';
import type { ResumedTurn } from '../turns/turns.js';
import { waitingCaller } from '../interactions/waiting.js';
import { rowPayload } from '../log/log.js';
import { queued } from '../messages/promptmessage.js';
import { iso } from '../store.js';
import type { Revival, TaskRevival } from '../tasks/revival.js';
import { askedByTurns, sortTasks } from '../tasks/opentasks.js';
import type { TaskStore } from '../facts/tasks.js';
import { checkLeftBehind } from '../runtimes/containment.js';
import { createTextCollector } from '../texts/collect.js';
import { textsOf } from '../texts/texts.js';
import { createMissingInput } from './missinginput.js';
import {
  callsOf,
  follow,
  interruptedTurn,
  newFacts,
  unknownOutcome,
  waitingAgents,
  type TurnFacts,
} from './turnfacts.js';
import { addSpent } from '../../agent/price.js';

const pageSize = 1_000;

export interface Recovery {
  /** repairs a session that was just loaded; returns the turns and tasks that continue */
  repair(session: LiveSession, record: Recorder): Repaired;
}

export interface Repaired {
  turns: { agent: LiveAgent; turn: ResumedTurn }[];
  tasks: Revival[];
}

export function createRecovery(
  deps: Pick<SessionDeps, 'db' | 'log' | 'logger' | 'now' | 'newId' | 'sessionDirectory' | 'settings'>,
  loader: Loader,
  tasks: TaskStore,
  revival: TaskRevival,
): Recovery {
  const { missingPrompt, missingSteered } = createMissingInput(deps, loader);
  const collectTexts = createTextCollector(deps);

  function repair(session: LiveSession, record: Recorder): Repaired {
    const { key } = session.ref;
    checkLeftBehind(deps, session);
    collectTexts(session.ref);
    const all = loader.pending(key);
    for (const each of all)
      session.waits.set(each.id, {
        kind: each.kind,
        id: each.id,
        agentId: each.agent_id,
        expiresAt: each.expires_at,
        recorded: true,
        ...(each.kind === 'question' && each.background === 1 ? { background: true } : {}),
        ...(each.kind === 'question' && each.budget === 1 ? { budget: true } : {}),
      });
    const open = tasks.list(key, { running: true }).toReversed();
    // no turn waits for the question of a task
    const pending = askedByTurns(all, open);
    const turns = loader.openTurns(key).flatMap((row) => {
      const agent = session.agents.get(row.agent_id);
      return agent ? [{ agentId: agent.id, agent, facts: readTurn(session, agent, row, pending) }] : [];
    });
    const keptAgents = waitingAgents(turns, pending, (agentId) => waitingCaller(session, agentId));
    const continuing = turns.filter(({ agentId }) => keptAgents.has(agentId));
    const kept = new Set(continuing.map(({ facts: { row } }) => `${row.agent_id} ${row.turn_id}`));
    const events = brokenOff(
      session,
      turns.filter(({ agentId }) => !keptAgents.has(agentId)),
      keptAgents,
      pending,
    );
    const { revived, lost } = sortTasks(revival, session, open, { kept: keptAgents, now: deps.now() });
    addBefore(events, lost, 'turn.ended');
    events.push(...leftovers(session, loader, kept, pending, events));
    const prompts = loader.runningPrompts(key);
    record(session, events);
    record(session, workLeft(session));
    for (const each of pending) if (!kept.has(`${each.agent_id} ${each.turn_id}`)) session.waits.delete(each.id);
    const goOn = continuing.map(({ agent, facts }) => {
      readyToGoOn(session, agent, facts);
      return {
        agent,
        turn: resume(
          facts,
          prompts.find((prompt) => prompt.prompt_id === facts.row.prompt_id),
        ),
      };
    });
    return { turns: goOn, tasks: revived };
  }

  /** End events for turns that are not kept and for calls of subagents; the deepest agents come first. */
  function brokenOff(
    session: LiveSession,
    turns: { agent: LiveAgent; facts: TurnFacts }[],
    kept: ReadonlySet<string>,
    pending: InteractionRow[],
  ): NewEvent[] {
    const events: NewEvent[] = [];
    const calls = [...session.calls.values()].filter(({ agentId }) => !kept.has(agentId));
    const failures = (callerId: string) => calls.filter((call) => call.callerId === callerId).map(brokenCall);
    for (const { agent, facts } of turns.toSorted((a, b) => b.agent.depth - a.agent.depth))
      events.push(...closeTurn(session, facts, pending, failures(agent.id)));
    const closed = new Set(turns.map(({ agent }) => agent.id));
    events.push(...calls.filter(({ callerId }) => !closed.has(callerId)).map(brokenCall));
    return events;
  }

  function readyToGoOn({ ref }: LiveSession, agent: LiveAgent, facts: TurnFacts): void {
    for (const each of facts.steered) agent.steered.push({ ...loader.steered(ref.key, each.promptIds), ...each });
    const asked = [...facts.approvals].find(([, { outcome }]) => outcome === undefined);
    if (!asked) return;
    const [toolCallId, { approvalId, expiresAt }] = asked;
    agent.asking = { approval: { approvalId, toolCallId }, since: expiresAt - interactionLifetimeMs };
  }

  /** Reads the events of a turn from its start; the cost grows with the turn and not with the session. */
  function readTurn(session: LiveSession, agent: LiveAgent, row: OpenTurnRow, pending: InteractionRow[]): TurnFacts {
    const promptMessageId = loader.prompt(session.ref.key, row.prompt_id ?? '')?.userMessageId;
    const facts = newFacts(row, deps.now(), promptMessageId);
    for (let after = row.started_seq - 1; ;) {
      const rows = deps.log.read(session.ref.key, after, pageSize);
      for (const each of rows) {
        if (each.agent_id !== row.agent_id) continue;
        const event = rowPayload(each, session.ref.id);
        if (!event) continue;
        applyInflight(agent, event, each.time);
        follow(facts, event, each.time, pending, (promptId) => loader.prompt(session.ref.key, promptId)?.userMessageId);
      }
      const last = rows.at(-1);
      if (!last || rows.length < pageSize) return facts;
      after = last.seq;
    }
  }

  function resume(facts: TurnFacts, prompt: Parameters<typeof queued>[0] | undefined): ResumedTurn {
    const { row } = facts;
    return {
      turnId: row.turn_id,
      origin: originOf(row),
      unattended: row.unattended === 1,
      startedAt: facts.startedAt,
      activated: facts.activated,
      ...(prompt === undefined ? {} : { prompt: queued(prompt, textsOf(deps.db)) }),
      open: facts.held ? heldStep(facts, facts.held) : openStep(facts),
    };
  }

  /** The repair events of one turn, in the order of ws.md 8.12; `called`: end events of agents that worked for it. */
  function closeTurn(
    session: LiveSession,
    facts: TurnFacts,
    pending: InteractionRow[],
    called: NewEvent[],
  ): NewEvent[] {
    const { row } = facts;
    const agentId = row.agent_id;
    const now = deps.now();
    const events = missingPrompt(session, facts);
    if (facts.message) {
      for (const call of callsOf(facts.message)) {
        if (facts.results.has(call.id)) continue;
        if (!facts.started.has(call.id)) {
          events.push({
            type: 'tool.call.started',
            agentId,
            turnId: row.turn_id,
            step: facts.step?.step ?? 1,
            toolCallId: call.id,
            name: call.name,
            args: argumentsOf(call),
          });
        }
        events.push({
          type: 'tool.result',
          agentId,
          turnId: row.turn_id,
          step: facts.step?.step ?? 1,
          toolCallId: call.id,
          messageId: deps.newId('msg'),
          durationMs: 0,
          output: facts.started.has(call.id)
            ? unknownOutcome
            : 'The program ended before this call began; it did not run.',
          isError: true,
          synthetic: true,
        });
      }
    }
    events.push(...pending.filter((each) => each.agent_id === agentId).map((each) => cancelled(each, now)));
    events.push(...missingSteered(session, facts));
    events.push(...givenUp(session.open.compactions.has(agentId) ? [agentId] : []), ...called);
    events.push({
      ...interruptedTurn(agentId, row.turn_id),
      durationMs: Math.max(0, now - facts.startedAt),
      time: now,
    });
    return events;
  }

  /** Ends interactions and prompts, and pauses queues, that belong to no open turn. */
  function leftovers(
    session: LiveSession,
    from: Loader,
    kept: Set<string>,
    pending: InteractionRow[],
    done: NewEvent[],
  ): NewEvent[] {
    const now = deps.now();
    const settled = new Set(
      done.flatMap((event) =>
        event.type === 'event.approval.resolved'
          ? [event.approval_id]
          : event.type === 'event.question.dismissed'
            ? [event.question_id]
            : [],
      ),
    );
    const events: NewEvent[] = pending
      .filter((each) => !settled.has(each.id) && !kept.has(`${each.agent_id} ${each.turn_id}`))
      .map((each) => cancelled(each, now));
    events.push(...givenUp(session.open.compactions, done));
    const waiting = new Set(
      [...session.agents.values()]
        .filter((agent) => [...kept].some((turn) => turn.startsWith(`${agent.id} `)))
        .map((agent) => agent.id),
    );
    for (const prompt of from.runningPrompts(session.ref.key)) {
      if (waiting.has(prompt.agent_id)) continue;
      events.push({
        type: 'prompt.completed',
        agentId: prompt.agent_id,
        promptId: prompt.prompt_id,
        finishedAt: iso(now),
        reason: 'failed',
      });
    }
    for (const agent of session.agents.values()) {
      if (agent.queue.length === 0 || agent.paused || waiting.has(agent.id)) continue;
      events.push({ type: 'prompt.updated', agentId: agent.id, change: 'paused', queueLength: agent.queue.length });
    }
    return events;
  }

  return { repair };
}

/** The step of a turn whose calls wait for the user. */
function openStep({ message, usage, step, ...facts }: TurnFacts): OpenStep {
  if (!message || !usage || !step) throw new Error('a turn that waits has a reply');
  return {
    step: step.step,
    stepId: step.stepId,
    startedAt: step.at,
    approvals: facts.approvals,
    questions: facts.questions,
    agents: new Set(facts.agents.keys()),
    results: facts.results,
    spent: facts.spent,
    reply: {
      message,
      calls: callsOf(message),
      model: usage.model,
      family: usage.family,
      usage: usage.usage,
      ...(usage.cost === undefined ? {} : { cost: usage.cost }),
      finishReason: usage.finishReason,
      ...(usage.rawFinishReason === undefined ? {} : { rawFinishReason: usage.rawFinishReason }),
      timings: timingsOf(usage),
    },
  };
}

function heldStep({ spent, usage }: TurnFacts, { step }: NonNullable<TurnFacts['held']>): HeldStep {
  if (usage) addSpent(spent, usage);
  return { held: true, step, spent };
}

/** Corrects the work state if the server died between two turns, when no open turn would correct it. */
function workLeft({ open, work }: LiveSession): NewEvent[] {
  const main_turn_active = open.turns.has('main');
  const busy = open.turns.size + open.tasks.size + open.compactions.size > 0;
  if (work.busy === busy && work.main_turn_active === main_turn_active) return [];
  return [{ type: 'event.session.work_changed', agentId: 'main', ...work, busy, main_turn_active }];
}

/** Inserts events before the first one of a type, or at the end. */
function addBefore(events: NewEvent[], added: NewEvent[], type: NewEvent['type']): void {
  const at = events.findIndex((event) => event.type === type);
  events.splice(at < 0 ? events.length : at, 0, ...added);
}

function brokenCall({ agentId, callerId }: ChildCall): NewEvent {
  return {
    type: 'subagent.failed',
    agentId: callerId,
    subagentId: agentId,
    error: 'the program ended while it worked',
    reason: 'error',
  };
}

function cancelled(row: InteractionRow, now: number): NewEvent {
  return row.kind === 'approval'
    ? {
        type: 'event.approval.resolved',
        agentId: row.agent_id,
        approval_id: row.id,
        decision: 'cancelled',
        resolved_at: iso(now),
        by: 'recovery',
      }
    : {
        type: 'event.question.dismissed',
        agentId: row.agent_id,
        question_id: row.id,
        dismissed_at: iso(now),
        by: 'recovery',
      };
}
