/** Random activity of a session, as the events that the program would record for it. */
import type { LiveSession } from '../../daemon/sessions/live/state.js';
import type { NewEvent } from '../../schemas/generated/events.js';
import type { ContentPart, GoalSnapshot, Message, TaskInfo, TokenUsage } from '../../schemas/generated/types.js';
import type { Random } from '../chaos/random.js';

export interface Trial {
  session: LiveSession;
  random: Random;
  now(): number;
  newId(prefix: string): string;
  record(events: NewEvent[]): void;
}

export interface Actions {
  /** records one activity; returns the number of the main agent's turn that it ended */
  next(): number | undefined;
  isIdle(): boolean;
  /** types of the events recorded so far */
  kinds: ReadonlySet<string>;
}

interface Turn {
  agentId: string;
  turnId: number;
  step: number;
  usage: TokenUsage;
  promptId?: string;
}

const paths = ['/w/a.ts', '/w/b.ts', '/w/src/c.ts'];
const models = ['fast', 'deep'];
const counted = ['inputOther', 'output', 'inputCacheRead', 'inputCacheCreation'] as const;

export function createActions({ session, random, now, newId, record: commit }: Trial): Actions {
  const kinds = new Set<string>();
  const open = new Map<string, Turn>();
  const tasks: TaskInfo[] = [];
  let compactions = 0;

  function record(events: NewEvent[]): void {
    for (const { type } of events) kinds.add(type);
    if (events.length > 0) commit(events);
  }

  const iso = () => new Date(now()).toISOString();
  const agentIds = () => [...session.agents.keys()];
  const idle = () => agentIds().filter((id) => !open.has(id));
  const word = () => random.pick(['alpha', 'beta', 'gamma', 'delta']);
  const tokens = (): TokenUsage => ({
    inputOther: random.between(1, 90),
    output: random.between(1, 90),
    inputCacheRead: random.between(0, 9),
    inputCacheCreation: random.between(0, 9),
  });

  function message(role: Message['role'], content: ContentPart[], id = newId('msg')): Message {
    return { id, session_id: session.ref.id, role, content, created_at: iso() };
  }

  function work(changes: Partial<LiveSession['work']>): NewEvent {
    return { type: 'event.session.work_changed', agentId: 'main', ...session.work, ...changes };
  }

  function settings(): NewEvent[] {
    const agentId = 'main';
    return [
      random.pick<NewEvent>([
        { type: 'model.changed', agentId, model: random.pick(models), named: random.chance(0.5) },
        { type: 'thinking.changed', agentId, thinking: random.pick(['off', 'high']) },
        { type: 'permission.mode.changed', agentId, mode: random.pick(['manual', 'auto', 'yolo'] as const) },
        { type: 'launch.denials', agentId, patterns: [`Bash(${word()})`] },
        { type: 'directories.changed', agentId, directories: [`/${word()}`] },
        { type: 'runtime.changed', agentId, runtimeId: random.pick(['local', 'sandbox']) } as NewEvent,
        { type: 'session.archived', agentId, archived: random.chance(0.3) },
        { type: 'session.meta.updated', agentId, title: word(), patch: { titleKind: 'custom', lastPrompt: word() } },
        { type: 'session.metadata', agentId, metadata: { word: word() } },
        { type: 'warning', agentId, message: word() },
        {
          type: 'rules.changed',
          agentId,
          rules: [
            {
              id: newId('rule'),
              tool_name: 'Bash',
              decision: 'approved',
              created_at: iso(),
              created_by: 'user',
              pattern: 'Bash',
            },
          ],
        },
      ]),
    ];
  }

  function agents(): NewEvent[] {
    const agentId = random.pick(agentIds());
    if (random.chance(0.3) && session.agents.size < 5) {
      const id = `agent_${session.nextAgent}`;
      const main = session.agents.get('main');
      const copies = random.chance(0.5) && main !== undefined && main.entries.length > 0 && compactions === 0;
      return [
        {
          type: 'agent.created',
          agentId: id,
          agentKind: copies ? 'independent' : 'sub',
          parentAgentId: copies ? 'main' : random.pick(agentIds()),
          ...(random.chance(0.5) ? { label: word() } : {}),
        },
        ...(copies
          ? [
              {
                type: 'context.copied',
                agentId: id,
                messageIds: main.entries.slice(0, 3).map((entry) => entry.message.id),
              } as const,
            ]
          : []),
      ];
    }
    return [
      random.pick<NewEvent>([
        { type: 'agent.bound', agentId, profile: 'agent', rendered: word(), listed: word() },
        {
          type: 'agent.bound',
          agentId,
          profile: word(),
          systemPrompt: word(),
          binding: { name: word(), description: '', source: 'user', disallowed: [], model: random.pick(models) },
        },
        { type: 'agent.prompt.dropped', agentId },
        { type: 'tools.changed', agentId, disabled: [word()], ...(random.chance(0.5) ? { allow: [word()] } : {}) },
        { type: 'images.refused', agentId, until: now(), family: word() } as unknown as NewEvent,
        { type: 'reminder.noted', agentId, variant: random.pick(['plan_mode', 'todo', 'date']), key: word() },
        { type: 'prompt.updated', agentId, change: random.pick(['paused', 'resumed'] as const), queueLength: 0 },
      ]),
    ];
  }

  function calls(): NewEvent[] {
    const [running] = [...session.calls.values()];
    const child = agentIds().find((id) => id !== 'main' && !session.calls.has(id));
    if (running && random.chance(0.5)) {
      const about = { agentId: running.callerId, subagentId: running.agentId };
      return [
        random.chance(0.5)
          ? { type: 'subagent.completed', ...about, resultSummary: word() }
          : { type: 'subagent.failed', ...about, error: word(), reason: 'aborted' },
      ];
    }
    if (child === undefined) return [];
    return [
      {
        type: 'subagent.spawned',
        agentId: 'main',
        subagentId: child,
        subagentName: 'explore',
        parentToolCallId: newId('call'),
        runInBackground: random.chance(0.3),
        description: word(),
      },
    ];
  }

  function background(): NewEvent[] {
    const running = tasks.find(({ taskId }) => session.open.tasks.has(taskId));
    if (running && random.chance(0.5)) {
      const info = { ...running, status: 'completed' } as TaskInfo;
      return [
        { type: 'task.terminated', agentId: 'main', info },
        { type: 'task.told', agentId: 'main', taskIds: [running.taskId] },
      ];
    }
    const taskId = newId('task');
    const called = [...session.calls.keys()][0];
    const info = {
      taskId,
      kind: called === undefined ? 'process' : 'agent',
      ...(called === undefined ? {} : { agentId: called }),
      description: word(),
      status: 'running',
      detached: true,
      startedAt: now(),
      endedAt: null,
    } as unknown as TaskInfo;
    tasks.push(info);
    return [
      { type: 'task.started', agentId: 'main', info },
      { type: 'task.facts', agentId: 'main', taskId, quiet: random.chance(0.5) },
    ];
  }

  function goals(): NewEvent[] {
    const { goal } = session;
    if (random.chance(0.3)) return [{ type: 'goal.queue.changed', agentId: 'main', objectives: [word(), word()] }];
    if (goal && random.chance(0.3)) return [{ type: 'goal.updated', agentId: 'main', snapshot: null }];
    const snapshot = {
      ...(goal && random.chance(0.7) ? goal.snapshot : { goalId: newId('goal'), objective: word(), budget: {} }),
      status: random.pick(['active', 'paused']),
      turnsUsed: random.between(0, 5),
      tokensUsed: random.between(0, 500),
      wallClockMs: random.between(0, 500),
    } as GoalSnapshot;
    return [{ type: 'goal.updated', agentId: 'main', snapshot }];
  }

  function jobs(): NewEvent[] {
    const [known] = [...session.jobs.values()];
    if (known && random.chance(0.4)) {
      const { id, cron, prompt, recurring } = known;
      const job = { id, cron, humanSchedule: known.human, prompt, recurring, nextFireAt: null };
      return [{ type: 'cron.changed', agentId: 'main', change: 'deleted', job }];
    }
    const fireAt = now();
    const job = {
      id: newId('job'),
      cron: '* * * * *',
      humanSchedule: 'every minute',
      prompt: word(),
      recurring: true,
      nextFireAt: new Date(fireAt).toISOString(),
    };
    return [
      { type: 'cron.changed', agentId: 'main', change: 'created', job },
      { type: 'cron.scheduled', agentId: 'main', id: job.id, createdAt: now(), dueAt: fireAt, fireAt: fireAt + 5 },
    ];
  }

  function beginTurn(): NewEvent[] {
    const agentId = random.chance(0.8) ? 'main' : random.pick(agentIds());
    const agent = session.agents.get(agentId);
    if (!agent || open.has(agentId)) return [];
    const turn: Turn = {
      agentId,
      turnId: agent.lastTurn + 1,
      step: 0,
      usage: { inputOther: 0, output: 0, inputCacheRead: 0, inputCacheCreation: 0 },
      ...(agentId === 'main' ? { promptId: newId('prompt') } : {}),
    };
    open.set(agentId, turn);
    const { turnId, promptId } = turn;
    const content: ContentPart[] = [{ type: 'text', text: word() }];
    const userMessageId = newId('msg');
    return [
      ...(promptId === undefined
        ? []
        : [
            {
              type: 'prompt.submitted',
              agentId,
              promptId,
              userMessageId,
              status: 'running',
              content,
              createdAt: iso(),
            } as const,
            { type: 'prompt.options', agentId, promptId, unattended: random.chance(0.3) } as const,
          ]),
      {
        type: 'turn.started',
        agentId,
        turnId,
        origin: promptId === undefined ? { kind: 'system_trigger', name: 'goal_continuation' } : { kind: 'user' },
        ...(promptId === undefined ? {} : { promptId }),
      },
      ...(agentId === 'main' ? [work({ busy: true, main_turn_active: true })] : []),
      { type: 'message.appended', agentId, turnId, message: message('user', content, userMessageId) },
    ];
  }

  function step(turn: Turn): NewEvent[] {
    const { agentId, turnId } = turn;
    turn.step += 1;
    const { step: number } = turn;
    const used = tokens();
    for (const kind of counted) turn.usage[kind] += used[kind];
    const toolCallId = newId('call');
    const name = random.pick(['Read', 'Bash', 'ExitPlanMode']);
    const reply = message('assistant', [
      { type: 'text', text: word() },
      { type: 'tool_use', tool_call_id: toolCallId, tool_name: name, input: {} },
    ]);
    const model = random.pick(models);
    const stepId = newId('step');
    const takenBack = session.agents.get(agentId)?.takenBack.at(-1);
    const title: NewEvent = {
      type: 'request.usage',
      agentId,
      model: random.pick(models),
      usage: tokens(),
      cost: 0.5,
      purpose: 'title',
    };
    return [
      // a step begins with the reminder of what the user took back
      ...(takenBack === undefined
        ? []
        : [{ type: 'reminder.noted', agentId, variant: 'taken_back', key: `${takenBack.seq}` } as const]),
      { type: 'turn.step.started', agentId, turnId, step: number, stepId, attempt: 1, model },
      { type: 'message.appended', agentId, turnId, step: number, message: reply },
      {
        type: 'step.usage',
        agentId,
        turnId,
        step: number,
        stepId,
        usage: used,
        finishReason: 'tool_use',
        model,
        family: word(),
        messageId: reply.id,
        ...(random.chance(0.5) ? { cost: 0.001 } : {}),
      },
      { type: 'tool.call.started', agentId, turnId, step: number, toolCallId, name, args: {} },
      ...(random.chance(0.2) ? asked(turn, toolCallId) : []),
      ...(random.chance(0.5) ? [seen(agentId)] : []),
      ...(random.chance(0.3) ? [todo(agentId)] : []),
      ...(random.chance(0.3) ? [planned(agentId)] : []),
      {
        type: 'tool.result',
        agentId,
        turnId,
        step: number,
        toolCallId,
        messageId: newId('msg'),
        output: word(),
        durationMs: 1,
      },
      { type: 'turn.step.completed', agentId, turnId, step: number, stepId, usage: used },
      ...(random.chance(0.2) ? [title] : []),
    ];
  }

  function asked({ agentId, turnId }: Turn, toolCallId: string): NewEvent[] {
    const id = newId('approval');
    return [
      {
        type: 'event.approval.requested',
        agentId,
        approval_id: id,
        session_id: session.ref.id,
        turn_id: turnId,
        tool_call_id: toolCallId,
        tool_name: 'Bash',
        action: word(),
        tool_input_display: { kind: 'text', text: word() },
        created_at: iso(),
        expires_at: iso(),
        session_scope: false,
        runtime_id: 'local',
        profile: 'full',
        scopes: ['once'],
        editable: false,
      } as unknown as NewEvent,
      {
        type: 'event.approval.resolved',
        agentId,
        approval_id: id,
        decision: 'approved',
        resolved_at: iso(),
        by: 'client',
      },
    ];
  }

  function seen(agentId: string): NewEvent {
    return {
      type: 'file.seen',
      agentId,
      path: random.pick(paths),
      mtimeMs: now(),
      size: random.between(0, 99),
      ...(random.chance(0.5) ? { sha256: word() } : {}),
    };
  }

  function todo(agentId: string): NewEvent {
    return {
      type: 'todo.changed',
      agentId,
      todos: [{ title: word(), status: random.pick(['pending', 'done'] as const) }],
    };
  }

  function planned(agentId: string): NewEvent {
    const active = random.chance(0.5);
    return { type: 'plan.changed', agentId, active, ...(active ? { path: `/p/${word()}.md`, slug: word() } : {}) };
  }

  function endTurn({ agentId, turnId, promptId, usage }: Turn): NewEvent[] {
    open.delete(agentId);
    const reason = random.pick(['completed', 'cancelled', 'failed'] as const);
    const isMain = agentId === 'main';
    return [
      { type: 'turn.ended', agentId, turnId, reason, durationMs: 5, ...(usage.output > 0 ? { usage } : {}) },
      ...(isMain ? [work({ busy: false, main_turn_active: false, last_turn_reason: reason })] : []),
      ...(promptId === undefined ? [] : [{ type: 'prompt.completed', agentId, promptId, finishedAt: iso() } as const]),
    ];
  }

  function compact(): NewEvent[] {
    const agentId = random.pick(idle());
    const agent = session.agents.get(agentId);
    if (!agent || agent.entries.length < 4) return [];
    compactions += 1;
    const began: NewEvent = { type: 'compaction.started', agentId, trigger: 'manual', tokensBefore: 900 };
    if (random.chance(0.3)) return [began, { type: 'compaction.cancelled', agentId, reason: 'failed' }];
    const summary = message('user', [{ type: 'text', text: word() }]);
    const result = { summary: word(), compactedCount: 3, tokensBefore: 900, tokensAfter: 9 };
    return [
      began,
      { type: 'message.appended', agentId, message: summary },
      {
        type: 'context.compacted',
        agentId,
        messages: agent.entries.slice(0, 1).map((entry) => entry.message),
        messageId: summary.id,
        tokens: 9,
        ...(random.chance(0.5) ? { skills: [word()] } : {}),
      },
      { type: 'compaction.completed', agentId, result, durationMs: 1 },
    ];
  }

  function files(): NewEvent[] {
    const state = (hash: string) => ({ kind: 'file', hash, size: 1, mode: 0o644 }) as const;
    return [
      {
        type: 'files.changed',
        agentId: 'main',
        cause: random.pick(['tool', 'revert'] as const),
        mainTurnId: session.agents.get('main')?.lastTurn ?? 0,
        changes: [{ path: random.pick(paths), before: state(word()), after: state(word()) }],
      } as unknown as NewEvent,
    ];
  }

  function shell(): NewEvent[] {
    const commandId = newId('command');
    const run = { type: 'shell.run', agentId: 'main', commandId, taskId: newId('task'), command: word() } as const;
    const startedAt = now();
    return [
      { ...run, status: 'running', startedAt, endedAt: null },
      { ...run, status: 'completed', startedAt, endedAt: now(), exitCode: 0 },
    ];
  }

  function turns(): number | undefined {
    const [running] = [...open.values()];
    if (!running) {
      record(beginTurn());
      return undefined;
    }
    const ends = random.chance(0.4);
    record(ends ? endTurn(running) : step(running));
    return ends && running.agentId === 'main' ? running.turnId : undefined;
  }

  const others = [settings, agents, calls, background, goals, jobs, compact, files, shell, settings];
  return {
    kinds,
    isIdle: () => open.size === 0,
    next() {
      if (random.chance(0.55)) return turns();
      record(random.pick(others)());
      return undefined;
    },
  };
}
