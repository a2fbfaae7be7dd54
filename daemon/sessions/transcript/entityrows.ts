/** Reads the rows for the unpaged parts of a transcript: prompts, and events that are found by type. */
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
  type PageBounds,
  type StoredEvent,
  type StoredTurn,
} from './rows.js';

export interface EntityRows {
  /** there may be thousands: `promptOf` reads their content */
  prompts: PromptCells[];
  /** reads the texts that rows refer to */
  texts: Texts;
  /** in the order of the log */
  events: StoredEvent[];
  /** turns in which the user sent media, each followed by the messages steered into it */
  media: (StoredEvent | StoredTurn)[];
  /** numbers of undone turns */
  undone: ReadonlySet<number>;
}

/** `PageBounds`: only the prompts of a page, and open ones. */
export type WantedPrompts = 'all' | 'open' | Pick<PageBounds, 'from' | 'until'>;

export type ReadEntities = (key: number, agentId: string, wanted?: WantedPrompts) => EntityRows;

interface Agent {
  key: number;
  agentId: string;
}

/** Types of media, found in the JSON of a prompt's content; within a text, the quotes would be escaped. */
const media = ['image', 'video', 'file'];

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
  const ofAgent = `SELECT prompt_id, user_message_id, status, content, created_at, ended_at, metadata FROM prompts
       WHERE session_key = @key AND agent_id = @agentId`;
  const inOrder = 'ORDER BY created_at, user_message_id';
  const prompts = db.prepare<[Agent], PromptCells>(`${ofAgent} ${inOrder}`).raw();
  const isOpen = `status IN ('queued', 'running', 'blocked')`;
  const openPrompts = db.prepare<[Agent], PromptCells>(`${ofAgent} AND ${isOpen} ${inOrder}`).raw();
  const pagePrompts = db
    .prepare<[Agent & Pick<PageBounds, 'from' | 'until'>], PromptCells>(
      `${ofAgent} AND (${isOpen} OR (status IN ('failed', 'aborted') AND position >= @from AND position < @until)
         OR prompt_id IN (SELECT prompt_id FROM turns
           WHERE session_key = @key AND agent_id = @agentId AND started_seq >= @from AND started_seq < @until)
         OR user_message_id IN (SELECT id FROM messages WHERE session_key = @key AND seq >= @from AND seq < @until))
       ${inOrder}`,
    )
    .raw();
  const bringing = db
    .prepare<[Agent], string>(
      `SELECT prompt_id FROM prompts WHERE session_key = @key AND agent_id = @agentId
         AND (${media.map((type) => `instr(content, '"type":"${type}"')`).join(' OR ')})`,
    )
    .pluck();
  const steering = db
    .prepare<[Agent], string>(
      `SELECT user_message_id FROM prompts WHERE session_key = @key AND agent_id = @agentId AND status = 'steered'`,
    )
    .pluck();
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

  /** Turns with media, and messages steered into them; few prompts contain media, so most calls end early. */
  function mediaOf(key: number, agentId: string): EntityRows['media'] {
    const ids = bringing.all({ key, agentId });
    if (ids.length === 0) return [];
    const turns = new Map(ofPrompts.all(key, agentId, JSON.stringify(ids)).map((each) => [each.turnId, each]));
    const steered = own(messages.all({ key, agentId, ids: JSON.stringify(steering.all({ key, agentId })) }));
    for (const { turnId } of steered) {
      const into = turns.get(turnId) ?? ofNumber.get(key, agentId, turnId);
      if (into) turns.set(turnId, into);
    }
    return [...turns.values()]
      .sort((a, b) => a.turnId - b.turnId)
      .flatMap((each) => [each, ...steered.filter(({ turnId }) => turnId === each.turnId)]);
  }

  function promptsOf(agent: Agent, wanted: WantedPrompts): PromptCells[] {
    if (wanted === 'all') return prompts.all(agent);
    return wanted === 'open' ? openPrompts.all(agent) : pagePrompts.all({ ...agent, ...wanted });
  }

  return (key, agentId, wanted = 'all') => {
    const events = own([
      ...eventReaders.all.flatMap((type) => ofType.all(key, agentId, type)),
      ...eventReaders.latest.flatMap((type) => last.get(key, agentId, type) ?? []),
    ]).sort((a, b) => a.seq - b.seq);
    return {
      prompts: promptsOf({ key, agentId }, wanted),
      texts,
      events,
      media: mediaOf(key, agentId),
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

/** A stored prompt in the form that the fold gives to `prompt.submitted` and later events. */
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
