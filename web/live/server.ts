/** The server as the page sees it: sign-in, the API client, and the one connection with its state (web.md 4.2). */
import { batch, computed, signal } from '@preact/signals';
import { ApiFailure, createClient, type Client, type Fetch } from '../../client/api/client.js';
import { createStream, type Stream } from '../../client/api/stream.js';
import type { AuthSnapshot, Meta } from '../../schemas/generated/types.js';
import { apiBase } from './base.js';
import { afterFirstScreen } from './firstscreen.js';
import {
  announceSignIn,
  askOtherTabs,
  forgetStored,
  forgetToken,
  keepToken,
  storedTokens,
  takeFromFragment,
  token,
} from './token.js';

export interface Server {
  client: Client;
  stream: Stream;
}

/** Why the page asks for a token. */
export type Refusal =
  | { kind: 'none' }
  | { kind: 'wrong' }
  | { kind: 'expired' }
  | { kind: 'limited'; until: number }
  | { kind: 'forbidden'; message: string }
  | { kind: 'unreachable'; message: string };

export type Access = 'checking' | 'granted' | 'needed' | 'forbidden' | 'unreachable';

export const access = signal<Access>('checking');
export const refusal = signal<Refusal>({ kind: 'none' });
/** undefined before the first sign-in; each sign-in sets a new one */
export const server = signal<Server | undefined>(undefined);
export const auth = signal<AuthSnapshot | undefined>(undefined);
export const meta = signal<Meta | undefined>(undefined);
export const isUpdated = signal(false);

const isLive = signal(false);
const wasLive = signal(false);

export const connection = computed(() => {
  if (access.value === 'needed') return 'unauthorized';
  if (isLive.value) return 'online';
  return wasLive.value || access.value === 'unreachable' ? 'reconnecting' : 'connecting';
});

export const isOnline = computed(() => connection.value === 'online');

/** epoch ms of the next attempt to connect; undefined while connected */
export const retryAt = signal<number | undefined>(undefined);

const delaysMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000];
let lastRetryAfter = 1;

const watchedFetch: Fetch = async (url, init) => {
  const response = await fetch(url, init);
  if (response.status === 429) lastRetryAfter = Number(response.headers.get('retry-after') ?? '1') || 1;
  if (response.status === 401 && init.headers['authorization'] === `Bearer ${token.peek()}`) askForToken('expired');
  return response;
};

type TokenCheck = 'granted' | 'refused' | 'ended';

/** Checks whether the server accepts a token; `ended`: it cannot find out, and `refusal` has the reason. */
async function tryToken(candidate: string | undefined): Promise<TokenCheck> {
  const client = createClient({ baseUrl: apiBase, token: candidate ?? '', fetch: watchedFetch });
  try {
    auth.value = await client.getAuth({}, { signal: AbortSignal.timeout(15_000) });
    return 'granted';
  } catch (error) {
    if (!(error instanceof ApiFailure)) {
      refusal.value = { kind: 'unreachable', message: error instanceof Error ? error.message : String(error) };
      access.value = 'unreachable';
      return 'ended';
    }
    if (error.status === 401) return 'refused';
    batch(() => {
      if (error.status === 429) {
        refusal.value = { kind: 'limited', until: Date.now() + lastRetryAfter * 1_000 };
        access.value = 'needed';
      } else {
        refusal.value = { kind: 'forbidden', message: error.message };
        access.value = 'forbidden';
      }
    });
    return 'ended';
  }
}

let fragmentToken: string | undefined;

/** Finds a valid token, in the order of web.md 2.3. */
export async function signIn(): Promise<void> {
  access.value = 'checking';
  const fragment = takeFromFragment() ?? fragmentToken;
  fragmentToken = fragment;
  const candidates = [...new Set([fragment, ...storedTokens()].filter((each) => each !== undefined))];
  for (const candidate of candidates) {
    const result = await tryToken(candidate);
    if (result === 'granted') return enter(candidate);
    if (result === 'ended') return retryLater();
    forgetStored(candidate);
  }
  const handed = await askOtherTabs();
  const result = await tryToken(handed);
  if (result === 'granted') return enter(handed);
  if (result === 'ended') return retryLater();
  batch(() => {
    refusal.value = { kind: candidates.length === 0 ? 'none' : fragment === undefined ? 'expired' : 'wrong' };
    access.value = 'needed';
  });
}

let attempts = 0;

/** Retries without end while the server does not answer. */
function retryLater(): void {
  if (access.peek() !== 'unreachable') return;
  const wait = delaysMs[Math.min(attempts++, delaysMs.length - 1)] ?? 15_000;
  retryAt.value = Date.now() + wait;
  pending = setTimeout(() => void signIn(), wait);
}

let pending: ReturnType<typeof setTimeout> | undefined;

/** Signs in with a token that the user typed. */
export async function connectWith(value: string, remember: boolean): Promise<void> {
  const result = await tryToken(value);
  if (result === 'granted') {
    enter(value, remember);
    announceSignIn();
  }
  if (result === 'refused') refusal.value = { kind: 'wrong' };
  if (result === 'ended') retryLater();
}

let lastRefused: string | undefined;

/** Takes over the token when the user signed in in another tab while this one asks for it (web.md 2.3). */
export async function takeFromOtherTab(): Promise<void> {
  if (access.peek() !== 'needed' || refusal.peek().kind === 'limited') return;
  const handed = await askOtherTabs();
  // a tab that has not noticed the change yet still answers with the old token
  if (handed === undefined || handed === lastRefused || access.peek() !== 'needed') return;
  const result = await tryToken(handed);
  if (result === 'granted') enter(handed);
  if (result === 'ended') retryLater();
}

function enter(value: string | undefined, remember?: boolean): void {
  attempts = 0;
  fragmentToken = undefined;
  keepToken(value, remember);
  server.peek()?.stream.close();
  const client = createClient({ baseUrl: apiBase, token: () => token.peek(), fetch: watchedFetch });
  const stream = createStream({
    baseUrl: apiBase,
    token: () => token.peek(),
    fetch: watchedFetch,
    clientId: `web-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`,
    onEnd: (failure) => {
      if (failure instanceof ApiFailure && failure.name === 'UNAUTHORIZED') askForToken('expired');
      else isLive.value = false;
    },
  });
  stream.onState((state) => {
    isLive.value = state === 'live';
    if (state === 'reconnecting') noteRetries(stream);
    if (state !== 'live') return;
    wasLive.value = true;
    attempts = 0;
    retryAt.value = undefined;
    void afterFirstScreen(() => readServer(client));
  });
  // the stream connects only once it has a subscription
  stream.onGlobalEvent(({ type }) => {
    if (type === 'event.config.changed' || type === 'event.model_catalog.changed') void readServer(client);
  });
  batch(() => {
    server.value = { client, stream };
    access.value = 'granted';
    refusal.value = { kind: 'none' };
  });
}

/** Computes when the link attempts to reconnect, for the countdown; the link itself uses the same times. */
function noteRetries(stream: Stream): void {
  let at = 0;
  const next = (): void => {
    if (stream.state !== 'reconnecting') return;
    const wait = delaysMs[Math.min(at++, delaysMs.length - 1)] ?? 15_000;
    retryAt.value = Date.now() + wait;
    setTimeout(next, wait + 250);
  };
  next();
}

async function readServer(client: Client): Promise<void> {
  try {
    const [nextAuth, nextMeta] = await Promise.all([client.getAuth(), client.getMeta()]);
    const before = meta.peek();
    batch(() => {
      auth.value = nextAuth;
      meta.value = nextMeta;
      if (before && before.server_version !== nextMeta.server_version) isUpdated.value = true;
    });
  } catch {
    // the connection or the token was lost again: their own code reports it
  }
}

function askForToken(why: 'expired' | 'none'): void {
  if (access.peek() === 'needed') return;
  lastRefused = token.peek();
  forgetToken(why === 'expired' ? 'refused' : 'signed-out');
  batch(() => {
    refusal.value = { kind: why };
    access.value = 'needed';
    isLive.value = false;
  });
  server.peek()?.stream.close();
}

export function leave(): void {
  askForToken('none');
}

/** Connects now instead of at the next attempt. */
export function tryNow(): void {
  if (access.peek() === 'unreachable') {
    clearTimeout(pending);
    attempts = 0;
    void signIn();
  } else server.peek()?.stream.retryNow();
}

/** Checks the connection when the page is shown again, the network is back, or the user types after a pause. */
export function watchLife(): void {
  let lastKey = Date.now();
  const check = (): void => {
    if (connection.peek() === 'reconnecting') tryNow();
    else void server.peek()?.stream.check(3_000);
  };
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check());
  window.addEventListener('online', check);
  window.addEventListener('keydown', () => {
    const silent = Date.now() - lastKey > 10_000;
    lastKey = Date.now();
    if (silent) check();
  });
}
