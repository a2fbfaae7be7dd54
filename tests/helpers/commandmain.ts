/** What a process of a test runs: starts one command after another, until it is killed. */
import { startShell } from '../../daemon/tools/process.js';

const home = process.argv[2] ?? '';
console.log('ready');
for (;;) {
  await startShell({
    shell: '/bin/sh',
    command: 'sleep 61',
    cwd: home,
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
    directory: home,
  });
}
