/** Converts timeline entries and the state of an agent to operations. */
import type { GoalSnapshot, TranscriptItem, TranscriptMetaChange, TranscriptOp } from '../generated/types.js';
import { itemId } from './transcript.js';
import { type At, type FoldState, iso, putFrame, type Rules, stepHeader, turnIdOf } from './transcript-state.js';

export function markerOf(marker: string, payload: Record<string, unknown> | undefined, at: At): TranscriptOp {
  return {
    op: 'marker.upsert',
    item: { kind: 'marker', markerId: markerIdOf(at.seq), marker, payload, at: iso(at.time) },
  };
}

function markerIdOf(seq: number): string {
  return `m${seq}`;
}

/** The fields of an event without those that every event has. */
function fieldsOf({ type: _type, agentId: _agent, ...fields }: { type: string; agentId: string }): object {
  const { sessionId: _session, ...rest } = fields as { sessionId?: string };
  return rest;
}

function merge(meta: TranscriptMetaChange): TranscriptOp {
  return { op: 'meta.merge', meta };
}

export const markerRules: Rules<
  | 'compaction.started'
  | 'compaction.blocked'
  | 'compaction.completed'
  | 'compaction.cancelled'
  | 'context.undone'
  | 'context.redone'
  | 'cron.fired'
  | 'error'
  | 'goal.updated'
  | 'hook.result'
  | 'plan.changed'
  | 'plan.revision'
  | 'skill.activated'
  | 'warning'
> = {
  'compaction.started': (_, event, at) => [markerOf('compaction', { phase: 'started', ...fieldsOf(event) }, at)],
  'compaction.blocked': (_, event, at) => [markerOf('compaction', { phase: 'blocked', ...fieldsOf(event) }, at)],
  'compaction.completed': (_, event, at) => [markerOf('compaction', { phase: 'completed', ...fieldsOf(event) }, at)],
  'compaction.cancelled': (_, event, at) => [markerOf('compaction', { phase: 'cancelled', ...fieldsOf(event) }, at)],

  'context.undone'(state, { turnIds, count, prompts }, at) {
    const gone = undoneIds(state, turnIds, at.seq);
    return [
      ...(gone.length > 0 ? [{ op: 'items.remove', ids: gone } as const] : []),
      markerOf('undo', { count, prompts }, at),
    ];
  },

  // restores the timeline from before the undo, and keeps later items at its end
  'context.redone'(state, { turnIds, undoneSeq }, at) {
    const undo = markerIdOf(undoneSeq);
    const back = state.history?.(turnIds, at.seq);
    const items = back?.items.filter((item) => itemId(item) !== undo) ?? [];
    const moved = items.filter(({ kind }) => kind !== 'turn').map(itemId);
    return [
      { op: 'items.remove', ids: [undo, ...moved] },
      ...itemOps(items),
      ...[...(back?.interactions.values() ?? [])].map((interaction): TranscriptOp => ({
        op: 'interaction.upsert',
        interaction,
      })),
      ...[...(back?.attachments.values() ?? [])].map((attachment): TranscriptOp => ({
        op: 'attachment.upsert',
        attachment,
      })),
    ];
  },

  'cron.fired': (_, { origin, prompt }, at) => [markerOf('cron.fired', { origin, prompt }, at)],
  error: (_, event, at) => [markerOf('notice', { level: 'error', event: 'error', ...fieldsOf(event) }, at)],
  warning: (_, { code, message }, at) => [
    markerOf('notice', { level: 'warning', message, event: 'warning', code }, at),
  ],

  'goal.updated': (_, { snapshot, change }, at) => [
    merge({ goal: snapshot && goalOf(snapshot) }),
    markerOf('goal', { snapshot, change }, at),
  ],
  'hook.result': (_, { hookEvent, content, blocked }, at) => [markerOf('hook', { hookEvent, content, blocked }, at)],
  'plan.changed': (_, { active, path }, at) => [
    merge({ modes: { plan: active ? { reviewPath: path } : null } }),
    markerOf(active ? 'plan.enter' : 'plan.exit', undefined, at),
  ],
  'plan.revision': (_, { id, version, path, sha256, bytes }, at) => [
    merge({ modes: { plan: { reviewPath: path, version } } }),
    markerOf('plan.revision', { id, version, path, sha256, bytes }, at),
  ],
  'skill.activated': (_, event, at) => [markerOf('skill', { ...fieldsOf(event) }, at)],
};

/** Ids of all timeline items from the first of the turns on. */
function undoneIds({ transcript, history }: FoldState, turnIds: readonly number[], seq: number): string[] {
  const { items } = history ? history(turnIds, seq) : transcript;
  const first = Math.min(...turnIds);
  const at = items.findIndex((item) => item.kind === 'turn' && item.ordinal >= first);
  const from = at < 0 ? [] : items.slice(at).map(itemId);
  return [...new Set([...turnIds.map(turnIdOf), ...from])];
}

function goalOf({ objective, status, completionCriterion, tokensUsed, budget }: GoalSnapshot) {
  return {
    objective,
    status,
    completionCriterion,
    budgetUsed: tokensUsed,
    budgetLimit: budget.tokenBudget ?? undefined,
  };
}

/** An item before a turn names that turn, so that a client can insert it even if it already has the turn. */
function itemOps(items: readonly TranscriptItem[]): TranscriptOp[] {
  return items.flatMap((item, index): TranscriptOp[] => {
    if (item.kind !== 'turn') {
      const next = items.slice(index).find((each) => each.kind === 'turn');
      const beforeTurn = next?.kind === 'turn' ? next.ordinal : undefined;
      return item.kind === 'marker'
        ? [{ op: 'marker.upsert', item, beforeTurn }]
        : [{ op: 'taskref.upsert', item, beforeTurn }];
    }
    const { steps, ...turn } = item;
    return [
      { op: 'turn.upsert', turn },
      ...steps.flatMap((step): TranscriptOp[] => [
        { op: 'step.upsert', turnId: item.turnId, step: stepHeader(step) },
        ...step.frames.map((frame) => putFrame(step.stepId, frame)),
      ]),
    ];
  });
}
