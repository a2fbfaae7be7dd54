/** Follows one prompt through the events of its session: what of them is its own, and how it ended. */
import type { Snapshot } from '../../schemas/generated/types.js';
import type { EventFrame } from '../api/stream.js';
import type { Printer } from '../print/printer.js';

/** How a prompt ended; `stopped`: with its server; `lost`: the end itself was missed and read from the session. */
export type PromptEnd = 'completed' | 'failed' | 'blocked' | 'aborted' | 'stopped' | 'lost';

export interface Follower {
  /** which prompt is meant; what came before is looked at then */
  begin(promptId: string): void;
  frame(frame: EventFrame): void;
  /** After a resync: a prompt that is neither running nor waiting has ended meanwhile. */
  snapshot(snapshot: Snapshot): void;
  ended: Promise<PromptEnd>;
}

/** Hands to the printer what belongs to the turn of this prompt; other prompts of the session are not ours to show. */
export function followPrompt(printer: Printer): Follower {
  let followed: string | undefined;
  /** what came before it was known which prompt is meant */
  const early: (() => void)[] = [];
  let turn: number | undefined;
  let running: number | undefined;
  let stopped = false;
  let resolve: (end: PromptEnd) => void = () => undefined;
  const ended = new Promise<PromptEnd>((done) => (resolve = done));

  function isOurs(frame: EventFrame): boolean {
    if (turn === undefined) return false;
    return !('turnId' in frame.payload) || frame.payload.turnId === undefined || frame.payload.turnId === turn;
  }

  function note(frame: EventFrame): void {
    if (frame.type === 'turn.started') {
      running = frame.payload.turnId;
      if (frame.payload.promptId === followed) turn = running;
    }
    // somebody merged it into the running turn, which answers it now
    if (frame.type === 'prompt.steered' && followed !== undefined && frame.payload.promptIds.includes(followed)) {
      followed = frame.payload.activePromptId;
      turn = running;
    }
    // a person's abort says `user_cancelled`
    if (frame.type === 'turn.ended' && frame.payload.turnId === turn)
      stopped = frame.payload.interruptReason === 'aborted';
  }

  function settle(frame: EventFrame): void {
    if (frame.type === 'prompt.aborted' && frame.payload.promptId === followed)
      resolve(stopped ? 'stopped' : 'aborted');
    if (frame.type === 'prompt.completed' && frame.payload.promptId === followed)
      resolve(frame.payload.reason ?? 'completed');
  }

  function frame(event: EventFrame): void {
    if (event.payload.agentId !== 'main') return;
    note(event);
    if (isOurs(event)) printer.frame(event);
    settle(event);
  }

  function snapshot({ prompts, session }: Snapshot): void {
    const open = [prompts.active, ...prompts.queued].some((prompt) => prompt?.prompt_id === followed);
    if (open) return;
    resolve(session.last_turn_reason === 'completed' ? 'lost' : 'failed');
  }

  const later = (look: () => void): void => {
    if (followed === undefined) early.push(look);
    else look();
  };

  return {
    begin(promptId) {
      followed = promptId;
      for (const look of early.splice(0)) look();
    },
    frame: (event) => later(() => frame(event)),
    snapshot: (given) => later(() => snapshot(given)),
    ended,
  };
}
