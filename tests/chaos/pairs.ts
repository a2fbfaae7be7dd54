/** Events that come in pairs: each begin must have one end (ws.md 5.2-6). */
import type { EventFrame } from '../helpers/turns.js';

export interface OpenPair {
  kind: 'approval' | 'question' | 'prompt' | 'turn or call' | 'subagent' | 'task' | 'compaction';
  id: string;
}

/** Returns the pairs of a whole log that were not closed, or were closed twice. */
export function openPairs(log: readonly EventFrame[]): OpenPair[] {
  const open = new Map<string, OpenPair>();
  // ids of turns and calls are unique per agent only
  const begin = (kind: OpenPair['kind'], id: unknown, agent: unknown = '') =>
    void open.set(`${kind} ${String(agent)} ${String(id)}`, { kind, id: String(id) });
  const end = (kind: OpenPair['kind'], id: unknown, agent: unknown = '') =>
    void (
      open.delete(`${kind} ${String(agent)} ${String(id)}`) ||
      open.set(`twice ${String(agent)} ${String(id)}`, { kind, id: `${String(id)} (closed twice)` })
    );
  for (const { type, payload: p } of log) {
    switch (type) {
      case 'tool.call.started':
        begin('turn or call', p['toolCallId'], p['agentId']);
        break;
      case 'tool.result':
        end('turn or call', p['toolCallId'], p['agentId']);
        break;
      case 'turn.started':
        begin('turn or call', `turn ${String(p['turnId'])}`, p['agentId']);
        break;
      case 'turn.ended':
        end('turn or call', `turn ${String(p['turnId'])}`, p['agentId']);
        break;
      case 'event.approval.requested':
        begin('approval', p['approval_id']);
        break;
      case 'event.approval.resolved':
        end('approval', p['approval_id']);
        break;
      case 'event.question.requested':
        begin('question', p['question_id']);
        break;
      case 'event.question.answered':
      case 'event.question.dismissed':
        end('question', p['question_id']);
        break;
      case 'subagent.spawned':
        begin('subagent', p['subagentId']);
        break;
      case 'subagent.completed':
      case 'subagent.failed':
        end('subagent', p['subagentId']);
        break;
      case 'task.started':
        begin('task', (p['info'] as { taskId: string }).taskId);
        break;
      case 'task.terminated':
        end('task', (p['info'] as { taskId: string }).taskId);
        break;
      case 'compaction.started':
        begin('compaction', p['agentId']);
        break;
      case 'compaction.completed':
      case 'compaction.cancelled':
        end('compaction', p['agentId']);
        break;
      case 'prompt.submitted':
        begin('prompt', p['promptId']);
        break;
      case 'prompt.completed':
      case 'prompt.aborted':
        end('prompt', p['promptId']);
        break;
      case 'prompt.steered':
        for (const id of p['promptIds'] as string[]) end('prompt', id);
        break;
    }
  }
  return [...open.values()];
}

/** Returns the frames of a turn before its `turn.started` or after its `turn.ended` (ws.md 5.2-5). */
export function strayFrames(frames: readonly EventFrame[]): string[] {
  const state = new Map<string, 'open' | 'over'>();
  return frames.flatMap(({ type, payload: p }) => {
    const turn = p['turnId'] ?? p['turn_id'];
    if (typeof turn !== 'number') return [];
    const key = `${String(p['agentId'])} turn ${turn}`;
    const before = state.get(key);
    if (type === 'turn.started') state.set(key, 'open');
    else if (type === 'turn.ended') state.set(key, 'over');
    const right = type === 'turn.started' ? before === undefined : before === 'open';
    return right ? [] : [`${type} of ${key}`];
  });
}
