/** The program: gives the command line the daemon side, which is loaded only by commands that start one. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runProcess } from '../client/cli/process.js';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Where `npm run build` puts the page; both the bundle and the sources are one directory below the root. */
const webDirectory = fileURLToPath(new URL('../dist/web', import.meta.url));

await runProcess({
  argv: process.argv.slice(2),
  version,
  serverFile: fileURLToPath(new URL('./server.js', import.meta.url)),
  async daemon() {
    const { startDaemon } = await import('../daemon/main.js');
    return { startDaemon: (options) => startDaemon({ ...options, webDirectory }) };
  },
  direct: {
    async doctor(options) {
      const rules = import('../daemon/agent/permission/rules.js');
      return (await import('../daemon/direct/doctor.js')).doctor(options, await rules);
    },
    hideSecrets: async (text, options) => (await import('../daemon/direct/crash.js')).hideSecrets(text, options),
    login: async (options) => (await import('../daemon/direct/login.js')).login(options),
    rotateToken: async (home) => (await import('../daemon/home/token.js')).rotateTokenIn(home),
    provider: () => import('../daemon/direct/provider.js'),
  },
});
