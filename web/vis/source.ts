/** Sources of sessions: a server, the server of `agent vis`, or exports opened in the page (web.md 8.2, 8.5). */
import { signal } from '@preact/signals';
import type { Operations } from '../../schemas/generated/visoperations.js';
import type { Agent, Session, VisEvent } from '../../schemas/generated/types.js';
import { openSessionArchive } from '../../schemas/sessionarchive.js';
import { text } from '../live/text.js';
import type { Transcript } from '../../schemas/folds/transcript.js';
import type { View } from './place.js';
import type { ReadMedia } from '../screens/session/rowplace.js';
import { mediaTypes } from '../../schemas/mediatypes.js';

export interface SessionFacts {
  session: Session;
  agents: Agent[];
  /** number of unreadable records */
  damaged: number;
  /** `server`: its log has no internal records, and there are no log files */
  source: 'home' | 'zip' | 'server' | 'file';
}

export interface EventPage {
  items: VisEvent[];
  has_more: boolean;
}

export type StoredTranscript = Pick<Transcript, 'items' | 'attachments' | 'tasks' | 'prompts'>;

export interface Source {
  facts(): Promise<SessionFacts>;
  /** returns events of the log after a number */
  events(after: number, limit: number): Promise<EventPage>;
  /** resolves when there are events after a number; absent: the caller polls */
  waitForMore?(after: number, signal: AbortSignal): Promise<void>;
  taskOutput(taskId: string): Promise<string>;
  log(which: 'session' | 'global'): Promise<string>;
  media: ReadMedia;
  /** rows of an agent, if its events do not contain them */
  transcript?(agentId: string): StoredTranscript;
  /** views without data in this source */
  without?: readonly View[];
  /** called when the source is no longer needed */
  close?(): void;
}

type SessionQuery = NonNullable<Operations['listVisSessions']['query']>;

/** Provides sessions to the visualizer. */
export interface Sessions {
  list(query: SessionQuery): Promise<{ items: Session[]; has_more: boolean }>;
  open(id: string): Source;
}

let sessions: Sessions | undefined;

/** Sets the provider; call it once before the first render. */
export function readSessionsFrom(given: Sessions): void {
  sessions = given;
}

function known(): Sessions {
  if (!sessions) throw new Error('the visualizer does not know where to read sessions');
  return sessions;
}

/** Exports opened in this page, until it reloads. */
export const opened = signal<ReadonlyMap<string, { session: Session; source: Source }>>(new Map());

export function listSessions(query: SessionQuery) {
  return known().list(query);
}

export function sourceOf(id: string): Source {
  return opened.peek().get(id)?.source ?? known().open(id);
}

/** Opens an export locally without uploading it. Returns the id of its session; rejects with ZipProblem. */
export async function openArchive(file: Blob): Promise<string> {
  const { session, agents, events, zip } = await openSessionArchive(new Uint8Array(await file.arrayBuffer()));
  const entry = async (name: string): Promise<string> => {
    const bytes = await zip.read(name);
    return bytes ? new TextDecoder().decode(bytes) : '';
  };
  const source: Source = {
    facts: () =>
      Promise.resolve({
        session: { ...session, busy: false },
        agents,
        damaged: events.filter(({ payload }) => payload === undefined).length,
        source: 'zip',
      }),
    events(after, limit) {
      const from = firstBehind(events, after);
      const items = events.slice(from, from + limit).map(({ agentId, payload, ...facts }): VisEvent => ({
        ...facts,
        agent_id: agentId,
        payload: payload === undefined ? null : (JSON.parse(payload) as Record<string, unknown>),
        ...(payload === undefined ? { damaged: true } : {}),
      }));
      return Promise.resolve({ items, has_more: from + limit < events.length });
    },
    taskOutput: (taskId) => entry(`session/tasks/${taskId}.log`),
    log: (which) => entry(which === 'global' ? 'logs/agent-code.log' : 'session/logs/session.log'),
    async media(fileId) {
      const bytes = await zip.read(`session/media/${fileId}`);
      const ending = fileId.split('.').at(-1) ?? '';
      if (!bytes) throw new Error(text('vis.media.none'));
      return new Blob([new Uint8Array(bytes)], { type: typeOf(ending) });
    },
  };
  opened.value = new Map([...opened.peek(), [session.id, { session, source }]]);
  return session.id;
}

function typeOf(ending: string): string {
  return Object.entries(mediaTypes).find(([each]) => each === ending)?.[1] ?? 'application/octet-stream';
}

/** Returns the index of the first event after a number. */
export function firstBehind(events: readonly { seq: number }[], after: number): number {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.seq ?? 0) <= after) low = middle + 1;
    else high = middle;
  }
  return low;
}
