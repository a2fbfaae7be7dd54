/** What of a session is on the screen already, whichever connection it is read over. */
import type { SessionModel } from '../session/session.js';
import { createCommits, type Commits, type CommitsDeps } from './transcript/commits.js';

/** What outlives the connection: a session that is opened again on another server continues where it was. */
export interface Shown {
  commits: Commits;
  ownPrompts: Set<string>;
  ownShells: Set<string>;
  decidedHere: Set<string>;
  /** prompts that were sent a second time, as their first answer was lost */
  repeated: Set<string>;
  /** the session as it is read now */
  session?: SessionModel;
}

export function createShown(deps: Pick<CommitsDeps, 'layout' | 'now' | 'forms' | 'noticed'>): Shown {
  const { layout, now, forms, noticed } = deps;
  const ids = { ownPrompts: new Set<string>(), ownShells: new Set<string>(), decidedHere: new Set<string>() };
  const shown: Shown = {
    ...ids,
    repeated: new Set(),
    commits: createCommits({
      layout,
      forms,
      noticed,
      isOwn: (id) => ids.ownPrompts.has(id),
      isOwnShell: (id) => ids.ownShells.has(id),
      isDecidedHere: (id) => ids.decidedHere.has(id),
      interaction: (id) => shown.session?.interaction(id),
      now,
    }),
  };
  return shown;
}
