/** Converts work beside the turn to operations: background tasks, subagents, and shell commands of the user. */
import type { TaskInfo, TranscriptOp, TranscriptTask } from '../generated/types.js';
import { changeCall, iso, type FoldState, type Rules } from './transcript-state.js';

/** maximum UTF-16 units of kept output */
const maxTail = 65_536;
/** UTF-16 units that remain when the maximum is exceeded */
const keptTail = 32_768;

const kinds = { process: 'shell', agent: 'subagent', question: 'tool' } as const;
const failures = { error: 'failed', aborted: 'killed', timed_out: 'timed_out' } as const;

export const taskRules: Rules<
  | 'task.started'
  | 'task.facts'
  | 'task.output'
  | 'task.output.kept'
  | 'task.terminated'
  | 'shell.run'
  | 'shell.output'
  | 'subagent.spawned'
  | 'subagent.completed'
  | 'subagent.failed'
> = {
  'task.started': (state, { info }) => begin(state, taskOf(info)),
  // a fork has the event, but not the task
  'task.facts': (state, { taskId, toolCallId }) =>
    state.transcript.tasks.has(taskId) ? changeCall(state, toolCallId, (frame) => ({ ...frame, taskId })) : [],
  'task.output': (state, { taskId, text }) => addOutput(state, taskId, text),
  'task.output.kept': (state, { taskId, output }) => change(state, taskId, { outputTail: output }),
  'task.terminated': ({ transcript }, { info }) => [
    put({
      ...transcript.tasks.get(info.taskId),
      ...taskOf(info),
      outputTail: transcript.tasks.get(info.taskId)?.outputTail ?? '',
      state: info.status,
      endedAt: iso(info.endedAt ?? info.startedAt),
      stateReason: info.stopReason,
      ...(info.kind === 'process' ? { error: exitText(info.status, info.exitCode) } : {}),
    }),
  ],

  'shell.run'(state, { taskId, command, status, startedAt, endedAt, exitCode, output }) {
    const known = state.transcript.tasks.get(taskId);
    // it continues as a task, whose events report the rest
    if (status === 'background' && known) return [];
    const running = status === 'running' || status === 'background';
    const task: TranscriptTask = {
      taskId,
      kind: 'shell',
      state: running ? 'running' : status,
      detached: false,
      description: command,
      outputTail: output ?? known?.outputTail ?? '',
      startedAt: iso(startedAt),
      endedAt: running || endedAt === null ? undefined : iso(endedAt),
      error: running ? undefined : exitText(status, exitCode ?? null),
    };
    return status === 'running' ? begin(state, task) : [put(task)];
  },
  'shell.output': (state, { taskId, update }) => addOutput(state, taskId, update.text ?? ''),

  'subagent.spawned'(state, event, at) {
    const { subagentId, parentToolCallId, description, runInBackground, taskId = subagentId } = event;
    const { model, thinkingEffort } = event;
    const task: TranscriptTask = {
      taskId,
      kind: 'subagent',
      state: 'running',
      detached: runInBackground,
      description,
      agentId: subagentId,
      model,
      thinkingEffort,
      outputTail: '',
      startedAt: iso(at.time),
    };
    return [
      ...(state.transcript.tasks.has(taskId) ? [] : begin(state, task)),
      ...changeCall(state, parentToolCallId, (frame) => ({
        ...frame,
        taskId,
        agentRefs: [...(frame.agentRefs ?? []), { agentId: subagentId, role: 'child' }],
      })),
    ];
  },
  'subagent.completed': (state, { subagentId, resultSummary, usage }, at) =>
    change(state, workOf(state, subagentId), {
      state: 'completed',
      endedAt: iso(at.time),
      resultSummary,
      usage,
    }),
  'subagent.failed': (state, { subagentId, error, reason }, at) =>
    change(state, workOf(state, subagentId), {
      state: failures[reason ?? 'error'],
      endedAt: iso(at.time),
      error,
    }),
};

function put(task: TranscriptTask): TranscriptOp {
  return { op: 'task.upsert', task };
}

function change(
  { transcript }: FoldState,
  taskId: string | undefined,
  fields: Partial<TranscriptTask>,
): TranscriptOp[] {
  const known = transcript.tasks.get(taskId ?? '');
  return known ? [put({ ...known, ...fields })] : [];
}

/** Adds a task; one that was already running and moves to the background keeps its place in the timeline. */
function begin({ transcript }: FoldState, task: TranscriptTask): TranscriptOp[] {
  const { taskId, startedAt } = task;
  const known = transcript.tasks.get(taskId);
  if (known) return [put({ ...known, ...task, outputTail: known.outputTail })];
  return [
    put(task),
    { op: 'taskref.upsert', item: { kind: 'taskref', refId: `ref-${taskId}`, taskId, at: startedAt } },
  ];
}

function taskOf(info: TaskInfo): TranscriptTask {
  return {
    taskId: info.taskId,
    kind: kinds[info.kind],
    state: 'running',
    detached: info.detached ?? true,
    description: info.description,
    ...(info.kind === 'agent' ? { agentId: info.agentId, model: info.model, thinkingEffort: info.thinkingEffort } : {}),
    outputTail: '',
    startedAt: iso(info.startedAt),
  };
}

/** The unfinished task of an agent. */
function workOf({ transcript }: FoldState, agentId: string): string | undefined {
  return [...transcript.tasks.values()].findLast((task) => task.agentId === agentId && task.endedAt === undefined)
    ?.taskId;
}

function exitText(status: string, exitCode: number | null): string | undefined {
  return status === 'failed' && exitCode !== null ? `exit code ${exitCode}` : undefined;
}

/** Appends output; sends the task with a shorter tail when it is full, so that offsets are valid for all readers. */
function addOutput({ transcript }: FoldState, taskId: string | undefined, text: string): TranscriptOp[] {
  const known = transcript.tasks.get(taskId ?? '');
  if (!known || text === '') return [];
  const { outputTail } = known;
  if (outputTail.length + text.length <= maxTail)
    return [{ op: 'append', target: { type: 'task', taskId: known.taskId }, offset: outputTail.length, text }];
  const tail = (outputTail + text).slice(-keptTail);
  return [put({ ...known, outputTail: /^[\uDC00-\uDFFF]/.test(tail) ? tail.slice(1) : tail })];
}
