/** How a turn begins: hooks check the prompt, and its message enters the context. */
import type { NewEvent } from '../../schemas/generated/events.js';
import { taggedText } from './hooks/answer.js';
import type { Turn } from './turn.js';

export interface Opening {
  /** to be committed with what follows */
  events: NewEvent[];
  /** a hook refused the prompt: it does not enter the context */
  refused?: true;
}

/**
 * After an abort the prompt has not been let through, and nothing of it stays. `letThrough` is called with false while
 * hooks decide on it.
 */
export async function openTurn(turn: Turn, letThrough: (isSo: boolean) => void): Promise<Opening> {
  const { prompt } = turn;
  const begun = turn.begun();
  if (begun) await begun;
  if (prompt === undefined || !turn.hooks.has('UserPromptSubmit')) return { events: await entering(turn, []) };
  letThrough(false);
  const { events, blocked, added } = await turn.hooks.run(
    'UserPromptSubmit',
    undefined,
    { prompt: prompt.text, prompt_id: prompt.promptId, is_steer: false },
    turn.signal,
  );
  if (blocked !== undefined || turn.signal.aborted) return { events, refused: true };
  letThrough(true);
  const texts = added === undefined ? [] : [taggedText('UserPromptSubmit', added)];
  return { events: [...events, ...(await entering(turn, texts))] };
}

async function entering(turn: Turn, added: string[]): Promise<NewEvent[]> {
  const { agentId, turnId } = turn;
  const opening = await turn.openingMessage(added);
  return opening === undefined
    ? []
    : [...opening.records, { type: 'message.appended', agentId, turnId, message: opening.message }];
}
