/** The end that the user wants: what still runs is asked about (tui.md 2.7). */
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

/** What is read of the session before the user is asked whether to leave it. */
const settleMs = 1_000;
const pause = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms));

/** Returns what asks about a turn that runs, and then ends the UI. */
export function createLeaving(deps: LeavingDeps): () => Promise<void> {
  async function leave(): Promise<void> {
    const link = deps.server();
    // a turn that has just ended may not be known to have
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

  /** What still runs, as the title of the question at the end. */
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
