/** The transcripts of a session's agents. */
import { invalid } from '../errors.js';
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

export function transcriptHandlers({ sessions }: ApiDeps) {
  return {
    getTranscript({ params, query }) {
      const cursors = [query.before_turn, query.before_id, query.after_turn, query.after_id];
      if (cursors.filter((cursor) => cursor !== undefined).length > 1)
        throw invalid('before_turn', 'only one of before_turn, after_turn, before_id and after_id can be given');
      const request = {
        before: turnNumber(query.before_turn ?? query.before_id),
        after: turnNumber(query.after_turn ?? query.after_id),
        size: query.page_size,
      };
      return sessions.transcripts().page(params.session_id, query.agent_id, request, query.prompts);
    },
    getTranscriptOps: ({ params, query }) =>
      sessions.transcripts().ops(params.session_id, query.agent_id, query.since_seq),
    listUserMessages: ({ params, query }) => sessions.transcripts().userMessages(params.session_id, query.agent_id),
    listPlans: async ({ params, query }) => ({
      agent_id: query.agent_id,
      plans: await sessions.transcripts().plans(params.session_id, query.agent_id, query.tool_call_id),
    }),
  } satisfies Partial<Handlers>;
}

/** The number of a turn id; undefined for any other text, which lists ignore. */
function turnNumber(cursor: string | undefined): number | undefined {
  const number = /^t([1-9]\d{0,14})$/.exec(cursor ?? '')?.[1];
  return number === undefined ? undefined : Number(number);
}
