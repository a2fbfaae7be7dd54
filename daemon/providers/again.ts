/** Asking once more when a connection that was kept for the next request had been closed meanwhile. */
import { isRecord, recordOf } from '../base/text/values.js';

type Fetch = typeof globalThis.fetch;

/** Origins that have answered, and whose connections may be kept. */
const answered = new WeakMap<Fetch, Set<string>>();

/**
 * As `fetch`, for requests that do no harm when they arrive twice. When the connection is lost before anything came back,
 * and it may be one that was kept from an earlier answer, the request is sent once more on a new one. A connection that
 * was new, or lost again, is a failure like any other. `asked` makes the request, since a stream can be sent only once.
 */
export async function fetchAgain(fetch: Fetch, url: string, asked: () => RequestInit): Promise<Response> {
  const { origin } = new URL(url);
  const origins = answered.get(fetch) ?? new Set();
  answered.set(fetch, origins);
  let init: RequestInit = {};
  const ask = async (): Promise<Response> => {
    init = asked();
    const response = await fetch(url, init);
    origins.add(origin);
    return response;
  };
  try {
    return await ask();
  } catch (error) {
    if (!origins.delete(origin) || init.signal?.aborted || !isLost(error)) throw error;
    return await ask();
  }
}

function isLost(error: unknown): boolean {
  let found = error;
  for (let depth = 0; depth < 4 && isRecord(found); depth++) {
    const { code, socket, cause } = found;
    // nothing was ever read from it: it was new
    if (code === 'UND_ERR_SOCKET') return recordOf(socket)['bytesRead'] !== 0;
    if (code === 'ECONNRESET' || code === 'EPIPE') return true;
    found = cause;
  }
  return false;
}
