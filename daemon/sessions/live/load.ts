/** Loads a stored session into memory: its facts, its agents and theirs, and its open turns and interactions. */
import type { Origin } from '../../../schemas/generated/types.js';
import { builtinBindings } from '../../agent/profiles.js';
import type { AgentRow } from '../facts/fact.js';
import { facts } from '../facts/index.js';
import type { Db } from '../log/database.js';
import type { Messages } from '../messages/messages.js';
import { queued, type PromptRow } from '../messages/promptmessage.js';
import { steeredTogether } from '../prompts/arrivals.js';
import type { SessionRow } from '../store.js';
import { textsOf } from '../texts/texts.js';
import { freshAgent, freshSession } from './fresh.js';
import type { LiveAgent, LiveSession, QueuedPrompt, SteeredPrompts } from './state.js';

/** A turn without an end. */
export interface OpenTurnRow {
  agent_id: string;
  turn_id: number;
  prompt_id: string | null;
  origin: string;
  started_seq: number;
  unattended: number;
}

export interface InteractionRow {
  id: string;
  kind: 'approval' | 'question';
  agent_id: string;
  turn_id: number | null;
  tool_call_id: string | null;
  expires_at: number;
  /** 1: the question of a task; no turn waits for it */
  background: number;
  /** 1: a question about the budget; turns wait for it before their next step begins */
  budget: number;
}

export interface Loader {
  load(row: SessionRow, now: number): LiveSession;
  /** loads an agent that is not in memory; undefined for an unknown id, and for a closed side agent */
  agent(session: { key: number; id: string }, agentId: string): LiveAgent | undefined;
  /** reloads what an undo or redo changed in the main agent */
  reread(session: LiveSession, main: LiveAgent): void;
  openTurns(key: number): OpenTurnRow[];
  pending(key: number): InteractionRow[];
  runningPrompts(key: number): PromptRow[];
  /** id that the user message of a prompt has or will have */
  userMessageId(key: number, promptId: string): string | undefined;
  prompt(key: number, promptId: string): QueuedPrompt | undefined;
  /** the combined content of prompts that are steered together */
  steered(key: number, promptIds: string[]): SteeredPrompts;
}

/** SQL condition for rows `a` of agents that are loaded together with their session. */
export const restsInMemory = `(kind = 'main'
  OR agent_id IN (SELECT agent_id FROM turns t WHERE t.session_key = a.session_key AND t.ended_seq IS NULL)
  OR agent_id IN (SELECT agent_id FROM prompts p WHERE p.session_key = a.session_key AND p.status = 'queued'))`;

export function createLoader(db: Db, messages: Messages): Loader {
  const texts = textsOf(db);
  // a finished agent is loaded only when it is needed
  const agentRows = db.prepare<[number], AgentRow>(`SELECT * FROM agents a WHERE session_key = ? AND ${restsInMemory}`);
  const agentRow = db.prepare<[number, string], AgentRow>(
    'SELECT * FROM agents WHERE session_key = ? AND agent_id = ?',
  );
  const promptRows = db.prepare<[number, string], PromptRow>(
    `SELECT * FROM prompts WHERE session_key = ? AND status = ? ORDER BY position`,
  );
  const promptRow = db.prepare<[number, string], PromptRow>(
    'SELECT * FROM prompts WHERE session_key = ? AND prompt_id = ?',
  );
  const parts = facts.map((fact) => ({ ...fact.load?.(db, messages), reread: fact.undo?.reread }));

  function agent(session: { key: number; id: string }, row: AgentRow): LiveAgent {
    const loaded = freshAgent(row.agent_id, row.kind, builtinBindings.agent);
    for (const part of parts) part.agent?.(loaded, row, session);
    if (loaded.entries.length > 0) loaded.recall = 'resume';
    // counts since the last write restart at every load
    loaded.counts.assistantMessages = loaded.entries.filter(({ message }) => message.role === 'assistant').length;
    return loaded;
  }

  return {
    userMessageId: (key, promptId) => promptRow.get(key, promptId)?.user_message_id,
    prompt(key, promptId) {
      const row = promptRow.get(key, promptId);
      return row && queued(row, texts);
    },
    steered: (key, promptIds) =>
      steeredTogether(promptIds.flatMap((id) => promptRow.get(key, id) ?? []).map((row) => queued(row, texts))),
    agent(session, agentId) {
      const stored = agentRow.get(session.key, agentId);
      // a closed side agent is never loaded again
      if (!stored || (stored.kind === 'independent' && stored.disposed_at !== null)) return undefined;
      return agent(session, stored);
    },
    reread({ ref }, main) {
      const row = agentRow.get(ref.key, main.id);
      if (row) for (const part of parts) if (part.reread) part.agent?.(main, row, ref);
    },
    ...createOpenRows(db),
    runningPrompts: (key) => promptRows.all(key, 'running'),
    load(row, now) {
      const session = freshSession(
        {
          ref: { key: row.key, id: row.id, epoch: row.epoch },
          workspaceId: row.workspace_id,
          cwd: row.cwd,
          mode: row.permission_mode,
          runtimeId: row.runtime_id,
          launchRules: [],
          launchEnv: {},
          givenServers: new Map(),
          clientType: 'api',
        },
        builtinBindings.agent,
        now,
      );
      session.lastSeq = row.last_seq;
      session.agents = new Map(agentRows.all(row.key).map((stored) => [stored.agent_id, agent(row, stored)]));
      for (const part of parts) part.session?.(session, row);
      return session;
    },
  };
}

/** Reads turns without an end, and interactions without a decision. */
export function createOpenRows(db: Db): Pick<Loader, 'openTurns' | 'pending'> {
  const open = db.prepare<[number], OpenTurnRow>('SELECT * FROM turns WHERE session_key = ? AND ended_seq IS NULL');
  const waiting = db.prepare<[number], InteractionRow>(
    `SELECT *, coalesce(json_extract(request, '$.background'), 0) AS background,
       EXISTS (SELECT 1 FROM budgets b WHERE b.session_key = i.session_key AND b.question_id = i.id) AS budget FROM interactions i
     WHERE session_key = ? AND status = 'pending' ORDER BY created_at`,
  );
  return { openTurns: (key) => open.all(key), pending: (key) => waiting.all(key) };
}

export function originOf(row: OpenTurnRow): Origin {
  return JSON.parse(row.origin) as Origin;
}
