/** Brings a stored session into memory: its settings, agents, context, queue, and interactions that wait for the user. */
import type { AgentBinding, Origin, SessionPermissionRule, Todo } from '../../../schemas/generated/types.js';
import { gaugeOf } from '../../agent/fill.js';
import { builtinBindings } from '../../agent/profiles.js';
import type { RefusedImages } from '../../agent/turn.js';
import type { SeenFile } from '../../tools/tool.js';
import { createUsageReader } from '../agents/agentusage.js';
import { createEarlierReader, createOpenReader } from '../context/compactions.js';
import { createTakenBackReader } from '../changes/takenback.js';
import type { Db } from '../log/database.js';
import { steeredTogether } from '../prompts/arrivals.js';
import { endingOf } from '../turns/phase.js';
import type { ContextCopy, Messages } from '../messages/messages.js';
import type { ChildCall, LiveAgent, LiveSession, QueuedPrompt, SteeredPrompts, Wait } from './state.js';
import { createGoalsAndJobs } from '../goals/table.js';
import { queued, type PromptRow } from '../messages/promptmessage.js';
import type { SessionRow } from '../store.js';
import { textsOf } from '../texts/texts.js';

interface AgentRow {
  agent_id: string;
  kind: LiveAgent['kind'];
  last_turn: number;
  todos: string;
  plan: string;
  tools: string;
  system_prompt: string | null;
  rendered: string | null;
  listed: string | null;
  anchor: string | null;
  noted: string;
  refused_images: string | null;
  queue_paused: number;
  parent_id: string | null;
  label: string | null;
  binding: string | null;
  disposed_at: number | null;
  compacted: number | null;
  copied: string | null;
}

interface CallRow {
  agent_id: string;
  type: string;
  caller_id: string;
  call_id: string;
  background: number;
  task_id: string;
  description: string;
  started_at: number;
}

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
  /** 1: about the budget; turns that have not begun their step wait for it */
  budget: number;
}

export interface Loader {
  load(row: SessionRow, now: number): LiveSession;
  /** an agent of the session that is not in memory; undefined when there is none of that id */
  agent(session: { key: number; id: string }, agentId: string): LiveAgent | undefined;
  openTurns(key: number): OpenTurnRow[];
  pending(key: number): InteractionRow[];
  runningPrompts(key: number): PromptRow[];
  /** id that the user message of a prompt has or will have */
  userMessageId(key: number, promptId: string): string | undefined;
  prompt(key: number, promptId: string): QueuedPrompt | undefined;
  /** what prompts bring that are steered together */
  steered(key: number, promptIds: string[]): SteeredPrompts;
}

/** Condition for rows `a` of agents that a loaded session has in memory without being asked for them. */
export const restsInMemory = `(kind = 'main'
  OR agent_id IN (SELECT agent_id FROM turns t WHERE t.session_key = a.session_key AND t.ended_seq IS NULL)
  OR agent_id IN (SELECT agent_id FROM prompts p WHERE p.session_key = a.session_key AND p.status = 'queued'))`;

export function createLoader(db: Db, messages: Messages): Loader {
  const texts = textsOf(db);
  // an agent that is done is loaded again when it is needed
  const agentRows = db.prepare<[number], AgentRow>(`SELECT * FROM agents a WHERE session_key = ? AND ${restsInMemory}`);
  const callRows = db.prepare<[number], CallRow>(
    'SELECT * FROM agent_calls WHERE session_key = ? AND ended_seq IS NULL',
  );
  const above = db.prepare<[{ key: number; id: string }], { n: number }>(
    `WITH RECURSIVE up(id, n) AS (SELECT @id, 0
       UNION ALL SELECT a.parent_id, up.n + 1 FROM up JOIN agents a ON a.session_key = @key AND a.agent_id = up.id
         WHERE a.parent_id IS NOT NULL AND up.n < 100)
     SELECT max(n) AS n FROM up`,
  );
  const agentRow = db.prepare<[number, string], AgentRow>(
    'SELECT * FROM agents WHERE session_key = ? AND agent_id = ?',
  );
  const highest = db.prepare<[number], { n: number | null }>(
    `SELECT max(CAST(substr(agent_id, 7) AS INTEGER)) AS n FROM agents WHERE session_key = ? AND agent_id LIKE 'agent!_%' ESCAPE '!'`,
  );
  const openTurnAgents = db.prepare<[number], { agent_id: string }>(
    'SELECT agent_id FROM turns WHERE session_key = ? AND ended_seq IS NULL',
  );
  const openTasks = db.prepare<[number], { task_id: string }>(
    `SELECT task_id FROM tasks WHERE session_key = ? AND status = 'running'`,
  );
  const promptRows = db.prepare<[number, string], PromptRow>(
    `SELECT * FROM prompts WHERE session_key = ? AND status = ? ORDER BY position`,
  );
  const goalsAndJobs = createGoalsAndJobs(db);
  const seenFiles = createSeenReader(db);
  const earlierOf = createEarlierReader(db);
  const compacting = createOpenReader(db);
  const usageOf = createUsageReader(db);
  const takenBack = createTakenBackReader(db);
  const lastTurn = db.prepare<[number, string], { unattended: number; payload: string; time: number }>(
    `SELECT t.unattended, e.payload, e.time FROM turns t JOIN events e ON e.session_key = t.session_key AND e.seq = t.ended_seq
     WHERE t.session_key = ? AND t.agent_id = ? AND t.undone = 0 AND t.ended_seq IS NOT NULL AND json_valid(e.payload) ORDER BY t.turn_id DESC LIMIT 1`,
  );
  const open = createOpenRows(db);

  function depthOf(key: number, id: string): number {
    return above.get({ key, id })?.n ?? 0;
  }

  function agent(row: Pick<SessionRow, 'key' | 'id'>, stored: AgentRow): LiveAgent {
    const { key } = row;
    // a compaction also replaces copied messages
    const copy =
      stored.copied === null || stored.compacted !== null ? undefined : (texts.parse(stored.copied) as ContextCopy);
    const anchor = stored.anchor === null ? undefined : (JSON.parse(stored.anchor) as NonNullable<LiveAgent['anchor']>);
    const entries = [...(copy ? messages.copied(row, copy) : []), ...messages.context(row, stored.agent_id)];
    const earlier = earlierOf(key, stored.agent_id, stored.compacted);
    const seen = seenFiles(key, stored.agent_id);
    const end = lastTurn.get(key, stored.agent_id);
    const noted = JSON.parse(stored.noted) as Record<string, string>;
    const plan = JSON.parse(stored.plan) as { active: boolean; path?: string };
    return {
      id: stored.agent_id,
      kind: stored.kind,
      ...(stored.parent_id === null ? {} : { parentId: stored.parent_id }),
      depth: stored.parent_id === null ? 0 : depthOf(key, stored.agent_id),
      ...(stored.label === null ? {} : { label: stored.label }),
      ...(stored.disposed_at === null ? {} : { disposed: true }),
      binding: bindingOf(stored.binding),
      entries,
      memory: { todos: JSON.parse(stored.todos) as Todo[], plan, seen },
      tools: JSON.parse(stored.tools) as LiveAgent['tools'],
      noted,
      takenBack: stored.kind === 'main' ? takenBack(key, noted) : [],
      ...(stored.refused_images === null ? {} : { refusedImages: JSON.parse(stored.refused_images) as RefusedImages }),
      ...(stored.system_prompt === null ? {} : { systemBody: stored.system_prompt }),
      ...(stored.rendered === null ? {} : { rendered: stored.rendered }),
      listed: stored.listed ?? '',
      ...(anchor === undefined ? {} : { anchor }),
      gauge: gaugeOf(entries, anchor?.messageId),
      earlierSkills: earlier.skills,
      ...(entries.length === 0 ? {} : { recall: 'resume' as const }),
      lastTurn: stored.last_turn,
      ...(end === undefined
        ? {}
        : {
            endedAt: end.time,
            lastEnd: endingOf(JSON.parse(end.payload) as Parameters<typeof endingOf>[0]),
          }),
      queue: promptRows
        .all(key, 'queued')
        .filter((each) => each.agent_id === stored.agent_id)
        .map((each) => queued(each, texts)),
      paused: stored.queue_paused === 1,
      inbox: [],
      unattended: end?.unattended === 1,
      onSteer: new Set(),
      steered: [],
      touched: [],
      usedCalls: usedCalls(entries, earlier.calls),
      counts: countsOf(entries),
      waited: { open: 0, since: 0, total: 0 },
      usage: usageOf(key, stored.agent_id),
    };
  }

  const promptRow = db.prepare<[number, string], PromptRow>(
    'SELECT * FROM prompts WHERE session_key = ? AND prompt_id = ?',
  );

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
      // a side agent that was closed is gone
      if (!stored || (stored.kind === 'independent' && stored.disposed_at !== null)) return undefined;
      return agent(session, stored);
    },
    ...open,
    runningPrompts: (key) => promptRows.all(key, 'running'),
    load: (row, now) => ({
      ref: { key: row.key, id: row.id, epoch: row.epoch },
      workspaceId: row.workspace_id,
      cwd: row.cwd,
      workspace: [row.cwd, ...(JSON.parse(row.directories) as string[])],
      model: { alias: row.model, named: row.model_named === 1 },
      ...(row.thinking === null ? {} : { thinking: row.thinking }),
      mode: row.permission_mode,
      runtimeId: row.runtime_id,
      rules: JSON.parse(row.rules) as SessionPermissionRule[],
      launchRules: [],
      launchDenials: JSON.parse(row.launch_denials) as string[],
      launchEnv: {},
      givenServers: new Map(),
      clientType: 'api',
      archived: row.archived_at !== null,
      agents: new Map(agentRows.all(row.key).map((stored) => [stored.agent_id, agent(row, stored)])),
      waits: new Map<string, Wait>(),
      tasks: new Map(),
      detachable: new Map(),
      shells: new Map(),
      terminals: new Map(),
      open: {
        turns: new Set(openTurnAgents.all(row.key).map((each) => each.agent_id)),
        tasks: new Set(openTasks.all(row.key).map((each) => each.task_id)),
        compactions: new Set(compacting(row.key)),
      },
      ...goalsAndJobs.load(row.key),
      calls: new Map(callRows.all(row.key).map((call) => [call.agent_id, openCall(call)])),
      nextAgent: (highest.get(row.key)?.n ?? 0) + 1,
      work: {
        busy: row.busy === 1,
        main_turn_active: row.main_turn_active === 1,
        pending_interaction: row.pending_interaction,
        ...(row.last_turn_reason === null ? {} : { last_turn_reason: row.last_turn_reason }),
      },
      lastSeq: row.last_seq,
      loadedAt: now,
      lastUsedAt: now,
      closing: false,
      dead: false,
    }),
  };
}

/** Reads what has no end yet. */
export function createOpenRows(db: Db): Pick<Loader, 'openTurns' | 'pending'> {
  const open = db.prepare<[number], OpenTurnRow>('SELECT * FROM turns WHERE session_key = ? AND ended_seq IS NULL');
  const waiting = db.prepare<[number], InteractionRow>(
    `SELECT *, coalesce(json_extract(request, '$.background'), 0) AS background,
       EXISTS (SELECT 1 FROM budgets b WHERE b.session_key = i.session_key AND b.question_id = i.id) AS budget FROM interactions i
     WHERE session_key = ? AND status = 'pending' ORDER BY created_at`,
  );
  return { openTurns: (key) => open.all(key), pending: (key) => waiting.all(key) };
}

function openCall(row: CallRow): ChildCall {
  return {
    agentId: row.agent_id,
    type: row.type,
    callerId: row.caller_id,
    callId: row.call_id,
    background: row.background === 1,
    taskId: row.task_id,
    description: row.description,
    startedAt: row.started_at,
  };
}

/** The binding of an agent's row; what was never bound is the built-in agent. */
export function bindingOf(stored: string | null): AgentBinding {
  return stored === null ? builtinBindings.agent : (JSON.parse(stored) as AgentBinding);
}

/** Reads what an agent last saw of each file. */
export function createSeenReader(db: Db): (key: number, agentId: string) => Map<string, SeenFile> {
  const rows = db.prepare<[number, string], { path: string; mtimeMs: number; size: number; sha256: string | null }>(
    `SELECT path, mtime_ms AS mtimeMs, size, json_extract(e.payload, '$.sha256') AS sha256
     FROM (SELECT session_key, path, mtime_ms, size, max(seq) AS seq FROM seen_files WHERE session_key = ? AND agent_id = ? GROUP BY path) s
       LEFT JOIN events e ON e.session_key = s.session_key AND e.seq = s.seq AND json_valid(e.payload)`,
  );
  return (key, agentId) =>
    new Map(
      rows
        .all(key, agentId)
        .map(({ path, sha256, ...facts }) => [path, { ...facts, ...(sha256 === null ? {} : { sha256 }) }]),
    );
}

export function originOf(row: OpenTurnRow): Origin {
  return JSON.parse(row.origin) as Origin;
}

function usedCalls(entries: LiveAgent['entries'], earlier: readonly string[]): Set<string> {
  const used = new Set(earlier);
  for (const { message } of entries) {
    for (const part of message.content) if (part.type === 'tool_use') used.add(part.tool_call_id);
  }
  return used;
}

/** Counters for reminders; those since a write restart at every load. */
function countsOf(entries: LiveAgent['entries']): LiveAgent['counts'] {
  return {
    assistantMessages: entries.filter(({ message }) => message.role === 'assistant').length,
    sinceTodo: 0,
    sincePlanNote: 0,
  };
}
