/** The agents of a session as a tree, and the transcript of the chosen one (web.md 5.13). */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { AgentState } from '../../../client/session/state.js';
import { formatTokens } from '../../../client/view/format.js';
import type { Operations } from '../../../schemas/generated/operations.js';
import { showNote } from '../../live/notes.js';
import { route, setQuery } from '../../live/routes.js';
import { server } from '../../live/server.js';
import { text } from '../../live/text.js';
import { Clean } from '../../parts/clean.js';
import { reasonOf } from '../../parts/failure.js';
import { AgentView } from './agentview.js';
import type { SessionPart } from './places.js';

type Agent = Operations['listAgents']['data']['items'][number];
interface Placed {
  agent: AgentState;
  level: number;
}

/** Orders the agents as a tree: each below the agent that started it. */
function placed(agents: readonly AgentState[], parent: string | undefined = undefined, level = 1): Placed[] {
  const known = new Set(agents.map(({ agentId }) => agentId));
  return agents
    .filter(({ agentId, parentAgentId: above }) =>
      parent === undefined ? above === undefined || above === agentId || !known.has(above) : above === parent,
    )
    .filter(({ agentId }) => agentId !== parent)
    .flatMap((agent) => [{ agent, level }, ...placed(agents, agent.agentId, level + 1)]);
}

export function AgentsPanel({ session }: SessionPart) {
  const { agents } = session.state.value;
  const chosen = route.value.query.get('agent') ?? undefined;
  const choose = (agent: string | undefined): void => setQuery({ agent }, { replace: true });
  const [facts, setFacts] = useState<ReadonlyMap<string, Agent>>(new Map());
  const tree = useRef<HTMLUListElement>(null);
  const current = server.value;
  useEffect(() => {
    if (!current) return;
    let isOver = false;
    void current.client.listAgents({ params: { session_id: session.id } }).then(
      ({ items }) => isOver || setFacts(new Map(items.map((item) => [item.agentId, item]))),
      (error: unknown) => isOver || showNote(reasonOf(error), { isError: true }),
    );
    return () => (isOver = true);
  }, [current, session.id, agents]);

  const shown = useMemo(() => placed(agents), [agents]);
  const isKnown = agents.some(({ agentId }) => agentId === chosen);
  // an agent that has just started may be in one list and not yet in the other
  const isUnknown = chosen !== undefined && !isKnown && facts.size > 0 && !facts.has(chosen);
  const reachable = Math.max(
    0,
    shown.findIndex(({ agent }) => agent.agentId === chosen),
  );

  function move(event: KeyboardEvent, at: number): void {
    const goals: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: shown.length - 1,
    };
    const goal = goals[event.key];
    if (goal !== undefined) (tree.current?.children[goal] as HTMLElement | undefined)?.focus();
    else if (event.key === 'Enter' || event.key === ' ') choose(shown[at]?.agent.agentId);
    else return;
    event.preventDefault();
  }

  return (
    <div class="agents">
      <ul ref={tree} class="panel-list plain-list" role="tree" aria-label={text('panel.agents')}>
        {shown.map(({ agent, level }, at) => (
          <li
            key={agent.agentId}
            role="treeitem"
            aria-level={level}
            aria-selected={agent.agentId === chosen}
            tabIndex={at === reachable ? 0 : -1}
            data-agent-id={agent.agentId}
            data-state={agent.isActive ? 'running' : 'idle'}
            style={{ paddingInlineStart: `${level}rem` }}
            onClick={() => choose(agent.agentId)}
            onKeyDown={(event) => move(event, at)}
          >
            <strong>
              <Clean text={agent.label ?? agent.agentId} />
            </strong>{' '}
            <span class="dim small">
              <Clean text={lineOf(agent, facts.get(agent.agentId))} />
            </span>
          </li>
        ))}
      </ul>
      {chosen === 'main' && <p class="empty">{text('agents.main')}</p>}
      {isUnknown && (
        <p class="empty">
          <Clean text={text('agents.unknown', { name: chosen })} />
        </p>
      )}
      {chosen !== undefined && chosen !== 'main' && !isUnknown && (
        <AgentView key={chosen} session={session} agentId={chosen} />
      )}
    </div>
  );
}

function lineOf(agent: AgentState, facts: Agent | undefined): string {
  const { input_tokens: taken = 0, output_tokens: given = 0 } = facts?.usage ?? {};
  return [
    facts?.profile ?? agent.type ?? '',
    text(agent.disposedAt === undefined ? (agent.isActive ? 'agents.running' : 'agents.idle') : 'agents.gone'),
    facts?.model ?? '',
    taken + given === 0 ? '' : text('agents.tokens', { n: formatTokens(taken + given) }),
  ]
    .filter((each) => each !== '')
    .join(' · ');
}
