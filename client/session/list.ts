/** The sessions of the home as a list that stays current: pages, activities, and how many wait for the user. */
import type { EventPayloads } from '../../schemas/generated/events.js';
import type { Operations } from '../../schemas/generated/operations.js';
import type { SessionActivity, SessionSummary } from '../../schemas/generated/types.js';
import type { Client } from '../api/client.js';
import { share } from '../api/share.js';
import type { EventFrame, Stream } from '../api/stream.js';
import { keepCurrent } from './reading.js';
import { createStore, sameFields, sameList, type Readable, type Schedule } from './store.js';

export interface SessionListState {
  readonly isLoaded: boolean;
  readonly items: readonly SessionSummary[];
  /** number of sessions on all pages */
  readonly total: number;
  readonly hasMore: boolean;
  /** number of sessions on the loaded pages that wait for an approval or an answer */
  readonly waiting: number;
}

export type SessionListQuery = Pick<
  NonNullable<Operations['querySessions']['query']>,
  'workspace.id' | 'activity.status' | 'meta.archived' | 'meta.has_prompt' | 'sort' | 'include'
>;

export interface SessionListOptions {
  client: Client;
  stream: Stream;
  query?: SessionListQuery;
  /** number of items on a page; default 50 */
  pageSize?: number;
  schedule?: Schedule;
}

export interface SessionList extends Readable<SessionListState> {
  /** Resolves when the next page, or the next `count` pages, are loaded. */
  loadMore(count?: number): Promise<void>;
  /** Resolves when nothing is left to read. */
  settled(): Promise<void>;
  close(): void;
}

/** Minimum time between two reads in milliseconds, since many sessions may work at once. */
const spacingMs = 250;

const moving: ReadonlySet<string> = new Set([
  'event.session.archived',
  'event.session.created',
  'event.session.deleted',
  'event.session.work_changed',
  'event.workspace.created',
  'event.workspace.deleted',
  'event.workspace.updated',
  'session.meta.updated',
]);

export function openSessionList({
  client,
  stream,
  query = {},
  pageSize = 50,
  schedule,
}: SessionListOptions): SessionList {
  let items: readonly SessionSummary[] = [];
  let total = 0;
  let hasMore = false;
  let isLoaded = false;
  let pages = 1;

  const store = createStore<SessionListState>((previous) => {
    const waiting = items.filter(({ activity }) => isWaiting(activity.status)).length;
    return sameFields(previous, { isLoaded, items, total, hasMore, waiting });
  }, schedule);

  const reading = keepCurrent({
    stream,
    spacingMs,
    async read() {
      const found: SessionSummary[] = [];
      let token: string | undefined;
      for (let page = 0; page < pages; page += 1) {
        const answer = await client.querySessions({
          query: { ...query, page_size: pageSize, ...(token !== undefined && { page_token: token }) },
        });
        total = answer.total;
        hasMore = answer.has_more;
        // the request asked for a flat list with whole items
        if ('items' in answer) for (const item of answer.items) if ('activity' in item) found.push(item);
        if (answer.next_page_token === null) break;
        token = answer.next_page_token;
      }
      items = share(items, distinct(found));
      isLoaded = true;
      store.changed();
    },
    // the page token is no longer valid: the next change starts from the first page
    onRefused: () => undefined,
    onEvent: take,
  });

  function take({ type, session_id: sessionId, payload }: EventFrame): void {
    if (!moving.has(type)) return;
    if (payload.type === 'event.session.deleted') patch((item) => (item.id === sessionId ? [] : [item]));
    if (payload.type === 'event.session.work_changed') {
      const status = activityAfter(payload);
      patch((item) => [item.id === sessionId ? share(item, { ...item, activity: { status } }) : item]);
    }
    reading.refresh();
  }

  function patch(change: (item: SessionSummary) => SessionSummary[]): void {
    items = sameList(items, items.flatMap(change));
    store.changed();
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    async loadMore(count = 1) {
      await reading.settled();
      if (!hasMore) return;
      pages += count;
      reading.refresh();
      await reading.settled();
    },
    settled: reading.settled,
    close: reading.close,
  };
}

function isWaiting(status: SessionActivity): boolean {
  return status === 'approval' || status === 'question';
}

/** Returns the activity as the server derives it from the same facts (rest.md 25). */
function activityAfter(payload: EventPayloads['event.session.work_changed']): SessionActivity {
  const { busy, pending_interaction: pending, last_turn_reason: last } = payload;
  if (pending === 'approval' || pending === 'question') return pending;
  if (busy) return 'running';
  return last === 'failed' ? 'failed' : 'idle';
}

/** Removes duplicates: a session that moved during the read is on two pages. */
function distinct(found: readonly SessionSummary[]): SessionSummary[] {
  return [...new Map(found.map((item) => [item.id, item])).values()];
}
