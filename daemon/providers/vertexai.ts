/** The protocol of Google's cloud: like `google-genai`, at the address of a project and region (engine.md 10.3). */
import { later } from '../base/later.js';
import { modelPath, streamContent, type ContentEndpoint } from './google-reply.js';
import { withoutSecrets } from './hiding.js';
import type { ProviderDeps } from './http.js';
import { ProviderError, type ModelEvent, type ModelRequest, type Provider } from './provider.js';
import type { ProviderSettings } from './settings.js';
import type { VertexCredentials } from './vertex-credentials.js';

const globalLocation = 'global';

export function createVertexai(settings: ProviderSettings, deps: ProviderDeps): Provider {
  const file = settings.vertex?.credentialsFile;
  // loads a large library, which an API key does not need
  const load = async (path: string): Promise<VertexCredentials> =>
    (await import('./vertex-credentials.js')).createVertexCredentials(path, deps);
  const credentials = file ? later(() => load(file)) : undefined;
  return {
    protocol: 'vertexai',
    stream: (request, signal) => stream(request, signal, settings, deps, credentials),
  };
}

async function* stream(
  request: ModelRequest,
  signal: AbortSignal,
  settings: ProviderSettings,
  deps: ProviderDeps,
  credentials: (() => Promise<VertexCredentials>) | undefined,
): AsyncGenerator<ModelEvent> {
  const key = settings.apiKey?.trim();
  if (!key && !credentials) {
    throw new ProviderError(
      'auth_missing',
      'The provider has no API key, and GOOGLE_APPLICATION_CREDENTIALS names no file.',
    );
  }
  const url = addressOf(request.model, settings);
  if (key) {
    yield* streamContent(request, signal, { url, credential: keyCredential(key) }, settings, deps);
    return;
  }
  const token = await (await credentials?.())?.token(signal);
  if (!token) return;
  const endpoint: ContentEndpoint = {
    url,
    credential: { header: 'authorization', value: `Bearer ${token.value}`, secret: token.value },
    ...(token.quotaProject === undefined ? {} : { headers: { 'x-goog-user-project': token.quotaProject } }),
  };
  yield* withoutSecrets(streamContent(request, signal, endpoint, settings, deps), [token.value], deps.secrets);
}

function keyCredential(key: string): ContentEndpoint['credential'] {
  return { header: 'x-goog-api-key', value: key, secret: key };
}

/** The address of a request. An API key implies its project; a token needs the project's name. */
function addressOf(model: string, settings: ProviderSettings): string {
  const project = settings.vertex?.project?.trim();
  const location = settings.vertex?.location?.trim() || globalLocation;
  if (!/^[a-z0-9-]{1,63}$/.test(location)) {
    throw new ProviderError('bad_request', 'GOOGLE_CLOUD_LOCATION in the env table of the provider is not a location.');
  }
  const usualBase =
    location === globalLocation || !project
      ? 'https://aiplatform.googleapis.com'
      : `https://${location}-aiplatform.googleapis.com`;
  // users configure the address with and without the version
  const base = (settings.baseUrl ?? usualBase).replace(/\/+$/, '').replace(/\/v1$/, '');
  const action = `publishers/google/models/${modelPath(model)}:streamGenerateContent?alt=sse`;
  if (project) return `${base}/v1/projects/${encodeURIComponent(project)}/locations/${location}/${action}`;
  if (settings.apiKey?.trim()) return `${base}/v1/${action}`;
  throw new ProviderError(
    'bad_request',
    'The provider names no project: set GOOGLE_CLOUD_PROJECT in its env table (and GOOGLE_CLOUD_LOCATION, default global).',
  );
}
