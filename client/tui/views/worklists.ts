/** Lists for a session: tasks, agents, schedules, queue, goals, skills, MCP servers (tui.md 3.7, 3.13, 3.14). */
import type { Operations } from '../../../schemas/generated/operations.js';
import type { ContentPart, TokenUsage } from '../../../schemas/generated/types.js';
import type { AgentState, Queue } from '../../session/state.js';
import { promptWords } from '../../view/content.js';
import { formatAge, formatTime, formatTokens } from '../../view/format.js';
import type { ProcessSide } from '../app.js';
import type { Conversation } from '../conversation.js';
import type { TranscriptLayout } from '../transcript/forms.js';
import { createListOpener, sessionParams as params, type ListsDeps } from './openlist.js';
import { followTask } from './taskoutput.js';
import { openTranscript } from './transcript.js';
import { own } from '../../view/glyphs.js';

export interface WorkListsDeps extends ListsDeps {
  process: Pick<ProcessSide, 'copy' | 'edit'>;
  layout(): TranscriptLayout;
}

type CronJobItem = Operations['listCronJobs']['data']['items'][number];
type Queued = Queue['queued'][number];

/** Time in milliseconds within which a second press stops a task. */
const twiceMs = 2_000;

export function createWorkLists(deps: WorkListsDeps) {
  const { app, pager, client, process, now } = deps;
  const { open, askText } = createListOpener(deps);

  /** Returns whether this is the second press for an item; the first one shows the question. */
  function createConfirmation(question: (id: string) => string): (id: string) => boolean {
    let armed: { id: string; until: number } | undefined;
    return (id) => {
      if (armed?.id === id && now() < armed.until) {
        armed = undefined;
        return true;
      }
      armed = { id, until: now() + twiceMs };
      app.notice(question(id));
      return false;
    };
  }

  return {
    tasks(conversation: Conversation): void {
      const confirms = createConfirmation((id) => `x again to stop ${id}`);
      const { session } = conversation;
      const stop = async (id: string): Promise<string | undefined> => {
        if (!confirms(id)) return `x again to stop ${id}`;
        await session.cancelTask(id);
        return undefined;
      };
      open({
        title: 'Background tasks',
        hint: 'Enter output · x x stop · o open the log',
        follows: session,
        async read() {
          const { items } = await client.listTasks({ params: params(conversation) });
          return items.map((task) => ({
            value: task,
            label: `${task.id}  ${task.description}`,
            about: task.engine_status,
            right: formatAge(Date.parse(task.created_at), now()),
          }));
        },
        choose(task) {
          followTask({ session, client, pager, task, process, stop: () => stop(task.id) });
        },
        keys: {
          x: async ({ id, status }) => void (status === 'running' && (await stop(id))),
          async o({ id }) {
            const task = await client.getTask({
              params: { ...params(conversation), task_id: id },
              query: { with_output: true, output_bytes: mostOutput },
            });
            const edited = await process.edit(task.output_preview ?? '');
            if (edited === undefined) app.notice('No editor is set: see /editor');
          },
        },
      });
    },

    agents(conversation: Conversation): void {
      const { session } = conversation;
      const abort = async (agentId: string): Promise<void> => {
        await client.abortAgent({ params: { ...params(conversation), agent_id: agentId } });
        app.notice(`Agent ${agentId} is stopped`);
      };
      open({
        title: 'Agents',
        hint: 'Enter transcript · x stop',
        follows: session,
        async read() {
          const { agents, tasks, settings, usage } = session.get();
          return treeOf(
            agents.filter(({ type, disposedAt }) => type !== 'independent' || disposedAt === undefined),
          ).map(({ agent, depth }) => {
            const task = tasks.find(({ agentId }) => agentId === agent.agentId);
            const isMain = agent.agentId === 'main';
            const model = isMain ? settings.model : (task?.model ?? '');
            const spent = isMain ? usage.tokens : undefined;
            const tokens = spent?.total ?? task?.usage;
            const state = agent.isActive ? 'works' : agent.disposedAt === undefined ? 'idle' : 'ended';
            return {
              value: agent,
              label: `${'  '.repeat(depth)}${agent.label ?? agent.agentId}`,
              about: [agent.label === undefined ? '' : agent.agentId, state, model].filter(Boolean).join(own(' · ')),
              right: tokens === undefined ? '' : `${formatTokens(tokenCount(tokens))} tokens`,
            };
          });
        },
        choose({ agentId, label }) {
          openTranscript({
            title: `Agent ${label ?? agentId}`,
            agentId,
            session,
            pager,
            layout: deps.layout,
            copy: process.copy,
            edit: process.edit,
            hint: 'x stop · Enter open · Tab block · / search · ? keys · q back',
            keys: {
              async x() {
                await abort(agentId);
                return `Agent ${agentId} is stopped`;
              },
            },
          });
        },
        keys: { x: ({ agentId }) => abort(agentId) },
      });
    },

    schedules(conversation: Conversation): void {
      open({
        title: 'Schedules',
        hint: 'Delete or Ctrl-X delete',
        async read() {
          const { items } = await client.listCronJobs({ params: params(conversation) });
          return items.map((job) => ({
            value: job,
            label: `${job.human_schedule}: ${job.prompt}`,
            about: job.next_fire_at === null ? 'never again' : `next ${formatTime(job.next_fire_at)}`,
            right: job.id,
          }));
        },
        choose: ({ prompt }) => app.notice(prompt),
        keys: removal(async ({ id }: CronJobItem) => {
          await client.deleteCronJob({ params: { ...params(conversation), job_id: id } });
        }),
      });
    },

    queue(conversation: Conversation): void {
      const { session } = conversation;
      let moved: string | undefined;
      open<Queued>({
        title: 'Queued prompts',
        hint: 'Enter edit · Space move · s send into the turn · Delete remove',
        follows: session,
        async read() {
          return session.get().queue.queued.map((prompt) => ({
            value: prompt,
            label: promptWords(prompt.content),
            about: prompt.prompt_id === moved ? 'moves with ↑ ↓, Space puts it down' : '',
          }));
        },
        async choose({ prompt_id: id, content }) {
          const isText = (part: ContentPart): boolean => part.type === 'text';
          const before = promptWords(content.filter(isText));
          const text = await askText('Edit the queued prompt', before);
          if (text === undefined || text.trim() === '' || text === before) return;
          const others = content.filter((part) => !isText(part));
          try {
            await session.editQueued(id, { content: [{ type: 'text', text }, ...others] });
          } catch (error) {
            // the prompt was sent meanwhile: the edited text goes into the input or the history
            if (!app.prefill(text)) await conversation.history.add(text);
            throw error;
          }
        },
        carry: {
          isMoved: ({ prompt_id: id }) => id === moved,
          toggle: ({ prompt_id: id }) => void (moved = moved === id ? undefined : id),
          async move({ prompt_id: id }, to) {
            await session.editQueued(id, { position: to });
          },
        },
        keys: {
          s: async ({ prompt_id: id }) => void (await session.steer([id])),
          'ctrl+s': async ({ prompt_id: id }) => void (await session.steer([id])),
          ...removal(async ({ prompt_id: id }: Queued) => void (await session.removeQueued(id))),
        },
      });
    },

    goals(conversation: Conversation): void {
      const { session } = conversation;
      let moved: number | undefined;
      const change = async (edit: (objectives: string[]) => string[]): Promise<void> => {
        const { objectives } = await client.getGoalQueue({ params: params(conversation) });
        await session.setGoalQueue(edit([...objectives]));
      };
      open<{ at: number; objective: string }>({
        title: 'Goals that follow',
        hint: 'Enter edit · Space move · Delete remove',
        async read() {
          const { objectives } = await client.getGoalQueue({ params: params(conversation) });
          return objectives.map((objective, at) => ({
            value: { at, objective },
            label: `${at + 1}. ${objective}`,
            about: at === moved ? 'moves with ↑ ↓, Space puts it down' : '',
          }));
        },
        async choose({ at, objective }) {
          const text = await askText('Edit the goal', objective);
          if (text !== undefined && text.trim() !== '')
            await change((all) => all.map((each, place) => (place === at ? text.trim() : each)));
        },
        carry: {
          isMoved: ({ at }) => at === moved,
          toggle: ({ at }) => void (moved = moved === at ? undefined : at),
          async move({ at }, to) {
            await change((all) => {
              const [taken] = all.splice(at, 1);
              if (taken !== undefined) all.splice(to, 0, taken);
              return all;
            });
            moved = to;
          },
        },
        keys: removal(async ({ at }: { at: number }) => await change((all) => all.filter((_, place) => place !== at))),
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
          if (!app.prefill(`/${name} `)) app.notice('Send or clear what you typed first');
        },
      });
    },
  };
}

/** Maximum bytes of a log that an editor opens. */
const mostOutput = 1_048_576;

/** Returns the keys that remove a row. */
function removal<Value>(remove: (value: Value) => Promise<void>): Record<string, (value: Value) => Promise<void>> {
  return { delete: remove, 'ctrl+x': remove };
}

/** Sorts agents below their callers. */
function treeOf(agents: readonly AgentState[]): { agent: AgentState; depth: number }[] {
  const ids = new Set(agents.map(({ agentId }) => agentId));
  const below = (parent: string | undefined, depth: number): { agent: AgentState; depth: number }[] =>
    agents
      .filter(({ agentId, parentAgentId }) =>
        parent === undefined
          ? parentAgentId === undefined || !ids.has(parentAgentId) || parentAgentId === agentId
          : parentAgentId === parent && agentId !== parent,
      )
      .flatMap((agent) => [{ agent, depth }, ...below(agent.agentId, depth + 1)]);
  return below(undefined, 0);
}

function tokenCount({ inputOther, output, inputCacheRead, inputCacheCreation }: TokenUsage): number {
  return inputOther + output + inputCacheRead + inputCacheCreation;
}
