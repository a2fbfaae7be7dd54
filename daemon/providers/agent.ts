/** The protocol of the managed service: chat completions, asked with the access token of a login (engine.md 10.3). */
import { withoutSecrets } from './hiding.js';
import type { ProviderDeps } from './http.js';
import { streamChat } from './openai.js';
import { ProviderError, type ModelEvent, type ModelRequest, type Provider } from './provider.js';
import type { ProviderSettings } from './settings.js';

export function createAgent(settings: ProviderSettings, deps: ProviderDeps): Provider {
  return {
    protocol: 'agent',
    stream: (request, signal) => streamManaged(request, signal, settings, deps),
  };
}

async function* streamManaged(
  request: ModelRequest,
  signal: AbortSignal,
  settings: ProviderSettings,
  deps: ProviderDeps,
): AsyncGenerator<ModelEvent> {
  const base = settings.baseUrl?.replace(/\/+$/, '');
  const key = settings.apiKey?.trim();
  if (base === undefined || (!key && !settings.accessToken)) {
    throw new ProviderError('auth_missing', 'Nobody is logged in to the managed service.');
  }
  const ask = (token: string | undefined): AsyncGenerator<ModelEvent> =>
    withoutSecrets(streamChat(request, signal, { base, key: token, form: 'managed', settings, deps }), [token ?? '']);

  const { accessToken } = settings;
  if (!accessToken) {
    yield* ask(key);
    return;
  }
  const token = await untilAborted(accessToken(), signal);
  let begun = false;
  try {
    for await (const event of ask(token)) {
      begun = true;
      yield event;
    }
  } catch (error) {
    // a token may be ended before its time: one forced refresh, one resend (engine.md 2.3)
    if (begun || !(error instanceof ProviderError) || error.kind !== 'auth_rejected') throw error;
    yield* ask(await untilAborted(accessToken(token), signal));
  }
}

/** A refresh may be shared with others, so it goes on when one who waits for it leaves. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let leave: (() => void) | undefined;
  const left = new Promise<never>((_resolve, reject) => {
    leave = () => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([work, left]);
  } finally {
    if (leave) signal.removeEventListener('abort', leave);
  }
}
