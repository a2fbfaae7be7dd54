/** The agents as a tree, with state, model, tokens and time. */
import { text } from '../../live/text.js';
import { Clean } from '../../parts/clean.js';
import { Table } from '../../parts/table.js';
import { contextOf, lengthOf, type Span } from '../spans.js';
import type { Recording } from '../record.js';
import { words } from '../words.js';

const columns = ['agent', 'state', 'model', 'turns', 'tokens', 'cost', 'time'] as const;

export function AgentsView({ record: { spans, facts, version } }: { record: Recording }) {
  void version.value;
  const known = new Map((facts.value?.agents ?? []).map((agent) => [agent.agentId, agent]));
  const rows = inTree([...spans.agents.values()], (id) => known.get(id)?.parentAgentId);
  return (
    <Table label={text('vis.view.agents')} columns={columns.map((name) => text(`vis.agents.${name}`))}>
      {rows.map(({ agent, depth }) => {
        const steps = spans.steps.filter(({ agentId }) => agentId === agent.id);
        const tokens = steps.flatMap(({ tokens: own }) => own ?? []);
        const costs = steps.flatMap(({ cost }) => cost ?? []);
        const turns = agent.children.filter(({ kind }) => kind === 'turn');
        return (
          <tr key={agent.id}>
            <th scope="row" style={{ paddingInlineStart: `${depth * 1.5 + 0.75}rem` }}>
              <Clean text={agent.name} /> {agent.name !== agent.id && <small class="dim">{agent.id}</small>}
            </th>
            <td>{turns.at(-1)?.state ?? text('vis.unknown')}</td>
            <td>
              <Clean text={[...new Set(steps.map(({ model = '' }) => model))].join(', ') || text('vis.unknown')} />
            </td>
            <td class="number">{words.number(turns.length)}</td>
            <td class="number">
              {words.number(
                tokens.length === 0 ? undefined : tokens.reduce((sum, own) => sum + contextOf(own) + own.output, 0),
              )}
            </td>
            <td class="number">
              {words.money(costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0))}
            </td>
            <td class="number">
              {words.duration(turns.reduce((sum, turn) => sum + lengthOf(turn, spans.last ?? 0), 0))}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

function inTree(agents: readonly Span[], parentOf: (id: string) => string | undefined | null) {
  const ids = new Set(agents.map(({ id }) => id));
  const below = (parent: string | undefined, depth: number): { agent: Span; depth: number }[] =>
    agents
      .filter(({ id }) => {
        const own = parentOf(id) ?? (id === 'main' ? undefined : 'main');
        return (own !== undefined && ids.has(own) && own !== id ? own : undefined) === parent;
      })
      .flatMap((agent) => [{ agent, depth }, ...below(agent.id, depth + 1)]);
  return below(undefined, 0);
}
