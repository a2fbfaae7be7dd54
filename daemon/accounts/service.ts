/** The client of the account service: device codes and tokens (RFC 8628, 6749), found by RFC 8414 or fixed paths. */
import type * as OpenidClient from 'openid-client';
import { later } from '../base/later.js';
import type { GivenTokens } from '../base/login/keeper.js';
import { fieldOf } from '../base/text/values.js';
import { proxyFailure, type ProxyError } from '../errors.js';
import { guarded, lost, reasonOf, cleanText, type Fetch } from '../base/net/outgoing.js';
import { isLoopback, unavailable } from './endpoints.js';
import { parseUrl } from '../../schemas/url.js';

/** A login that waits for the user. */
export interface DeviceGrant {
  deviceCode: string;
  userCode: string;
  verificationUri: string;
  verificationUriComplete: string;
  /** seconds */
  expiresIn: number;
  /** seconds */
  interval: number;
}

export type Tokens = GivenTokens & { expires_in: number };

/** The service's answer to a token request. */
export type TokenAnswer =
  | { kind: 'tokens'; tokens: Tokens }
  | { kind: 'pending' }
  | { kind: 'slow_down' }
  | { kind: 'expired'; message: string }
  /** permanent: a retry does not help */
  | { kind: 'refused'; message: string }
  /** temporary, unless it is caused by a proxy that refused for good */
  | { kind: 'failed'; message: string; lost?: boolean; status?: number; cause?: ProxyError | undefined };

export interface AccountService {
  /** Throws ApiError ACCOUNT_SERVICE_UNAVAILABLE. */
  begin(host: string): Promise<DeviceGrant>;
  poll(host: string, deviceCode: string): Promise<TokenAnswer>;
  refresh(host: string, refreshToken: string): Promise<TokenAnswer>;
  /** revokes a login at the service, where that is supported; false when the request failed */
  revoke(host: string, token: string): Promise<boolean>;
}

/** This program's client id at the account service. */
const clientId = 'agent-code';
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
/** Default lifetime of a token, in seconds. */
const usualLife = 3600;
/** Maximum values, in seconds. */
const most = { life: 10 * 365 * 86_400, code: 86_400, interval: 3600 };

type Library = typeof OpenidClient;
type Configuration = OpenidClient.Configuration;

export function createAccountService(options: { fetch: Fetch; secrets: () => readonly string[] }): AccountService {
  const { secrets } = options;
  const fetch = guarded(options.fetch);
  const load = later(() => import('openid-client'));
  const known = new Map<string, Configuration>();

  async function configurationOf(host: string): Promise<{ client: Library; at: Configuration }> {
    const client = await load();
    const at = known.get(host) ?? (await discover(client, new URL(host)));
    known.set(host, at);
    return { client, at };
  }

  /** Uses the discovery document if there is one; throws when the service cannot be reached. */
  async function discover(client: Library, host: URL): Promise<Configuration> {
    const isPlain = host.protocol === 'http:' && isLoopback(host.hostname);
    const execute = isPlain ? [client.allowInsecureRequests] : [];
    const outward = { [client.customFetch]: fetch as OpenidClient.CustomFetch };
    try {
      const found = await client.discovery(host, clientId, undefined, client.None(), {
        algorithm: 'oauth2',
        execute,
        ...outward,
      });
      const { device_authorization_endpoint, token_endpoint } = found.serverMetadata();
      if (device_authorization_endpoint !== undefined && token_endpoint !== undefined) return found;
    } catch (error) {
      if (!isAnswer(error)) throw error;
      // there is no usable document
    }
    const at = (path: string): string => `${host.href.replace(/\/+$/, '')}${path}`;
    const fixed = new client.Configuration(
      {
        issuer: host.href,
        device_authorization_endpoint: at('/api/oauth/device_authorization'),
        token_endpoint: at('/api/oauth/token'),
      },
      clientId,
      undefined,
      client.None(),
    );
    for (const extension of execute) extension(fixed);
    fixed[client.customFetch] = fetch as OpenidClient.CustomFetch;
    return fixed;
  }

  async function ask(host: string, grant: string, fields: Record<string, string>): Promise<TokenAnswer> {
    try {
      const { client, at } = await configurationOf(host);
      return { kind: 'tokens', tokens: tokensOf(await client.genericGrantRequest(at, grant, fields)) };
    } catch (error) {
      // the error may quote the request, and earlier tokens
      return answerOf(error, [...Object.values(fields), ...secrets()]);
    }
  }

  return {
    async begin(host) {
      // its endpoints may have changed
      known.delete(host);
      try {
        const { client, at } = await configurationOf(host);
        return grantOf(await client.initiateDeviceAuthorization(at, {}));
      } catch (error) {
        const message = isAnswer(error) ? `it ${predicateOf(error, secrets())}` : reasonOf(error);
        throw unavailable(`the account service cannot be used: ${message}`, error);
      }
    },
    poll: (host, deviceCode) => ask(host, deviceGrant, { device_code: deviceCode }),
    async refresh(host, refreshToken) {
      const fields = { refresh_token: refreshToken };
      const answer = await ask(host, 'refresh_token', fields);
      // the other side may close a kept connection at the moment it is reused. If it had already issued a new token on
      // it, a later attempt would not find the old token more valid than this one does.
      return answer.kind === 'failed' && answer.lost ? ask(host, 'refresh_token', fields) : answer;
    },
    async revoke(host, token) {
      try {
        const { client, at } = await configurationOf(host);
        if (at.serverMetadata().revocation_endpoint === undefined) return false;
        await client.tokenRevocation(at, token);
        return true;
      } catch {
        // the token is removed from this home in any case
        return false;
      }
    },
  };
}

function grantOf(answer: OpenidClient.DeviceAuthorizationResponse): DeviceGrant {
  const { device_code, user_code, verification_uri, verification_uri_complete, expires_in, interval = 5 } = answer;
  if (!/^[\x20-\x7e]{1,64}$/.test(user_code)) throw new Malformed('a code that cannot be typed');
  const page = webPage(verification_uri);
  const complete = new URL(page);
  complete.searchParams.set('user_code', user_code);
  return {
    deviceCode: device_code,
    userCode: user_code,
    verificationUri: page,
    verificationUriComplete:
      verification_uri_complete === undefined ? complete.href : webPage(verification_uri_complete),
    expiresIn: within(expires_in, most.code),
    interval: within(interval, most.interval),
  };
}

/** Only the address of a web page is allowed, because the user opens it. */
function webPage(address: string): string {
  const url = parseUrl(address);
  if (!url || !/^https?:$/.test(url.protocol) || address.length > 2_000) throw new Malformed('an address that is none');
  return url.href;
}

function tokensOf(answer: OpenidClient.TokenEndpointResponse): Tokens {
  const { access_token, refresh_token, expires_in } = answer;
  if (!isHeaderText(access_token)) throw new Malformed('a token that cannot be sent');
  return {
    access_token,
    ...(refresh_token === undefined ? {} : { refresh_token }),
    expires_in: expires_in === undefined ? usualLife : within(expires_in, most.life),
  };
}

function isHeaderText(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

function within(seconds: number, limit: number): number {
  return Math.min(Math.max(1, Math.round(seconds)), limit);
}

/** The service's answer is invalid; the message names what it gave. */
class Malformed extends Error {
  override readonly name = 'Malformed';
  readonly code = 'OAUTH_MALFORMED';
}

/** Whether an error is about an answer, rather than a missing one. Checks the shape: errors may be of another realm. */
function isAnswer(error: unknown): boolean {
  const code = fieldOf(error, 'code');
  if (typeof code !== 'string' || !code.startsWith('OAUTH_')) return false;
  return code !== 'OAUTH_TIMEOUT' && code !== 'OAUTH_ABORT';
}

function statusOf(error: unknown): number | undefined {
  const status = fieldOf(error, 'status') ?? fieldOf(fieldOf(error, 'cause'), 'status');
  return typeof status === 'number' ? status : undefined;
}

function answerText(error: unknown, secrets: readonly string[]): string {
  const word = cleanText(fieldOf(error, 'error'), secrets);
  const more = cleanText(fieldOf(error, 'error_description'), secrets);
  if (word !== '') return more === '' ? word : `${word}: ${more}`;
  const status = statusOf(error);
  // the status of success does not say what is wrong
  return status === undefined || status < 300 ? 'something that makes no sense' : `HTTP ${status}`;
}

/** The answer as the predicate of a sentence about the service. */
function predicateOf(error: unknown, secrets: readonly string[]): string {
  if (fieldOf(error, 'name') === 'Malformed') return `gave ${(error as Error).message}`;
  return `answered ${answerText(error, secrets)}`;
}

/** OAuth error codes that may be temporary. */
const passing = new Set(['temporarily_unavailable', 'server_error']);

function answerOf(error: unknown, secrets: readonly string[]): TokenAnswer {
  if (!isAnswer(error)) {
    const reason = reasonOf(error);
    const message = `the account service cannot be reached: ${reason}`;
    return { kind: 'failed', message, lost: reason === lost, cause: proxyFailure(error) };
  }
  const word = fieldOf(error, 'error');
  const status = statusOf(error);
  const message = answerText(error, secrets);
  if (word === 'authorization_pending') return { kind: 'pending' };
  if (word === 'slow_down') return { kind: 'slow_down' };
  if (word === 'expired_token') return { kind: 'expired', message };
  const isDefinite = typeof word === 'string' && !passing.has(word) && (status ?? 400) < 500;
  if (isDefinite && status !== 408 && status !== 429) return { kind: 'refused', message };
  if (status === 401) return { kind: 'refused', message };
  return {
    kind: 'failed',
    message: `the account service ${predicateOf(error, secrets)}`,
    ...(status === undefined ? {} : { status }),
  };
}
