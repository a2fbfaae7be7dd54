/** The transcript channel of sessions: grades per agent, and recovery on each new connection (ws.md 12). */
import type { ClientFrames } from '../../schemas/generated/frames.js';
import type { TranscriptAgent, TranscriptOp } from '../../schemas/generated/types.js';
import { createAgentTranscript, type AgentTranscript } from './agent-transcript.js';
import type { Client } from './client.js';
import { ApiFailure, ConnectionFailure } from './failure.js';
import type { Link, Resident } from './link.js';
import type { EventFrame, LiveSocket, TranscriptFrame } from './socket.js';

/** By agent id; `*`: all agents without an entry. */
export type Grades = ClientFrames['subscribe_v2']['payload']['transcript'];

export interface FollowOptions {
  grades: Grades;
  /** number of turns on the first page; default 20 */
  pageSize?: number;
  /** number of newest turns kept in memory while no older ones are loaded; default all */
  keptTurns?: number;
  /** the transcript of an agent changed; `ops` undefined: anything may have changed */
  onChange(agentId: string, ops: readonly TranscriptOp[] | undefined): void;
  /** the agents of the session, each time that a page lists them */
  onAgents(agents: readonly TranscriptAgent[]): void;
  /** an event of the session that no transcript contains */
  onEvent(frame: EventFrame): void;
  /** the session is followed on a connection; events between two connections are lost, transcripts are not */
  onLive(): void;
  /** the session does not exist, or no longer */
  onGone(): void;
}

/** A session whose transcripts are followed. */
export interface Followed {
  readonly agents: ReadonlyMap<string, AgentTranscript>;
  /** Sets the grades. Agents with grade `block` or higher have a timeline. */
  setGrades(grades: Grades): void;
  close(): void;
}

export interface Transcripts extends Resident {
  has(sessionId: string): boolean;
  deliver(frame: EventFrame): void;
  frame(frame: TranscriptFrame): void;
  /** Connects if necessary; never rejects. */
  follow(sessionId: string, options: FollowOptions): Followed;
}

interface Entry extends FollowOptions {
  id: string;
  agents: Map<string, AgentTranscript>;
  /** the log's incarnation; transcripts of another one are useless */
  epoch?: string;
}

export function createTranscripts(
  link: () => Link,
  client: () => Pick<Client, 'getTranscript' | 'getTranscriptOps'>,
): Transcripts {
  const entries = new Map<string, Entry>();

  async function ask(entry: Entry, live: LiveSocket): Promise<void> {
    const known = [...entry.agents].flatMap(([id, { position }]) => (position === undefined ? [] : [[id, position]]));
    const since = Object.fromEntries(known) as Record<string, number>;
    const ack = await live.request('subscribe_v2', {
      session_id: entry.id,
      transcript: entry.grades,
      ...(known.length > 0 && { transcript_since: since }),
      // prompts of turns are loaded with their pages
      prompts: 'open',
    });
    if (entries.get(entry.id) !== entry) return;
    if (ack.not_found.includes(entry.id)) entry.onGone();
    else entry.onLive();
  }

  /** A refusal affects only this session; after a loss the link reconnects. */
  async function askNow(entry: Entry): Promise<void> {
    const { live } = link();
    if (!live) return link().keep();
    try {
      await ask(entry, live);
    } catch (error) {
      if (error instanceof ApiFailure) entry.onGone();
      else if (!(error instanceof ConnectionFailure)) throw error;
    }
  }

  function agentOf(entry: Entry, agentId: string): AgentTranscript {
    let agent = entry.agents.get(agentId);
    if (agent) return agent;
    const params = { session_id: entry.id };
    agent = createAgentTranscript({
      // prompts of other pages are loaded with them
      page: (query) => client().getTranscript({ params, query: { agent_id: agentId, ...query, prompts: 'page' } }),
      opsSince: (since_seq) => client().getTranscriptOps({ params, query: { agent_id: agentId, since_seq } }),
      pageSize: entry.pageSize ?? 20,
      ...(entry.keptTurns !== undefined && { keptTurns: entry.keptTurns }),
      isShown: () => ['block', 'delta'].includes(entry.grades[agentId] ?? entry.grades['*'] ?? 'off'),
      onChange: (ops) => entry.onChange(agentId, ops),
      onAgents: entry.onAgents,
    });
    entry.agents.set(agentId, agent);
    return agent;
  }

  function forget(entry: Entry): void {
    for (const agent of entry.agents.values()) agent.close();
    entry.agents.clear();
  }

  return {
    has: (id) => entries.has(id),
    deliver(frame) {
      const entry = entries.get(frame.session_id);
      if (!entry) return;
      const { agentId } = frame.payload;
      // the channel ends when an agent leaves memory; REST lists what waits for the user then
      if (frame.type === 'agent.disposed' && !Object.hasOwn(entry.grades, agentId)) {
        entry.agents.get(agentId)?.close();
        entry.agents.delete(agentId);
      }
      entry.onEvent(frame);
    },
    frame({ session_id, epoch, payload }) {
      const entry = entries.get(session_id);
      if (!entry) return;
      if (epoch !== undefined && entry.epoch !== undefined && epoch !== entry.epoch) forget(entry);
      entry.epoch = epoch ?? entry.epoch;
      const agent = agentOf(entry, payload.agent_id);
      if (payload.type === 'transcript.reset') agent.reset(payload);
      else agent.ops(payload);
    },
    async restore(live) {
      await Promise.all(
        [...entries.values()].map((entry) =>
          ask(entry, live).catch((error: unknown) => {
            if (!(error instanceof ApiFailure)) throw error;
            entry.onGone();
          }),
        ),
      );
    },
    follow(id, options) {
      if (entries.has(id)) throw new TypeError(`${id} is followed already`);
      const entry: Entry = { ...options, id, agents: new Map() };
      entries.set(id, entry);
      void askNow(entry);
      return {
        agents: entry.agents,
        setGrades(grades) {
          if (JSON.stringify(grades) === JSON.stringify(entry.grades)) return;
          entry.grades = grades;
          if (link().live) void askNow(entry);
        },
        close() {
          if (entries.get(id) !== entry) return;
          entries.delete(id);
          forget(entry);
          link()
            .live?.request('unsubscribe', { session_ids: [id] })
            .catch(() => undefined);
        },
      };
    },
  };
}
