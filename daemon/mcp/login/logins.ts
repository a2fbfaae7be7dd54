/** Logins to servers: tokens for connections, and the flows that obtain them (engine.md 16.3). */
import { parseUrl } from '../../../schemas/url.js';
import { reasonOf } from '../../base/net/outgoing.js';
import { fieldOf } from '../../base/text/values.js';
import { LoginRefused, type Fetch, type Outgoing } from './address.js';
import { createFlows, failed, type Begun, type Flows } from './flows.js';
import { createIssuers, type Challenge } from './issuer.js';
import { createCredentialStore, credentialKey, type LoginTarget, type StoreDeps } from './store.js';
import { createKeeper, type Keeper, type LoginState } from './tokens.js';
import { ServerFailure, type ServerAuth } from '../server.js';

export interface LoginsDeps extends StoreDeps, Outgoing {
  /** for endless responses; has no limits */
  stream: Fetch;
  /** headers of a server as they are sent */
  headers(target: LoginTarget): Record<string, string>;
  /** the name under which this program registers */
  clientName: string;
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  newId(): string;
  log: Record<'info' | 'warn' | 'error', (message: string, facts?: object) => void>;
}

/** The server's answer to a request with the stored login, if any. */
export type Checked =
  /** `open`: needs no login; `expired`: the stored login was refused for good */
  { kind: 'open' | 'required' | 'expired' | 'authorized' } | { kind: 'unavailable'; error: string };

export interface Logins extends Pick<Flows, 'complete' | 'cancel'> {
  /** The credentials of a server. Servers with the same address and fixed headers share a login and this object. */
  auth(target: LoginTarget): ServerAuth;
  /** does not use the network */
  state(target: LoginTarget): LoginState;
  /** sends a request to the server; never logs in */
  check(target: LoginTarget): Promise<Checked>;
  /**
   * Starts a login that `complete` waits for, or joins the one in progress; `authorized` when the server accepts the
   * stored login. Throws ApiError MCP_OAUTH_FAILED.
   */
  begin(target: LoginTarget): Promise<Begun | 'authorized'>;
  /** Removes a login here and at the authorization server. Throws ApiError MCP_OAUTH_FAILED when the file remains. */
  reset(target: LoginTarget): Promise<void>;
  /** Calls `listener` with the `credentialKey` of a stored or reset login; returns a function that unsubscribes. */
  onChange(listener: (key: string) => void): () => void;
  /** current and former tokens, codes and client secrets, for masking */
  secrets(): readonly string[];
  /** ends waiting flows, and waits for uninterruptible work */
  close(): Promise<void>;
}

/** Number of former secrets that are still masked. */
const mostSecrets = 128;
/** Maximum number of logins in memory. */
const mostKept = 1_000;

export function createLogins(deps: LoginsDeps): Logins {
  const { now, log } = deps;
  const issuers = createIssuers(deps, deps.clientName);
  const keepers = new Map<string, Keeper>();
  const auths = new Map<string, ServerAuth>();
  const listeners = new Set<(key: string) => void>();
  const revocations = new Set<Promise<unknown>>();
  let secrets: readonly string[] = [];

  function hide(...values: (string | undefined)[]): void {
    const texts = values.filter((value) => value !== undefined);
    if (texts.some((value) => !secrets.includes(value))) {
      secrets = [...new Set([...texts, ...secrets])].slice(0, mostSecrets);
    }
  }

  const changed = (key: string): void => listeners.forEach((listener) => listener(key));
  const flows = createFlows({ ...deps, issuers, hide, changed });

  function keeperOf(target: LoginTarget): Keeper {
    const key = credentialKey(target);
    const known = keepers.get(key);
    if (known) return known;
    const store = createCredentialStore(deps, target, ({ access_token, refresh_token, client }) =>
      hide(access_token, refresh_token, client.client_secret),
    );
    const keeper = createKeeper({ store, refresh: issuers.refresh, now, log });
    return kept(keepers, key, keeper);
  }

  function authFor(target: LoginTarget): ServerAuth {
    const keeper = keeperOf(target);
    return {
      async token() {
        const token = keeper.state() === 'refused' ? undefined : await keeper.token();
        // a server configured with a login gets no request without one
        if (token === undefined && target.auth === 'oauth') throw new ServerFailure('auth', wanted);
        return token;
      },
      async refused({ token }) {
        if ((await keeper.token(token)) === undefined) throw new ServerFailure('auth', wanted);
      },
    };
  }

  const asked = (target: LoginTarget, token: string | undefined): Promise<Probed> =>
    probe(deps.stream, { url: target.url, headers: deps.headers(target), ...(token === undefined ? {} : { token }) });

  /** Asks the server with the stored token, after a refusal with another; without one it reports its requirements. */
  async function probed(target: LoginTarget): Promise<{ answer: Probed; token?: string }> {
    const keeper = keeperOf(target);
    const token = await keeper.token().catch(none);
    const answer = await asked(target, token);
    if (token === undefined || answer.kind !== 'login') return { answer, ...(token === undefined ? {} : { token }) };
    const another = await keeper.token(token).catch(none);
    return another === undefined ? { answer } : { answer: await asked(target, another), token: another };
  }

  async function challengeOf(target: LoginTarget): Promise<Challenge | 'authorized'> {
    const { answer, token } = await probed(target);
    if (answer.kind === 'failed' && answer.isLost)
      throw new LoginRefused(`the server cannot be reached: ${answer.message}`);
    if (answer.kind === 'open' && token !== undefined) return 'authorized';
    return answer.kind === 'login' ? answer.challenge : {};
  }

  return {
    complete: flows.complete,
    cancel: flows.cancel,
    auth(target) {
      const key = `${credentialKey(target)} ${target.auth ?? ''}`;
      return auths.get(key) ?? kept(auths, key, authFor(target));
    },
    state: (target) => keeperOf(target).state(),
    async check(target) {
      const { answer, token } = await probed(target);
      const state = keeperOf(target).state();
      if (answer.kind === 'failed') return { kind: 'unavailable', error: answer.message };
      if (answer.kind === 'open') return { kind: token === undefined ? 'open' : 'authorized' };
      return { kind: state === 'none' ? 'required' : 'expired' };
    },
    begin: (target) =>
      flows.begin({ key: credentialKey(target), url: target.url, keeper: keeperOf(target) }, () => challengeOf(target)),
    async reset(target) {
      const key = credentialKey(target);
      flows.end('the login was reset', key);
      let former;
      try {
        former = await keeperOf(target).forget();
      } catch (error) {
        throw failed('the stored login cannot be deleted', error);
      }
      changed(key);
      if (!former) return;
      const revocation = issuers.revoke(former).finally(() => revocations.delete(revocation));
      revocations.add(revocation);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    secrets: () => secrets,
    async close() {
      flows.end('the server stops');
      await Promise.all([flows.settled(), ...[...keepers.values()].map((keeper) => keeper.settled()), ...revocations]);
    },
  };
}

const wanted = 'the server asks for a login';

/** Adds an entry and removes the oldest: a client that tries many servers must not fill the memory. */
function kept<Value>(all: Map<string, Value>, key: string, value: Value): Value {
  const [oldest] = all.keys();
  if (all.size >= mostKept && oldest !== undefined) all.delete(oldest);
  all.set(key, value);
  return value;
}

/** Ignores why there is no token, because the server is asked anyway. */
function none(error: unknown): undefined {
  if (!(error instanceof ServerFailure)) throw error;
}

/** `open`: the server answers the request; `isLost`: it cannot be reached at all. */
type Probed =
  { kind: 'open' } | { kind: 'login'; challenge: Challenge } | { kind: 'failed'; message: string; isLost: boolean };

/** Time limit of a probe, in milliseconds. */
const mostMs = 10_000;

const hello = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'agent', version: '0' } },
});

interface Probe {
  url: string;
  headers: Record<string, string>;
  token?: string;
}

/** Sends a request to a server and keeps only its login requirements. Never throws. */
async function probe(fetch: Fetch, { url, headers, token }: Probe): Promise<Probed> {
  const own = { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  const limit = AbortSignal.timeout(mostMs);
  const ask = async (init: RequestInit): Promise<Response> => {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: limit });
    // a stream may never end
    await response.body?.cancel();
    return response;
  };
  try {
    const accept = 'application/json, text/event-stream';
    let response = await ask({
      method: 'POST',
      headers: { ...own, accept, 'content-type': 'application/json' },
      body: hello,
    });
    if (response.status === 404 || response.status === 405) {
      response = await ask({ headers: { ...own, accept: 'text/event-stream' } });
    }
    if (response.status === 401) return { kind: 'login', challenge: challengeOf(response.headers) };
    if (!response.ok) return { kind: 'failed', message: `it answered HTTP ${response.status}`, isLost: false };
    const session = response.headers.get('mcp-session-id');
    // the server need not keep a session for a probe
    if (session !== null)
      await ask({ method: 'DELETE', headers: { ...own, 'mcp-session-id': session } }).catch(() => null);
    return { kind: 'open' };
  } catch (error) {
    const message = fieldOf(error, 'name') === 'TimeoutError' ? 'it did not answer in time' : reasonOf(error);
    return { kind: 'failed', message, isLost: true };
  }
}

/** The login requirements of a 401 (RFC 9728 5.1, RFC 6750 3). */
function challengeOf(headers: Headers): Challenge {
  const text = headers.get('www-authenticate') ?? '';
  if (!/^\s*Bearer\b/i.test(text)) return {};
  const of = (name: string): string | undefined => {
    const found = new RegExp(`[\\s,]${name}=(?:"([^"]*)"|([^\\s,"]+))`, 'i').exec(text);
    return (found?.[1] ?? found?.[2]) || undefined;
  };
  const metadata = of('resource_metadata');
  const scope = of('scope');
  return {
    ...(metadata !== undefined && parseUrl(metadata) ? { metadata } : {}),
    ...(scope !== undefined && scope.length <= 2_000 ? { scope } : {}),
  };
}
