/** Google's developer service: POST `{base}/v1beta/models/<model>:streamGenerateContent` (engine.md 10.3). */
import { modelPath, streamContent } from './google-reply.js';
import type { ProviderDeps } from './http.js';
import { ProviderError, type ModelEvent, type ModelRequest, type Provider } from './provider.js';
import type { ProviderSettings } from './settings.js';

const usualBase = 'https://generativelanguage.googleapis.com';

export function createGoogleGenai(settings: ProviderSettings, deps: ProviderDeps): Provider {
  return {
    protocol: 'google-genai',
    stream: (request, signal) => stream(request, signal, settings, deps),
  };
}

async function* stream(
  request: ModelRequest,
  signal: AbortSignal,
  settings: ProviderSettings,
  deps: ProviderDeps,
): AsyncGenerator<ModelEvent> {
  const key = settings.apiKey?.trim();
  if (key === undefined || key === '') throw new ProviderError('auth_missing', 'The provider has no API key.');
  // users configure the address with and without the version
  const base = (settings.baseUrl ?? usualBase).replace(/\/+$/, '').replace(/\/v1(?:beta)?$/, '');
  const url = `${base}/v1beta/models/${modelPath(request.model)}:streamGenerateContent?alt=sse`;
  const credential = { header: 'x-goog-api-key', value: key, secret: key };
  yield* streamContent(request, signal, { url, credential }, settings, deps);
}
