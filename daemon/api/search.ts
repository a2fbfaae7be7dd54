/** Search over all sessions. */
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

export function searchHandlers({ search }: ApiDeps) {
  return {
    searchSessions: (request) => search.search(request.body, request.signal),
  } satisfies Partial<Handlers>;
}
