/** Ends the UI for the user, after asking about what still runs (tui.md 2.7). */
import type { Link } from './app.js';
import { attempt } from './attempt.js';
import type { Conversation } from './conversation.js';
import type { Asked } from './panels/front.js';

export interface LeavingDeps {
  conversation(): Conversation | undefined;
  server(): Link | undefined;
  ask(asked: Asked): Promise<number | undefined>;
  notice(text: string): void;
  exit(code: number): void;
}

/** Maximum wait for current data of the session before the question, in milliseconds. */
const settleMs = 1_000;
const pause = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms));

/** Returns a function that asks about a running turn and then ends the UI. */
export function createLeaving(deps: LeavingDeps): () => Promise<void> {
  async function leave(): Promise<void> {
    const link = deps.server();
    // the end of a turn may not have been received yet
    if (runs() !== undefined) await Promise.race([deps.conversation()?.session.settled(), pause(settleMs)]);
    const title = runs();
    if (title !== undefined && link) {
      const { isOwn } = link.server;
      const choices = isOwn ? ['Stop it and leave', 'Stay'] : ['Leave it running', 'Stop it', 'Stay'];
      const chosen = await deps.ask({ title, choices });
      if (chosen === undefined || chosen === choices.length) return;
      if (!isOwn && chosen === 2) await stopAll();
    }
    deps.exit(0);
  }

  function backgroundTasks(): string[] {
    const tasks = deps.conversation()?.session.get().tasks ?? [];
    return tasks.filter(({ state, detached }) => state === 'running' && detached).map(({ taskId }) => taskId);
  }

  /** Returns what still runs, as the title of the question. */
  function runs(): string | undefined {
    if (deps.conversation()?.isBusy) return 'A turn is still running.';
    const { length } = backgroundTasks();
    if (length === 0) return undefined;
    return length === 1 ? '1 background task is running.' : `${length} background tasks are running.`;
  }

  async function stopAll(): Promise<void> {
    deps.conversation()?.interrupt();
    for (const id of backgroundTasks()) await attempt(() => deps.conversation()?.session.cancelTask(id), deps.notice);
  }

  return leave;
}
