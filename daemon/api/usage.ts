/** What model requests cost. */
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

export function usageHandlers({ spending }: ApiDeps): Pick<Handlers, 'getUsage'> {
  return {
    getUsage: ({ query }) => spending.read(query),
  };
}
