/** The interface to background tasks for tools: starting, waiting, stopping and listing them (engine.md 17.3). */
import type { QuestionItem, TaskInfo } from '../../schemas/generated/types.js';
import type { NewEvent } from '../../schemas/generated/events.js';
import type { ProxyPlace } from '../runtimes/proxy.js';
import type { RuntimeId } from '../runtimes/runtimes.js';

/** The facts of a task by kind, with the fields of TaskInfo. */
export type TaskFacts =
  | Pick<Extract<TaskInfo, { kind: 'process' }>, 'kind' | 'command' | 'pid'>
  | Pick<Extract<TaskInfo, { kind: 'agent' }>, 'kind' | 'agentId' | 'subagentType' | 'model' | 'thinkingEffort'>
  | Pick<Extract<TaskInfo, { kind: 'question' }>, 'kind' | 'questionCount' | 'toolCallId'>;

/** How a task ended. */
export interface TaskEnd {
  status: 'completed' | 'failed' | 'timed_out' | 'killed' | 'lost';
  exitCode?: number | null;
  /** why it did not complete; one line for the user and the model */
  stopReason?: string;
  /** text to append to the output before the end is reported */
  output?: string;
  /** epoch milliseconds; absent: now */
  endedAt?: number;
}

/** Performs the work of a task. */
export interface TaskRunner {
  /** never rejects; when it resolves, all output is in the task's output file */
  done: Promise<TaskEnd>;
  /** starts to end the task; `done` settles soon after. Further calls have no effect */
  stop(reason: string): void;
  /** true while the task only waits for the user: it does not keep the session in memory, and survives a stop */
  waitsForUser?(): boolean;
  /** present when the task continues without a server (kept commands); replaces `stop` when the session is unloaded */
  leave?(): void;
}

export interface NewTask extends TaskRunner {
  facts: TaskFacts;
  description: string;
  /** from `newId`; absent: a new id */
  taskId?: string;
  /** the call that started the task */
  toolCallId?: string;
  /** in milliseconds, enforced by the runner; absent: no limit */
  timeoutMs?: number;
  /** epoch milliseconds; absent: now */
  startedAt?: number;
  /** start time of a process that may outlive its server */
  processStart?: string;
  runtimeId?: RuntimeId;
  /** proxy address of a process that may outlive its server */
  proxy?: ProxyPlace;
  /** its end starts no turn */
  quiet?: boolean;
  /** number of chars of its output that were shown before */
  offset?: number;
}

/** A started task. */
export interface StartedTask {
  info: TaskInfo;
  /** notifies clients of new output */
  show(text: string): void;
}

/** A task as agents may see it. */
export interface KnownTask {
  info: TaskInfo;
  /** the task belongs to the requesting agent */
  own: boolean;
  outputPath: string;
}

export interface WaitOutcome {
  status: 'completed' | 'timed_out' | 'no_tasks';
  ended: KnownTask[];
  /** the user sent a message in the meantime */
  steered?: true;
}

/** The background tasks that an agent may start and see: those of its session; for a subagent, only its own. */
export interface ToolTasks {
  /** returns why no task can start now, for the model; undefined when one can */
  refusal(): string | undefined;
  /** commands that start now may outlive the server */
  keeps: boolean;
  /** a command continues in the background at its time limit */
  autoBackground: boolean;
  /** default time limit of a background command in milliseconds; undefined: no limit */
  limitMs: number | undefined;
  newId(kind: TaskInfo['kind']): string;
  outputPath(taskId: string): string;
  start(task: NewTask): StartedTask;
  /** lets the user move the running call to the background; the returned function ends that */
  detachable(callId: string, detach: () => string): () => void;
  /** asks the user without waiting; returns the id of the task */
  ask(questions: QuestionItem[], callId: string): string;
  list(query: { running: boolean; limit: number }): KnownTask[];
  find(taskId: string): KnownTask | undefined;
  /** stops a task and returns it; once `records` enter the log, the end of an own task is not reported again */
  stop(taskId: string, reason: string): Promise<{ task: KnownTask; records: NewEvent[] } | undefined>;
  /** waits for the end of one task, or of any own task; `records` as above */
  wait(query: {
    taskId: string | undefined;
    timeoutMs: number;
    signal: AbortSignal;
  }): Promise<WaitOutcome & { records: NewEvent[] }>;
}
