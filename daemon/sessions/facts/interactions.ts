/** Approvals and questions that wait for the user, and how long agents wait for them. */
import { noteWaiting } from '../interactions/waiting.js';
import type { LiveAgent, LiveSession, Wait } from '../live/state.js';
import { applyAsking } from './inflight.js';
import type { Fact } from './fact.js';

export const interactions = {
  agent: {
    'event.approval.requested': (agent, event, time, session) => {
      open(session, agent, time, {
        kind: 'approval',
        id: event.approval_id,
        agentId: agent.id,
        expiresAt: Date.parse(event.expires_at),
        recorded: true,
        ...(event.asks === 'network' && { connection: true }),
      });
      applyAsking(agent, event, time);
    },
    'event.approval.resolved': (agent, event, time, session) => {
      applyAsking(agent, event, time);
      noteWaiting(session, agent.id, false, time);
    },
    'event.question.requested': (agent, event, time, session) =>
      open(session, agent, time, {
        kind: 'question',
        id: event.question_id,
        agentId: agent.id,
        expiresAt: Date.parse(event.expires_at),
        recorded: true,
        ...(event.background ? { background: true } : {}),
      }),
    'event.question.answered': (agent, _event, time, session) => noteWaiting(session, agent.id, false, time),
    'event.question.dismissed': (agent, _event, time, session) => noteWaiting(session, agent.id, false, time),
  },
  tables(db) {
    const insert = db.prepare(
      `INSERT INTO interactions (session_key, id, seq, kind, agent_id, turn_id, tool_call_id, status, request, created_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?)`,
    );
    const resolve = db.prepare('UPDATE interactions SET status = ?, response = ? WHERE session_key = ? AND id = ?');
    return {
      'event.approval.requested': ({ key, seq, agent }, payload) => {
        const { type: _type, agentId, sessionId: _session, ...request } = payload;
        insert.run(
          key,
          payload.approval_id,
          seq,
          'approval',
          agent,
          payload.turn_id ?? null,
          payload.tool_call_id,
          JSON.stringify({ ...request, agent_id: agentId }),
          Date.parse(payload.created_at),
          Date.parse(payload.expires_at),
        );
      },
      'event.approval.resolved': ({ key }, payload) => {
        const status = payload.by === 'timeout' ? 'expired' : payload.decision;
        resolve.run(status, JSON.stringify(payload), key, payload.approval_id);
      },
      'event.question.requested': ({ key, seq, agent }, payload) => {
        const { type: _type, agentId, sessionId: _session, ...request } = payload;
        const expires = Date.parse(payload.expires_at);
        insert.run(
          key,
          payload.question_id,
          seq,
          'question',
          agent,
          payload.turn_id ?? null,
          payload.tool_call_id ?? null,
          JSON.stringify({ ...request, agent_id: agentId }),
          Date.parse(payload.created_at),
          expires,
        );
      },
      'event.question.answered': ({ key }, payload) =>
        void resolve.run('answered', JSON.stringify(payload), key, payload.question_id),
      'event.question.dismissed': ({ key }, payload) => {
        resolve.run(
          payload.by === 'timeout' ? 'expired' : 'dismissed',
          JSON.stringify(payload),
          key,
          payload.question_id,
        );
      },
    };
  },
  // no `load`: recovery decides which stored waits still count; no `fork`: they stay with the original session
} satisfies Fact;

/** Clients can answer a request as soon as it is recorded, even before the turn begins to wait for it. */
function open(session: LiveSession, agent: LiveAgent, time: number, wait: Wait): void {
  const known = session.waits.get(wait.id);
  if (known) known.recorded = true;
  else session.waits.set(wait.id, wait);
  noteWaiting(session, agent.id, true, time);
}
