/** Starts a client's own server as a separate process, so that a stalled terminal does not stop a turn (tui.md 2.2). */
import { spawn } from 'node:child_process';
import type { DaemonOptions, RunningDaemon } from '../schemas/host.js';

/** The message of the process about its start. */
export type ServerReport =
  ({ type: 'running' } & Omit<RunningDaemon, 'close' | 'closed'>) | { type: 'failed'; message: string };

/**
 * Resolves when the server answers. It runs in a session of its own, away from signals of the terminal, and stops when
 * this process ends for any reason. Rejects with an error whose message is for the user.
 */
export function startOwnServer(file: string, options: DaemonOptions): Promise<RunningDaemon> {
  const child = spawn(process.execPath, [file], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...options.env },
    cwd: options.cwd,
  });
  let hasEnded = false;
  const closed = new Promise<void>((resolve) => {
    const ended = (): void => {
      hasEnded = true;
      resolve();
    };
    child.once('exit', ended);
    child.once('error', ended);
  });
  // the channel must not keep this process alive: its end shows the server that the client is gone
  child.unref();
  child.channel?.unref();

  async function close(deadlineMs = 10_000): Promise<void> {
    if (!hasEnded && child.connected) child.send({ type: 'stop' });
    const late = setTimeout(() => child.kill('SIGKILL'), deadlineMs + 1_000);
    await closed;
    clearTimeout(late);
  }

  return new Promise((resolve, reject) => {
    child.channel?.ref();
    child.once('message', (message) => {
      child.channel?.unref();
      const report = message as ServerReport;
      if (report.type === 'failed') return reject(new Error(report.message));
      const { type: _type, ...running } = report;
      resolve({ ...running, close, closed });
    });
    void closed.then(() => reject(new Error('the server ended while it started')));
    child.send(options, (error) => error && reject(error));
  });
}
