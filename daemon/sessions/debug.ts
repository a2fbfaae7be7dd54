/** Read-only views of sessions for debugging (rest.md 27). */
import type { Operations } from '../../schemas/generated/operations.js';
import { judge } from '../agent/permission/decide.js';
import type { Rule } from '../agent/permission/rules.js';
import { estimateMessage } from '../agent/fill.js';
import { resolvePath, resolveReal } from '../base/fs/paths.js';
import { ApiError } from '../errors.js';
import type { Subject, Tool } from '../tools/tool.js';
import type { SessionDeps } from './deps.js';
import { policyOf } from './turns/gate.js';
import { unloadsIn } from './live/idle.js';
import type { LiveAgent, LiveSession } from './live/state.js';
import { createLoader } from './live/load.js';
import type { Messages } from './messages/messages.js';
import type { Offers } from './settings/offers.js';
import type { Registry } from './live/registry.js';
import { iso } from './store.js';
import { textsOf } from './texts/texts.js';

type Answer<Name extends `debug${string}` & keyof Operations> = Operations[Name]['data'];

export interface Debug {
  sessions(): Answer<'debugSessions'>;
  events(id: string, query: { after_seq: number; limit: number; type?: string }): Answer<'debugEvents'>;
  permissions(id: string, query: { tool?: string; subject?: string }): Answer<'debugPermissions'>;
  context(id: string, agentId: string): Answer<'debugContext'>;
}

export function createDebug(deps: SessionDeps, registry: Registry, messages: Messages, offers: Offers): Debug {
  const loader = createLoader(deps.db, messages);
  const stats = deps.db.prepare<[number], { type: string; count: number; bytes: number; damaged: number }>(
    `SELECT type, count(*) AS count, sum(octet_length(payload)) AS bytes, sum(NOT json_valid(payload)) AS damaged
     FROM events WHERE session_key = ? GROUP BY type ORDER BY type`,
  );
  const bounds = deps.db.prepare<[number], { first: number | null; last: number | null }>(
    'SELECT min(seq) AS first, max(seq) AS last FROM events WHERE session_key = ?',
  );
  const page = deps.db.prepare<
    [{ key: number; after: number; type: string | null; limit: number }],
    { seq: number; time: number; type: string; agent_id: string; payload: string }
  >(
    `SELECT seq, time, type, agent_id, payload FROM events
     WHERE session_key = @key AND seq > @after AND (@type IS NULL OR type = @type) AND json_valid(payload)
     ORDER BY seq LIMIT @limit`,
  );

  function rowOf(id: string) {
    const row = deps.store.row(id);
    if (!row) throw new ApiError('SESSION_NOT_FOUND');
    return row;
  }

  /** Returns the session in memory, or a temporary copy from storage: loading the copy takes no ownership. */
  const sessionOf = (id: string): LiveSession => registry.loaded(id) ?? loader.load(rowOf(id), deps.now());

  const toolsOf = (session: LiveSession) => [...deps.tools, ...registry.servers.tools(session)];

  return {
    sessions: () => ({
      sessions: registry.all().map((session) => {
        const subscribers = deps.hub.readers(session.ref.id);
        const left = unloadsIn(session, deps.now(), subscribers);
        return {
          id: session.ref.id,
          loaded_at: iso(session.loadedAt),
          last_used_at: iso(session.lastUsedAt),
          agents: [...session.agents.values()].map((agent) => ({
            agent_id: agent.id,
            phase: registry.status.complete(session, agent).phase ?? { kind: 'idle' },
            queue: agent.queue.length,
          })),
          subscribers,
          tasks_running: session.tasks.size,
          mcp: registry.servers.statuses(session).map(({ name, status: state }) => ({ name, status: state })),
          unload_in_ms: left === null ? null : Math.max(0, left),
        };
      }),
    }),
    events(id, { after_seq: after, limit, type = null }) {
      const { key } = rowOf(id);
      const types = stats.all(key);
      const sum = (of: 'count' | 'bytes' | 'damaged') => types.reduce((total, each) => total + each[of], 0);
      const { first, last } = bounds.get(key) ?? { first: null, last: null };
      return {
        stats: {
          count: sum('count'),
          first_seq: first ?? 0,
          last_seq: last ?? 0,
          bytes: sum('bytes'),
          by_type: Object.fromEntries(types.map(({ type: name, count }) => [name, count])),
          damaged: sum('damaged'),
        },
        events: page.all({ key, after, type, limit }).map(({ time, payload, ...row }) => ({
          ...row,
          time: iso(time),
          payload: textsOf(deps.db).parse(payload) as Record<string, unknown>,
        })),
      };
    },
    permissions(id, { tool: name, subject = '' }) {
      const session = sessionOf(id);
      const main = mainOf(session);
      const policy = policyOf(deps, session, main, session.mode);
      const tool = toolsOf(session).find((each) => each.name === name);
      if (name !== undefined && !tool) throw new ApiError('TOOL_NOT_AVAILABLE', { message: `no tool ${name}` });
      // permission patterns have nothing to match in calls of MCP tools
      const subjectFor = ({ name: called, server }: Tool): Subject =>
        server === undefined ? subjectOf(called, subject, session, deps) : { kind: 'none' };
      const call = tool && { tool, subject: subjectFor(tool) };
      const verdict = call && judge(call, policy);
      return {
        mode: session.mode,
        plan_mode: policy.plan.active,
        rules: inOrder(policy.rules),
        ...(verdict && {
          verdict: {
            decision: verdict.decision,
            step: verdict.step,
            ...(verdict.rule === undefined ? {} : { rule: verdict.rule.text }),
          },
        }),
      };
    },
    context(id, agentId) {
      const session = sessionOf(id);
      const agent = registry.agentMemory.find(session, agentId);
      if (!agent) throw new ApiError('SESSION_NOT_FOUND', { message: `no agent ${agentId} in this session` });
      const offered = offers(id);
      return {
        tokens: (agent.anchor?.tokens ?? 0) + agent.gauge.later,
        estimate: agent.gauge.all,
        messages: agent.entries.map(({ message }) => ({
          id: message.id,
          role: message.role,
          origin: message.metadata?.origin?.kind ?? '',
          tokens: estimateMessage(message),
        })),
        system_prompt_chars: agent.rendered?.length ?? 0,
        tools: toolsOf(session)
          .filter((tool) => offered?.(tool))
          .map(({ name }) => name),
      };
    },
  };
}

function mainOf(session: LiveSession): LiveAgent {
  const main = session.agents.get('main');
  if (!main) throw new ApiError('SESSION_NOT_FOUND', { message: 'the session has no main agent' });
  return main;
}

/** Lists rules in evaluation order: deny, approved for the session, ask, allow (engine.md 6.2). */
function inOrder(rules: ReturnType<typeof policyOf>['rules']): Answer<'debugPermissions'>['rules'] {
  const all = (['config', 'launch', 'session'] as const).flatMap((source) =>
    rules[source].map((rule) => ({ rule, source })),
  );
  const rank = ({ rule, source }: { rule: Rule; source: string }) =>
    rule.decision === 'deny' ? 0 : source === 'session' ? 1 : rule.decision === 'ask' ? 2 : 3;
  return all
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ rule, source }) => ({
      decision: rule.decision,
      pattern: rule.text,
      source,
      ...(rule.reason === undefined ? {} : { reason: rule.reason }),
    }));
}

/** Parses the given text into the subject that the tool's permission rules match. */
function subjectOf(
  tool: string,
  text: string,
  { cwd }: LiveSession,
  { userHome }: Pick<SessionDeps, 'userHome'>,
): Subject {
  const place = (given: string) => {
    const absolute = resolvePath(given, { cwd, userHome });
    return { absolute, resolved: resolveReal(absolute) };
  };
  switch (tool) {
    case 'Bash':
      return { kind: 'command', command: text, cwd };
    case 'Read':
    case 'ReadMediaFile':
      return { kind: 'path', operation: 'read', given: text, ...place(text) };
    case 'Write':
    case 'Edit':
      return { kind: 'path', operation: 'write', given: text, ...place(text) };
    case 'Glob':
    case 'Grep':
      return { kind: 'pattern', pattern: text, ...place('.') };
    case 'Agent':
    case 'Skill':
      return { kind: 'name', name: text };
    case 'FetchURL':
      return { kind: 'url', url: text };
    case 'TaskOutput':
    case 'TaskStop':
      return { kind: 'task', id: text, own: true };
    default:
      return text === '' ? { kind: 'none' } : { kind: 'text', text };
  }
}
