/**
 * A small authorization server on loopback and the MCP server that it protects: discovery, registration, codes with
 * PKCE, rotating tokens, revocation, and the behavior of hostile or broken servers.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Failure } from './accountserver.js';
import { startToolServer, type HttpScript, type ToolServer } from './mcpserver.js';

export interface AuthServer {
  issuer: string;
  /** settings that tests can change at any time */
  settings: {
    /** seconds; 0: omitted from responses */
    tokenLife: number;
    /** what the person in front of the browser does */
    person: 'allows' | 'denies';
    /** issues client secrets and requires them */
    clientSecrets: boolean;
    refreshTokens: boolean;
    /** refuses codes, and quotes them in the error */
    refuseCodes: boolean;
    /** issuer sent with a code (RFC 9207) */
    iss: string | undefined;
    /** the resource document of the protected server; undefined: it has none */
    resource: Record<string, unknown> | undefined;
    /** merged into the discovery document; null: there is none */
    metadata: Record<string, unknown> | null;
    /** merged into token responses */
    tokens: Record<string, unknown>;
    /** value of WWW-Authenticate; undefined: none */
    challenge: string | undefined;
    /** makes the protected server refuse valid tokens */
    refuseAll: boolean;
  };
  /** `METHOD path` of each request */
  readonly asked: string[];
  /** returns forms and documents of requests to a path */
  sent(path: string): Record<string, string>[];
  /** every token, code and secret ever issued */
  readonly given: string[];
  /** acts like a browser at the address of a login; returns the final page */
  visit(address: string): Promise<{ status: number; text: string; headers: Headers }>;
  /** returns the address to which a login page redirects, without visiting it */
  redirectOf(address: string): Promise<string>;
  fail(path: string, ...failures: Failure[]): void;
  /** delays responses of a path, already computed, until the promise settles */
  hold(path: string, until: Promise<unknown>): void;
  /** expires access tokens at once; refresh tokens stay valid */
  endAccess(): void;
  revokeAll(): void;
  accepts(accessToken: string): boolean;
  isCurrent(refreshToken: string): boolean;
  /** number of uses of old refresh tokens */
  readonly reuses: number;
  close(): Promise<void>;
}

export interface ProtectedServer {
  url: string;
  tools: ToolServer;
  auth: AuthServer;
  close(): Promise<void>;
}

interface Code {
  client: string;
  redirect: string;
  challenge: string;
  resource: string;
}

interface Family {
  client: string;
  refresh: string;
  previous?: string;
  access: Map<string, number>;
}

type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

/** Starts an MCP server that requires a token of its authorization server. */
export async function startProtectedServer(script: HttpScript = {}): Promise<ProtectedServer> {
  const auth = await startAuthServer();
  const tools = await startToolServer(script);
  const document = `${tools.origin}/.well-known/oauth-protected-resource/mcp`;
  auth.settings.resource = { resource: tools.url, authorization_servers: [auth.issuer], scopes_supported: ['tools'] };
  auth.settings.challenge = `Bearer resource_metadata="${document}"`;
  tools.script.instead = (request, response) => {
    const { resource, challenge, refuseAll } = auth.settings;
    if (request.url?.startsWith('/.well-known/oauth-protected-resource') === true) {
      response.writeHead(resource ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(resource ?? {}));
      return true;
    }
    if (request.url?.startsWith('/.well-known/') === true) return !!response.writeHead(404).end('{}');
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (auth.accepts(token) && !refuseAll) return false;
    response.writeHead(401, challenge === undefined ? {} : { 'www-authenticate': challenge });
    response.end(`the token ${token} is not valid`);
    return true;
  };
  return {
    url: tools.url,
    tools,
    auth,
    async close() {
      await Promise.all([tools.close(), auth.close()]);
    },
  };
}

async function startAuthServer(): Promise<AuthServer> {
  const settings: AuthServer['settings'] = {
    tokenLife: 3600,
    person: 'allows',
    clientSecrets: false,
    refreshTokens: true,
    refuseCodes: false,
    iss: undefined,
    resource: undefined,
    metadata: {},
    tokens: {},
    challenge: undefined,
    refuseAll: false,
  };
  const asked: string[] = [];
  const bodies: { path: string; fields: Record<string, string> }[] = [];
  const given: string[] = [];
  const clients = new Map<string, { redirects: string[]; secret?: string }>();
  const codes = new Map<string, Code>();
  let families: Family[] = [];
  const failures = new Map<string, Failure[]>();
  const holds = new Map<string, Promise<unknown>>();
  let reuses = 0;

  const made = (kind: string): string => {
    const value = `canary-${kind}-${randomBytes(18).toString('hex')}`;
    given.push(value);
    return value;
  };
  const refused = (error: string, status = 400): Answer => ({
    status,
    body: { error, error_description: `no ${error} with ${given.at(-1) ?? ''}` },
  });

  function pair(family: Family): Answer {
    const access = made('access');
    family.access.set(access, Date.now() + (settings.tokenLife || 3600) * 1000);
    return {
      status: 200,
      body: {
        access_token: access,
        token_type: 'Bearer',
        ...(settings.refreshTokens ? { refresh_token: family.refresh } : {}),
        ...(settings.tokenLife === 0 ? {} : { expires_in: settings.tokenLife }),
        ...settings.tokens,
      },
    };
  }

  function metadata(): Answer {
    if (settings.metadata === null) return { status: 404, body: {} };
    return {
      status: 200,
      body: {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        registration_endpoint: `${issuer}/register`,
        revocation_endpoint: `${issuer}/revoke`,
        response_types_supported: ['code'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
        ...(settings.iss === undefined ? {} : { authorization_response_iss_parameter_supported: true }),
        ...settings.metadata,
      },
    };
  }

  function register(fields: Record<string, unknown>): Answer {
    const id = `client-${clients.size + 1}`;
    const redirects = fields['redirect_uris'] as string[];
    const secret = settings.clientSecrets ? made('clientsecret') : undefined;
    clients.set(id, { redirects, ...(secret === undefined ? {} : { secret }) });
    const method = secret === undefined ? 'none' : 'client_secret_post';
    return {
      status: 201,
      body: { ...fields, client_id: id, client_secret: secret, token_endpoint_auth_method: method },
    };
  }

  function authorize(query: URLSearchParams): Answer {
    const client = query.get('client_id') ?? '';
    const redirect = query.get('redirect_uri') ?? '';
    if (clients.get(client)?.redirects.includes(redirect) !== true) return { status: 400, body: 'unknown client' };
    const back = new URL(redirect);
    back.searchParams.set('state', query.get('state') ?? '');
    if (settings.iss !== undefined) back.searchParams.set('iss', settings.iss);
    if (settings.person === 'denies') {
      back.searchParams.set('error', 'access_denied');
      back.searchParams.set('error_description', 'The person <b>said</b> no');
    } else {
      const code = made('code');
      const challenge = query.get('code_challenge_method') === 'S256' ? (query.get('code_challenge') ?? '') : '';
      codes.set(code, { client, redirect, challenge, resource: query.get('resource') ?? '' });
      back.searchParams.set('code', code);
    }
    return { status: 302, headers: { location: back.href } };
  }

  function exchange(form: URLSearchParams): Answer {
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const fits = code?.challenge === challenge && code.redirect === form.get('redirect_uri');
    if (
      settings.refuseCodes ||
      !fits ||
      code.client !== form.get('client_id') ||
      code.resource !== (form.get('resource') ?? '')
    ) {
      return refused('invalid_grant');
    }
    const family: Family = { client: code.client, refresh: made('refresh'), access: new Map() };
    families.push(family);
    return pair(family);
  }

  function refresh(form: URLSearchParams): Answer {
    const old = form.get('refresh_token') ?? '';
    const family = families.find((each) => each.refresh === old || each.previous === old);
    if (!family || family.client !== form.get('client_id')) return refused('invalid_grant');
    if (family.previous === old) {
      // a replaced token was used: the server revokes the whole login
      reuses += 1;
      families = families.filter((each) => each !== family);
      return refused('invalid_grant');
    }
    family.previous = old;
    family.refresh = made('refresh');
    return pair(family);
  }

  function answer(path: string, query: URLSearchParams, text: string): Answer {
    if (path === '/.well-known/oauth-authorization-server') return metadata();
    if (path === '/authorize') return authorize(query);
    if (path === '/register') return register(JSON.parse(text) as Record<string, unknown>);
    const form = new URLSearchParams(text);
    if (path === '/revoke') {
      families = families.filter((family) => family.refresh !== form.get('token'));
      return { status: 200, body: {} };
    }
    if (path !== '/token') return { status: 404, body: {} };
    const secret = clients.get(form.get('client_id') ?? '')?.secret;
    if (secret !== undefined && secret !== form.get('client_secret')) return refused('invalid_client', 401);
    return form.get('grant_type') === 'refresh_token' ? refresh(form) : exchange(form);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://auth.example');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    asked.push(`${request.method} ${url.pathname}`);
    bodies.push({ path: url.pathname, fields: fieldsOf(text) });
    const failure = failures.get(url.pathname)?.shift();
    if (failure === 'hang') return;
    if (failure === 'drop') return void response.destroy();
    const { status, body, headers } = failure ?? answer(url.pathname, url.searchParams, text);
    await holds.get(url.pathname);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function redirectOf(address: string): Promise<string> {
    const response = await fetch(address, { redirect: 'manual' });
    const location = response.headers.get('location');
    if (location === null) throw new Error(`the page of the login answered ${response.status}`);
    return location;
  }

  return {
    issuer,
    settings,
    asked,
    sent: (path) => bodies.filter((each) => each.path === path).map(({ fields }) => fields),
    given,
    async visit(address) {
      const response = await fetch(await redirectOf(address), { redirect: 'manual' });
      return { status: response.status, text: await response.text(), headers: response.headers };
    },
    redirectOf,
    fail: (path, ...more) => void failures.set(path, [...(failures.get(path) ?? []), ...more]),
    hold: (path, until) => void holds.set(path, until),
    endAccess: () => families.forEach((family) => family.access.clear()),
    revokeAll: () => void (families = []),
    accepts: (access) => families.some((family) => (family.access.get(access) ?? 0) > Date.now()),
    isCurrent: (refreshToken) => families.some(({ refresh: current }) => current === refreshToken),
    get reuses() {
      return reuses;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function fieldsOf(text: string): Record<string, string> {
  return text.startsWith('{')
    ? (JSON.parse(text) as Record<string, string>)
    : Object.fromEntries(new URLSearchParams(text));
}
