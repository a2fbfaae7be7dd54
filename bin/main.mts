/** The program: gives the command line the daemon side, which is loaded only by commands that start one. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runProcess } from '../client/cli/process.js';
import { constants } from './constants.js';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Where `npm run build` puts the page; both the bundle and the sources are one directory below the root. */
const webDirectory = fileURLToPath(new URL('../dist/web', import.meta.url));

void runProcess({
  argv: process.argv.slice(2),
  version,
  constants,
  serverFile: fileURLToPath(new URL('../bin/own-server.js', import.meta.url)),
  async daemon() {
    const { closeInherited, startDaemon } = await import('../daemon/main.js');
    closeInherited();
    return { startDaemon: (options) => startDaemon({ ...options, webDirectory }) };
  },
  direct: {
    async doctor(options) {
      const { parseRule, namesTool } = await import('../daemon/agent/permission/rules.js');
      const { keyProblems } = await import('../client/tui/keys/actions.js');
      return (await import('../daemon/direct/doctor.js')).doctor(options, { parseRule, namesTool, keyProblems });
    },
    toolNames: async () => (await import('../daemon/direct/doctor.js')).toolNames,
    complete: async () => (await import('../daemon/direct/complete.js')).completionValues,
    export: () => import('../daemon/direct/export.js'),
    migrate: () => import('../daemon/direct/migrate.js'),
    hideSecrets: async (text, options) => (await import('../daemon/direct/crash.js')).hideSecrets(text, options),
    login: async (options) => (await import('../daemon/direct/login.js')).login(options),
    rotateToken: async (home) => (await import('../daemon/home/token.js')).rotateTokenIn(home),
    upgrade: () => import('../daemon/direct/upgrade.js'),
    vis: {
      start: async (options) => (await import('../daemon/vis/start.js')).startVisualizer({ ...options, webDirectory }),
      write: async (target) => (await import('../daemon/vis/file.js')).writeSessionFile({ ...target, webDirectory }),
    },
    provider: () => import('../daemon/direct/provider.js'),
  },
});
