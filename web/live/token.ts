/** The access token: where it comes from, where it is stored, and how another tab gets it (web.md 2.3). */
import { signal } from '@preact/signals';
import { isAlone, ownKey } from './base.js';

const key = ownKey('agent.token');
const rememberedForMs = 7 * 24 * 60 * 60 * 1000;
const handOverMs = 300;

/** undefined: there is none, or the server needs none */
export const token = signal<string | undefined>(undefined);

interface Remembered {
  token: string;
  usedAt: number;
}

/** Takes the token from the fragment and removes it from the address before the first request. */
export function takeFromFragment(): string | undefined {
  const found = tokenIn(location.hash);
  if (found === undefined) return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  return found;
}

/** Returns the token in a link, or the text itself. */
export function tokenOf(text: string): string {
  const trimmed = text.trim();
  return tokenIn(trimmed) ?? trimmed;
}

function tokenIn(text: string): string | undefined {
  const value = /#(?:.*&)?token=([^&\s]+)/.exec(text)?.[1];
  if (value === undefined) return undefined;
  try {
    return decodeURIComponent(value);
  } catch {
    // not a link of a server: treat the text as a token, which the server refuses if it is wrong
    return value;
  }
}

/** Returns the tokens that this browser stores, in the order in which to try them. */
export function storedTokens(): string[] {
  return [read('sessionStorage'), remembered()].filter((each) => each !== undefined);
}

function read(storage: 'sessionStorage' | 'localStorage'): string | undefined {
  try {
    return window[storage].getItem(key) ?? undefined;
  } catch {
    // storage is switched off: some browsers refuse even its name
    return undefined;
  }
}

function remembered(): string | undefined {
  const text = isAlone ? read('localStorage') : undefined;
  if (text === undefined) return undefined;
  try {
    const kept = JSON.parse(text) as Remembered;
    if (Date.now() - kept.usedAt <= rememberedForMs) return kept.token;
  } catch {
    // damaged: treat it as absent
  }
  localStorage.removeItem(key);
  return undefined;
}

const isRemembered = (): boolean => remembered() !== undefined;

/** Stores a valid token for this tab, and on this device if the user asks for that or did before. */
export function keepToken(value: string | undefined, remember = isRemembered()): void {
  token.value = value;
  if (value === undefined) return;
  try {
    sessionStorage.setItem(key, value);
    if (!isAlone) return;
    if (remember) localStorage.setItem(key, JSON.stringify({ token: value, usedAt: Date.now() } satisfies Remembered));
    else localStorage.removeItem(key);
  } catch {
    // storage is full or switched off: the token lasts until the page is left
  }
}

/** Forgets the token in memory and in storage, because the server refused it or the user signs out. */
export function forgetToken(why: 'refused' | 'signed-out'): void {
  const refused = token.peek();
  token.value = undefined;
  try {
    sessionStorage.removeItem(key);
    // another tab may have stored a newer token, which the server did not refuse
    if (why === 'signed-out' || remembered() === refused) localStorage.removeItem(key);
  } catch {
    // storage is switched off, so there is nothing in it
  }
}

/** Removes a stored token that the server refused, so that the next load does not try it. */
export function forgetStored(refused: string): void {
  try {
    if (read('sessionStorage') === refused) sessionStorage.removeItem(key);
    if (remembered() === refused) localStorage.removeItem(key);
  } catch {
    // storage is switched off, so there is nothing in it
  }
}

type Message =
  | { kind: 'ask'; id: string }
  | { kind: 'answer'; id: string; token: string }
  | { kind: 'signed-in' }
  | { kind: 'sign-out' };

let channel: BroadcastChannel | undefined;
const nothing = (): void => undefined;
let onSignOut = nothing;

/** Answers tabs that ask for the token. Where programs share the origin, tabs share only the sign-out. */
export function openHandOver(signedOut = nothing, signedIn = nothing): void {
  onSignOut = signedOut;
  if (typeof BroadcastChannel === 'undefined') return;
  channel = new BroadcastChannel(ownKey('agent'));
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    const value = token.peek();
    if (data.kind === 'ask' && value !== undefined && isAlone) post({ kind: 'answer', id: data.id, token: value });
    if (data.kind === 'sign-out') onSignOut();
    if (data.kind === 'signed-in' && isAlone) signedIn();
  });
}

function post(message: Message): void {
  channel?.postMessage(message);
}

/** Announces the sign-in, so that tabs waiting for a token ask for it. */
export function announceSignIn(): void {
  post({ kind: 'signed-in' });
}

/** Asks other tabs for the token; resolves with undefined if none answers in time. */
export function askOtherTabs(): Promise<string | undefined> {
  const open = channel;
  if (!open || !isAlone) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const id = crypto.getRandomValues(new Uint32Array(2)).join('-');
    const finish = (value?: string): void => {
      clearTimeout(timer);
      open.removeEventListener('message', take);
      resolve(value);
    };
    const take = ({ data }: MessageEvent<Message>): void => {
      if (data.kind === 'answer' && data.id === id) finish(data.token);
    };
    const timer = setTimeout(finish, handOverMs);
    open.addEventListener('message', take);
    post({ kind: 'ask', id });
  });
}

/** Forgets the token and the drafts in this tab and all others. */
export function signOutEverywhere(): void {
  post({ kind: 'sign-out' });
  onSignOut();
}
