/** Runs Stop hooks when a turn of the main agent is about to end. Once per turn they can continue it (engine.md 15). */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { Turn } from '../turn.js';
import { taggedText } from './answer.js';

export interface StopHooks {
  /** whether any such hook is configured */
  due(): boolean;
  /** `mayGoOn`: the turn may take further steps */
  ask(mayGoOn: boolean): Promise<{ events: NewEvent[]; continues: boolean }>;
}

export function createStopHooks(turn: Turn): StopHooks {
  let active = false;

  return {
    due: () => turn.agentId === 'main' && turn.hooks.has('Stop'),
    async ask(mayGoOn) {
      const { agentId, turnId } = turn;
      const fields = { turn_id: turnId, stop_hook_active: active };
      const { events, blocked } = await turn.hooks.run('Stop', undefined, fields, turn.signal);
      if (blocked === undefined) return { events, continues: false };
      if (active || !mayGoOn) return { events: [...withoutBlock(events), ignored(turn, active)], continues: false };
      active = true;
      const message = turn.newMessage({
        role: 'user',
        content: [{ type: 'text', text: taggedText('Stop', blocked) }],
        metadata: {
          origin: { kind: 'hook_result', event: 'Stop', blocked: true },
          agent_id: agentId,
          turn_id: turnId,
          // hook.result shows it to the user
          hidden: true,
        },
      });
      return { events: [...events, { type: 'message.appended', agentId, turnId, message }], continues: true };
    },
  };
}

function withoutBlock(events: NewEvent[]): NewEvent[] {
  return events.map((event) => {
    if (event.type !== 'hook.result') return event;
    const { blocked: _blocked, ...rest } = event;
    return rest;
  });
}

function ignored({ agentId }: Turn, active: boolean): NewEvent {
  const why = active ? 'they may do so once per turn' : 'the turn has reached its limit of steps';
  return {
    type: 'warning',
    agentId,
    message: `Stop hooks asked the turn to continue, but ${why}.`,
    code: 'hook-ignored',
  };
}
