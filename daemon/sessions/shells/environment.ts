/** The environment of commands: the daemon's, overlaid with the client's shell, without credentials (engine.md 4.9). */
import { rootOf } from '../../workspace/git.js';
import type { SessionDeps } from '../deps.js';
import type { LiveSession } from '../live/state.js';

export function childEnvironment(
  deps: Pick<SessionDeps, 'env' | 'settings' | 'shell' | 'layers'>,
  session: LiveSession,
): Record<string, string> {
  return {
    ...openVariables(deps, session.cwd, session.launchEnv),
    NO_COLOR: '1',
    TERM: 'dumb',
    GIT_TERMINAL_PROMPT: '0',
    PAGER: 'cat',
    SHELL: deps.shell,
    AGENT_SESSION_ID: session.ref.id,
  };
}

/** Variables without credentials, of the daemon and the client, for programs that work in a directory. */
export function openVariables(
  deps: Pick<SessionDeps, 'env' | 'settings' | 'layers'>,
  cwd: string,
  launchEnv: Record<string, string> = {},
): Record<string, string> {
  const secret = deps.settings().secretVariables;
  const tokens = deps.layers.tokenVariables({ root: rootOf(cwd), cwd });
  const env: Record<string, string> = {};
  for (const source of [deps.env, launchEnv]) {
    for (const [name, value] of Object.entries(source)) if (!secret.has(name) && !tokens.has(name)) env[name] = value;
  }
  return env;
}
