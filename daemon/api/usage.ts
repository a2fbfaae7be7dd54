/** The cost of model requests. */
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

export function usageHandlers({ spending }: ApiDeps) {
  return {
    getUsage: ({ query }) => spending.read(query),
  } satisfies Partial<Handlers>;
}
