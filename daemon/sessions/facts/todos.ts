/** The todo list of an agent. */
import type { Todo } from '../../../schemas/generated/types.js';
import { latest, setsAgent, type Fact } from './fact.js';

export const todos = {
  agent: {
    'todo.changed': (agent, event) => {
      agent.memory.todos = event.todos;
      agent.counts.sinceTodo = 0;
    },
  },
  tables(db) {
    const set = setsAgent(db, 'todos');
    return {
      'todo.changed': ({ key, agent }, event) => void set.run(JSON.stringify(event.todos), key, agent),
    };
  },
  load: () => ({
    agent(agent, row) {
      agent.memory.todos = JSON.parse(row.todos) as Todo[];
    },
  }),
  fork: { agent: { todos: latest('todo.changed', `json_extract(payload, '$.todos')`, '[]') } },
  undo: {
    restore: {
      type: 'todo.changed',
      events: (main, before) =>
        JSON.stringify(before?.todos ?? []) === JSON.stringify(main.memory.todos)
          ? []
          : [{ type: 'todo.changed', agentId: 'main', todos: before?.todos ?? [] }],
    },
  },
} satisfies Fact;
