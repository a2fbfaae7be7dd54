/** The server itself: life signs, what it is, its documents, its end. */
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

type Names = 'getHealth' | 'getMeta' | 'shutdown' | 'getOpenApi' | 'getAsyncApi';

export function serverHandlers({ config, meta, features, shutdown, documents }: ApiDeps): Pick<Handlers, Names> {
  return {
    getHealth: () => ({ ok: true }),
    getMeta: () => ({ ...meta, experimental_flags: config.current().experimental, features: features() }),
    shutdown({ res }) {
      // a client that has hung up hears no answer, and asked all the same
      if (res.closed) shutdown();
      else res.once('close', shutdown);
      return { ok: true };
    },
    getOpenApi: () => documents.openApi() as Promise<Record<string, unknown>>,
    getAsyncApi: () => documents.asyncApi() as Promise<Record<string, unknown>>,
  };
}
