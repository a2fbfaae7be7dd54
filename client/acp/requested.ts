/** The options of the command line for every session of this process (acp-cli.md 1.2). */
import type { AgentConfigInput, Launch, PermissionMode } from '../../schemas/generated/types.js';

export interface Requested {
  model: string | undefined;
  agent: string | undefined;
  mode: PermissionMode | undefined;
  plan: boolean;
  launch: Launch;
}

/** The agent applies only to new sessions; the other options also apply to reopened ones. */
export function configOf({ model, agent, mode, plan }: Requested, isNew: boolean): AgentConfigInput {
  return {
    ...(isNew && agent !== undefined && { profile: agent }),
    ...(model !== undefined && { model }),
    ...(mode !== undefined && { permission_mode: mode }),
    ...(plan && { plan_mode: true }),
  };
}

/** Returns the launch block of a session; only a new one gets the agent file. */
export function launchOf({ launch }: Requested, directories: readonly string[], isNew: boolean): Launch {
  const { agent_file, additional_dirs = [], ...rest } = launch;
  const all = [...new Set([...additional_dirs, ...directories])];
  return {
    ...rest,
    ...(all.length > 0 && { additional_dirs: all }),
    ...(isNew && agent_file && { agent_file }),
  };
}
