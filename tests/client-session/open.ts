/** Opens clients of a test daemon as a page would: client, stream, and a model of a session. */
import { WebSocket } from 'ws';
import { createClient, type Client, type Fetch } from '../../client/api/client.js';
import { createStream, type Stream, type StreamOptions } from '../../client/api/stream.js';
import { openSession, type SessionModel, type SessionOptions } from '../../client/session/session.js';
import type { SessionState } from '../../client/session/state.js';
import { until } from '../helpers/daemon.js';

export interface Server {
  readonly baseUrl: string;
  readonly token: string;
}

export interface OpenClient {
  client: Client;
  stream: Stream;
  open(sessionId: string, options?: Partial<SessionOptions>): SessionModel;
}

/** What the tests of a file opened, as functions that close it. */
const opened: (() => void)[] = [];

export function closeClients(): void {
  for (const close of opened.splice(0)) close();
}

export function openClient(server: Server, more: Partial<StreamOptions> & { calls?: Fetch } = {}): OpenClient {
  const { calls, ...streamOptions } = more;
  const address = { baseUrl: () => server.baseUrl, token: () => server.token };
  const client = createClient({ ...address, ...(calls && { fetch: calls }) });
  const stream = createStream({
    ...address,
    WebSocket,
    clientId: 'test',
    reconnect: { delaysMs: [5, 10, 20], endless: true },
    onEnd: () => undefined,
    ...streamOptions,
  });
  opened.push(() => stream.close());
  return {
    client,
    stream,
    open: (sessionId, options = {}) => openSession({ sessionId, client, stream, ...options }),
  };
}

/** Resolves with the first state that fits, now or later. */
export function stateOf(
  model: SessionModel,
  what: string,
  fits: (state: SessionState) => boolean,
): Promise<SessionState> {
  return until(what, () => (fits(model.get()) ? model.get() : undefined));
}

export const isResting = ({ isLoaded, session, queue, outgoing, phase }: SessionState): boolean =>
  isLoaded &&
  session?.busy === false &&
  queue.active === null &&
  outgoing.length === 0 &&
  (phase === undefined || ['idle', 'ended', 'interrupted'].includes(phase.kind));

/** Returns the texts of the assistant in the timeline. */
export function saidIn({ timeline }: SessionState): string[] {
  return timeline.items.flatMap((item) =>
    item.kind !== 'turn'
      ? []
      : item.steps.flatMap(({ frames }) =>
          frames.flatMap((frame) => (frame.kind === 'text' && frame.role === 'assistant' ? [frame.text] : [])),
        ),
  );
}

/** A `fetch` that loses the answers of calls that `loses` selects; the server gets all calls. */
export function losing(loses: (url: string, method: string) => boolean): Fetch {
  return async (url, init) => {
    const answer = await fetch(url, init);
    if (!loses(url, init.method)) return answer;
    await answer.text();
    throw new TypeError('fetch failed');
  };
}
