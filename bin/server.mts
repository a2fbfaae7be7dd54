/** Runs a server for one client in its own process, with options from their channel; stops when the client is gone. */
import { fileURLToPath } from 'node:url';
import type { DaemonOptions, RunningDaemon } from '../schemas/host.js';
import type { ServerReport } from '../client/ownserver.js';

/** Where `npm run build` puts the page; both the bundle and the sources are one directory below the root. */
const webDirectory = fileURLToPath(new URL('../dist/web', import.meta.url));

let daemon: RunningDaemon | undefined;

function report(message: ServerReport): void {
  if (process.connected) process.send?.(message);
}

async function stop(): Promise<void> {
  await daemon?.close();
  process.exit(0);
}

async function start(options: DaemonOptions): Promise<RunningDaemon> {
  const { closeInherited, startDaemon } = await import('../daemon/main.js');
  closeInherited();
  return await startDaemon({ ...options, webDirectory });
}

process.once('message', (options) => {
  start(options as DaemonOptions).then(
    (running) => {
      daemon = running;
      const { serverId, baseUrl, host, port, token, logFile, warnings } = running;
      report({ type: 'running', serverId, baseUrl, host, port, token, logFile, warnings });
      void running.closed.then(() => process.exit(0));
      process.on('message', () => void stop());
      // the client ended while the server started
      if (!process.connected) void stop();
    },
    (error: unknown) => {
      report({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
      process.exitCode = 1;
      process.disconnect();
    },
  );
});
process.once('disconnect', () => void (daemon && stop()));
