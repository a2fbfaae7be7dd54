/** Trials of `prompts`. */
import { goalErrors } from '../goals.js';
import { readinessErrors, refusedKey } from '../readiness.js';
import { fresh, one, text, waiting } from '../situations.js';
import { twice, withBody, withParam, type Prepare, type Trials } from '../trials.js';
import { skillErrors } from './skills.js';

/** A request for the queued prompt of a session. */
const queued =
  (body?: unknown): Prepare =>
  async (world) => ({ params: { session_id: await waiting(world), prompt_id: 'q' }, body });

const content = text('say hi');
const PROMPT_NOT_FOUND = withParam('prompt_id', 'none');

export const prompts = {
  abortPrompt: { good: queued(), errors: { PROMPT_NOT_FOUND, PROMPT_ALREADY_COMPLETED: twice } },
  editPrompt: {
    good: queued({ position: 0, content: text('x') }),
    errors: { PROMPT_NOT_FOUND, PROMPT_ALREADY_COMPLETED: withParam('prompt_id', 'p') },
  },
  listPrompts: { good: one() },
  removePrompt: { good: queued(), errors: { PROMPT_NOT_FOUND, PROMPT_ALREADY_COMPLETED: twice } },
  steerPrompt: { good: queued(), errors: { PROMPT_NOT_FOUND, PROMPT_ALREADY_COMPLETED: twice } },
  steerPrompts: {
    good: async (world) => ({ params: { session_id: await waiting(world) }, body: { prompt_ids: ['q'] } }),
    errors: { PROMPT_NOT_FOUND: withBody({ prompt_ids: ['none'] }), PROMPT_ALREADY_COMPLETED: twice },
  },
  submitPrompt: {
    good: one({ body: { content } }),
    errors: {
      ...goalErrors,
      ...readinessErrors({ body: { content } }),
      ...skillErrors((name) => withBody({ skills: [{ name }] })),
      MODEL_NOT_FOUND: withBody({ model: 'none' }),
      PROMPT_ALREADY_COMPLETED: async ({ world, call }) => {
        const session_id = await fresh(world);
        await world.daemon.run(session_id, 'say hi', { prompt_id: 'mine' });
        return call({ params: { session_id }, body: { content, prompt_id: 'mine' } });
      },
      PROMPT_ID_CONFLICT: async ({ world, call }) =>
        call({ params: { session_id: await waiting(world) }, body: { content, prompt_id: 'q' } }),
    },
    never: refusedKey,
  },
} satisfies Trials;
