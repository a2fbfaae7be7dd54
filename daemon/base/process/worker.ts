/** Requests to a part of the program in a separate thread or process; starts it on demand, again after it ended. */
import type { ChildProcess } from 'node:child_process';
import type { Worker as Thread } from 'node:worker_threads';
import { waitAtMost } from '../async/wait.js';

export interface RunnerEnd {
  error?: Error;
  /** 0: it exited on its own without an error */
  code: number | null;
}

/** A thread or process that exchanges messages with this process. */
export interface Runner {
  /** a message to an ended runner is dropped; `listen` reports the end */
  send(message: object): void;
  isAlive(): boolean;
  kill(): void;
  /** `ended` is called exactly once */
  listen(receive: (message: unknown) => void, ended: (end: RunnerEnd) => void): void;
  /** resolves when the runner has exited */
  gone: Promise<void>;
}

/** Wraps a thread, which does not keep this process running. */
export function threadRunner(thread: Thread): Runner {
  thread.unref();
  let isOver = false;
  const gone = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
  return {
    send: (message) => thread.postMessage(message),
    isAlive: () => !isOver,
    kill: () => void thread.terminate(),
    listen(receive, ended) {
      let error: Error | undefined;
      thread.on('message', receive);
      thread.on('error', (thrown: Error) => (error = thrown));
      thread.on('exit', (code) => {
        isOver = true;
        ended({ error, code });
      });
    },
    gone,
  };
}

/** Wraps a process that `forkBeside` started. */
export function processRunner(child: ChildProcess): Runner {
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => child.pid === undefined && resolve());
  });
  return {
    send: (message) => void child.send(message, () => undefined),
    isAlive: () => child.connected,
    kill: () => void child.kill('SIGKILL'),
    listen(receive, ended) {
      let isOver = false;
      const end = (error?: Error): void => {
        if (!isOver) ended({ error, code: child.exitCode });
        isOver = true;
      };
      child.on('message', receive);
      child.on('error', end);
      // the channel may break before the exit is known
      for (const event of ['disconnect', 'exit']) child.on(event, () => end());
    },
    gone,
  };
}

/** The worker ended before it answered. */
export class WorkerEnded extends Error {
  override readonly name: string = 'WorkerEnded';
}

/** The worker did not answer in time, for example because of a hanging file system; it is killed. */
export class WorkerLate extends Error {
  override readonly name = 'WorkerLate';
}

/** A caller that waits for an answer. */
export interface Asked {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

export interface WorkerOptions<Message> {
  /** its name in errors, such as "the thread for files" */
  name: string;
  start(): Runner;
  /** handles a message of the worker; `asked` finds the caller that waits for an answer */
  receive(message: Message, asked: (id: number) => Asked | undefined): void;
  /** whether to repeat a question that was asked `tries` times; default: never */
  again?(tries: number, end: RunnerEnd): boolean;
  /** called when the worker ended without a stop, before questions are repeated */
  ended?(end: RunnerEnd): void;
  /** milliseconds without a question before the worker is stopped; default: never */
  idleMs?: number;
  /** time limit for an answer, in milliseconds */
  answerMs?: number;
  /** message sent on close so that the worker can clean up; without it the worker is killed */
  closeMessage?: object;
}

export interface AskOptions {
  signal?: AbortSignal;
  /** returns the message to send when the signal aborts */
  cancel?(id: number): object;
}

export interface Worker {
  /** Rejects with WorkerEnded, WorkerLate, the error that ended it, or the signal's reason. */
  ask<Answer>(message: (id: number) => object, options?: AskOptions): Promise<Answer>;
  /** sends a message that gets no answer; starts the worker if needed */
  post(message: object): void;
  /** like `post`, but only if the worker is running */
  sendRunning(message: object): void;
  isRunning(): boolean;
  /** stops the worker until the next question */
  stop(): void;
  /** stops it for good; resolves when it has exited or after two seconds, because a hanging disk may block it */
  close(): Promise<void>;
}

const closeMs = 2_000;

interface Waiting extends Asked {
  message: object;
  tries: number;
}

export function createWorker<Message>(options: WorkerOptions<Message>): Worker {
  const { name, answerMs, idleMs } = options;
  const waiting = new Map<number, Waiting>();
  let current: Runner | undefined;
  let idle: NodeJS.Timeout | undefined;
  let [closed, lastId] = [false, 0];

  function running(): Runner {
    // the runner may have ended before the event that reports it
    if (current && !current.isAlive()) over(current, { code: null });
    if (current) return current;
    const runner = (current = options.start());
    runner.listen(
      (message) => options.receive(message as Message, (id) => waiting.get(id)),
      (end) => over(runner, end),
    );
    return runner;
  }

  function over(runner: Runner, end: RunnerEnd): void {
    if (current !== runner) return;
    current = undefined;
    const left = [...waiting.values()];
    options.ended?.(end);
    for (const each of left) {
      if (!closed && options.again?.(each.tries, end)) send(each);
      else each.reject(end.error ?? new WorkerEnded(`${name} ended`));
    }
  }

  function send(entry: Waiting): void {
    clearTimeout(idle);
    entry.tries += 1;
    running().send(entry.message);
  }

  function stop(): void {
    const runner = current;
    current = undefined;
    runner?.kill();
  }

  function rest(): void {
    clearTimeout(idle);
    if (idleMs !== undefined && waiting.size === 0 && !closed) idle = setTimeout(stop, idleMs).unref();
  }

  return {
    async ask<Answer>(message: (id: number) => object, { signal, cancel }: AskOptions = {}) {
      signal?.throwIfAborted();
      if (closed) throw new WorkerEnded(`${name} ended`);
      const id = (lastId += 1);
      let abort = (): void => undefined;
      let timer: NodeJS.Timeout | undefined;
      try {
        return await new Promise<Answer>((resolve, reject) => {
          abort = () => {
            if (cancel) current?.send(cancel(id));
            reject(signal?.reason as Error);
          };
          signal?.addEventListener('abort', abort, { once: true });
          const late = (): void => {
            reject(new WorkerLate(`${name} did not answer within ${Number(answerMs) / 1_000} s`));
            current?.kill();
          };
          if (answerMs !== undefined) timer = setTimeout(late, answerMs);
          const entry = { message: message(id), tries: 0, resolve, reject };
          waiting.set(id, entry);
          send(entry);
        });
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        waiting.delete(id);
        rest();
      }
    },
    post(message) {
      if (closed) return;
      running().send(message);
      rest();
    },
    sendRunning: (message) => current?.send(message),
    isRunning: () => current !== undefined,
    stop,
    async close() {
      closed = true;
      clearTimeout(idle);
      const runner = current;
      if (!runner) return;
      if (options.closeMessage) {
        runner.send(options.closeMessage);
        if (await waitAtMost(runner.gone, closeMs)) return;
      }
      runner.kill();
      await waitAtMost(runner.gone, closeMs);
    },
  };
}
