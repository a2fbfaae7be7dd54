/** What the suites of skill calls share: a session on the offline provider and a call of a skill. */
import { trial } from '../helpers/trial.js';
import type { Talk } from '../helpers/turns.js';

export const offline = () => trial.talk({ agent_config: { model: 'offline/echo' } });

export const activate = (talk: Talk, name: string, body: object = {}) =>
  talk.call('POST', `/skills/${name}:activate`, body);

export const text = (content: string) => [{ type: 'text', text: content }];

export const userMessages = (talk: Talk) =>
  talk.frames
    .filter(({ type }) => type === 'message.appended')
    .map(({ payload }) => payload['message'] as { role: string; content: { text?: string }[]; metadata: object })
    .filter(({ role }) => role === 'user');
