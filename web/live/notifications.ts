/** Browser notifications about what waits for the user and what ended, as chosen on this device (web.md 5.17). */
import { effect, signal } from '@preact/signals';
import { ApiFailure, ConnectionFailure } from '../../client/api/failure.js';
import type { WaitingItem } from '../../client/session/inbox.js';
import { addressOf } from './base.js';
import { visibleText } from '../../client/view/clean.js';
import { inbox, waiting } from './inbox.js';
import { preferences } from './preferences.js';
import { navigate, route } from './routes.js';
import { server, type Server } from './server.js';
import { shownEntry } from './sessions.js';
import { text } from './text.js';

export type Permission = 'default' | 'granted' | 'denied' | 'absent';

export const permission = signal<Permission>(readPermission());

/** Browsers offer no notifications on pages served without TLS. */
function readPermission(): Permission {
  return window.isSecureContext && 'Notification' in window && 'serviceWorker' in navigator
    ? Notification.permission
    : 'absent';
}

/** shorter turns end without a notification */
const longTurnMs = 10_000;
const soundEveryMs = 10_000;

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): {
    createScriptURL(address: string): string;
  };
}

let worker: Promise<ServiceWorkerRegistration> | undefined;

/** Registers the service worker; the page's Trusted Types policy allows only this address. */
function registerWorker(): Promise<ServiceWorkerRegistration> {
  const address = addressOf('/sw.js');
  worker ??= (async () => {
    const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
    const policy = trustedTypes?.createPolicy('agent', { createScriptURL: () => address });
    await navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address, { scope: addressOf('/') });
    return await navigator.serviceWorker.ready;
  })();
  return worker;
}

/** Asks the browser for permission; call it only after a click. */
export async function switchOn(): Promise<void> {
  if (permission.peek() === 'absent') return;
  permission.value = await Notification.requestPermission();
}

interface Shown {
  /** the same in all tabs, so that the browser shows one notification */
  tag: string;
  what: string;
  title: string;
  body: string;
  path: string;
  /** id of an approval that the user can decide from the notification */
  approval?: string;
}

async function show({ tag, what, title, body, path, approval }: Shown): Promise<void> {
  const { notifyDetails } = preferences.peek();
  const registration = await registerWorker();
  const options: NotificationOptions & { actions?: { action: string; title: string }[] } = {
    tag,
    icon: addressOf('/icon-192.png'),
    data: { path: addressOf(path), approval },
    ...(notifyDetails && body !== '' && { body }),
    ...(notifyDetails &&
      approval !== undefined && {
        actions: [
          { action: 'approve', title: text('approval.approve') },
          { action: 'reject', title: text('approval.reject') },
        ],
      }),
  };
  await registration.showNotification(`${what}: ${visibleText(title, 'page')}`, options);
}

async function withdraw(isOver: (tag: string) => boolean): Promise<void> {
  if (!worker) return;
  for (const shown of await (await worker).getNotifications()) if (isOver(shown.tag)) shown.close();
}

const isOn = (): boolean => permission.peek() === 'granted' && preferences.peek().notifications;

/** Whether the session is shown in a visible tab, which needs no notification. */
function isSeen(sessionId: string): boolean {
  return document.visibilityState === 'visible' && route.peek().parts[1] === sessionId;
}

let soundedAt = 0;

function sound(): void {
  if (!preferences.peek().notifySound || Date.now() - soundedAt < soundEveryMs) return;
  soundedAt = Date.now();
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  volume.gain.value = 0.1;
  tone.frequency.value = 660;
  tone.connect(volume).connect(audio.destination);
  tone.onended = () => void audio.close();
  tone.start();
  tone.stop(audio.currentTime + 0.2);
}

function noteWaiting({ id, kind, session, approval, question }: WaitingItem): void {
  if (!preferences.peek().notifyWaiting || isSeen(session.id)) return;
  sound();
  const isHarmless = approval !== undefined && (approval.danger ?? []).length === 0 && !session.owner;
  void show({
    tag: id,
    what: text(kind === 'approval' ? 'state.approval' : 'state.question'),
    title: session.title === '' ? text('session.untitled') : session.title,
    body: approval?.action ?? question?.questions[0]?.question ?? '',
    path: '/inbox',
    ...(isHarmless && { approval: approval.approval_id }),
  });
}

/** Follows the inbox and the work of all sessions. */
export function watchNotifications(): void {
  let known: ReadonlySet<string> | undefined;
  effect(() => {
    const { items, isLoaded } = waiting.value;
    if (!isLoaded) return;
    const ids = new Set(items.map(({ id }) => id));
    // the inbox already shows what waited before the page was opened
    if (known && isOn()) for (const item of items) if (!known.has(item.id)) noteWaiting(item);
    if (known) {
      const gone = [...known].filter((id) => !ids.has(id));
      if (gone.length > 0) void withdraw((tag) => gone.includes(tag));
    }
    known = ids;
  });
  effect(() => {
    const { total } = waiting.value;
    const { setAppBadge, clearAppBadge } = navigator as Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;
    // the page is not installed, so it has no badge
    if (total > 0) void setAppBadge?.call(navigator, total).catch(() => undefined);
    else void clearAppBadge?.call(navigator).catch(() => undefined);
  });
  effect(() => {
    const current = server.value;
    return current && followWork(current);
  });
  if (permission.peek() !== 'absent')
    navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<Pressed>) => {
      if (data.kind === 'notification') void act(data);
    });
}

function titleOf(sessionId: string): string {
  const title = shownEntry(sessionId)?.title ?? '';
  return title === '' ? text('session.untitled') : title;
}

/** Follows the ends of turns and of background tasks. */
function followWork({ client, stream }: Server): () => void {
  const began = new Map<string, number>();
  const tasks = followTasks(client);
  return stream.onGlobalEvent(({ payload, session_id: id, seq }) => {
    if (payload.type !== 'event.session.work_changed') return;
    void tasks.check(id);
    const { busy, last_turn_reason: reason } = payload;
    if (busy) {
      if (!began.has(id)) began.set(id, Date.now());
      return;
    }
    const since = began.get(id);
    began.delete(id);
    if (since === undefined || !isOn() || isSeen(id)) return;
    const { notifyEnded, notifyFailed } = preferences.peek();
    const isFailed = reason === 'failed';
    if (isFailed ? !notifyFailed : !notifyEnded || Date.now() - since < longTurnMs) return;
    void show({
      tag: `${id}:${seq}`,
      what: text(isFailed ? 'state.failed' : 'turn.done'),
      title: titleOf(id),
      body: '',
      path: `/sessions/${id}`,
    });
  });
}

/** Reads the tasks of a session when its activity changes: sessions that are not shown have no subscription. */
function followTasks(client: Server['client']): { check(sessionId: string): Promise<void> } {
  const from = Date.now();
  const notified = new Set<string>();
  return {
    async check(id) {
      if (!preferences.peek().notifyTasks || !isOn()) return;
      try {
        const { items } = await client.listTasks({ params: { session_id: id } });
        for (const { id: taskId, kind, completed_at: at, description, run_in_background: runsInBackground } of items) {
          const isOver = at !== undefined && Date.parse(at) >= from;
          if (kind === 'tool' || runsInBackground === false || !isOver || notified.has(taskId)) continue;
          notified.add(taskId);
          if (isSeen(id)) continue;
          const path = `/sessions/${id}?panel=tasks`;
          void show({ tag: taskId, what: text('notify.task'), title: titleOf(id), body: description, path });
        }
      } catch (error) {
        // the connection or the session is gone: the next change reads the tasks again
        if (!(error instanceof ApiFailure || error instanceof ConnectionFailure)) throw error;
      }
    },
  };
}

interface Pressed {
  kind: string;
  action: string;
  path: string;
  approval?: string;
}

async function act({ action, approval, path }: Pressed): Promise<void> {
  const isDecision = action === 'approve' || action === 'reject';
  if (isDecision && approval !== undefined) {
    await inbox.peek()?.decide(approval, { decision: action === 'approve' ? 'approved' : 'rejected' });
    return;
  }
  navigate(path.startsWith(addressOf('/')) ? `/${path.slice(addressOf('/').length)}` : path);
}
