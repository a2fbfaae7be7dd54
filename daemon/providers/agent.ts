/** The protocol of the managed service: chat completions with a thinking object and a cache key (engine.md 10.3). */
import type { ProviderDeps } from './http.js';
import { streamChat } from './openai.js';
import { ProviderError, type Provider } from './provider.js';
import type { ProviderSettings } from './settings.js';

export function createAgent(settings: ProviderSettings, deps: ProviderDeps): Provider {
  return {
    protocol: 'agent',
    async *stream(request, signal) {
      const base = settings.baseUrl?.replace(/\/+$/, '');
      const key = settings.apiKey?.trim();
      if (!base || !key) throw new ProviderError('auth_missing', 'There is no login to the managed service.');
      yield* streamChat(request, signal, { base, key, form: 'managed', settings, deps });
    },
  };
}
