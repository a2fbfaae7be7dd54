/** The managed account: login, logout, tokens, models, usage and profile, for a server or for one command. */
import type { AccountQuota, AccountUser, LoginFlow, LoginStart } from '../../schemas/generated/types.js';
import { writeFileLasting } from '../base/fs/atomic.js';
import { errorMessage } from '../base/fs/errno.js';
import { jsonOf } from '../base/text/json.js';
import { fieldOf } from '../base/text/values.js';
import { createCredentialStore, type StoreOptions } from './credential.js';
import { createFlows, type Flows } from './flow.js';
import { changesOf, readModels, withLogin, withoutLogin, type ModelChanges } from './models.js';
import { guarded, lost, reasonOf, cleanText, type Fetch } from '../base/net/outgoing.js';
import { createEndpoints, MANAGED, type Configured, type AccountEndpoint, type Region } from './endpoints.js';
import { createAccountService } from './service.js';
import { createTokens, LoginError, type LoginStatus } from './tokens.js';

type Table = Record<string, unknown>;

/** An answer of the account service, or the reason why there is none. */
export type AccountAnswer<Name extends string, Value> =
  ({ kind: 'ok' } & Record<Name, Value>) | { kind: 'error'; message: string; status?: number };

export interface Account {
  /** Returns a pending flow, or that no login is needed. Throws ApiError ACCOUNT_SERVICE_UNAVAILABLE. */
  login(asked?: Region): Promise<LoginStart>;
  flow(): LoginFlow | null;
  cancel: Flows['cancel'];
  /** resolves when the last flow has ended */
  flowEnded(): Promise<void>;
  /** Throws ApiError PERSISTENCE_FAILURE when the configuration cannot be written; the credential is removed anyway. */
  logout(): Promise<void>;
  usage(): Promise<AccountAnswer<'quota', AccountQuota>>;
  user(): Promise<AccountAnswer<'userInfo', AccountUser>>;
  region(): Region;
  /** whether an account service is configured */
  isOffered(): boolean;
  status(): LoginStatus;
  /** A valid token, never the `refused` one. Throws LoginError. */
  accessToken(refused?: string): Promise<string>;
  /** Reads the models from the service into the configuration. Throws an error with a message for the user. */
  refreshModels(): Promise<ModelChanges>;
  /** current and former tokens and codes, for masking */
  secrets(): readonly string[];
  /** cancels a pending flow, and waits for uninterruptible work */
  close(): Promise<void>;
}

export interface AccountOptions extends StoreOptions {
  env: Readonly<Record<string, string | undefined>>;
  markerFile: string;
  /** the managed provider's table in the configuration, if there is one */
  configured(): Configured | undefined;
  /** writes the result of `decide` into the configuration file; `decide` may be called again */
  configure(decide: (document: Table) => Table): Promise<void>;
  /** called when a login changed the models */
  changed(changes: ModelChanges): void;
  fetch: Fetch;
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  newId(): string;
  log: { info(message: string): void; warn(message: string): void };
  /** further secrets to mask when the service is quoted */
  hidden?(): readonly string[];
}

export function createAccount(options: AccountOptions): Account {
  const { configured, configure, now, sleep, newId, log } = options;
  const store = createCredentialStore(options);
  /** codes of current and former logins */
  const codes: string[] = [];
  const secrets = () => [...store.secrets(), ...codes];
  const hidden = () => [...secrets(), ...(options.hidden?.() ?? [])];
  const service = createAccountService({ fetch: options.fetch, secrets: hidden });
  const places = createEndpoints({ env: options.env, configured, markerFile: options.markerFile });
  const tokens = createTokens({ store, service, now, log });
  const ask = asker(options.fetch, tokens.accessToken, hidden);
  const begin = async (host: string) => {
    const grant = await service.begin(host);
    codes.splice(0, codes.length, ...[grant.deviceCode, ...codes].slice(0, mostCodes));
    return grant;
  };
  const flows = createFlows({ service: { ...service, begin }, find: places.find, finish, now, sleep, newId });
  let starting: Promise<unknown> = Promise.resolve();

  async function finish(...[given, place]: Parameters<typeof tokens.keep>): Promise<string | undefined> {
    await tokens.keep(given, place);
    log.info('logged in');
    try {
      await writeFileLasting(options.markerFile, `${place.region}\n`);
      await install(place);
      return undefined;
    } catch (error) {
      const message = `logged in, but the models are not set up: ${errorMessage(error)}`;
      log.warn(message);
      return message;
    }
  }

  /** Writes the provider into the configuration; without models when it is new and they cannot be read. */
  async function install(place: AccountEndpoint, notify = options.changed): Promise<ModelChanges> {
    const answer = await ask(place.base, '/models');
    const models = answer.kind === 'ok' ? readModels(answer.body) : undefined;
    let changes: ModelChanges = { added: [], removed: [] };
    await configure((document) => {
      const wanted = withLogin(document, place, models);
      changes = changesOf(document, wanted);
      return wanted;
    });
    if (changes.added.length + changes.removed.length > 0) notify(changes);
    if (answer.kind === 'error') throw new Error(answer.message);
    if (models === undefined) throw new Error(malformed);
    return changes;
  }

  async function start(asked?: Region): Promise<LoginStart> {
    if (tokens.status() !== 'authenticated') {
      const flow = await flows.start(asked);
      return { ...flow, status: 'pending' };
    }
    await flows.cancel();
    // the user may have removed the provider from the file
    if (!configured()) await install(places.find()).catch((error: unknown) => log.warn(errorMessage(error)));
    return { flow_id: newId(), provider: MANAGED, status: 'authenticated' };
  }

  async function query<Name extends string, Value>(
    name: Name,
    path: string,
    read: (body: unknown) => Value | undefined,
  ): Promise<AccountAnswer<Name, Value>> {
    if (tokens.status() === 'unauthenticated') return { kind: 'error', message: 'no user is logged in' };
    try {
      const answer = await ask(places.find().base, path);
      if (answer.kind === 'error') return answer;
      const value = read(answer.body);
      if (value === undefined) return { kind: 'error', message: malformed, status: answer.status };
      return { kind: 'ok', [name]: value };
    } catch (error) {
      return { kind: 'error', message: errorMessage(error) };
    }
  }

  return {
    login(asked) {
      const mine = starting.then(() => start(asked));
      starting = mine.catch(() => undefined);
      return mine;
    },
    flow: () => flows.last() ?? null,
    cancel: flows.cancel,
    flowEnded: flows.ended,
    async logout() {
      await flows.cancel();
      const credential = await tokens.forget();
      if (credential?.refresh_token !== undefined) {
        const revoked = await service.revoke(credential.host, credential.refresh_token);
        log.info(revoked ? 'logged out' : 'logged out here; the account service was not notified');
      }
      await configure(withoutLogin);
    },
    usage: () => query('quota', '/usages', readQuota),
    user: () => query('userInfo', '/userinfo', readUser),
    region: places.region,
    isOffered() {
      try {
        places.find();
        return true;
      } catch {
        // no service is configured, or its address is unusable, which a login reports
        return false;
      }
    },
    status: tokens.status,
    accessToken: tokens.accessToken,
    // the caller reports the changes, so `changed` is not called
    refreshModels: () => install(places.find(), () => undefined),
    secrets,
    async close() {
      await flows.cancel();
      await flows.ended();
      await tokens.settled();
    },
  };
}

/** Maximum number of codes that are still masked. */
const mostCodes = 16;
const malformed = 'the account service answered something that makes no sense';

type Answer = { kind: 'ok'; status: number; body: unknown } | { kind: 'error'; message: string; status?: number };

/** Returns a function that sends requests to the managed API; it replaces a refused token once. */
function asker(
  given: Fetch,
  accessToken: (refused?: string) => Promise<string>,
  secrets: () => readonly string[],
): (base: string, path: string) => Promise<Answer> {
  const fetch = guarded(given);
  const once = async (url: string, token: string): Promise<Response> => {
    const get = () => fetch(url, { headers: { authorization: `Bearer ${token}`, accept: 'application/json' } });
    try {
      return await get();
    } catch (error) {
      // the other side may close a kept connection at the moment it is reused
      if (reasonOf(error) !== lost) throw error;
      return await get();
    }
  };
  return async (base, path) => {
    try {
      const token = await accessToken();
      let response = await once(base + path, token);
      if (response.status === 401) response = await once(base + path, await accessToken(token));
      const text = await response.text();
      const body = jsonOf(text);
      if (response.ok && body !== undefined) return { kind: 'ok', status: response.status, body };
      const reason = cleanText(fieldOf(fieldOf(body, 'error'), 'message') ?? fieldOf(body, 'message'), secrets());
      const message = `the account service answered HTTP ${response.status}${reason === '' ? '' : `: ${reason}`}`;
      return { kind: 'error', message: response.ok ? malformed : message, status: response.status };
    } catch (error) {
      if (error instanceof LoginError) {
        const { message, status } = error;
        return { kind: 'error', message, ...(status === undefined ? {} : { status }) };
      }
      return { kind: 'error', message: `the account service cannot be reached: ${reasonOf(error)}` };
    }
  };
}

const windows = ['limit5h', 'limit7d', 'monthTotal', 'monthCode'] as const;
const cents = ['balanceCents', 'totalCents', 'monthlyChargeLimitCents', 'monthlyUsedCents'] as const;

/** Validates the usage; drops invalid windows and incomplete extra usage. Returns undefined for an invalid answer. */
function readQuota(answer: unknown): AccountQuota | undefined {
  const usages = fieldOf(answer, 'usages');
  if (typeof usages !== 'object' || usages === null) return undefined;
  const known = windows.flatMap((name) => {
    const usedRatio = fieldOf(fieldOf(usages, name), 'usedRatio');
    if (typeof usedRatio !== 'number' || Number.isNaN(usedRatio)) return [];
    const resetAt = momentOf(fieldOf(fieldOf(usages, name), 'resetAt'));
    return [[name, { usedRatio: Math.min(Math.max(usedRatio, 0), 1), resetAt }]];
  });
  return {
    usages: Object.fromEntries(known) as AccountQuota['usages'],
    extraUsage: extraOf(fieldOf(answer, 'extraUsage')),
  };
}

function extraOf(extra: unknown): AccountQuota['extraUsage'] {
  const [balanceCents, totalCents, monthlyChargeLimitCents, monthlyUsedCents] = cents.map((name) =>
    integer(fieldOf(extra, name)),
  );
  const monthlyChargeLimitEnabled = fieldOf(extra, 'monthlyChargeLimitEnabled');
  const currency = fieldOf(extra, 'currency');
  if (balanceCents === undefined || totalCents === undefined || monthlyChargeLimitCents === undefined) return null;
  if (monthlyUsedCents === undefined || typeof monthlyChargeLimitEnabled !== 'boolean') return null;
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return null;
  return { balanceCents, totalCents, monthlyChargeLimitEnabled, monthlyChargeLimitCents, monthlyUsedCents, currency };
}

/** Validates the profile; undefined when a mandatory field is missing. */
function readUser(answer: unknown): AccountUser | undefined {
  const texts = ['userId', 'nickname', 'status', 'region', 'userLevelName', 'domainName'] as const;
  const [userId, nickname, status, region, userLevelName, domainName] = texts.map((name) =>
    text(fieldOf(answer, name)),
  );
  const [userLevel, domain] = [integer(fieldOf(answer, 'userLevel')), integer(fieldOf(answer, 'domain'))];
  if (userId === undefined || nickname === undefined || status === undefined || region === undefined) return undefined;
  if (userLevelName === undefined || domainName === undefined || userLevel === undefined || domain === undefined) {
    return undefined;
  }
  const base = { userId, nickname, status, region, userLevel, userLevelName, domain, domainName };
  return { ...base, ...moreOf(answer) };
}

function moreOf(answer: unknown): Partial<AccountUser> {
  const texts = ['globalId', 'bio', 'avatar', 'username', 'email'] as const;
  const phone = fieldOf(answer, 'phone');
  const [countryCode, number] = [text(fieldOf(phone, 'countryCode')), text(fieldOf(phone, 'number'))];
  const found = [
    ...texts.map((name) => [name, text(fieldOf(answer, name))]),
    ...['createdTime', 'lastLoginTime'].map((name) => [name, momentOf(fieldOf(answer, name))]),
    ['phone', countryCode === undefined || number === undefined ? undefined : { countryCode, number }],
  ];
  return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as Partial<AccountUser>;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? cleanText(value, []) : undefined;
}

function integer(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined;
}

function momentOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
