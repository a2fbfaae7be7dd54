/** Remembers in memory which providers refused the credential of their last request. */
import { ProviderError, type Provider } from './provider.js';

export interface Uses {
  /** the same provider, with requests recorded under an id; `credential` is secret, `undefined` when there is none */
  noted(provider: Provider, id: string, credential: string | undefined): Provider;
  /** whether the last request since the start of the server had this credential and was refused */
  wasRefused(id: string, credential: string | undefined): boolean;
}

export function createUses(): Uses {
  /** the refused credential by id */
  const refused = new Map<string, string | undefined>();
  return {
    noted: (provider, id, credential) => ({
      protocol: provider.protocol,
      async *stream(request, signal) {
        try {
          for await (const event of provider.stream(request, signal)) {
            refused.delete(id);
            yield event;
          }
        } catch (error) {
          if (error instanceof ProviderError && error.kind === 'auth_rejected') refused.set(id, credential);
          throw error;
        }
      },
    }),
    wasRefused: (id, credential) => refused.has(id) && refused.get(id) === credential,
  };
}
