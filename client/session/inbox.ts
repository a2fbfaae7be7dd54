/** What waits for the user in all sessions of the home, kept current, and how to answer it (additions.md A2). */
import type { Operations } from '../../schemas/generated/operations.js';
import type { InboxItem } from '../../schemas/generated/types.js';
import type { Client } from '../api/client.js';
import { share } from '../api/share.js';
import type { EventFrame, Stream } from '../api/stream.js';
import { createAnswers, type AnswerOutcome } from './actions.js';
import { keepCurrent } from './reading.js';
import { createStore, sameFields, sameItems, type Readable, type Schedule } from './store.js';

/** `isAnswered`: an answer of this client is being sent. */
export type WaitingItem = InboxItem & { readonly id: string; readonly isAnswered: boolean };

export interface InboxState {
  readonly isLoaded: boolean;
  /** oldest first */
  readonly items: readonly WaitingItem[];
  /** number of all items, including those that are not loaded */
  readonly total: number;
}

type Body<Name extends keyof Operations> = NonNullable<Operations[Name]['body']>;

/**
 * Answers reject with ApiFailure when the server refuses. An item whose session has an `owner` must be answered at that
 * server, whose address is `base_url`.
 */
export interface Inbox extends Readable<InboxState> {
  decide(approvalId: string, body: Body<'resolveApproval'>): Promise<AnswerOutcome>;
  answer(questionId: string, body: Body<'answerQuestion'>): Promise<AnswerOutcome>;
  dismiss(questionId: string): Promise<AnswerOutcome>;
  /** Resolves when nothing is left to read. */
  settled(): Promise<void>;
  close(): void;
}

export interface InboxOptions {
  client: Client;
  stream: Stream;
  /** maximum number of items to load; default: the server's, 200 */
  limit?: number;
  schedule?: Schedule;
}

/** Minimum time between two reads in milliseconds, since many sessions may work at once. */
const spacingMs = 250;

export function openInbox({ client, stream, limit, schedule }: InboxOptions): Inbox {
  let found: readonly InboxItem[] = [];
  let total = 0;
  let isLoaded = false;
  /** ids whose answers are being sent */
  const answered = new Set<string>();
  /** ids that disappeared during a read, whose result may still contain them */
  const gone = new Set<string>();

  const store = createStore<InboxState>((previous) => {
    const items = sameItems<InboxItem, WaitingItem>(previous?.items, found, idOf, (item, before) => {
      const id = idOf(item);
      return share(before, { ...item, id, isAnswered: answered.has(id) });
    });
    return sameFields(previous, { isLoaded, items, total });
  }, schedule);

  const reading = keepCurrent({
    stream,
    spacingMs,
    async read() {
      gone.clear();
      const answer = await client.listInbox({ query: limit === undefined ? {} : { limit } });
      found = answer.items.filter((item) => !gone.has(idOf(item)));
      total = answer.total - (answer.items.length - found.length);
      isLoaded = true;
      const ids = new Set(found.map(idOf));
      for (const id of answered) if (!ids.has(id)) answered.delete(id);
      store.changed();
    },
    onEvent: take,
  });

  function take({ type, session_id: sessionId, payload }: EventFrame): void {
    if (payload.type === 'event.inbox.changed') {
      if (payload.change === 'removed') {
        gone.add(payload.id);
        answered.delete(payload.id);
        found = found.filter((item) => idOf(item) !== payload.id);
      }
      total = payload.total;
      store.changed();
      reading.refresh();
    } else if (type === 'session.meta.updated' && found.some(({ session }) => session.id === sessionId)) {
      reading.refresh();
    }
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    ...createAnswers({
      client,
      stream,
      answered,
      changed: store.changed,
      sessionOf: (id) => found.find((item) => idOf(item) === id)?.session.id,
      acting: (action) => action().finally(reading.refresh),
    }),
    settled: reading.settled,
    close: reading.close,
  };
}

function idOf({ approval, question }: InboxItem): string {
  return approval?.approval_id ?? question?.question_id ?? '';
}
