/** The tool TodoList: the agent's list of work items (engine.md 4.13). */
import type { Todo } from '../../schemas/generated/types.js';
import { inwardPlan } from './inward.js';
import { systemNote } from './text.js';
import type { BuiltinTool } from './tool.js';
import { ToolFailure } from './tool.js';

const MAX_ITEMS = 100;

export const todoList: BuiltinTool<'TodoList'> = {
  name: 'TodoList',
  permission: 'allow',
  async plan(input, context) {
    const todos = input.todos && itemsOf(input.todos);
    return inwardPlan({ kind: 'todo_list', items: todos ?? context.memory.todos });
  },
  async run(input, run) {
    if (input.todos) {
      const todos = itemsOf(input.todos);
      run.memory.todos = todos;
      run.emit({ type: 'todo.changed', agentId: run.agentId, todos });
    }
    const items = run.memory.todos;
    return {
      output:
        items.length === 0
          ? systemNote('The list is empty.')
          : items.map(({ status, title }) => `[${status}] ${title}`).join('\n'),
      display: { kind: 'todo_list', items },
    };
  },
};

function itemsOf(given: Todo[]): Todo[] {
  if (given.length > MAX_ITEMS) throw new ToolFailure(`At most ${MAX_ITEMS} items fit on the list.`);
  // keep only the fields of the type, because models add fields; each item is one line
  return given.map(({ title, status }) => ({ title: title.replace(/\s+/g, ' ').trim(), status }));
}
