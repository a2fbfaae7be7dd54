/** Interactions that wait for the user: approvals and questions. */
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

export function interactionHandlers({ sessions, inbox }: ApiDeps) {
  return {
    listInbox: ({ query }) => inbox.list(query.limit),
    listApprovals: ({ params }) => ({ items: sessions.approvals(params.session_id) }),
    getApproval: ({ params }) => sessions.interactions.approval(params.session_id, params.approval_id),
    resolveApproval: async ({ params, body }) => ({
      resolved: true,
      resolved_at: await sessions.interactions.resolveApproval(params.session_id, params.approval_id, body),
    }),
    listQuestions: ({ params }) => ({ items: sessions.questions(params.session_id) }),
    answerQuestion: ({ params, body }) => ({
      resolved: true,
      resolved_at: sessions.interactions.answer(params.session_id, params.question_id, body.answers),
    }),
    dismissQuestion: ({ params }) => ({
      dismissed: true,
      dismissed_at: sessions.interactions.dismiss(params.session_id, params.question_id),
    }),
  } satisfies Partial<Handlers>;
}
