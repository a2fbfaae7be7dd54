/** `agent login` without a server: a login by device code within the command (cli.md 5.1). */
import { setTimeout as pause } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { ulid } from 'ulid';
import type { LoginOptions as HostedOptions, LoginOutcome } from '../../schemas/host.js';
import { createAccount, type Account } from '../accounts/account.js';
import { createLoginLock } from '../accounts/credential.js';
import { MANAGED } from '../accounts/endpoints.js';
import { errorCode } from '../base/fs/errno.js';
import { ConfigError, readConfig } from '../config/read.js';
import { createConfigWriter } from '../config/write.js';
import { ApiError } from '../errors.js';
import { HomeError, homePaths, prepareHome, type HomePaths } from '../home/paths.js';
import { createOutward } from '../outward/outward.js';

export interface LoginOptions extends HostedOptions {
  fetch?: typeof fetch;
  /** certificates that are trusted instead of the default ones, PEM */
  trusted?: string;
  sleep?(ms: number, signal?: AbortSignal): Promise<void>;
}

export async function login(options: LoginOptions): Promise<LoginOutcome> {
  const paths = homePaths(options.home);
  const outward = createOutward(options);
  const cancelled = new Promise<never>((_, reject) => {
    const stop = (): void => reject(new Unfinished('login cancelled'));
    options.signal.addEventListener('abort', stop, { once: true });
  });
  // awaited below, or never
  cancelled.catch(() => undefined);
  try {
    await prepareHome(paths);
    // fail before the user opens a page in vain
    providersOf(paths);
    const account = openAccount(paths, options, outward.fetch);
    for (const warning of outward.warnings) options.onWarning(warning);
    options.signal.addEventListener('abort', () => void account.close(), { once: true });
    options.signal.throwIfAborted();
    const kind = await Promise.race([attempt(account, options), cancelled]);
    return { kind, provider: MANAGED, ...outcomeOf(paths) };
  } catch (error) {
    if (options.signal.aborted) return { kind: 'failed', message: 'login cancelled' };
    if (error instanceof ConfigError) {
      return { kind: 'failed', message: `config.toml cannot be used: ${error.problems[0] ?? ''}; fix it first` };
    }
    const isExpected = error instanceof ApiError || error instanceof HomeError || error instanceof Unfinished;
    if (!isExpected && errorCode(error) === undefined) throw error;
    return { kind: 'failed', message: (error as Error).message };
  } finally {
    await outward.close();
  }
}

/** Why a login did not succeed. */
class Unfinished extends Error {
  override readonly name = 'Unfinished';
}

async function attempt(account: Account, { onCode, onWarning }: LoginOptions): Promise<'done' | 'already'> {
  if (account.status() === 'authenticated') {
    try {
      await account.refreshModels();
      return 'already';
    } catch (error) {
      // the stored login is unusable, so log in as if there were none
      if (account.status() === 'authenticated') throw new Unfinished((error as Error).message);
    }
  }
  const started = await account.login();
  if (started.status === 'authenticated') return 'already';
  onCode({
    verificationUri: started.verification_uri ?? '',
    verificationUriComplete: started.verification_uri_complete ?? '',
    userCode: started.user_code ?? '',
    expiresIn: started.expires_in ?? 0,
  });
  await account.flowEnded();
  const { status, error_message: message } = account.flow() ?? {};
  if (status === 'authenticated') {
    if (message !== undefined) onWarning(message);
    return 'done';
  }
  throw new Unfinished(status === 'cancelled' ? 'login cancelled' : `login ${status}: ${message ?? 'no reason given'}`);
}

function openAccount(paths: HomePaths, options: LoginOptions, outwardFetch: typeof fetch): Account {
  const writer = createConfigWriter({
    path: paths.configFile,
    lockFile: paths.configLock,
    now: Date.now,
  });
  return createAccount({
    path: paths.accountFile,
    markerFile: paths.regionFile,
    lock: createLoginLock(paths.accountLock),
    env: options.env,
    configured: () => providersOf(paths)?.[MANAGED],
    async configure(decide) {
      await writer.change((document) => decide(document));
    },
    // servers notice the changed file themselves
    changed: () => undefined,
    fetch: outwardFetch,
    now: Date.now,
    sleep: options.sleep ?? ((ms, signal) => pause(ms, undefined, { signal })),
    newId: () => ulid(),
    // the outcome reports everything that matters to the user
    log: { info: () => undefined, warn: () => undefined },
  });
}

function readFile(paths: HomePaths) {
  return readConfig(readFileSync(paths.configFile, 'utf8')).values;
}

function providersOf(paths: HomePaths) {
  return readFile(paths).providers;
}

function outcomeOf(paths: HomePaths): { models: number; defaultModel?: string } {
  const { models = {}, default_model } = readFile(paths);
  return {
    models: Object.values(models).filter(({ provider }) => provider === MANAGED).length,
    defaultModel: default_model,
  };
}
