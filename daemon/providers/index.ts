/** Creates the provider of a protocol; loads the protocol's code on its first request. */
import type { ProviderType } from '../../schemas/generated/types.js';
import { untilAborted } from '../base/async/wait.js';
import { later } from '../base/later.js';
import { secretPieces } from '../config/secrets.js';
import { withoutSecrets, withSource } from './hiding.js';
import type { ProviderDeps } from './http.js';
import { createFailureMemory, createOffline } from './offline.js';
import { ProviderError, type ModelEvent, type ModelRequest, type Provider } from './provider.js';
import type { ProviderSettings } from './settings.js';

export type { ProviderDeps } from './http.js';
export type { ProviderSettings } from './settings.js';

/** Shared by all offline providers of the process: a session may get a new one between two attempts of a step. */
const offlineFailures = createFailureMemory();

/** Never throws; an unknown protocol fails on the first request, as `bad_request`. */
export function createProvider(settings: ProviderSettings, deps: ProviderDeps): Provider {
  if (settings.type === 'offline') return createOffline({ sleep: deps.sleep, failures: offlineFailures });
  const load = (loaders as Partial<Record<string, Load>>)[settings.type];
  // loaded once, so that a provider keeps its state, such as a token, between requests
  const loadOwn = load && later(() => load(settings, deps));
  return {
    protocol: settings.type,
    async *stream(request, signal) {
      if (!load || !loadOwn) {
        throw new ProviderError(
          'bad_request',
          `This version does not speak the protocol ${JSON.stringify(settings.type)} yet.`,
        );
      }
      const own = settings.accessToken ? undefined : loadOwn();
      const ask = (apiKey: string | undefined): AsyncIterable<ModelEvent> =>
        withoutSecrets(
          streamOf(own ?? load({ ...settings, apiKey }, deps), request, signal),
          [apiKey?.trim() ?? '', ...Object.values(settings.headers ?? {}).flatMap(secretPieces)],
          deps.secrets,
        );
      const events = settings.accessToken ? withLogin(settings.accessToken, signal, ask) : ask(settings.apiKey);
      yield* withSource(events, settings);
    },
  };
}

async function* streamOf(
  provider: Promise<Provider>,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  yield* (await provider).stream(request, signal);
}

const protocols = {
  agent: later(() => import('./agent.js')),
  anthropic: later(() => import('./anthropic.js')),
  google: later(() => import('./google-genai.js')),
  openai: later(() => import('./openai.js')),
  responses: later(() => import('./openai-responses.js')),
  vertexai: later(() => import('./vertexai.js')),
};

type Load = (settings: ProviderSettings, deps: ProviderDeps) => Promise<Provider>;

/** Loaders of the protocols; the offline provider needs none. */
const loaders: Record<Exclude<ProviderType, 'offline'>, Load> = {
  agent: async (settings, deps) => (await protocols.agent()).createAgent(settings, deps),
  anthropic: async (settings, deps) => (await protocols.anthropic()).createAnthropic(settings, deps),
  'google-genai': async (settings, deps) => (await protocols.google()).createGoogleGenai(settings, deps),
  openai: async (settings, deps) => (await protocols.openai()).createOpenai(settings, deps),
  openai_responses: async (settings, deps) => (await protocols.responses()).createOpenaiResponses(settings, deps),
  vertexai: async (settings, deps) => (await protocols.vertexai()).createVertexai(settings, deps),
};

/**
 * Sends the request with a valid token. If it is refused (401, 403) before any output, forces one token refresh and
 * sends the request once more (engine.md 2.3). Throws the errors of the source, or the signal's reason.
 */
async function* withLogin(
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
