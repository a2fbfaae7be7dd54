/** The program as `bin/main.mts` starts it, for tests that run it as a process. */
import { runProcess } from '../../client/cli/process.js';
import { constants } from '../../bin/constants.js';
import { hideSecrets } from '../../daemon/direct/crash.js';

const webDirectory = `${process.cwd()}/dist/web`;

void runProcess({
  argv: process.argv.slice(2),
  version: '1.2.3',
  constants,
  serverFile: '',
  async daemon() {
    const { startDaemon } = await import('../../daemon/main.js');
    return { startDaemon };
  },
  direct: {
    async doctor(options) {
      const { namesTool, parseRule } = await import('../../daemon/agent/permission/rules.js');
      const { keyProblems } = await import('../../client/tui/keys/actions.js');
      return (await import('../../daemon/direct/doctor.js')).doctor(options, { parseRule, namesTool, keyProblems });
    },
    toolNames: async () => (await import('../../daemon/direct/doctor.js')).toolNames,
    complete: async () => (await import('../../daemon/direct/complete.js')).completionValues,
    export: () => import('../../daemon/direct/export.js'),
    migrate: () => import('../../daemon/direct/migrate.js'),
    upgrade: () => import('../../daemon/direct/upgrade.js'),
    hideSecrets: async (text, options) => hideSecrets(text, options),
    login: async (options) => (await import('../../daemon/direct/login.js')).login(options),
    rotateToken: async (home) => (await import('../../daemon/home/token.js')).rotateTokenIn(home),
    vis: {
      start: async (options) =>
        (await import('../../daemon/vis/start.js')).startVisualizer({ ...options, webDirectory }),
      write: async (target) => (await import('../../daemon/vis/file.js')).writeSessionFile({ ...target, webDirectory }),
    },
    provider: () => import('../../daemon/direct/provider.js'),
  },
});
