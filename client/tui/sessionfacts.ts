/** Facts of the footer besides the session: git state and budget, read on demand and never by a timer (tui.md 3.2). */
import type { Client } from '../api/client.js';
import { attempt } from './attempt.js';

export interface SessionFacts {
  readonly git: { branch: string; isDirty: boolean } | undefined;
  readonly budget: { usd: number; warnRatio: number } | undefined;
  /** Called when the session may be another one, or something ran in it. */
  refresh(): void;
  focus(isFocused: boolean): void;
  /** Called for each key: without focus reports, the first key after a while counts as the return of the user. */
  keyed(): void;
}

export interface SessionFactsDeps {
  session(): { client: Pick<Client, 'getGitStatus' | 'getUsage'>; id: string } | undefined;
  now(): number;
  changed(): void;
}

/** A user without keys for this long, in milliseconds, may have been elsewhere. */
const awayMs = 5_000;

export function createSessionFacts({ session, now, changed }: SessionFactsDeps): SessionFacts {
  let git: SessionFacts['git'];
  let budget: SessionFacts['budget'];
  let reportsFocus = false;
  let lastKeyAt = now();

  async function refreshGit(): Promise<void> {
    const asked = session();
    if (!asked) return;
    // there may be no repository
    const status = await attempt(() => asked.client.getGitStatus({ params: { session_id: asked.id }, body: {} }));
    if (session()?.id !== asked.id) return;
    git = status && { branch: status.branch, isDirty: Object.keys(status.entries).length > 0 };
    changed();
  }

  async function refreshBudget(): Promise<void> {
    const usage = await attempt(() => session()?.client.getUsage({ query: { limit: 1 } }));
    const usd = usage?.budget?.session_usd;
    budget = usd === undefined ? undefined : { usd, warnRatio: usage?.budget?.warn_ratio ?? 1 };
    changed();
  }

  return {
    get git() {
      return git;
    },
    get budget() {
      return budget;
    },
    refresh() {
      void refreshGit();
      void refreshBudget();
    },
    focus(isFocused) {
      reportsFocus = true;
      if (isFocused) void refreshGit();
    },
    keyed() {
      const away = now() - lastKeyAt;
      lastKeyAt = now();
      if (!reportsFocus && away >= awayMs) void refreshGit();
    },
  };
}
