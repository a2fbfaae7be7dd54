/** Logins that wait for the user, from the page to the stored token: all waiters of a credential share one attempt. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseUrl } from '../../../schemas/url.js';
import { ApiError, invalid } from '../../errors.js';
import { LoginRefused } from './address.js';
import type { Authorization, Challenge, Issuer, Issuers } from './issuer.js';
import type { OAuthClient } from './store.js';
import type { Keeper } from './tokens.js';
import { ServerFailure } from '../server.js';

/** Where the user logs in; several requests for the same login share the page, and each has its own flow. */
export interface Begun {
  flowId: string;
  /** for a browser: https, or on this machine */
  url: string;
}

export interface Flows {
  /** Calls `challenge` unless a login to the same server is already waiting. Throws ApiError MCP_OAUTH_FAILED. */
  begin(login: Login, challenge: () => Promise<Challenge | 'authorized'>): Promise<Begun | 'authorized'>;
  /** Resolves when the token is stored. Throws ApiError MCP_OAUTH_FAILED and VALIDATION_FAILED; that ends the flow. */
  complete(flowId: string, wait: { timeoutMs: number; signal: AbortSignal }): Promise<void>;
  cancel(flowId: string): void;
  /** ends all flows of a credential, or all flows */
  end(reason: string, key?: string): void;
  /** resolves when no uninterruptible work is running */
  settled(): Promise<void>;
}

/** The server and the credential of a login. */
export interface Login {
  key: string;
  url: string;
  keeper: Keeper;
}

export interface FlowsDeps {
  issuers: Issuers;
  /** registers codes and other secrets for masking before they are used */
  hide(...values: string[]): void;
  /** called when a login was stored */
  changed(key: string): void;
  cleanText(text: unknown): string;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  newId(): string;
  log: { info(message: string): void; error(message: string, facts: object): void };
}

interface Attempt extends Login {
  issuer: Issuer;
  client: OAuthClient;
  callback: Callback;
  state: string;
  authorization: Authorization;
  flows: Set<string>;
  /** the browser has returned; its code can be used only once */
  taken: boolean;
  /** resolves to undefined when the token is stored, else to the reason why not */
  outcome: Promise<string | undefined>;
  finish(failure?: string): void;
}

interface Flow {
  attempt: Attempt;
  /** number of callers that wait for it now */
  waiting: number;
  stop: AbortController;
}

/** Milliseconds that a flow lasts while no caller waits for it, and that starting one may take. */
const idleMs = 15 * 60_000;
const beginMs = 45_000;
/** Maximum number of flows; each login uses a separate port. */
const mostFlows = 64;

export function failed(message: string, cause?: unknown): ApiError {
  return new ApiError('MCP_OAUTH_FAILED', { message, ...(cause === undefined ? {} : { cause }) });
}

export function createFlows(deps: FlowsDeps): Flows {
  const { issuers, hide, cleanText, sleep, log } = deps;
  const attempts = new Map<string, Promise<Attempt | 'authorized'>>();
  const open = new Set<Attempt>();
  const flows = new Map<string, Flow>();
  const exchanges = new Set<Promise<unknown>>();

  async function start(login: Login, challenge: Challenge): Promise<Attempt> {
    const signal = AbortSignal.timeout(beginMs);
    const issuer = await issuers.find(login.url, challenge, signal);
    const state = randomBytes(32).toString('base64url');
    let attempt: Attempt | undefined;
    const callback = await openCallback((query) => answered(attempt, query));
    try {
      const client = await issuers.register(issuer, callback.redirect, signal);
      const authorization = await issuers.authorize(issuer, client, callback.redirect, state);
      hide(state, authorization.verifier, ...(client.client_secret === undefined ? [] : [client.client_secret]));
      let finish: Attempt['finish'] = () => undefined;
      const outcome = new Promise<string | undefined>((resolve) => (finish = resolve));
      const flows = new Set<string>();
      attempt = { ...login, issuer, client, callback, state, authorization, flows, taken: false, outcome, finish };
      open.add(attempt);
      return attempt;
    } catch (error) {
      callback.close();
      throw error;
    }
  }

  /** Closes the attempt's port and reports the outcome to all waiting flows. */
  function finish(attempt: Attempt, failure?: string): void {
    if (!open.delete(attempt)) return;
    attempts.delete(attempt.key);
    attempt.callback.close();
    attempt.finish(failure);
  }

  async function answered(attempt: Attempt | undefined, query: URLSearchParams): Promise<Page> {
    const state = Buffer.from(query.get('state') ?? '');
    const expected = Buffer.from(attempt?.state ?? '');
    if (!attempt || state.length !== expected.length || !timingSafeEqual(state, expected)) {
      return { status: 400, text: 'This page belongs to no login that is waiting.' };
    }
    const { host } = new URL(attempt.url);
    if (attempt.taken) return { status: 400, text: `The login to ${host} has already been answered.` };
    attempt.taken = true;
    const work = redeem(attempt, query).then(
      () => undefined,
      (error: unknown) => {
        const refusal = refusalOf(error);
        if (refusal === undefined) log.error('a login to a server could not be finished', { error });
        return refusal ?? 'something went wrong here';
      },
    );
    exchanges.add(work);
    const failure = await work;
    exchanges.delete(work);
    if (failure === undefined) log.info(`logged in to ${host}`);
    finish(attempt, failure);
    if (failure === undefined) deps.changed(attempt.key);
    const text = failure === undefined ? 'is done' : `failed: ${failure}`;
    return {
      status: failure === undefined ? 200 : 400,
      text: `The login to ${host} ${text}. You can close this page.`,
    };
  }

  async function redeem(attempt: Attempt, query: URLSearchParams): Promise<void> {
    const { issuer, client, callback, authorization, keeper } = attempt;
    const code = query.get('code');
    if (code !== null) hide(code);
    await issuers.checkAnswer(issuer, query.get('iss') ?? undefined);
    const error = query.get('error');
    if (error !== null)
      throw new LoginRefused([cleanText(error), cleanText(query.get('error_description'))].filter(Boolean).join(': '));
    if (code === null || code === '') throw new LoginRefused('the browser came back without a code');
    const given = { code, verifier: authorization.verifier, redirect: callback.redirect };
    const answer = await issuers.exchange(issuer, client, given);
    if (answer.kind !== 'tokens') throw new LoginRefused(`no token was given: ${answer.message}`);
    try {
      await keeper.keep(answer.tokens, issuer, client);
    } catch (error) {
      throw new LoginRefused('the login could not be stored', { cause: error });
    }
  }

  /** Allows one attempt at a time per credential: a second flow joins the first. */
  function attemptOf(
    login: Login,
    challenge: () => Promise<Challenge | 'authorized'>,
  ): Promise<Attempt | 'authorized'> {
    const known = attempts.get(login.key);
    if (known) return known;
    const work = challenge().then(async (found) => (found === 'authorized' ? found : await start(login, found)));
    attempts.set(login.key, work);
    const drop = (): void => {
      if (attempts.get(login.key) === work) attempts.delete(login.key);
    };
    work.then((made) => (made === 'authorized' || !open.has(made) ? drop() : undefined), drop);
    return work;
  }

  function leave(flowId: string, reason: string): void {
    const flow = flows.get(flowId);
    if (!flow) return;
    const { attempt } = flow;
    flows.delete(flowId);
    attempt.flows.delete(flowId);
    flow.stop.abort(reason);
    // if the code has arrived, the exchange continues
    if (attempt.flows.size === 0 && !attempt.taken) finish(attempt, reason);
  }

  /** Expires the flow unless a caller is waiting; each caller has its own time limit. */
  async function watch(flowId: string, flow: Flow): Promise<void> {
    try {
      await sleep(idleMs, flow.stop.signal);
    } catch {
      return;
    }
    if (flow.waiting === 0) leave(flowId, tooLate);
  }

  function outcomeOf(flow: Flow, timeoutMs: number, signal: AbortSignal): Promise<string | undefined> {
    const over = new AbortController();
    const late = sleep(timeoutMs, AbortSignal.any([over.signal, signal, flow.stop.signal])).then(
      () => tooLate,
      () =>
        flow.stop.signal.aborted ? String(flow.stop.signal.reason) : 'the client that waited for the login is gone',
    );
    return Promise.race([flow.attempt.outcome, late]).finally(() => over.abort());
  }

  return {
    async begin(login, challenge) {
      const attempt = await attemptOf(login, challenge).catch((error: unknown) => {
        throw refusalOf(error) === undefined ? error : failed(refusalOf(error) ?? '', error);
      });
      if (attempt === 'authorized') return attempt;
      const [oldest] = flows.keys();
      if (flows.size >= mostFlows && oldest !== undefined) leave(oldest, 'too many logins were begun');
      const flowId = deps.newId();
      const flow: Flow = { attempt, waiting: 0, stop: new AbortController() };
      flows.set(flowId, flow);
      attempt.flows.add(flowId);
      void watch(flowId, flow);
      return { flowId, url: attempt.authorization.url };
    },
    async complete(flowId, { timeoutMs, signal }) {
      const flow = flows.get(flowId);
      if (!flow) throw invalid('flowId', 'no such login is waiting');
      flow.waiting += 1;
      const failure = await outcomeOf(flow, timeoutMs, signal);
      flow.waiting -= 1;
      // a disconnecting client cancels the flow only if no other client waits
      if (!signal.aborted || flow.waiting === 0) leave(flowId, failure ?? done);
      if (failure !== undefined) throw failed(failure);
    },
    cancel: (flowId) => leave(flowId, cancelled),
    end(reason, key) {
      for (const [flowId, flow] of flows) if (key === undefined || flow.attempt.key === key) leave(flowId, reason);
      for (const attempt of open) if (key === undefined || attempt.key === key) finish(attempt, reason);
    },
    async settled() {
      await Promise.all(exchanges);
    },
  };
}

const tooLate = 'the user did not log in in time';
const cancelled = 'the login was cancelled';
const done = 'the login is done';

/** Why a login is not possible; undefined for an unexpected error. */
function refusalOf(error: unknown): string | undefined {
  const isKnown = error instanceof LoginRefused || error instanceof ApiError || error instanceof ServerFailure;
  return isKnown ? error.message : undefined;
}

/** The address that a browser returns to after a login: a port of this machine, open while a login is waiting. */
interface Callback {
  redirect: string;
  /** an answer in progress is still sent */
  close(): void;
}

/** The page for the user in the browser. */
interface Page {
  status: number;
  text: string;
}

const path = '/callback';

/** `take` is called with the query of the browser's request. */
async function openCallback(take: (query: URLSearchParams) => Promise<Page>): Promise<Callback> {
  const server = createServer({ maxHeaderSize: 32 * 1024, requestTimeout: 10_000 }, (request, response) => {
    const target = request.url ?? '/';
    const url = parseUrl(target, 'http://127.0.0.1');
    if (request.method !== 'GET' || url?.pathname !== path)
      return send(response, { status: 404, text: 'Nothing here.' });
    take(url.searchParams).then(
      (page) => send(response, page),
      () => response.destroy(),
    );
  });
  server.maxConnections = 32;
  await new Promise<void>((resolve, reject) => {
    // later errors belong to single connections
    server.on('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  return {
    redirect: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    close() {
      server.close();
      server.closeIdleConnections();
    },
  };
}

/** The address contains a code, so the page's headers keep the browser from passing it on. */
function send(response: ServerResponse, { status, text }: Page): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(`<!doctype html>\n<html lang="en">\n<title>Login</title>\n<p>${escaped(text)}</p>\n</html>\n`);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => entities[char] ?? char);
}
