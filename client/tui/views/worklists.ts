/** Lists of what a session works with: tasks, agents, schedules, the queue, skills, MCP servers (tui.md 3.7, 3.14). */
import { plainText } from '../../view/content.js';
import { counted, formatAge } from '../../view/format.js';
import type { Conversation } from '../conversation.js';
import { textLines } from '../text/calls.js';
import { createListOpener, sessionParams as params, type ListsDeps } from './openlist.js';

export function createWorkLists(deps: ListsDeps) {
  const { app, pager, client, now } = deps;
  const { open } = createListOpener(deps);

  return {
    tasks(conversation: Conversation): void {
      open({
        title: 'Background tasks',
        hint: 'Enter output · Ctrl-X stop',
        async read() {
          const { items } = await client.listTasks({ params: params(conversation) });
          return items.map((task) => ({
            value: task,
            label: `${task.id}  ${task.description}`,
            about: task.engine_status,
            right: formatAge(Date.parse(task.created_at), now()),
          }));
        },
        async choose({ id, description }) {
          const task = await client.getTask({
            params: { ...params(conversation), task_id: id },
            query: { with_output: true },
          });
          pager.open(`Task ${id}: ${description}`, textLines(task.output_preview ?? 'no output yet'));
        },
        keys: {
          async 'ctrl+x'({ id }) {
            await conversation.session.cancelTask(id);
          },
        },
      });
    },

    agents(conversation: Conversation): void {
      open({
        title: 'Agents',
        async read() {
          return conversation.session.get().agents.map((agent) => ({
            value: agent,
            label: agent.label ?? agent.agentId,
            about: [
              agent.agentId,
              agent.type ?? '',
              agent.isActive ? 'works' : agent.disposedAt === undefined ? 'idle' : 'ended',
            ]
              .filter((word) => word !== '')
              .join(' · '),
          }));
        },
        choose: (_, close) => close(),
      });
    },

    schedules(conversation: Conversation): void {
      open({
        title: 'Schedules',
        hint: 'Ctrl-X delete',
        async read() {
          const { items } = await client.listCronJobs({ params: params(conversation) });
          return items.map((job) => ({
            value: job,
            label: `${job.human_schedule}: ${job.prompt}`,
            about:
              job.next_fire_at === null ? 'never again' : `next ${job.next_fire_at.slice(0, 16).replace('T', ' ')}`,
          }));
        },
        choose: (_, close) => close(),
        keys: {
          async 'ctrl+x'({ id }) {
            await client.deleteCronJob({ params: { ...params(conversation), job_id: id } });
          },
        },
      });
    },

    queue(conversation: Conversation): void {
      open({
        title: 'Queued prompts',
        hint: 'Enter edit · Ctrl-S send into the turn · Ctrl-X remove',
        async read() {
          return conversation.session
            .get()
            .queue.queued.map((prompt) => ({ value: prompt, label: plainText(prompt.content) }));
        },
        async choose({ prompt_id: id, content }, close) {
          close();
          if (!app.prefill(plainText(content))) return app.notice('Send or clear what you typed first');
          await conversation.session.removeQueued(id);
        },
        keys: {
          async 'ctrl+s'({ prompt_id: id }) {
            await conversation.session.steer([id]);
          },
          async 'ctrl+x'({ prompt_id: id }) {
            await conversation.session.removeQueued(id);
          },
        },
      });
    },

    skills(conversation: Conversation): void {
      open({
        title: 'Skills',
        async read() {
          const { skills } = await client.listSkills({ params: params(conversation) });
          return skills.map(({ name, description, source }) => ({
            value: name,
            label: `/${name}`,
            about: description,
            right: source,
          }));
        },
        choose(name, close) {
          close();
          app.prefill(`/${name} `);
        },
      });
    },

    mcp(conversation: Conversation): void {
      open({
        title: 'MCP servers',
        hint: 'Ctrl-R restart',
        async read() {
          const { servers } = await client.listMcpServers({ query: params(conversation) });
          return servers.map((server) => ({
            value: server,
            label: server.name,
            about: `${server.status}${server.last_error === undefined ? '' : `: ${server.last_error}`}`,
            right: counted(server.tool_count, 'tool'),
          }));
        },
        choose: (_, close) => close(),
        keys: {
          async 'ctrl+r'({ id }) {
            await client.restartMcpServer({ params: { mcp_server_id: id }, query: params(conversation) });
          },
        },
      });
    },
  };
}
