/** Asks with the access tokens of a login, whatever the protocol. */
import { ProviderError, type ModelEvent } from './provider.js';
import type { ProviderSettings } from './settings.js';
import { untilAborted } from '../base/async/wait.js';

/**
 * Sends the request with a valid token. When it is refused (401, 403) before any output, one forced refresh and
 * one resend follow (engine.md 2.3). Throws what the source throws, or the signal's reason.
 */
export async function* withLogin(
  accessToken: NonNullable<ProviderSettings['accessToken']>,
  signal: AbortSignal,
  ask: (token: string) => AsyncIterable<ModelEvent>,
): AsyncGenerator<ModelEvent> {
  const token = await untilAborted(accessToken(), signal);
  let begun = false;
  try {
    for await (const event of ask(token)) {
      begun = true;
      yield event;
    }
  } catch (error) {
    if (begun || !(error instanceof ProviderError) || error.kind !== 'auth_rejected') throw error;
    yield* ask(await untilAborted(accessToken(token), signal));
  }
}
