/** The rows of messages: each prompt has one from its acknowledgement on, so that nothing of it is lost (engine.md 2.2-4). */
import type { Message } from '../../../schemas/generated/types.js';
import type { Facts } from './conversation.js';
import type { Db } from '../log/database.js';

/** Events behind the message of a prompt that has not entered the context; as SQL. */
export const waitingTypes = `'prompt.submitted', 'prompt.steered'`;

export interface MessageRows {
  add(facts: Facts, id: string, role: string, createdAt: number, turn?: number, step?: number): void;
  /** the message of a prompt is placed where it entered the context, no longer where it was sent */
  enter(facts: Facts, message: Message, turn?: number, step?: number): void;
  /** several prompts become one message, that of the first */
  steer(facts: Facts, promptIds: readonly string[]): void;
  /** takes away the message of a prompt that will not enter the context any more; no-op when it did */
  drop(facts: Facts, id: string): void;
  /** the same for a prompt that is over */
  end(facts: Facts, promptId: string): void;
}

export function createMessageRows(db: Db): MessageRows {
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
  const count = db.prepare('UPDATE sessions SET message_count = message_count + ? WHERE key = ?');

  const add: MessageRows['add'] = ({ key, seq, agent }, id, role, createdAt, turn, step) => {
    insert.run(key, seq, id, agent, role, turn ?? null, step ?? null, createdAt);
    if (agent === 'main') count.run(1, key);
  };

  function drop({ key, agent }: Facts, id: string): void {
    const { changes } = dropWaiting.run({ key, id });
    if (changes > 0 && agent === 'main') count.run(-changes, key);
  }

  return {
    add,
    drop,
    enter(facts, { id, role, created_at }, turn, step) {
      const createdAt = Date.parse(created_at);
      const { changes } =
        role === 'user' ? enter.run(facts.seq, turn ?? null, step ?? null, createdAt, facts.key, id) : { changes: 0 };
      if (changes === 0) add(facts, id, role, createdAt, turn, step);
    },
    steer(facts, [first, ...others]) {
      const id = idOf.get(facts.key, first ?? '')?.user_message_id;
      if (id !== undefined) place.run(facts.seq, facts.key, id);
      for (const other of others) {
        const otherId = idOf.get(facts.key, other)?.user_message_id;
        if (otherId !== undefined) drop(facts, otherId);
      }
    },
    end(facts, promptId) {
      const id = idOf.get(facts.key, promptId)?.user_message_id;
      if (id !== undefined) drop(facts, id);
    },
  };
}
