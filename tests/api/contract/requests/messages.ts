/** Trials of `messages`. */
import { one, spoken } from '../situations.js';
import { withParam, type Trials } from '../trials.js';

export const messages = {
  getMessage: {
    good: async (world) => {
      const session_id = await spoken(world);
      const { items } = await world.daemon.ok('listMessages', world.daemon.session(session_id));
      return { params: { session_id, message_id: items[0]?.id ?? '' } };
    },
    errors: { MESSAGE_NOT_FOUND: withParam('message_id', 'msg_none') },
  },
  listMessages: { good: one() },
} satisfies Trials;
