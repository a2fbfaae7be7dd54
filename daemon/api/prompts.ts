/** Prompts and the messages that result from them. */
import { ApiError } from '../errors.js';
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';
import { checkCursor } from './sessions.js';

export function promptHandlers({ sessions }: ApiDeps) {
  return {
    listPrompts: ({ params, query }) => sessions.read(() => sessions.prompts(params.session_id, query.agent_id)),
    submitPrompt: ({ params, body }) => sessions.submit(params.session_id, body),
    steerPrompts({ params, body }) {
      sessions.steer(params.session_id, body.prompt_ids);
      return { steered: true, prompt_ids: body.prompt_ids };
    },
    abortPrompt({ params }) {
      const { aborted } = sessions.abortPrompt(params.session_id, params.prompt_id);
      if (!aborted) throw new ApiError('PROMPT_ALREADY_COMPLETED', { data: { aborted: false } });
      return { aborted: true };
    },
    steerPrompt({ params }) {
      sessions.steer(params.session_id, [params.prompt_id]);
      return { steered: true, prompt_ids: [params.prompt_id] };
    },
    editPrompt: ({ params, body }) => sessions.editPrompt(params.session_id, params.prompt_id, body),
    removePrompt({ params }) {
      sessions.removePrompt(params.session_id, params.prompt_id);
      return { deleted: true };
    },
    async listMessages({ params, query }) {
      checkCursor(query);
      const page = await sessions.read(() =>
        sessions.messages.page(sessions.row(params.session_id), {
          beforeId: query.before_id,
          afterId: query.after_id,
          pageSize: query.page_size,
        }),
      );
      // the filter applies to the finished page (rest.md 10)
      return query.role === undefined
        ? page
        : { ...page, items: page.items.filter((message) => message.role === query.role) };
    },
    async getMessage({ params }) {
      const message = await sessions.read(() =>
        sessions.messages.find(sessions.row(params.session_id), params.message_id),
      );
      if (!message) throw new ApiError('MESSAGE_NOT_FOUND');
      return message;
    },
  } satisfies Partial<Handlers>;
}
