/** Daemon process for tests: starts a daemon with options from its argument, and prints its address. */
import { startDaemon } from '../../daemon/main.js';
import type { ProcessOptions } from './daemonprocess.js';
import { jumpedMs, takeOrders } from './steeredmain.js';

const {
  home,
  cwd,
  clockAhead = 0,
  hurry = 1,
  debugEndpoints,
  heartbeatMs,
  userHome = home,
  steered,
  port = 0,
  webDirectory,
} = JSON.parse(process.argv[2] ?? '{}') as ProcessOptions;
void startDaemon({
  lifetime: 'web',
  host: '127.0.0.1',
  port,
  home,
  userHome,
  cwd,
  env: process.env,
  version: '0.0.1',
  debugEndpoints,
  heartbeatMs,
  webDirectory,
  now: () => Date.now() + clockAhead + jumpedMs(),
  monotonic: () => performance.now() * hurry + jumpedMs(),
}).then(async (daemon) => {
  process.on('SIGTERM', () => void daemon.close());
  console.log(JSON.stringify({ baseUrl: daemon.baseUrl, token: daemon.token }));
  if (steered) takeOrders();
  await daemon.closed;
  process.exit(0);
});
