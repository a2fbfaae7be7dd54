/** Authorization servers: discovery (RFC 9728, 8414), registration (RFC 7591), tokens (RFC 6749, 7636, 8707). */
import type * as ClientLibrary from '@modelcontextprotocol/client';
import { later } from '../../base/later.js';
import type { GivenTokens } from '../../base/login/keeper.js';
import { lost, reasonOf } from '../../base/net/outgoing.js';
import { fieldOf } from '../../base/text/values.js';
import { checkedAddress, fetchFor, LoginRefused, type Fetch, type Outgoing } from './address.js';
import { canonicalUrl, type Credential, type OAuthClient } from './store.js';

type Library = typeof ClientLibrary;
type Metadata = ClientLibrary.AuthorizationServerMetadata;

/** The server's requirements for a login, sent with a 401. */
export interface Challenge {
  metadata?: string;
  scope?: string;
}

/** The authorization server of an MCP server, discovered and validated. */
export interface Issuer {
  /** of the MCP server */
  url: string;
  resource?: string;
  issuer: string;
  /** absent when the server publishes no metadata document */
  metadata?: Metadata;
  scope?: string;
}

/** The answer of an authorization server to a token request. */
export type TokenAnswer =
  | { kind: 'tokens'; tokens: GivenTokens }
  /** permanent: a retry does not help */
  | { kind: 'refused'; message: string }
  /** temporary */
  | { kind: 'failed'; message: string };

export interface Authorization {
  /** for the user's browser */
  url: string;
  /** the PKCE code verifier */
  verifier: string;
}

export interface Issuers {
  /** Throws LoginRefused; so do `register` and `authorize`. */
  find(url: string, challenge: Challenge, signal: AbortSignal): Promise<Issuer>;
  register(issuer: Issuer, redirect: string, signal: AbortSignal): Promise<OAuthClient>;
  authorize(issuer: Issuer, client: OAuthClient, redirect: string, state: string): Promise<Authorization>;
  /** Throws LoginRefused when the answer came from an issuer other than the requested one (RFC 9207). */
  checkAnswer(issuer: Issuer, iss: string | undefined): Promise<void>;
  exchange(
    issuer: Issuer,
    client: OAuthClient,
    given: { code: string; verifier: string; redirect: string },
  ): Promise<TokenAnswer>;
  refresh(credential: Credential): Promise<TokenAnswer>;
  /** revokes a login at the server, where that is supported; false when the request failed */
  revoke(credential: Credential): Promise<boolean>;
}

/** The endpoints for renewing and revoking tokens, to be stored with the login. */
export function placesOf({ issuer, metadata }: Issuer): Pick<Credential, 'endpoint' | 'revocation' | 'methods'> {
  const revocation = metadata && fieldOf(metadata, 'revocation_endpoint');
  const methods = metadata?.token_endpoint_auth_methods_supported;
  return {
    endpoint: metadata?.token_endpoint ?? new URL('/token', issuer).href,
    ...(typeof revocation === 'string' ? { revocation } : {}),
    methods,
  };
}

/** Maximum lifetime of a token, in seconds. */
const longestLife = 10 * 365 * 86_400;

export function createIssuers(outgoing: Outgoing, clientName: string): Issuers {
  const { cleanText } = outgoing;
  const load = later(() => import('@modelcontextprotocol/client'));

  /** The error for a failed step of a login. */
  function refusal(error: unknown, doing: string): LoginRefused {
    if (fieldOf(error, 'name') === 'LoginRefused') return error as LoginRefused;
    return new LoginRefused(`${doing}: ${wordsOf(error)}`, { cause: error });
  }

  /** Describes an error; errors of the library quote the answer, so they are replaced. */
  function wordsOf(error: unknown): string {
    const name = String(fieldOf(error, 'name'));
    if (name === 'ZodError' || name === 'SyntaxError' || name === '$ZodError') return 'it answered nonsense';
    if (fieldOf(error, 'kind') === 'metadata' || name === 'IssuerMismatchError') return 'it names another issuer';
    const status = fieldOf(error, 'status');
    if (typeof status === 'number') return `it answered HTTP ${status}`;
    const message = fieldOf(error, 'message');
    const ours =
      typeof message === 'string' && /^(Incompatible auth server|HTTP \d+ trying|Protected resource)/.test(message);
    return ours ? cleanText(message) : reasonOf(error);
  }

  async function resourceOf(client: Library, url: string, { metadata }: Challenge, fetch: Fetch) {
    const options = metadata === undefined ? {} : { resourceMetadataUrl: metadata };
    let found;
    try {
      found = await client.discoverOAuthProtectedResourceMetadata(url, options, fetch);
    } catch (error) {
      // servers from before this specification have no such document
      if (/does not implement|^HTTP 4\d\d /.test(String(fieldOf(error, 'message')))) return undefined;
      throw error;
    }
    if (!client.checkResourceAllowed({ requestedResource: url, configuredResource: found.resource })) {
      throw new LoginRefused('it asks for a login to another server');
    }
    return found;
  }

  function check(address: string | undefined, server: string, what: string): void {
    if (address !== undefined) checkedAddress(address, { server, what });
  }

  function checkMetadata(metadata: Metadata, server: string): void {
    check(metadata.authorization_endpoint, server, 'the page of its login');
    check(metadata.token_endpoint, server, 'the place of its tokens');
    check(metadata.registration_endpoint, server, 'the place where clients register');
    const revocation = fieldOf(metadata, 'revocation_endpoint');
    check(typeof revocation === 'string' ? revocation : undefined, server, 'the place where tokens are given back');
    if (metadata.code_challenge_methods_supported?.includes('S256') !== true) {
      throw new LoginRefused('its authorization server does not protect codes (PKCE with S256)');
    }
  }

  async function find(url: string, challenge: Challenge, signal: AbortSignal): Promise<Issuer> {
    check(url, url, 'its address');
    const client = await load();
    const fetch = fetchFor(outgoing, url, signal);
    const resource = await resourceOf(client, url, challenge, fetch);
    const named = resource?.authorization_servers?.[0];
    const address = named ?? new URL('/', url).href;
    check(address, url, 'its authorization server');
    const metadata = await client.discoverAuthorizationServerMetadata(address, { fetchFn: fetch });
    if (metadata) checkMetadata(metadata, url);
    else if (resource) throw new LoginRefused('its authorization server does not describe itself');
    const scope = scopeOf(challenge.scope ?? resource?.scopes_supported?.join(' '), metadata?.scopes_supported);
    return {
      url: canonicalUrl(url),
      issuer: metadata?.issuer ?? address,
      ...(resource ? { resource: resource.resource } : {}),
      ...(metadata ? { metadata } : {}),
      ...(scope === undefined ? {} : { scope }),
    };
  }

  /** Runs a token request and classifies its failure. */
  async function ask(
    server: string,
    work: (client: Library, fetch: Fetch) => Promise<ClientLibrary.OAuthTokens>,
  ): Promise<TokenAnswer> {
    let status = 0;
    const outward = fetchFor(outgoing, server);
    const fetch: Fetch = async (...given) => {
      const response = await outward(...given);
      status = response.status;
      return response;
    };
    try {
      return { kind: 'tokens', tokens: tokensOf(await work(await load(), fetch)) };
    } catch (error) {
      return answerOf(error, status);
    }
  }

  function answerOf(error: unknown, status: number): TokenAnswer {
    if (fieldOf(error, 'name') === 'LoginRefused') return { kind: 'refused', message: (error as Error).message };
    if (status === 0) return { kind: 'failed', message: reasonOf(error) };
    const word = cleanText(fieldOf(error, 'code'));
    const isWord = status >= 400 && /^[a-z_]{1,60}$/.test(word) && !passing.has(word);
    if (isWord && status < 500 && status !== 408 && status !== 429) {
      const more = cleanText(fieldOf(error, 'message'));
      return { kind: 'refused', message: more === '' || more === word ? word : `${word}: ${more}` };
    }
    if (status === 401) return { kind: 'refused', message: 'HTTP 401' };
    const failure = status < 300 ? 'it answered nonsense' : `it answered HTTP ${status}`;
    return { kind: 'failed', message: failure };
  }

  return {
    async find(url, challenge, signal) {
      try {
        return await find(url, challenge, signal);
      } catch (error) {
        throw refusal(error, 'how to log in cannot be found');
      }
    },
    async register({ url, issuer, metadata, scope }, redirect, signal) {
      try {
        const { registerClient } = await load();
        const answer = await registerClient(issuer, {
          ...(metadata ? { metadata } : {}),
          clientMetadata: {
            client_name: clientName,
            redirect_uris: [redirect],
            grant_types: ['authorization_code', 'refresh_token'],
            response_types: ['code'],
            token_endpoint_auth_method: 'none',
            application_type: 'native',
          },
          ...(scope === undefined ? {} : { scope }),
          fetchFn: fetchFor(outgoing, url, signal),
        });
        return clientOf(answer);
      } catch (error) {
        throw refusal(error, 'its authorization server does not register this program');
      }
    },
    async authorize({ url, issuer, metadata, resource, scope }, client, redirect, state) {
      try {
        const { startAuthorization } = await load();
        const { authorizationUrl, codeVerifier } = await startAuthorization(issuer, {
          ...(metadata ? { metadata } : {}),
          clientInformation: client,
          redirectUrl: redirect,
          state,
          ...(scope === undefined ? {} : { scope }),
          ...(resource === undefined ? {} : { resource }),
        });
        check(authorizationUrl.href, url, 'the page of its login');
        return { url: authorizationUrl.href, verifier: codeVerifier };
      } catch (error) {
        throw refusal(error, 'a login cannot begin');
      }
    },
    async checkAnswer({ metadata }, iss) {
      const { validateAuthorizationResponseIssuer } = await load();
      try {
        validateAuthorizationResponseIssuer({
          iss,
          expectedIssuer: metadata?.issuer,
          issParameterSupported: fieldOf(metadata, 'authorization_response_iss_parameter_supported') === true,
        });
      } catch (error) {
        throw new LoginRefused('the answer came from another authorization server', { cause: error });
      }
    },
    exchange: ({ url, issuer, metadata, resource }, client, { code, verifier, redirect }) =>
      ask(url, ({ exchangeAuthorization }, fetchFn) =>
        exchangeAuthorization(issuer, {
          ...(metadata ? { metadata: withoutIss(metadata) } : {}),
          clientInformation: informationOf(client),
          authorizationCode: code,
          codeVerifier: verifier,
          redirectUri: redirect,
          ...(resource === undefined ? {} : { resource }),
          fetchFn,
        }),
      ),
    async refresh(credential) {
      const once = () => ask(credential.url, (client, fetch) => refreshWith(client, fetch, credential));
      const answer = await once();
      // the other side may close a kept connection at the moment it is reused. If it had already issued a new token on
      // it, a later attempt would not find the old token more valid than this one does.
      return answer.kind === 'failed' && answer.message === lost ? once() : answer;
    },
    async revoke({ url, revocation, refresh_token, access_token, client: { client_id, client_secret } }) {
      if (revocation === undefined) return false;
      const fields = { token: refresh_token ?? access_token, client_id };
      const body = new URLSearchParams(client_secret === undefined ? fields : { ...fields, client_secret });
      try {
        return (await fetchFor(outgoing, url)(revocation, { method: 'POST', body })).ok;
      } catch {
        // the login is removed from this home in any case
        return false;
      }
    },
  };
}

/** OAuth error codes that may be temporary. */
const passing = new Set(['temporarily_unavailable', 'server_error', 'slow_down', 'too_many_requests']);

/** Adds the scope for refresh tokens where the server supports one. */
function scopeOf(wanted: string | undefined, supported: readonly string[] | undefined): string | undefined {
  if (wanted === undefined || wanted === '') return undefined;
  const isMissing = supported?.includes('offline_access') === true && !wanted.split(' ').includes('offline_access');
  return isMissing ? `${wanted} offline_access` : wanted;
}

/** The metadata without the `iss` check: the issuer was checked when the answer arrived, before its code was used. */
function withoutIss(metadata: Metadata): Metadata {
  return { ...metadata, authorization_response_iss_parameter_supported: false };
}

/** Renews a stored login without discovery. */
function refreshWith(
  { refreshAuthorization }: Library,
  fetchFn: Fetch,
  { issuer, resource, endpoint, methods, client, refresh_token: refreshToken = '' }: Credential,
) {
  return refreshAuthorization(issuer, {
    metadata: {
      issuer,
      authorization_endpoint: endpoint,
      token_endpoint: endpoint,
      response_types_supported: ['code'],
      ...(methods === undefined ? {} : { token_endpoint_auth_methods_supported: methods }),
    },
    clientInformation: informationOf(client),
    refreshToken,
    ...(resource === undefined ? {} : { resource }),
    fetchFn,
  });
}

function clientOf(answer: ClientLibrary.OAuthClientInformationFull): OAuthClient {
  const { client_id, client_secret, token_endpoint_auth_method: method } = answer;
  const texts = [client_id, client_secret ?? '', method ?? ''];
  if (client_id === '' || texts.some((text) => !/^[\x20-\x7e]{0,4000}$/.test(text))) {
    throw new LoginRefused('its authorization server gave this program a name that makes no sense');
  }
  return {
    client_id,
    ...(client_secret === undefined ? {} : { client_secret }),
    ...(method === undefined ? {} : { method }),
  };
}

function informationOf({ client_id, client_secret, method }: OAuthClient) {
  return {
    client_id,
    ...(client_secret === undefined ? {} : { client_secret }),
    ...(method === undefined ? {} : { token_endpoint_auth_method: method }),
  };
}

function tokensOf({ access_token, refresh_token, token_type, expires_in }: ClientLibrary.OAuthTokens): GivenTokens {
  if (token_type.toLowerCase() !== 'bearer') throw new LoginRefused('its tokens are of another kind than bearer');
  if (!/^[\x21-\x7e]{1,16000}$/.test(access_token)) throw new LoginRefused('its token cannot be sent');
  return {
    access_token,
    ...(refresh_token === undefined ? {} : { refresh_token }),
    ...(expires_in === undefined ? {} : { expires_in: Math.min(Math.max(1, Math.round(expires_in)), longestLife) }),
  };
}
