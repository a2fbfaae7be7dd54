/** Background tasks as tools see them: what begins one, how it ends, and what may be asked about it (engine.md 17.3). */
import type { QuestionItem, TaskInfo } from '../../schemas/generated/types.js';
import type { NewEvent } from '../../schemas/generated/events.js';
import type { ProxyPlace } from '../runtimes/proxy.js';
import type { RuntimeId } from '../runtimes/runtimes.js';

/** What a task is, by kind; the fields are those of TaskInfo. */
export type TaskFacts =
  | Pick<Extract<TaskInfo, { kind: 'process' }>, 'kind' | 'command' | 'pid'>
  | Pick<Extract<TaskInfo, { kind: 'agent' }>, 'kind' | 'agentId' | 'subagentType' | 'model' | 'thinkingEffort'>
  | Pick<Extract<TaskInfo, { kind: 'question' }>, 'kind' | 'questionCount' | 'toolCallId'>;

/** How a task ended. */
export interface TaskEnd {
  status: 'completed' | 'failed' | 'timed_out' | 'killed' | 'lost';
  exitCode?: number | null;
  /** why it did not complete, in one line for the user and the model */
  stopReason?: string;
  /** text that is added to the output before the end is reported */
  output?: string;
  /** epoch milliseconds; absent: now */
  endedAt?: number;
}

/** Who does the work of a task. */
export interface TaskRunner {
  /** never rejects; the output of the task must be in its output file by then */
  done: Promise<TaskEnd>;
  /** begins to end it; `done` settles soon after. Called again it changes nothing */
  stop(reason: string): void;
  /** true while it needs only the user's answer: it does not keep the session in memory, and survives a stop */
  waitsForUser?(): boolean;
  /** set when it continues without a server (kept commands); called instead of `stop` when the session leaves memory */
  leave?(): void;
}

export interface NewTask extends TaskRunner {
  facts: TaskFacts;
  description: string;
  /** from `newId`; absent: a new one */
  taskId?: string;
  /** the call that began it */
  toolCallId?: string;
  /** milliseconds; the runner keeps to it. Absent: none */
  timeoutMs?: number;
  /** epoch milliseconds; absent: now */
  startedAt?: number;
  /** start time of a process that outlives its server */
  processStart?: string;
  runtimeId?: RuntimeId;
  /** how such a process is led out of its network */
  proxy?: ProxyPlace;
  /** its end begins no turn */
  quiet?: boolean;
  /** chars of its output that were shown before */
  offset?: number;
}

/** A task that was begun. */
export interface StartedTask {
  info: TaskInfo;
  /** notifies clients of new output */
  show(text: string): void;
}

/** A task as its agent may know it. */
export interface KnownTask {
  info: TaskInfo;
  /** it belongs to the agent that asks */
  own: boolean;
  outputPath: string;
}

export interface WaitOutcome {
  status: 'completed' | 'timed_out' | 'no_tasks';
  ended: KnownTask[];
  /** the user sent a message meanwhile */
  steered?: true;
}

/** The background tasks that an agent may begin and see: those of its session, for a subagent only its own. */
export interface ToolTasks {
  /** why nothing can begin now, for the model; undefined when something can */
  refusal(): string | undefined;
  /** commands begun now keep running when the server ends */
  keeps: boolean;
  /** a command at its limit continues in the background */
  autoBackground: boolean;
  /** milliseconds that a command in the background gets by default; undefined: any time */
  limitMs: number | undefined;
  newId(kind: TaskInfo['kind']): string;
  outputPath(taskId: string): string;
  start(task: NewTask): StartedTask;
  /** lets the user move the running call to the background; the result ends that */
  detachable(callId: string, detach: () => string): () => void;
  /** asks the user without waiting; returns the id of the task */
  ask(questions: QuestionItem[], callId: string): string;
  list(query: { running: boolean; limit: number }): KnownTask[];
  find(taskId: string): KnownTask | undefined;
  /** its end, once it is stopped; that of the agent's own task is not reported again when `records` enter the log */
  stop(taskId: string, reason: string): Promise<{ task: KnownTask; records: NewEvent[] } | undefined>;
  /** waits for the end of one, or of an own one; `records` as above */
  wait(query: {
    taskId: string | undefined;
    timeoutMs: number;
    signal: AbortSignal;
  }): Promise<WaitOutcome & { records: NewEvent[] }>;
}
