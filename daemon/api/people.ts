/** Interactions that wait for the user: approvals and questions. */
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

type Names =
  | 'listInbox'
  | 'listApprovals'
  | 'getApproval'
  | 'resolveApproval'
  | 'listQuestions'
  | 'answerQuestion'
  | 'dismissQuestion';

export function peopleHandlers({ sessions, inbox }: ApiDeps): Pick<Handlers, Names> {
  return {
    listInbox: ({ query }) => inbox.list(query.limit),
    listApprovals: ({ params }) => ({ items: sessions.approvals(params.session_id) }),
    getApproval: ({ params }) => sessions.people.approval(params.session_id, params.approval_id),
    resolveApproval: async ({ params, body }) => ({
      resolved: true,
      resolved_at: await sessions.people.resolveApproval(params.session_id, params.approval_id, body),
    }),
    listQuestions: ({ params }) => ({ items: sessions.questions(params.session_id) }),
    answerQuestion: ({ params, body }) => ({
      resolved: true,
      resolved_at: sessions.people.answer(params.session_id, params.question_id, body.answers),
    }),
    dismissQuestion: ({ params }) => ({
      dismissed: true,
      dismissed_at: sessions.people.dismiss(params.session_id, params.question_id),
    }),
  };
}
