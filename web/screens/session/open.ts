/** The open sessions of the page: follows the shown one and provides its state as signals. */
import { batch, effect, signal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { openSession, type SessionModel } from '../../../client/session/session.js';
import type { SessionState } from '../../../client/session/state.js';
import type { Owner } from '../../../schemas/generated/types.js';
import { route } from '../../live/routes.js';
import { access, isOnline, server, type Server } from '../../live/server.js';

export interface OpenSession {
  id: string;
  model: SessionModel;
  /** a component that reads a part of the value renders again only when that part changes */
  state: Pick<ReadonlySignal<SessionState>, 'value' | 'peek'>;
}

/** Minimum ms between renders; a timer, because a hidden page gets no animation frames. */
const paintMs = 33;
const slowestPaintMs = 120;
/** Minimum ms between renders while the user types, so that key presses seldom wait. */
const typingPaintMs = 80;
const typingMs = 500;
const askedEveryMs = 3_000;

interface Following extends OpenSession {
  close(): void;
}

const mostKept = 5;
const keptForMs = 10 * 60_000;
/** states of sessions when the user left them, newest last (web.md 4.1) */
const kept = new Map<string, { state: SessionState; timer: ReturnType<typeof setTimeout> }>();

function keep(id: string, state: SessionState): void {
  if (!state.isLoaded || state.isGone) return;
  kept.set(id, { state, timer: setTimeout(() => kept.delete(id), keptForMs) });
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) takeKept(oldest);
}

function takeKept(id: string): SessionState | undefined {
  const found = kept.get(id);
  clearTimeout(found?.timer);
  kept.delete(id);
  return found?.state;
}

// another user may sign in next
effect(() => {
  if (access.value === 'needed') for (const id of [...kept.keys()]) takeKept(id);
});

/** Follows a session until `close`. */
function followSession({ client, stream }: Server, id: string): Following {
  const model = openSession({
    sessionId: id,
    client,
    stream,
    schedule: paced(),
    createId,
  });
  model.showAgent('main', true);
  /** the kept state, shown until the session is loaded again, which needs a connection */
  let before = takeKept(id);
  const now = (): SessionState => before ?? model.get();
  const parts = partsOf(now());
  const leave = model.subscribe(() => {
    const { isLoaded, isGone } = model.get();
    if (isLoaded || isGone) before = undefined;
    if (!before) parts.take(model.get());
  });
  return {
    id,
    model,
    state: { value: parts.value, peek: now },
    close() {
      leave();
      keep(id, now());
      model.close();
    },
  };
}

let lastKey = -Infinity;
addEventListener('keydown', ({ timeStamp }) => (lastKey = timeStamp), true);

/** Schedules renders so that typing stays responsive: renders less often when rendering takes long. */
function paced(): (notify: () => void) => void {
  let waitMs = paintMs;
  let drawnAt = -Infinity;
  /** Returns the wait in ms; 0 for a change that comes alone. */
  function waitNow(): number {
    const now = performance.now();
    return Math.max(drawnAt + waitMs - now, now - lastKey < typingMs ? typingPaintMs : 0, 0);
  }
  return (notify) =>
    void setTimeout(() => {
      const from = performance.now();
      drawnAt = from;
      notify();
      // measures until after the frame that shows the change
      requestAnimationFrame(() =>
        setTimeout(() => {
          drawnAt = performance.now();
          waitMs = Math.min(slowestPaintMs, Math.max(paintMs, 2 * (drawnAt - from)));
        }),
      );
    }, waitNow());
}

/** Turns each field of a state into a signal, which notifies only when that field changes. */
function partsOf(first: SessionState): { value: SessionState; take(next: SessionState): void } {
  const names = Object.keys(first) as (keyof SessionState)[];
  const parts = names.map((name) => ({ name, part: signal<unknown>(first[name]) }));
  const value = Object.defineProperties(
    {},
    Object.fromEntries(parts.map(({ name, part }) => [name, { get: () => part.value }])),
  ) as SessionState;
  return {
    value,
    take: (next) =>
      batch(() => {
        for (const { name, part } of parts) part.value = next[name];
      }),
  };
}

/** a session followed before the screen that shows it renders */
let ahead: { on: Server; session: Following } | undefined;

/** Follows a session right after sign-in, so that its data arrives while the frame renders. */
export function followAhead(id: string): void {
  const leave = effect(() => {
    const on = server.value;
    if (!on) return;
    // the user may have navigated elsewhere during sign-in
    if (route.peek().parts[1] === id) ahead = { on, session: followSession(on, id) };
    queueMicrotask(() => leave());
  });
}

function takeAhead(on: Server, id: string): Following | undefined {
  const { session } = ahead ?? {};
  const fits = ahead?.on === on && session?.id === id;
  if (!fits) session?.close();
  ahead = undefined;
  return fits ? session : undefined;
}

/** Follows the session of a screen while the component is mounted. */
export function useSession(id: string): OpenSession | undefined {
  const current = server.value;
  const [session, setSession] = useState<OpenSession | undefined>(() =>
    ahead?.on === current && ahead?.session.id === id ? ahead?.session : undefined,
  );
  useEffect(() => {
    if (!current) return;
    const opened = takeAhead(current, id) ?? followSession(current, id);
    setSession(opened);
    return () => opened.close();
  }, [current, id]);
  return session;
}

/** Returns the other server that runs the session; asks repeatedly until that server releases it. */
export function useOwner({ id, state }: OpenSession): Owner | undefined {
  const { session, owner: named } = state.value;
  const found = named ?? session?.owner;
  const [goneId, setGone] = useState<string | undefined>(undefined);
  const client = server.value?.client;
  const ownerId = found?.server_id;
  const isAsking = client !== undefined && ownerId !== undefined && ownerId !== goneId;
  useEffect(() => {
    if (!isAsking) return;
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible' || !isOnline.peek()) return;
      client.getSession({ params: { session_id: id } }).then(
        ({ owner }) => owner?.server_id !== ownerId && setGone(ownerId),
        // the next round asks again
        () => undefined,
      );
    }, askedEveryMs);
    return () => clearInterval(timer);
  }, [client, id, ownerId, isAsking]);
  return ownerId === goneId ? undefined : found;
}

/** A question for the side conversation of a session, until its panel sends it. */
export const askedAside = signal<{ id: string; question: string } | undefined>(undefined);

/** Returns a random UUID, also on pages served without TLS, where `crypto.randomUUID` is absent. */
export function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
