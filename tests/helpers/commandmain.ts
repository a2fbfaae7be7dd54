/** Process for tests: starts one command after another, in the read-only sandbox if requested, until it is killed. */
import { join } from 'node:path';
import { createRuntimes } from '../../daemon/runtimes/runtimes.js';
import { startShell } from '../../daemon/tools/process.js';
import { sandboxDefaults } from '../runtimes/settings.js';

const [home = '', kind] = process.argv.slice(2);
const { env, platform, arch: architecture } = process;
const runtimes = createRuntimes({ home, env, platform, architecture, settings: () => sandboxDefaults });
const place = { home, userHome: home, sessionDirectory: join(home, 'session'), workspace: [home] };
const call = { runtimeId: 'local', profile: 'read-only', sessionId: 'session_1', toolCallId: 'call_1' } as const;
const contain = async () => (kind === 'sandbox' ? await runtimes.confine({ ...call, ...place }) : undefined);
// the first call checks whether the machine supports the sandbox
await contain();
console.log('ready');
for (;;) {
  await startShell({
    shell: '/bin/sh',
    command: 'sleep 61',
    cwd: home,
    env: { PATH: env['PATH'] ?? '', HOME: home },
    directory: home,
    confinement: await contain(),
  });
}
