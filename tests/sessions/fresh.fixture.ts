/** Creates a session in memory in which nothing has happened yet. */
import { builtinBindings } from '../../daemon/agent/profiles.js';
import { freshSession } from '../../daemon/sessions/live/fresh.js';
import type { LiveSession } from '../../daemon/sessions/live/state.js';

type Ref = LiveSession['ref'];

export const sessionAtStart = (ref: Ref, now: number, workspaceId = 'wd_1'): LiveSession =>
  freshSession(
    {
      ref,
      workspaceId,
      cwd: '/w',
      mode: 'auto',
      runtimeId: 'local',
      launchRules: [],
      launchEnv: {},
      givenServers: new Map(),
      clientType: 'api',
    },
    builtinBindings.agent,
    now,
  );
