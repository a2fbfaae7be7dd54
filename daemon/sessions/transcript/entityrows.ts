/** The rows that the complete parts of a transcript are made of: prompts, and events that are found by their type. */
import { eventReaders, type EventType } from '../../../schemas/generated/events.js';
import type { ContentPart, TranscriptPrompt } from '../../../schemas/generated/types.js';
import type { Db } from '../log/database.js';
import { iso } from '../store.js';
import { textsOf, type Texts } from '../texts/texts.js';
import {
  columns,
  isReadType,
  ownRows,
  turnColumns,
  type BareEvent,
  type StoredEvent,
  type StoredTurn,
} from './rows.js';

export interface EntityRows {
  /** there may be thousands: `promptOf` reads their content */
  prompts: PromptCells[];
  /** reads what they refer to */
  texts: Texts;
  /** in the order of the log */
  events: StoredEvent[];
  /** turns in which the user sent media, each followed by the messages that were steered into it */
  media: (StoredEvent | StoredTurn)[];
  /** numbers of turns that were taken back */
  undone: ReadonlySet<number>;
}

export type ReadEntities = (key: number, agentId: string) => EntityRows;

export function createEntityRows(db: Db): ReadEntities {
  const texts = textsOf(db);
  const own = ownRows(db);
  const typed = `SELECT ${columns} FROM events e WHERE session_key = ? AND agent_id = ? AND type = ? AND ${isReadType}`;
  const ofType = db.prepare<[number, string, EventType], BareEvent>(`${typed} ORDER BY seq`);
  const last = db.prepare<[number, string, EventType], BareEvent>(`${typed} ORDER BY seq DESC LIMIT 1`);
  const undone = db
    .prepare<[number, string], number>(
      'SELECT turn_id FROM turns WHERE session_key = ? AND agent_id = ? AND undone = 1',
    )
    .pluck();
  const prompts = db
    .prepare<[number, string], PromptCells>(
      `SELECT prompt_id, user_message_id, status, content, created_at, ended_at, metadata FROM prompts
       WHERE session_key = ? AND agent_id = ? ORDER BY created_at, user_message_id`,
    )
    .raw();
  const turn = `SELECT ${turnColumns} FROM turns WHERE session_key = ? AND agent_id = ? AND undone = 0`;
  const ofPrompts = db.prepare<[number, string, string], StoredTurn>(
    `${turn} AND prompt_id IN (SELECT value FROM json_each(?))`,
  );
  const ofNumber = db.prepare<[number, string, number], StoredTurn>(`${turn} AND turn_id = ?`);
  const messages = db.prepare<[{ key: number; agentId: string; ids: string }], BareEvent & { turnId: number }>(
    `SELECT ${columns}, m.turn_id AS turnId FROM json_each(@ids) wanted
       JOIN messages m ON m.session_key = @key AND m.id = wanted.value
       JOIN events e ON e.session_key = m.session_key AND e.seq = m.seq
     WHERE m.agent_id = @agentId AND m.turn_id IS NOT NULL ORDER BY m.seq`,
  );

  /** Few prompts bring media, so that these are looked for only then. */
  function media(key: number, agentId: string, all: PromptCells[]): EntityRows['media'] {
    const bringing = all.filter(([, , , content]) => isMedia.test(content)).map(([id]) => id);
    if (bringing.length === 0) return [];
    const steered = all.filter(([, , status]) => status === 'steered').map(([, messageId]) => messageId);
    const turns = new Map(ofPrompts.all(key, agentId, JSON.stringify(bringing)).map((each) => [each.turnId, each]));
    const said = own(messages.all({ key, agentId, ids: JSON.stringify(steered) }));
    for (const { turnId } of said) {
      const into = turns.get(turnId) ?? ofNumber.get(key, agentId, turnId);
      if (into) turns.set(turnId, into);
    }
    return [...turns.values()]
      .sort((a, b) => a.turnId - b.turnId)
      .flatMap((each) => [each, ...said.filter(({ turnId }) => turnId === each.turnId)]);
  }

  return (key, agentId) => {
    const all = prompts.all(key, agentId);
    const events = own([
      ...eventReaders.all.flatMap((type) => ofType.all(key, agentId, type)),
      ...eventReaders.latest.flatMap((type) => last.get(key, agentId, type) ?? []),
    ]).sort((a, b) => a.seq - b.seq);
    return {
      prompts: all,
      texts,
      events,
      media: media(key, agentId, all),
      undone: new Set(undone.all(key, agentId)),
    };
  };
}

export type PromptCells = [
  id: string,
  messageId: string,
  status: 'queued' | 'running' | 'steered' | 'completed' | 'failed' | 'blocked' | 'aborted',
  content: string,
  createdAt: number,
  endedAt: number | null,
  metadata: string | null,
];

/** As the fold makes it of `prompt.submitted` and what followed. */
export function promptOf(
  [promptId, userMessageId, status, content, createdAt, endedAt, metadata]: PromptCells,
  texts: Texts,
): TranscriptPrompt {
  const end = endedAt === null ? undefined : iso(endedAt);
  return {
    promptId,
    status: status === 'steered' ? 'completed' : status,
    userMessageId,
    content: texts.parse(content) as ContentPart[],
    createdAt: iso(createdAt),
    clientMetadata: metadata === null ? undefined : (JSON.parse(metadata) as Record<string, unknown>),
    ...(status === 'steered' ? { steeredAt: end } : { finishedAt: end }),
  };
}

/** In the JSON of a prompt's content; in a text the quotes would be escaped. */
const isMedia = /"type":"(?:image|video|file)"/;
