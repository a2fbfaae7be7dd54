/** Cold sessions: abandoned work appears as ended, interactions that wait for the user stay pending (rest.md 11.1). */
import type { NewEvent } from '../../../schemas/generated/events.js';
import { applyOp } from '../../../schemas/folds/transcript-apply.js';
import type { TranscriptFold } from '../../../schemas/folds/transcript-fold.js';
import type { At } from '../../../schemas/folds/transcript-state.js';
import { turnOf } from '../../../schemas/folds/transcript.js';
import type { Db } from '../log/database.js';
import { createOpenRows, type InteractionRow, type OpenTurnRow } from '../live/load.js';
import type { SessionRow } from '../store.js';
import { createTaskStore } from '../facts/tasks.js';
import { askedByTurns, survivesServer } from '../tasks/opentasks.js';
import { follow, interruptedTurn, newFacts, unknownOutcome, waitingAgents } from '../recovery/turnfacts.js';
import { eventOf, type TranscriptRows } from './rows.js';

/** The open work of a cold session that continues. */
export interface Waiting {
  agents: ReadonlySet<string>;
  task(taskId: string): boolean;
}

export function createWaiting(db: Db, rows: Pick<TranscriptRows, 'timeline'>): (row: SessionRow) => Waiting {
  const loader = createOpenRows(db);
  const tasks = createTaskStore(db);
  const callers = db.prepare<[number], { agent_id: string; caller_id: string }>(
    `SELECT agent_id, caller_id FROM agent_calls WHERE session_key = ? AND ended_seq IS NULL AND background = 0 AND call_id <> ''`,
  );

  function factsOf(key: number, row: OpenTurnRow, pending: InteractionRow[]) {
    const facts = newFacts(row, 0);
    for (const each of rows.timeline(key, row.agent_id, row.started_seq, Number.MAX_SAFE_INTEGER)) {
      const event = eventOf(each);
      if (event) follow(facts, event, each.time, pending, () => undefined);
    }
    return { agentId: row.agent_id, facts };
  }

  return (row) => {
    const running = tasks.list(row.key, { running: true });
    const open = loader.openTurns(row.key);
    const pending = open.length === 0 ? [] : askedByTurns(loader.pending(row.key), running);
    const turns = open.map((each) => factsOf(row.key, each, pending));
    const called = new Map(
      open.length === 0 ? [] : callers.all(row.key).map((each) => [each.agent_id, each.caller_id]),
    );
    return {
      agents: waitingAgents(turns, pending, (agentId) => called.get(agentId)),
      task: (taskId) => running.some((task) => task.info.taskId === taskId && survivesServer(task, row)),
    };
  };
}

/** Ends the open work in a fold that does not continue, with the same words as the repair (ws.md 8.12). */
export function closeOpen(fold: TranscriptFold, agentId: string, waiting: Waiting, at: At): void {
  const { transcript } = fold;
  for (const task of transcript.tasks.values()) {
    const waits = task.agentId === undefined ? waiting.task(task.taskId) : waiting.agents.has(task.agentId);
    if (task.state !== 'running' || waits) continue;
    const state = task.detached ? 'lost' : task.kind === 'subagent' ? 'failed' : 'killed';
    applyOp(transcript, { op: 'task.upsert', task: { ...task, state } });
  }
  if (waiting.agents.has(agentId)) return;
  for (const event of openEnds(fold, agentId, at)) fold.take(event, at);
  for (const prompt of transcript.prompts.values())
    if (prompt.status === 'running')
      applyOp(transcript, { op: 'prompt.upsert', prompt: { ...prompt, status: 'failed' } });
}

function openEnds({ transcript }: TranscriptFold, agentId: string, { time }: At): NewEvent[] {
  const resolved_at = new Date(time).toISOString();
  const events: NewEvent[] = [];
  for (const each of transcript.interactions.values()) {
    // no turn waits for the question of a task
    if (each.state !== 'pending' || (each.interactionKind === 'question' && each.request?.background)) continue;
    const id = each.interactionId;
    events.push(
      each.interactionKind === 'approval'
        ? {
            type: 'event.approval.resolved',
            agentId,
            approval_id: id,
            decision: 'cancelled',
            resolved_at,
            by: 'recovery',
          }
        : { type: 'event.question.dismissed', agentId, question_id: id, dismissed_at: resolved_at, by: 'recovery' },
    );
  }
  const last = transcript.items.findLast((item) => item.kind === 'turn');
  const turn = last && turnOf(transcript, last.turnId);
  if (turn?.state !== 'running') return events;
  for (const step of turn.steps)
    for (const frame of step.frames)
      if (frame.kind === 'tool' && frame.state === 'running')
        events.push({
          type: 'tool.result',
          agentId,
          turnId: turn.ordinal,
          step: step.ordinal,
          toolCallId: frame.toolCallId,
          messageId: '',
          output: unknownOutcome,
          isError: true,
          synthetic: true,
          durationMs: 0,
        });
  return [...events, interruptedTurn(agentId, turn.ordinal)];
}
