/** Chooses the attempts of a run, and names them in its report. */
import type { Attempt } from './attempts.js';
import type { Profile } from '../../daemon/runtimes/runtimes.js';

/** Returns the title of an attempt in a report. */
export const titleOf = ({ row, name }: Pick<Attempt, 'row' | 'name'>, profile: Profile): string =>
  `${row}: ${name} (${profile})`;

export const profilesOf = ({ profiles }: Pick<Attempt, 'profiles'>): Profile[] =>
  profiles ?? ['workspace', 'read-only'];

/** `all`: each attempt in its own sandbox. Otherwise many share one, and two users try a half each of the others. */
export type Choice = 'all' | 'both halves' | 'first half' | 'second half';

export const isTogether = (attempt: Attempt, choice: Choice): boolean => choice !== 'all' && attempt.together === true;

/**
 * Returns the chosen attempts, each with a profile. Attempts with their own sandbox alternate between the halves, so
 * that both users try each row and each attempt is tried in each of its profiles.
 */
export function chosen<T extends Pick<Attempt, 'row' | 'name' | 'profiles' | 'together' | 'user'>>(
  from: readonly T[],
  choice: Choice,
): { attempt: T; profile: Profile }[] {
  const pairs = from.flatMap((attempt) => profilesOf(attempt).map((profile, at) => ({ attempt, profile, at })));
  if (choice === 'all' || choice === 'both halves') return pairs;
  const rest = choice === 'first half' ? 0 : 1;
  return pairs.filter(({ attempt, at }) => {
    if (attempt.together || attempt.user) return true;
    const alike = from.filter(({ row, together, user }) => row === attempt.row && !together && !user);
    // the second of two attempts may need what the first one left, so both users try both
    const few = alike.flatMap(profilesOf).length <= 2 && alike.every(({ profiles }) => profiles?.length === 1);
    return few || (alike.indexOf(attempt) + at) % 2 === rest;
  });
}
