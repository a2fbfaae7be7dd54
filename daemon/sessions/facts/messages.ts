/** The messages of a session; each prompt has one from its acknowledgement on, so it is not lost (engine.md 2.2-4). */
import type { EventPayloads } from '../../../schemas/generated/events.js';
import type { Message } from '../../../schemas/generated/types.js';
import type { Db } from '../log/database.js';
import { searchedText } from '../search/searched.js';
import { textsOf } from '../texts/texts.js';
import type { Fact, LogPosition } from './fact.js';

/** SQL list of the events whose prompts have not entered the context. */
export const waitingTypes = `'prompt.submitted', 'prompt.steered'`;

/** SQL condition for rows `m` of messages: excludes waiting prompts, which stay with the original session. */
const entered = `NOT EXISTS (SELECT 1 FROM events e WHERE e.session_key = m.session_key AND e.seq = m.seq AND e.type IN (${waitingTypes}))`;

export const messages = {
  tables(db) {
    const texts = textsOf(db);
    const rows = createMessageRows(db);
    const family = db.prepare('UPDATE messages SET model = ? WHERE session_key = ? AND id = ?');
    const hide = db.prepare('UPDATE messages SET undone = 1 WHERE session_key = ? AND id = ? AND undone = 0');
    const show = db.prepare('UPDATE messages SET undone = 0 WHERE session_key = ? AND id = ? AND undone = 1');
    const search = db.prepare(
      'INSERT INTO search_text (session_key, seq, agent_id, role, turn_id, time, text) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    const forget = db.prepare(
      'DELETE FROM search_text WHERE session_key = ? AND seq IN (SELECT seq FROM messages WHERE session_key = ? AND id = ?)',
    );
    const appended = db.prepare<[number, string], { seq: number; time: number; payload: string }>(
      `SELECT e.seq, e.time, e.payload FROM messages m JOIN events e ON e.session_key = m.session_key AND e.seq = m.seq
       WHERE m.session_key = ? AND m.id = ? AND e.type = 'message.appended' AND json_valid(e.payload)`,
    );
    return {
      'prompt.submitted': (at, { userMessageId, createdAt }) =>
        void rows.add(at, userMessageId, 'user', Date.parse(createdAt)),
      'prompt.steered': (at, { promptIds }) => void rows.steer(at, promptIds),
      'prompt.completed': (at, { promptId }) => void rows.end(at, promptId),
      'prompt.aborted': (at, { promptId }) => void rows.end(at, promptId),
      'message.appended': (at, { message, turnId, step }) => {
        const { key, seq, time, agent } = at;
        rows.enter(at, message, turnId, step);
        const text = searchedText(message);
        if (text !== '') search.run(key, seq, agent, message.role, turnId ?? null, time, text);
      },
      'tool.result': (at, { messageId, turnId, step }) => void rows.add(at, messageId, 'tool', at.time, turnId, step),
      'steer.taken': (at, { messageIds }) => {
        for (const id of messageIds) rows.drop(at, id);
      },
      'step.usage': ({ key }, { family: written, messageId }) => {
        if (messageId !== undefined) family.run(written, key, messageId);
      },
      'context.undone': (at, { messageIds }) => {
        let hidden = 0;
        for (const id of messageIds) {
          hidden += hide.run(at.key, id).changes;
          forget.run(at.key, at.key, id);
        }
        rows.count(at, -hidden);
      },
      'context.redone': (at, { messageIds }) => {
        const { key, agent } = at;
        let shown = 0;
        for (const id of messageIds) {
          shown += show.run(key, id).changes;
          const row = appended.get(key, id);
          const event = row && (texts.parse(row.payload) as EventPayloads['message.appended']);
          const text = event ? searchedText(event.message) : '';
          if (row && text !== '')
            search.run(key, row.seq, agent, event?.message.role, event?.turnId ?? null, row.time, text);
        }
        rows.count(at, shown);
      },
    };
  },
  fork: {
    rows: [
      `INSERT INTO messages (session_key, seq, id, agent_id, role, turn_id, step, created_at, model, undone)
       SELECT @to, seq, id, agent_id, role, turn_id, step, created_at, model, undone FROM messages m WHERE session_key = @from AND seq <= @cut AND ${entered}`,
      `INSERT INTO search_text (session_key, seq, agent_id, role, turn_id, time, text)
       SELECT @to, seq, agent_id, role, turn_id, time, text FROM search_text WHERE session_key = @from AND seq <= @cut AND role <> 'title'`,
    ],
    session: {
      message_count: `(SELECT count(*) FROM messages m WHERE m.session_key = s.key AND m.agent_id = 'main' AND m.undone = 0 AND m.seq <= @cut AND ${entered})`,
    },
  },
} satisfies Fact;

interface MessageRows {
  add(at: LogPosition, id: string, role: string, createdAt: number, turn?: number, step?: number): void;
  /** adds a message; the message of a prompt moves from where it was sent to where it enters the context */
  enter(at: LogPosition, message: Message, turn?: number, step?: number): void;
  /** adds to the number of messages of the session */
  count(at: LogPosition, by: number): void;
  /** merges the messages of several prompts into the first one */
  steer(at: LogPosition, promptIds: readonly string[]): void;
  /** deletes the message of a prompt that will no longer enter the context; no-op when it already has */
  drop(at: LogPosition, id: string): void;
  /** like `drop`, for a prompt that is over */
  end(at: LogPosition, promptId: string): void;
}

function createMessageRows(db: Db): MessageRows {
  const insert = db.prepare(
    'INSERT INTO messages (session_key, seq, id, agent_id, role, turn_id, step, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const enter = db.prepare(
    'UPDATE messages SET seq = ?, turn_id = ?, step = ?, created_at = ? WHERE session_key = ? AND id = ?',
  );
  const place = db.prepare('UPDATE messages SET seq = ? WHERE session_key = ? AND id = ?');
  const dropWaiting = db.prepare(
    `DELETE FROM messages WHERE session_key = @key AND id = @id AND EXISTS
       (SELECT 1 FROM events e WHERE e.session_key = @key AND e.seq = messages.seq AND e.type IN (${waitingTypes}))`,
  );
  const idOf = db.prepare<[number, string], { user_message_id: string }>(
    'SELECT user_message_id FROM prompts WHERE session_key = ? AND prompt_id = ?',
  );
  const number = db.prepare('UPDATE sessions SET message_count = message_count + ? WHERE key = ?');

  function count({ key, agent }: LogPosition, by: number): void {
    if (by !== 0 && agent === 'main') number.run(by, key);
  }

  const add: MessageRows['add'] = (at, id, role, createdAt, turn, step) => {
    insert.run(at.key, at.seq, id, at.agent, role, turn ?? null, step ?? null, createdAt);
    count(at, 1);
  };

  function drop(at: LogPosition, id: string): void {
    count(at, -dropWaiting.run({ key: at.key, id }).changes);
  }

  return {
    add,
    drop,
    count,
    enter(at, { id, role, created_at }, turn, step) {
      const createdAt = Date.parse(created_at);
      const { changes } =
        role === 'user' ? enter.run(at.seq, turn ?? null, step ?? null, createdAt, at.key, id) : { changes: 0 };
      if (changes === 0) add(at, id, role, createdAt, turn, step);
    },
    steer(at, [first, ...others]) {
      const id = idOf.get(at.key, first ?? '')?.user_message_id;
      if (id !== undefined) place.run(at.seq, at.key, id);
      for (const other of others) {
        const otherId = idOf.get(at.key, other)?.user_message_id;
        if (otherId !== undefined) drop(at, otherId);
      }
    },
    end(at, promptId) {
      const id = idOf.get(at.key, promptId)?.user_message_id;
      if (id !== undefined) drop(at, id);
    },
  };
}
