/** Keeps secrets out of what is told about failures. */
import { hideSecrets } from './http.js';
import { ProviderError, type ModelEvent } from './provider.js';

/** Passes a stream on; a failure that quotes one of the secrets loses it, and its cause with it. */
export async function* withoutSecrets(
  events: AsyncIterable<ModelEvent>,
  secrets: readonly string[],
): AsyncGenerator<ModelEvent> {
  try {
    yield* events;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const message = hideSecrets(error.message, secrets);
    throw message === error.message
      ? error
      : new ProviderError(error.kind, message, { ...error.facts, cause: undefined });
  }
}
