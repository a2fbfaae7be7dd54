/**
 * A small account service on loopback: device login with rotating tokens, and the managed API behind it.
 * `npx tsx tests/helpers/accountserver.ts [port]` starts one for manual tests of the program.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';

/** The response to one request instead of the normal one; `drop` closes the connection. */
export type Failure = { status: number; body?: unknown; headers?: Record<string, string> } | 'drop' | 'hang';

export interface AccountServer {
  /** host of the login */
  host: string;
  /** base URL of the managed API */
  base: string;
  /** environment variables that direct a program to this server */
  env: Record<string, string>;
  /** settings that tests can change at any time */
  settings: {
    /** seconds */
    interval: number;
    codeLife: number;
    tokenLife: number;
    /** serves a discovery document with different paths */
    discovery: boolean;
    /** number of polls answered with `slow_down` */
    slowDowns: number;
    /** an old refresh token stays valid until a token of its successor is used */
    grace: boolean;
    models: Record<string, unknown>[];
    usages: unknown;
    userinfo: unknown;
    /** results of a search, and content of pages */
    results: Record<string, unknown>[];
    page: string;
  };
  /** `METHOD path` of each request */
  readonly asked: string[];
  /** all tokens that were ever issued */
  readonly given: string[];
  /** texts of answered prompts, with the token of their request */
  readonly prompts: { token: string; body: Record<string, unknown> }[];
  /** acts like the user who approves a code; default: the last code */
  approve(userCode?: string): void;
  deny(userCode?: string): void;
  /** makes the next requests to a path fail, one after the other */
  fail(path: string, ...failures: Failure[]): void;
  /** delays responses of a path, already computed, until the promise settles */
  hold(path: string, until: Promise<unknown>): void;
  /** expires access tokens at once; refresh tokens stay valid */
  endAccess(): void;
  /** invalidates every login */
  revokeAll(): void;
  accepts(accessToken: string): boolean;
  /** whether this is the currently valid refresh token */
  isCurrent(refreshToken: string): boolean;
  /** number of uses of old refresh tokens */
  readonly reuses: number;
  close(): Promise<void>;
}

interface Device {
  userCode: string;
  deviceCode: string;
  ends: number;
  state: 'pending' | 'approved' | 'denied';
}

interface Family {
  refresh: string;
  previous?: string;
  access: Map<string, number>;
  /** a token of the current pair was used */
  used: boolean;
}

type Answer = { status: number; body: unknown; type?: string };

export async function startAccountServer(
  given: Partial<AccountServer['settings']> & { port?: number } = {},
): Promise<AccountServer> {
  const { port: wished = 0, ...changed } = given;
  const settings: AccountServer['settings'] = {
    interval: 1,
    codeLife: 600,
    tokenLife: 3600,
    discovery: false,
    slowDowns: 0,
    grace: false,
    models: [
      {
        id: 'steady',
        display_name: 'Steady',
        context_length: 200_000,
        supports_reasoning: true,
        supports_image_in: true,
      },
      { id: 'quick', context_length: 64_000, max_output_tokens: 8_000 },
    ],
    usages: { usages: { limit5h: { usedRatio: 0.25, resetAt: '2031-01-31T15:00:00Z' } }, extraUsage: null },
    userinfo: {
      userId: 'u1',
      nickname: 'Ada',
      status: 'active',
      region: 'global',
      userLevel: 2,
      userLevelName: 'plus',
      domain: 1,
      domainName: 'main',
    },
    results: [{ title: 'Found', url: 'https://found.example/', snippet: 'A page.' }],
    page: '# A page\n',
    ...changed,
  };
  const devices: Device[] = [];
  let families: Family[] = [];
  const asked: string[] = [];
  const tokens: string[] = [];
  const prompts: AccountServer['prompts'] = [];
  const failures = new Map<string, Failure[]>();
  const holds = new Map<string, Promise<unknown>>();
  let reuses = 0;

  const token = (kind: string): string => {
    const made = `${kind}-${randomBytes(18).toString('hex')}`;
    tokens.push(made);
    return made;
  };
  const pair = (family: Family) => {
    const access = token('canary-access');
    family.access = new Map([...family.access].slice(-3));
    family.access.set(access, Date.now() + settings.tokenLife * 1000);
    family.used = false;
    return {
      access_token: access,
      refresh_token: family.refresh,
      token_type: 'Bearer',
      expires_in: settings.tokenLife,
    };
  };
  const refused = (error: string, status = 400): Answer => ({ status, body: { error } });
  const familyOf = (access: string) => families.find((family) => (family.access.get(access) ?? 0) > Date.now());

  function deviceCode(): Answer {
    const userCode = randomBytes(4)
      .toString('hex')
      .toUpperCase()
      .replace(/(.{4})/, '$1-');
    const device: Device = {
      userCode,
      deviceCode: token('device'),
      ends: Date.now() + settings.codeLife * 1000,
      state: 'pending',
    };
    devices.push(device);
    return {
      status: 200,
      body: {
        device_code: device.deviceCode,
        user_code: userCode,
        verification_uri: `${host}/device`,
        verification_uri_complete: `${host}/device?user_code=${userCode}`,
        expires_in: settings.codeLife,
        interval: settings.interval,
      },
    };
  }

  function pollDevice(code: string): Answer {
    const device = devices.find((each) => each.deviceCode === code);
    if (!device) return refused('invalid_grant');
    if (settings.slowDowns > 0) {
      settings.slowDowns -= 1;
      return refused('slow_down');
    }
    if (Date.now() >= device.ends) return refused('expired_token');
    if (device.state === 'denied') return refused('access_denied');
    if (device.state === 'pending') return refused('authorization_pending');
    devices.splice(devices.indexOf(device), 1);
    const family: Family = { refresh: token('canary-refresh'), access: new Map(), used: false };
    families.push(family);
    return { status: 200, body: pair(family) };
  }

  function refresh(old: string): Answer {
    const family = families.find((each) => each.refresh === old || each.previous === old);
    if (!family) return refused('invalid_grant');
    if (family.previous === old && !(settings.grace && !family.used)) {
      // a replaced token was used: the server revokes the whole login
      reuses += 1;
      families = families.filter((each) => each !== family);
      return refused('invalid_grant');
    }
    if (family.previous !== old) {
      family.previous = old;
      family.refresh = token('canary-refresh');
    }
    return { status: 200, body: pair(family) };
  }

  function managed(path: string, access: string, body: Record<string, unknown>): Answer {
    const family = familyOf(access);
    if (!family) return { status: 401, body: { error: { message: `the token ${access} is not valid` } } };
    family.used = true;
    if (path === '/v1/models') return { status: 200, body: { data: settings.models } };
    if (path === '/v1/usages') return { status: 200, body: settings.usages };
    if (path === '/v1/userinfo') return { status: 200, body: settings.userinfo };
    if (path === '/v1/search') return { status: 200, body: { search_results: settings.results } };
    if (path === '/v1/fetch') return { status: 200, type: 'text/markdown', body: settings.page };
    if (path !== '/v1/chat/completions') return { status: 404, body: { error: { message: 'nothing here' } } };
    prompts.push({ token: access, body });
    const chunks = [
      { choices: [{ index: 0, delta: { role: 'assistant', content: 'Hello from the managed service.' } }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: { prompt_tokens: 9, completion_tokens: 6 } },
    ];
    const events = [
      ...chunks.map((chunk) => JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', ...chunk })),
      '[DONE]',
    ];
    return { status: 200, type: 'text/event-stream', body: events.map((event) => `data: ${event}\n\n`).join('') };
  }

  const paths = () =>
    settings.discovery
      ? { device: '/elsewhere/device', token: '/elsewhere/token', revoke: '/elsewhere/revoke' }
      : { device: '/api/oauth/device_authorization', token: '/api/oauth/token', revoke: '/api/oauth/revoke' };

  function answer(path: string, query: URLSearchParams, request: IncomingMessage, text: string): Answer {
    const at = paths();
    const form = new URLSearchParams(text);
    if (path === '/.well-known/oauth-authorization-server' && settings.discovery) {
      return {
        status: 200,
        body: {
          issuer: host,
          device_authorization_endpoint: host + at.device,
          token_endpoint: host + at.token,
          revocation_endpoint: host + at.revoke,
        },
      };
    }
    if (path === at.device) return deviceCode();
    if (path === at.token) {
      return form.get('grant_type') === 'refresh_token'
        ? refresh(form.get('refresh_token') ?? '')
        : pollDevice(form.get('device_code') ?? '');
    }
    if (path === at.revoke) {
      families = families.filter(({ refresh }) => refresh !== form.get('token'));
      return { status: 200, body: {} };
    }
    if (path === '/device') return page(query);
    const access = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    return managed(path, access, text === '' ? {} : (JSON.parse(text) as Record<string, unknown>));
  }

  /** For manual tests: opening the address of a code approves it. */
  function page(query: URLSearchParams): Answer {
    const code = query.get('user_code');
    if (code === null)
      return { status: 200, type: 'text/html', body: '<form><input name="user_code"><button>Allow</button></form>' };
    decide('approved', code);
    return { status: 200, type: 'text/html', body: 'Allowed. You can close this page.' };
  }

  function decide(state: Device['state'], userCode?: string): void {
    const device = userCode === undefined ? devices.at(-1) : devices.find((each) => each.userCode === userCode);
    if (device) device.state = state;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://account.example');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    asked.push(`${request.method} ${url.pathname}`);
    const failure = failures.get(url.pathname)?.shift();
    if (failure === 'hang') return;
    if (failure === 'drop') return void response.destroy();
    const { status, body, type } = failure
      ? { status: failure.status, body: failure.body ?? {}, type: undefined }
      : answer(url.pathname, url.searchParams, request, Buffer.concat(chunks).toString());
    await holds.get(url.pathname);
    response.writeHead(status, { 'content-type': type ?? 'application/json', ...(failure ? failure.headers : {}) });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(wished, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host = `http://127.0.0.1:${port}`;
  return {
    host,
    base: `${host}/v1`,
    env: { AGENT_CODE_OAUTH_HOST: host, AGENT_CODE_BASE_URL: `${host}/v1` },
    settings,
    asked,
    given: tokens,
    prompts,
    approve: (userCode) => decide('approved', userCode),
    deny: (userCode) => decide('denied', userCode),
    fail: (path, ...more) => void failures.set(path, [...(failures.get(path) ?? []), ...more]),
    hold: (path, until) => void holds.set(path, until),
    endAccess: () => families.forEach((family) => family.access.clear()),
    revokeAll: () => void (families = []),
    accepts: (access) => familyOf(access) !== undefined,
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

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { env } = await startAccountServer({ port: Number(process.argv[2] ?? 0), interval: 2 });
  for (const [name, value] of Object.entries(env)) console.log(`export ${name}=${value}`);
}
