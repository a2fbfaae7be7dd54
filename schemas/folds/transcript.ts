/** The transcript of an agent as every client keeps it, created from a page or empty. */
import type {
  TranscriptAttachment,
  TranscriptInteraction,
  TranscriptItem,
  TranscriptMeta,
  TranscriptPrompt,
  TranscriptSnapshot,
  TranscriptTask,
  TranscriptTodo,
  TranscriptTurn,
} from '../generated/types.js';

/**
 * Changed in place. Objects inside (turns, steps, frames, entities, `meta`) are replaced and never changed, so that a
 * reader detects changes by identity.
 */
export interface Transcript {
  /** in timeline order */
  items: TranscriptItem[];
  tasks: Map<string, TranscriptTask>;
  interactions: Map<string, TranscriptInteraction>;
  attachments: Map<string, TranscriptAttachment>;
  todos: Map<string, TranscriptTodo>;
  prompts: Map<string, TranscriptPrompt>;
  meta: TranscriptMeta;
  /** number of the last applied batch; absent when unknown */
  seq?: number;
}

/** The parts of a transcript outside of its timeline, as lists. */
export type TranscriptEntities = Omit<TranscriptSnapshot, 'items' | 'hasMoreOlder'>;

export function emptyTranscript(): Transcript {
  return {
    items: [],
    tasks: new Map(),
    interactions: new Map(),
    attachments: new Map(),
    todos: new Map(),
    prompts: new Map(),
    meta: {},
  };
}

/** A transcript from its newest page, or from the snapshot of a reset. */
export function transcriptOf(page: TranscriptSnapshot & { seq?: number }): Transcript {
  return {
    items: [...page.items],
    tasks: new Map(page.tasks.map((each) => [each.taskId, each])),
    interactions: new Map(page.interactions.map((each) => [each.interactionId, each])),
    attachments: new Map(page.attachments.map((each) => [each.attachmentId, each])),
    todos: new Map(page.todos.map((each) => [each.todoId, each])),
    prompts: new Map(page.prompts.map((each) => [each.promptId, each])),
    meta: page.meta,
    seq: page.seq,
  };
}

/** The entities in the form of pages and snapshots. */
export function entitiesOf(transcript: Transcript): TranscriptEntities {
  return {
    tasks: [...transcript.tasks.values()],
    interactions: [...transcript.interactions.values()],
    attachments: [...transcript.attachments.values()],
    todos: [...transcript.todos.values()],
    prompts: [...transcript.prompts.values()],
    meta: transcript.meta,
  };
}

/** The id of a timeline item, as used by `items.remove`. */
export function itemId(item: TranscriptItem): string {
  if (item.kind === 'turn') return item.turnId;
  return item.kind === 'marker' ? item.markerId : item.refId;
}

/** Finds a turn by id; searches from the end, where changes happen. */
export function turnOf(transcript: Transcript, turnId: string): TranscriptTurn | undefined {
  const found = transcript.items.findLast((item) => item.kind === 'turn' && item.turnId === turnId);
  return found?.kind === 'turn' ? found : undefined;
}

/** The id of the oldest present turn. */
export function firstTurn(items: Transcript['items']): string | undefined {
  const turn = items.find((item) => item.kind === 'turn');
  return turn?.kind === 'turn' ? turn.turnId : undefined;
}
