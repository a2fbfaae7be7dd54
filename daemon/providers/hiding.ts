/** Masks secrets in failures, and names the refused credential. */
import { hideSecrets, type ProviderDeps } from './http.js';
import { ProviderError, type ModelEvent } from './provider.js';
import type { ProviderSettings } from './settings.js';

/** Passes a stream on; masks secrets in failures and drops the cause of a masked one. `known`: the server's secrets. */
export async function* withoutSecrets(
  events: AsyncIterable<ModelEvent>,
  secrets: readonly string[],
  known: ProviderDeps['secrets'],
): AsyncGenerator<ModelEvent> {
  try {
    yield* events;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const own = hideSecrets(error.message, secrets);
    const message = known?.hide(own) ?? own;
    throw message === error.message
      ? error
      : new ProviderError(error.kind, message, { ...error.facts, cause: undefined });
  }
}

/** Passes a stream on; adds the provider's name and the source of the credential to errors about a refused one. */
export async function* withSource(
  events: AsyncIterable<ModelEvent>,
  { name, keySource }: Pick<ProviderSettings, 'name' | 'keySource'>,
): AsyncGenerator<ModelEvent> {
  try {
    yield* events;
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'auth_rejected') throw error;
    // a login that returned no token reports its own cause
    if (error.facts.cause !== undefined || name === undefined || keySource === undefined) throw error;
    const sentence = /[.!?…]$/.test(error.message) ? error.message : `${error.message}.`;
    throw new ProviderError(
      error.kind,
      `${sentence} The request to provider ${name} carried ${keySource}.`,
      error.facts,
    );
  }
}
