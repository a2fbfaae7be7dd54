/** The prompts of a session and what became of them. The code that submits prompts changes the queue in memory. */
import { queued, type PromptRow } from '../messages/promptmessage.js';
import { textsOf } from '../texts/texts.js';
import { setsAgent, touches, type Fact } from './fact.js';

export const prompts = {
  agent: {
    'prompt.updated': (agent, { change }) => {
      if (change === 'paused' || change === 'resumed') agent.paused = change === 'paused';
    },
  },
  tables(db) {
    const texts = textsOf(db);
    const insert = db.prepare(
      `INSERT OR REPLACE INTO prompts (session_key, prompt_id, agent_id, user_message_id, status, content, position, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const touch = touches(db);
    const options = db.prepare(
      `UPDATE prompts SET metadata = ?, unattended = ?, skills = ?, slash = ?, limits = ?, output_schema = ?, fallback_model = ?
       WHERE session_key = ? AND prompt_id = ?`,
    );
    const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
    const over = db.prepare('UPDATE prompts SET status = ?, ended_at = ? WHERE session_key = ? AND prompt_id = ?');
    const content = db.prepare('UPDATE prompts SET content = ? WHERE session_key = ? AND prompt_id = ?');
    const place = db.prepare('UPDATE prompts SET position = ? WHERE session_key = ? AND prompt_id = ?');
    const queue = db.prepare<[number, string], { prompt_id: string; position: number }>(
      `SELECT prompt_id, position FROM prompts WHERE session_key = ? AND agent_id = ? AND status = 'queued' ORDER BY position`,
    );
    const paused = setsAgent(db, 'queue_paused');
    const running = db.prepare(`UPDATE prompts SET status = 'running' WHERE session_key = ? AND prompt_id = ?`);
    return {
      'prompt.submitted': ({ key, seq, time, agent, session }, payload) => {
        insert.run(
          key,
          payload.promptId,
          agent,
          payload.userMessageId,
          'queued',
          texts.json(session, payload.content),
          seq,
          Date.parse(payload.createdAt),
        );
        touch.run(time, key);
      },
      'prompt.options': ({ key }, { promptId, metadata, unattended, skills, slash, ...chosen }) => {
        const flags = [json(metadata), unattended ? 1 : 0, json(skills), slash ? 1 : 0];
        const { limits, outputSchema, fallbackModel = null } = chosen;
        options.run(...flags, json(limits), json(outputSchema), fallbackModel, key, promptId);
      },
      'prompt.updated': ({ key, agent, session }, payload) => {
        if (payload.change === 'paused' || payload.change === 'resumed')
          paused.run(payload.change === 'paused' ? 1 : 0, key, agent);
        if (payload.promptId === undefined) return;
        if (payload.content !== undefined) content.run(texts.json(session, payload.content), key, payload.promptId);
        if (payload.change !== 'moved' || payload.position === undefined) return;
        const rows = queue.all(key, agent);
        const positions = rows.map((row) => row.position);
        const order = rows.map((row) => row.prompt_id).filter((id) => id !== payload.promptId);
        order.splice(payload.position, 0, payload.promptId);
        order.forEach((id, index) => place.run(positions[index], key, id));
      },
      'prompt.steered': ({ key }, { promptIds, steeredAt }) => {
        for (const id of promptIds) over.run('steered', Date.parse(steeredAt), key, id);
      },
      'prompt.completed': ({ key }, { promptId, reason, finishedAt }) =>
        void over.run(reason ?? 'completed', Date.parse(finishedAt), key, promptId),
      'prompt.aborted': ({ key }, { promptId, abortedAt }) =>
        void over.run('aborted', Date.parse(abortedAt), key, promptId),
      'turn.started': ({ key }, { promptId }) => {
        if (promptId !== undefined) running.run(key, promptId);
      },
    };
  },
  load(db) {
    const texts = textsOf(db);
    const rows = db.prepare<[number, string], PromptRow>(
      `SELECT * FROM prompts WHERE session_key = ? AND agent_id = ? AND status = 'queued' ORDER BY position`,
    );
    return {
      agent(agent, row, { key }) {
        agent.queue = rows.all(key, row.agent_id).map((each) => queued(each, texts));
        agent.paused = row.queue_paused === 1;
      },
    };
  },
  // waiting prompts stay with the original session
  fork: {
    rows: [
      `INSERT INTO prompts (session_key, prompt_id, agent_id, user_message_id, status, content, metadata, unattended, position, created_at, ended_at)
       SELECT @to, prompt_id, agent_id, user_message_id, status, replace(content, @old, @new), metadata, unattended, position, created_at, ended_at FROM prompts
       WHERE session_key = @from AND position <= @cut AND status NOT IN ('queued', 'running')`,
    ],
  },
} satisfies Fact;
