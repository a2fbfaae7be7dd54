/** The markers that events leave in a transcript, and the state of its agent (ws.md 12.4). */
import { describe, expect, test } from '@jest/globals';
import { createTranscriptFold } from '../../schemas/folds/transcript-fold.js';
import { itemId } from '../../schemas/folds/transcript.js';
import { after, agentId, at, plain, started, when } from './fold.fixture.js';

describe('markers and the state of the agent', () => {
  test.each<[object, string, object | undefined]>([
    [
      { type: 'compaction.started', trigger: 'auto', cause: 'threshold', tokensBefore: 9 },
      'compaction',
      { phase: 'started', trigger: 'auto', cause: 'threshold', tokensBefore: 9 },
    ],
    [{ type: 'compaction.blocked', turnId: 3 }, 'compaction', { phase: 'blocked', turnId: 3 }],
    [
      { type: 'compaction.completed', durationMs: 1, result: { summary: 's' } },
      'compaction',
      { phase: 'completed', durationMs: 1, result: { summary: 's' } },
    ],
    [{ type: 'compaction.cancelled', reason: 'aborted' }, 'compaction', { phase: 'cancelled', reason: 'aborted' }],
    [{ type: 'plan.changed', active: true, path: '/p.md' }, 'plan.enter', undefined],
    [{ type: 'plan.changed', active: false }, 'plan.exit', undefined],
    [
      { type: 'plan.revision', id: 'i', version: 2, path: '/p.v2.md', sha256: 'x', bytes: 4 },
      'plan.revision',
      { id: 'i', version: 2, path: '/p.v2.md', sha256: 'x', bytes: 4 },
    ],
    [
      { type: 'skill.activated', activationId: 'a', skillName: 's', trigger: 'user-slash' },
      'skill',
      { activationId: 'a', skillName: 's', trigger: 'user-slash' },
    ],
    [
      { type: 'cron.fired', origin: { kind: 'retry' }, prompt: 'p' },
      'cron.fired',
      { origin: { kind: 'retry' }, prompt: 'p' },
    ],
    [
      { type: 'hook.result', turnId: 1, hookEvent: 'Stop', content: 'c', blocked: true },
      'hook',
      { hookEvent: 'Stop', content: 'c', blocked: true },
    ],
    [
      { type: 'error', code: 'x', message: 'm', retryable: false, details: { code: 'x' } },
      'notice',
      { level: 'error', message: 'm', event: 'error', code: 'x', retryable: false, details: { code: 'x' } },
    ],
    [{ type: 'warning', message: 'm' }, 'notice', { level: 'warning', message: 'm', event: 'warning' }],
    [{ type: 'goal.updated', snapshot: null }, 'goal', { snapshot: null }],
  ])('%j', (event, marker, payload) => {
    const fold = createTranscriptFold();
    fold.take({ agentId, sessionId: 's', ...event } as never, at(7));
    expect(plain(fold.transcript.items)).toEqual([
      { kind: 'marker', markerId: 'm7', marker, ...(payload === undefined ? {} : { payload }), at: when(7) },
    ]);
  });

  test('plan mode, goal and status are merged', () => {
    const fold = createTranscriptFold();
    const meta = (event: object) => {
      fold.take({ agentId, ...event } as never, at(1));
      return plain(fold.transcript.meta);
    };
    expect(meta({ type: 'plan.changed', active: true, path: '/p.md' })).toEqual({
      modes: { plan: { reviewPath: '/p.md' } },
    });
    expect(meta({ type: 'plan.revision', id: 'i', version: 2, path: '/p.v2.md', sha256: 'x', bytes: 4 })).toEqual({
      modes: { plan: { reviewPath: '/p.v2.md', version: 2 } },
    });
    expect(meta({ type: 'plan.changed', active: false })).toEqual({});
    const snapshot = {
      objective: 'win',
      status: 'active',
      completionCriterion: 'won',
      tokensUsed: 5,
      budget: { tokenBudget: 9 },
    };
    expect(meta({ type: 'goal.updated', snapshot })).toEqual({
      goal: { objective: 'win', status: 'active', completionCriterion: 'won', budgetUsed: 5, budgetLimit: 9 },
    });
    expect(meta({ type: 'goal.updated', snapshot: null })).toEqual({});
    expect(meta({ type: 'agent.status.updated', model: 'm', planMode: true, contextTokens: 4 })).toEqual({
      agent: { model: 'm', contextTokens: 4 },
    });
    expect(meta({ type: 'agent.status.updated', contextTokens: 5 })).toEqual({
      agent: { model: 'm', contextTokens: 5 },
    });
    const where = { turnId: 1, step: 2, stepId: 'x', since: 3 };
    const call = { stream: 'tool_call', toolCallId: 'c', toolName: 'Bash' };
    expect(meta({ type: 'agent.status.updated', phase: { kind: 'streaming', ...where, ...call } })).toEqual({
      agent: { model: 'm', contextTokens: 5, phase: { kind: 'running', ...where } },
    });
  });

  test('an undo takes everything with it from its first turn on', () => {
    const fold = after(started(1), { type: 'turn.ended', agentId, turnId: 1, reason: 'completed' });
    fold.take(started(2), at(3));
    fold.take({ type: 'warning', agentId, message: 'w' }, at(4));
    fold.take({ type: 'turn.ended', agentId, turnId: 2, reason: 'completed' }, at(5));
    const prompts = [{ promptId: 'p', text: 'do it' }];
    const ops = fold.take({ type: 'context.undone', agentId, count: 1, turnIds: [2], messageIds: [], prompts }, at(6));
    expect(ops[0]).toEqual({ op: 'items.remove', ids: ['t2', 'm4'] });
    expect(fold.transcript.items.map(itemId)).toEqual(['t1', 'm6']);
    expect(fold.transcript.items[1]).toMatchObject({ marker: 'undo', payload: { count: 1, prompts } });
  });
});
