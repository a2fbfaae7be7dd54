/** Defines the built-in agent types, and which tools a binding allows (engine.md 14, 17.1). */
import type { AgentBinding } from '../../schemas/generated/types.js';
import type { Tool } from '../tools/tool.js';
import { isToolOn } from './permission/decide.js';
import { roles } from './roles.js';

/** Types that every session has. A file replaces one only if it sets `override`. */
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

/** Maximum nesting depth of agents; the main agent has depth 0. */
export const maxAgentDepth = 3;

/** Whether an agent may call one of a type. Built-in types call no agents. */
export function mayCall(caller: AgentBinding, type: string): boolean {
  return type !== 'agent' && (caller.subagents === undefined || caller.subagents.includes(type));
}

/** Whether an agent's commands may not write files, in any mode (engine.md 17.1). */
export function isReadOnlyAgent({ name, source, sandbox }: AgentBinding): boolean {
  return (source === 'builtin' && name === 'explore') || sandbox === 'read-only';
}

/** Whether a binding allows a tool. Tools for the main agent only are never allowed to others. */
export function bindingAllows(binding: AgentBinding, tool: Pick<Tool, 'name' | 'mainOnly'>, isMain: boolean): boolean {
  if (tool.mainOnly === true && !isMain) return false;
  if (
    binding.tools !== undefined &&
    (binding.tools.length === 0 || !isToolOn(tool.name, { enabled: binding.tools, disabled: [] }))
  )
    return false;
  return isToolOn(tool.name, { enabled: [], disabled: binding.disallowed });
}
