/** What an agent is made from: the built-in types, and which tools a binding leaves (engine.md 14, 17.1). */
import type { AgentBinding } from '../../schemas/generated/types.js';
import type { Tool } from '../tools/tool.js';
import { isToolOn } from './permission/decide.js';
import { roles } from './roles.js';

/** Types that every session has; a file may replace one only when it sets `override`. */
export const builtinBindings: Record<'agent' | 'coder' | 'explore' | 'plan', AgentBinding> = {
  agent: builtin('agent', 'The main agent: works with the user.'),
  coder: {
    ...subagent('coder', 'General work: reads, changes files and runs commands.'),
    tools: [
      'Bash',
      'Read',
      'ReadMediaFile',
      'Write',
      'Edit',
      'Glob',
      'Grep',
      'WebSearch',
      'FetchURL',
      'TodoList',
      'Skill',
      'EnterPlanMode',
      'ExitPlanMode',
      'Task*',
      'WaitFor',
      'mcp__*',
    ],
    subagents: [],
  },
  explore: {
    ...subagent('explore', 'Fast search: reads, searches and looks around, and changes nothing.'),
    tools: ['Bash', 'Read', 'ReadMediaFile', 'Glob', 'Grep', 'WebSearch', 'FetchURL'],
    subagents: [],
  },
  plan: {
    ...subagent('plan', 'Design: reads and thinks a change through, without a shell.'),
    tools: ['Read', 'ReadMediaFile', 'Glob', 'Grep', 'WebSearch', 'FetchURL'],
    subagents: [],
  },
};

function subagent(name: keyof typeof roles, description: string): AgentBinding {
  return { ...builtin(name, description), body: roles[name] };
}

function builtin(name: string, description: string): AgentBinding {
  return { name, description, source: 'builtin', disallowed: [] };
}

/** How deep agents may call each other; main is at 0. */
export const maxAgentDepth = 3;

/** Whether an agent may call one of a type; built-in types call none. */
export function mayCall(caller: AgentBinding, type: string): boolean {
  return type !== 'agent' && (caller.subagents === undefined || caller.subagents.includes(type));
}

/** Whether the shell of an agent only looks: in no mode may its commands write to files (engine.md 17.1). */
export function looksOnly({ name, source, sandbox }: AgentBinding): boolean {
  return (source === 'builtin' && name === 'explore') || sandbox === 'read-only';
}

/** Whether a binding leaves a tool to its agent; what only the main agent may use is never left to others. */
export function bindingAllows(binding: AgentBinding, tool: Pick<Tool, 'name' | 'mainOnly'>, isMain: boolean): boolean {
  if (tool.mainOnly === true && !isMain) return false;
  if (
    binding.tools !== undefined &&
    (binding.tools.length === 0 || !isToolOn(tool.name, { enabled: binding.tools, disabled: [] }))
  )
    return false;
  return isToolOn(tool.name, { enabled: [], disabled: binding.disallowed });
}
