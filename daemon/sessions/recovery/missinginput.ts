/** Appends acknowledged prompts that had not entered the context when their server died (engine.md 2.2-4). */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { SessionDeps } from '../deps.js';
import type { Loader } from '../live/load.js';
import type { LiveSession, QueuedPrompt } from '../live/state.js';
import { steeredTogether, undecided } from '../prompts/arrivals.js';
import { promptMessage } from '../messages/promptmessage.js';
import { iso } from '../store.js';
import type { TurnFacts } from './turnfacts.js';

export interface MissingInput {
  /** appends the prompt of a turn that was interrupted before its message entered the context */
  missingPrompt(session: LiveSession, facts: TurnFacts): NewEvent[];
  /** appends the messages that were steered into an interrupted turn */
  missingSteered(session: LiveSession, facts: TurnFacts): NewEvent[];
}

/** If hooks are configured to decide about prompts, prompts without their decision stay out of the context. */
export function createMissingInput(
  deps: Pick<SessionDeps, 'log' | 'settings'>,
  loader: Pick<Loader, 'prompt'>,
): MissingInput {
  const hooksDecide = () => deps.settings().hooks.get('UserPromptSubmit') !== undefined;

  function appended({ ref }: LiveSession, { row }: TurnFacts, prompt: QueuedPrompt): NewEvent {
    const { agent_id: agentId, turn_id: turnId } = row;
    const createdAt = iso(deps.log.tick(ref.key));
    const message = promptMessage(prompt, { sessionId: ref.id, agentId, turnId, createdAt });
    return { type: 'message.appended', agentId, turnId, message };
  }

  return {
    missingPrompt(session, facts) {
      const { row, missingPromptMessage } = facts;
      const prompt =
        missingPromptMessage === undefined ? undefined : loader.prompt(session.ref.key, row.prompt_id ?? '');
      if (!prompt) return [];
      return hooksDecide() ? [] : [appended(session, facts, prompt)];
    },
    missingSteered(session, facts) {
      const { agent_id: agentId, turn_id: turnId, prompt_id: activeId } = facts.row;
      if (facts.steered.length === 0) return [];
      if (hooksDecide()) {
        const messageIds = facts.steered.map(({ messageId }) => messageId);
        return [...messageIds.map(() => undecided(agentId)), { type: 'steer.taken', agentId, turnId, messageIds }];
      }
      const prompts = facts.steered.flatMap(({ promptIds }) =>
        promptIds.flatMap((id) => loader.prompt(session.ref.key, id) ?? []),
      );
      const [first] = prompts;
      if (!first) return [];
      // several prompts enter as one message, as in a running turn
      const content = facts.steered.flatMap((each) => each.content);
      const promptId = activeId ?? first.promptId;
      const together = { ...first, ...steeredTogether(prompts), content, slash: false, promptId };
      const others = facts.steered.map(({ messageId }) => messageId).filter((id) => id !== first.userMessageId);
      return [
        ...(others.length === 0 ? [] : [{ type: 'steer.taken' as const, agentId, turnId, messageIds: others }]),
        appended(session, facts, together),
      ];
    },
  };
}
