/** What of a session is already on the screen, independent of the connection. */
import type { SessionModel } from '../session/session.js';
import { createCommits, type Commits, type CommitsDeps } from './transcript/commits.js';

/** State that outlives the connection: a session reopened on another server continues in place. */
export interface Shown {
  commits: Commits;
  ownPrompts: Set<string>;
  ownShells: Set<string>;
  decidedHere: Set<string>;
  /** ids of prompts that were sent again because their first answer was lost */
  repeated: Set<string>;
  /** the model that currently reads the session */
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
