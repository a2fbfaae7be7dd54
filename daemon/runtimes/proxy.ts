/** The proxy of a session's network: allows HTTP and HTTPS to hosts that rules or the user allow (runtimes.md 6.2). */
import type { IncomingMessage } from 'node:http';
import { lookup } from 'node:dns/promises';
import { isIP, type Server as Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Duplex } from 'node:stream';
import type { Server } from 'proxy-chain';
import { later } from '../base/later.js';

const load = later(() => import('proxy-chain'));

/** A connection that a command requests. */
export interface Wanted {
  sessionId: string;
  toolCallId: string | undefined;
  /** a name in lower case, or an address */
  host: string;
  port: number;
}

export type Answer =
  | 'allow'
  | {
      refused: string;
      /** the user's comment on the refusal */
      feedback?: string | undefined;
      /** present after a timeout: resolves when the user answers during the call */
      late?: Promise<Answer>;
    };

/** Decides which hosts commands may reach. */
export interface NetworkPolicy {
  /** Normalizes a host for rules; undefined for text that no rule could match. */
  canonicalHost(text: string): string | undefined;
  /** Returns the decision of the rules. `exact`: a rule allows this very address, or this name with this port. */
  rule(wanted: Wanted): 'allow' | 'exact' | 'deny' | 'ask' | undefined;
  /** Asks the user about a host without a rule. Aborting the signal ends the wait. */
  decide(wanted: Wanted, signal: AbortSignal): Promise<Answer>;
  /** Returns why an address must not be reached; undefined for a public one. */
  notPublic(address: string): string | undefined;
  /** Returns the proxy for connections out of this machine; undefined without one. Throws for an unusable one. */
  upstream?(host: string, port: number, isHttp: boolean): string | undefined;
  /** for tests: resolves a name to addresses */
  resolve?(host: string): Promise<string[]>;
}

/** The connections of one call. */
export interface CallConnections {
  toolCallId: string | undefined;
  refused: { host: string; port: number; reason: string; feedback?: string | undefined }[];
  /** `late`: the user allowed it after the connection was refused */
  allowed: { host: string; port: number; late?: boolean }[];
  /** number of connections that reached the proxy */
  count: number;
  /** total wait for decisions in milliseconds; start of the current wait, and its number of connections */
  held: { ms: number; since: number; open: number };
  /** aborted at the end of the call */
  over: AbortController;
}

export function connectionsOf(toolCallId: string | undefined): CallConnections {
  const held = { ms: 0, since: 0, open: 0 };
  return { toolCallId, refused: [], allowed: [], count: 0, held, over: new AbortController() };
}

/** The address at which a call finds the proxy. */
export interface ProxyPlace {
  /** port number inside the session's network */
  port: number;
  /** the user name in the proxy URL, which identifies the call */
  user: string;
}

export interface Proxy {
  port: number;
  /** Lets a call connect from now on. `user`: its existing user name. */
  join(call: CallConnections, user?: string): ProxyPlace;
  forget(call: CallConnections): void;
  close(): void;
}

const maxConnections = 256;

export async function createProxy(
  { sessionId, port, socket }: { sessionId: string; port: number; socket: Socket },
  policy: NetworkPolicy,
): Promise<Proxy> {
  const { RequestError, Server: ProxyServer } = await load();
  /** calls by the user name in the proxy URL, newest last */
  const calls = new Map<string, CallConnections>();
  const refuse = (status: number, reason: string): never => {
    throw new RequestError(`refused by the sandbox: ${reason}\n`, status, { 'x-agent-sandbox': reason });
  };

  async function check(request: IncomingMessage, username: string, isHttp: boolean): Promise<string | undefined> {
    const call = calls.get(username) ?? [...calls.values()].at(-1);
    // this command may not connect, or its call has ended
    if (!call) return refuse(403, 'not allowed');
    call.count += 1;
    const target = targetOf(request.url ?? '', isHttp, policy);
    if (!target) return refuse(400, 'this is not a host');
    const { host, port: wantedPort } = target;
    const isThis = (each: { host: string; port: number }): boolean => each.host === host && each.port === wantedPort;
    const note = (reason: string, feedback?: string): never => {
      if (!call.refused.some(isThis)) call.refused.push({ host, port: wantedPort, reason, feedback });
      return refuse(403, reason);
    };
    const allow = (late = false): void => {
      if (!call.allowed.some(isThis)) call.allowed.push({ host, port: wantedPort, late });
    };
    const wanted: Wanted = { sessionId, toolCallId: call.toolCallId, host, port: wantedPort };
    const rule = policy.rule(wanted);
    if (rule === 'deny') return note('not allowed');
    const upstream = policy.upstream?.(host, wantedPort, isHttp);
    const addresses = await addressesOf(host, policy);
    const own = ownAddresses();
    const isPrivate = addresses.some((each) => policy.notPublic(each) !== undefined || own.has(each));
    if (isPrivate && rule !== 'exact') return note('private address');
    if (addresses.length === 0 && upstream === undefined) return refuse(502, 'the host was not found');
    if (rule !== 'allow' && rule !== 'exact' && !call.allowed.some(isThis)) {
      // a refusal by the user applies to the whole call
      if (call.refused.some((each) => isThis(each) && each.reason === 'not allowed')) return note('not allowed');
      const answer = await hold(call, () => policy.decide(wanted, call.over.signal));
      if (answer !== 'allow') {
        void answer.late?.then(
          (given) => given === 'allow' && allow(true),
          () => undefined,
        );
        return note(answer.refused, answer.feedback);
      }
      allow();
    }
    // connect to the address that was checked, so that DNS cannot change it
    const [address = host] = upstream === undefined ? addresses : [host];
    rewrite(request, target, address, isHttp);
    return upstream;
  }

  const proxy: Server = new ProxyServer({
    prepareRequestFunction: async ({ request, username, isHttp }) => {
      const upstreamProxyUrl = await check(request, username, isHttp);
      return upstreamProxyUrl === undefined ? {} : { upstreamProxyUrl };
    },
  });
  const fail = proxy.failRequest.bind(proxy);
  proxy.failRequest = (request, error) => {
    // the library checks the class name, which bundling changes
    if (error instanceof RequestError) error.name = 'RequestError';
    fail(request, error);
  };
  let open = 0;
  proxy.server.prependListener('connection', (connection: Duplex) => {
    open += 1;
    connection.once('close', () => (open -= 1));
    if (open > maxConnections) connection.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.server.listen(socket, resolve));
  proxy.server.unref();
  let made = 0;
  return {
    port,
    join(call, user = `call${made + 1}`) {
      made = Math.max(made, Number(user.replace(/\D/g, '')));
      calls.set(user, call);
      return { port, user };
    },
    forget(call) {
      call.over.abort();
      for (const [name, each] of calls) if (each === call) calls.delete(name);
    },
    close: () => void proxy.close(true),
  };
}

/** Waits, and records the time so that it does not count toward the command's time limit. */
async function hold<T>({ held }: CallConnections, wait: () => Promise<T>): Promise<T> {
  if (held.open === 0) held.since = performance.now();
  held.open += 1;
  try {
    return await wait();
  } finally {
    held.open -= 1;
    if (held.open === 0) held.ms += performance.now() - held.since;
  }
}

/** Returns for how many milliseconds the connections of a call waited for decisions so far. */
export function heldMs({ held }: CallConnections): number {
  return held.ms + (held.open > 0 ? performance.now() - held.since : 0);
}

/** Returns the environment variables that lead a call to the proxy. */
export function proxyVariables({ user, port }: ProxyPlace): Record<string, string> {
  const address = `http://${user}@127.0.0.1:${port}`;
  const local = 'localhost,127.0.0.1,::1';
  return {
    ...Object.fromEntries(proxyNames.map((each) => [each, address])),
    no_proxy: local,
    NO_PROXY: local,
    NODE_USE_ENV_PROXY: '1',
  };
}

const proxyNames = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];

interface Target {
  /** normalized for rules and connecting: lower case, ASCII, no trailing dot, numeric forms as an address */
  host: string;
  port: number;
  path: string;
}

/** Parses the target of a request. Returns undefined for one that rules cannot match. */
function targetOf(url: string, isHttp: boolean, policy: NetworkPolicy): Target | undefined {
  const [, authority = '', path = ''] = (isHttp ? /^http:\/\/([^/?#]*)(.*)$/is : /^([^/?#]*)()$/).exec(url) ?? [];
  const [, bracketed, plain, digits] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(authority) ?? [];
  const port = digits === undefined && isHttp ? 80 : Number(digits ?? NaN);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return undefined;
  const host = policy.canonicalHost(bracketed ?? plain ?? '');
  const isHost = host !== undefined && (bracketed === undefined || isIP(host) === 6);
  return isHost ? { host, port, path } : undefined;
}

async function addressesOf(host: string, policy: NetworkPolicy): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  if (/(?:^|\.)localhost$/.test(host)) return ['127.0.0.1'];
  try {
    if (policy.resolve) return await policy.resolve(host);
    return (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address);
  } catch {
    // only the upstream proxy may be able to resolve the name
    return [];
  }
}

function ownAddresses(): Set<string> {
  return new Set(Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address)));
}

/** Makes the library connect to the checked address, while the server still receives the name. */
function rewrite(request: IncomingMessage, { host, port, path }: Target, address: string, isHttp: boolean): void {
  const place = isIP(address) === 6 ? `[${address}]` : address;
  request.url = isHttp ? `http://${place}:${port}${path === '' ? '/' : path}` : `${place}:${port}`;
  if (!isHttp) return;
  const name = isIP(host) === 6 ? `[${host}]` : host;
  request.rawHeaders.forEach((each, at) => {
    if (at % 2 === 0 && each.toLowerCase() === 'host')
      request.rawHeaders[at + 1] = port === 80 ? name : `${name}:${port}`;
  });
}
