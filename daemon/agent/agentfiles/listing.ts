/** Custom agents as the system prompt lists them for those who may call them (engine.md 14). */
import type { AgentBinding } from '../../../schemas/generated/types.js';
import { shortened } from '../describe.js';
import { mayCall } from '../profiles.js';

/** Agents that are listed. */
const maxListed = 100;

/** One line per agent of a file that `caller` may call; empty when there is none. */
export function agentLines(caller: AgentBinding, agents: readonly AgentBinding[]): string {
  const mine = agents.filter(({ source, name }) => source !== 'builtin' && mayCall(caller, name));
  const lines = mine.slice(0, maxListed).map(({ name, description, whenToUse }) => {
    const when = whenToUse === undefined ? '' : ` When: ${shortened(whenToUse)}`;
    return `- ${name}: ${shortened(description)}${when}`;
  });
  return [...lines, ...(mine.length > maxListed ? [`- … and ${mine.length - maxListed} more`] : [])].join('\n');
}
