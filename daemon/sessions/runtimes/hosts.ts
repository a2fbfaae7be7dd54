/** Decides which hosts a session's commands reach: by rules, or by a question to the user (runtimes.md 6.3, 8.3). */
import { setTimeout as delay } from 'node:timers/promises';
import type { NewEvent } from '../../../schemas/generated/events.js';
import { networkRule } from '../../agent/permission/sandbox.js';
import { interactionLifetimeMs } from '../../agent/turn.js';
import { canonicalHost, hostPattern, shownHost } from '../../base/net/hostrules.js';
import type { Answer, NetworkPolicy, Wanted } from '../../runtimes/proxy.js';
import { notPublic } from '../../web/address.js';
import type { SessionDeps } from '../deps.js';
import type { Registry } from '../live/registry.js';
import type { LiveAgent, LiveSession } from '../live/state.js';
import { iso } from '../store.js';
import { policyOf } from '../turns/gate.js';

/** Milliseconds for which a connection waits for an answer. */
const heldMs = 60_000;
/** Maximum number of open questions in a session. */
const maxPending = 20;

const noUser = { refused: 'nobody to ask' };

export function createHostPolicy(
  deps: SessionDeps,
  registry: Pick<Registry, 'loaded' | 'record' | 'waits'>,
): Pick<NetworkPolicy, 'canonicalHost' | 'rule' | 'decide' | 'notPublic'> {
  /** open questions; connections to the same host and port share one */
  const pending = new Map<string, Promise<Answer>>();

  function placeOf({ sessionId, toolCallId }: Wanted): { session: LiveSession; agent: LiveAgent } | undefined {
    const session = registry.loaded(sessionId);
    const main = session?.agents.get('main');
    if (!session || !main) return undefined;
    const caller = [...session.agents.values()].find(
      ({ inflight }) => toolCallId !== undefined && inflight?.running.has(toolCallId) === true,
    );
    return { session, agent: caller ?? main };
  }

  function rule(wanted: Wanted): ReturnType<NetworkPolicy['rule']> {
    const place = placeOf(wanted);
    if (!place) return 'deny';
    const found = networkRule(policyOf(deps, place.session, place.agent, place.session.mode).rules, wanted);
    if (found?.decision !== 'allow') return found?.decision;
    const pattern = hostPattern(found.pattern);
    return !('error' in pattern) && pattern.names(wanted.host, wanted.port) ? 'exact' : 'allow';
  }

  async function ask(session: LiveSession, agent: LiveAgent, wanted: Wanted, over: AbortSignal): Promise<Answer> {
    const id = deps.newId('approval');
    const expiresAt = deps.now() + interactionLifetimeMs;
    registry.record(session, [requestOf(session, agent, wanted, id, expiresAt)]);
    // cancels the question when its call is over, without ending the turn
    const end = (): void => {
      const wait = session.waits.get(id);
      if (wait?.kind === 'approval' && !wait.outcome && !session.dead)
        registry.waits.resolveApproval(session, wait, { decision: 'cancelled', by: 'abort' }, []);
    };
    over.addEventListener('abort', end, { once: true });
    try {
      const { decision, feedback } = await registry.waits.awaitApproval(session, agent.id, id, expiresAt, {
        again: async () => {
          const decided = rule(wanted);
          return decided === 'allow' || decided === 'exact' ? 'allow' : decided === 'deny' ? 'deny' : 'ask';
        },
        change: async () => ({ refusal: 'a connection has nothing to change' }),
      });
      return decision === 'approved' ? 'allow' : { refused: 'not allowed', feedback };
    } finally {
      over.removeEventListener('abort', end);
    }
  }

  return {
    rule,
    notPublic,
    canonicalHost,
    async decide(wanted, over) {
      const place = placeOf(wanted);
      const unattended = place?.agent.turn?.unattended === true || place?.session.mode === 'auto';
      if (!place || unattended || wanted.toolCallId === undefined || over.aborted) return noUser;
      const key = `${wanted.sessionId} ${wanted.host} ${wanted.port}`;
      let known = pending.get(key);
      if (!known) {
        if ([...pending.keys()].filter((each) => each.startsWith(`${wanted.sessionId} `)).length >= maxPending)
          return noUser;
        known = ask(place.session, place.agent, wanted, over).finally(() => pending.delete(key));
        pending.set(key, known);
      }
      const late = new AbortController();
      try {
        return await Promise.race([
          known,
          delay(heldMs, { ...noUser, late: known }, { signal: late.signal, ref: false }),
        ]);
      } finally {
        late.abort();
      }
    },
  };
}

function requestOf(
  session: LiveSession,
  agent: LiveAgent,
  { host, port, toolCallId = '' }: Wanted,
  id: string,
  expiresAt: number,
): NewEvent {
  const place = shownHost(host, port);
  return {
    type: 'event.approval.requested',
    agentId: agent.id,
    approval_id: id,
    session_id: session.ref.id,
    turn_id: agent.turn?.turnId ?? 0,
    tool_call_id: toolCallId,
    tool_name: 'Bash',
    action: `connect to ${place}`,
    tool_input_display: { kind: 'url_fetch', url: `https://${place}/`, method: 'CONNECT' },
    created_at: iso(expiresAt - interactionLifetimeMs),
    expires_at: iso(expiresAt),
    reason: 'the sandbox reaches only approved hosts',
    session_scope: true,
    scope_rule: `Network(${place})`,
    asks: 'network',
    runtime_id: 'sandbox',
    profile: 'workspace',
    scopes: ['once', 'session', 'always'],
    editable: false,
  };
}
