/** The environment of commands: the daemon's, overlaid with the client's shell, without credentials (engine.md 4.9). */
import { bearerVariables } from '../../workspace/bearer.js';
import type { SessionDeps } from '../deps.js';
import type { LiveSession } from './state.js';

export function childEnvironment(
  deps: Pick<SessionDeps, 'env' | 'settings' | 'shell' | 'home'>,
  session: LiveSession,
): Record<string, string> {
  const secret = deps.settings().secretVariables;
  const bearer = bearerVariables(deps.home, session.cwd);
  const env: Record<string, string> = {};
  for (const source of [deps.env, session.launchEnv]) {
    for (const [name, value] of Object.entries(source)) if (!secret.has(name) && !bearer.has(name)) env[name] = value;
  }
  return {
    ...env,
    NO_COLOR: '1',
    TERM: 'dumb',
    GIT_TERMINAL_PROMPT: '0',
    PAGER: 'cat',
    SHELL: deps.shell,
    AGENT_SESSION_ID: session.ref.id,
  };
}
