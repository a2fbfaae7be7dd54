/** Asking once more when a connection that was kept for the next request had been closed meanwhile. */
import { isRecord, recordOf } from '../base/text/values.js';

import type { Outgoing, Reply, Send } from '../base/net/outgoing.js';

/** Origins that have answered, and whose connections may be kept. */
const answered = new WeakMap<Send, Set<string>>();

/**
 * Sends requests that do no harm when they arrive twice. When the connection is lost before anything came back,
 * and it may be one that was kept from an earlier answer, the request is sent once more on a new one. A connection that
 * was new, or lost again, is a failure like any other. `asked` makes the request, since a stream can be sent only once.
 */
export async function sendAgain(send: Send, url: string, asked: () => Outgoing): Promise<Reply> {
  const { origin } = new URL(url);
  const origins = answered.get(send) ?? new Set();
  answered.set(send, origins);
  let request: Outgoing | undefined;
  const ask = async (): Promise<Reply> => {
    request = asked();
    const response = await send(url, request);
    origins.add(origin);
    return response;
  };
  try {
    return await ask();
  } catch (error) {
    if (!origins.delete(origin) || request?.signal.aborted || !isLost(error)) throw error;
    return await ask();
  }
}

function isLost(error: unknown): boolean {
  let found = error;
  for (let depth = 0; depth < 4 && isRecord(found); depth++) {
    const { code, socket, cause } = found;
    // one from which nothing was ever read was new
    if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE')
      return recordOf(socket)['bytesRead'] !== 0;
    found = cause;
  }
  return false;
}
