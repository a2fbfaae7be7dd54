/** Determines which tools the main agent of a session is offered, also when the session is not loaded. */
import type { Tool } from '../../tools/tool.js';
import type { SessionDeps } from '../deps.js';
import { capabilitiesOf, modelOf, toolAllowed } from '../turns/gate.js';
import type { LiveAgent } from '../live/state.js';
import { bindingOf } from '../facts/agents.js';
import type { Registry } from '../live/registry.js';

/** Reports for each tool whether it is offered; undefined when there is no such session. */
export type Offers = (id: string) => ((tool: Tool) => boolean) | undefined;

export function createOffers(deps: SessionDeps, registry: Registry): Offers {
  const toolRow = deps.db.prepare<[number], { tools: string; binding: string | null }>(
    `SELECT tools, binding FROM agents WHERE session_key = ? AND agent_id = 'main'`,
  );

  function settings(id: string): { agent: Parameters<typeof toolAllowed>[1]; alias: string } | undefined {
    const session = registry.loaded(id);
    const live = session?.agents.get('main');
    if (session && live) return { agent: live, alias: modelOf(session, live) };
    const row = deps.store.row(id);
    const stored = row && toolRow.get(row.key);
    if (!stored) return undefined;
    const tools = JSON.parse(stored.tools) as LiveAgent['tools'];
    return { agent: { kind: 'main', depth: 0, tools, binding: bindingOf(stored.binding) }, alias: row.model };
  }

  return (id) => {
    const found = settings(id);
    if (!found) return undefined;
    const capabilities = capabilitiesOf(deps.models, found.alias);
    return (tool) => toolAllowed(tool, found.agent, deps.settings().tools, capabilities);
  };
}
