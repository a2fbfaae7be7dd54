/** How a turn begins: people are told, hooks have their say on the prompt, and its message enters the context. */
import type { NewEvent } from '../../schemas/generated/events.js';
import { taggedText } from './hooks/answer.js';
import type { Turn } from './turn.js';

export interface Opening {
  /** to be committed with what follows */
  events: NewEvent[];
  /** a hook refused the prompt: it does not enter the context */
  refused?: true;
}

/** After an abort the prompt has not been let through, and nothing of it stays. */
export async function* openTurn(turn: Turn): AsyncGenerator<NewEvent[], Opening> {
  const { agentId, turnId, origin, prompt } = turn;
  const started: NewEvent = {
    type: 'turn.started',
    agentId,
    turnId,
    origin,
    ...(prompt === undefined ? {} : { prompt: prompt.text, promptId: prompt.promptId }),
  };
  const begun = turn.begun();
  const asks = prompt !== undefined && turn.hooks.has('UserPromptSubmit');
  if (begun === undefined && !asks) return { events: [started, ...(await entering(turn, []))] };
  // what follows takes its time
  yield [started];
  await begun;
  if (!asks) return { events: await entering(turn, []) };
  const { events, blocked, added } = await turn.hooks.run(
    'UserPromptSubmit',
    undefined,
    { prompt: prompt.text, prompt_id: prompt.promptId, is_steer: false },
    turn.signal,
  );
  if (blocked !== undefined || turn.signal.aborted) return { events, refused: true };
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
