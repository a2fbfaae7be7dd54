/** Obtains access tokens from a file of application credentials, for the protocol `vertexai`. */
import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { GoogleAuth } from 'google-auth-library';
import { isRecord, recordOf } from '../base/text/values.js';
import { proxyFailure } from '../errors.js';
import { hideSecrets, unreachable, type ProviderDeps } from './http.js';
import { ProviderError } from './provider.js';
import { untilAborted } from '../base/async/wait.js';
import { string } from './wire.js';

export interface VertexToken {
  value: string;
  /** the project to bill, if the file names one */
  quotaProject?: string;
}

export interface VertexCredentials {
  /** a token valid for some more minutes; rejects with ProviderError, or with the signal's reason */
  token(signal: AbortSignal): Promise<VertexToken>;
}

/** Milliseconds before its expiry at which a token counts as expired, and time limit of a token request. */
const earlyMs = 300_000;
const timeoutMs = 30_000;
const scopes = ['https://www.googleapis.com/auth/cloud-platform'];
/** Secret fields of a file. */
const secretFields = ['private_key', 'refresh_token', 'client_secret'];
/** Supported kinds of files, and their required fields. */
const kinds = new Map([
  ['authorized_user', ['client_id', 'client_secret', 'refresh_token']],
  ['service_account', ['client_email', 'private_key']],
]);

/** `file`: the value of GOOGLE_APPLICATION_CREDENTIALS; it is read again for each new token. */
export function createVertexCredentials(
  file: string,
  deps: Pick<ProviderDeps, 'fetch' | 'now' | 'secrets'>,
): VertexCredentials {
  let kept: { token: VertexToken; endsAt: number } | undefined;
  let asking: Promise<VertexToken> | undefined;

  async function ask(): Promise<VertexToken> {
    const found = await readCredentials(file);
    for (const name of secretFields) deps.secrets?.add(string(found[name]));
    const { value, endsAt } = await exchange(found, deps);
    deps.secrets?.add(value);
    const quotaProject = string(found['quota_project_id']);
    const token = { value, ...(quotaProject === '' ? {} : { quotaProject }) };
    kept = { token, endsAt };
    return token;
  }

  return {
    async token(signal) {
      signal.throwIfAborted();
      if (kept && deps.now() < kept.endsAt - earlyMs) return kept.token;
      // all waiters share the request, so none of them may abort it for the others
      asking ??= ask().finally(() => (asking = undefined));
      return untilAborted(asking, signal);
    },
  };
}

async function readCredentials(file: string): Promise<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch {
    // the reason may quote the file
    throw new ProviderError(
      'auth_missing',
      'The file that GOOGLE_APPLICATION_CREDENTIALS names cannot be read as JSON.',
    );
  }
  const type = string(recordOf(value)['type']);
  const needed = kinds.get(type);
  if (!isRecord(value) || !needed) {
    throw new ProviderError(
      'auth_missing',
      `The file that GOOGLE_APPLICATION_CREDENTIALS names holds credentials of the type ${JSON.stringify(type.slice(0, 60))}; authorized_user and service_account are supported.`,
    );
  }
  const missing = needed.filter((name) => string(value[name]).trim() === '');
  if (missing.length > 0 || (type === 'service_account' && !isKey(string(value['private_key'])))) {
    throw new ProviderError(
      'auth_missing',
      `The file that GOOGLE_APPLICATION_CREDENTIALS names holds no usable ${missing.join(', ') || 'private_key'}.`,
    );
  }
  return value;
}

function isKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'rsa';
  } catch {
    // the reason may quote the key
    return false;
  }
}

async function exchange(
  found: Record<string, unknown>,
  deps: Pick<ProviderDeps, 'fetch' | 'now' | 'secrets'>,
): Promise<{ value: string; endsAt: number }> {
  try {
    // covers all attempts of the library
    const signal = AbortSignal.timeout(timeoutMs);
    const transporterOptions = {
      fetchImplementation: ((input, init) =>
        deps.fetch(input, {
          ...init,
          signal,
          // a redirect would carry the credentials to a host that the user did not choose
          redirect: 'manual',
        })) as typeof fetch,
    };
    const client = new GoogleAuth({ scopes }).fromJSON(found, { transporterOptions });
    const { token } = await client.getAccessToken();
    if (typeof token !== 'string' || token === '') throw new Error('The answer holds no token.');
    return { value: token, endsAt: client.credentials.expiry_date ?? deps.now() };
  } catch (error) {
    throw tokenFailure(error, found);
  }
}

/** The service's message without the credentials; the original error contains the whole request. */
function tokenFailure(error: unknown, found: Record<string, unknown>): ProviderError {
  const proxy = proxyFailure(error);
  if (proxy) return unreachable(proxy);
  const response = recordOf(recordOf(error)['response']);
  const status = typeof response['status'] === 'number' ? response['status'] : undefined;
  const data = recordOf(response['data']);
  const words = [string(data['error']), string(data['error_description'])].filter((each) => each !== '').join(': ');
  const secrets = secretFields.map((name) => string(found[name]));
  const reason = hideSecrets(words, secrets).slice(0, 300);
  const facts = status === undefined ? {} : { status };
  const tail = reason === '' ? '.' : `: ${reason}`;
  if (status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429)
    return new ProviderError('auth_rejected', `Google refused the application credentials${tail}`, facts);
  if (status !== undefined) return new ProviderError('error', `Google gave no access token${tail}`, facts);
  return new ProviderError('connection', 'Google could not be asked for an access token.');
}
