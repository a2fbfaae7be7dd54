/** Trials of `transcript`. */
import { one, spoken } from '../situations.js';
import { withQuery, type Prepare, type Trials } from '../trials.js';

const told: Prepare = async (world) => ({
  params: { session_id: await spoken(world) },
  query: { agent_id: 'main' },
});

export const transcript = {
  getTranscript: {
    good: told,
    errors: { VALIDATION_FAILED: withQuery({ agent_id: 'main', before_turn: 't2', after_id: 't1' }) },
  },
  getTranscriptOps: { good: one({ query: { agent_id: 'main', since_seq: 0 } }) },
  listPlans: {
    good: told,
    errors: { TOOL_CALL_NOT_FOUND: withQuery({ agent_id: 'main', tool_call_id: 'call_none' }) },
  },
  listUserMessages: { good: told },
} satisfies Trials;
