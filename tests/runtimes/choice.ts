/** Which attempts a run makes, and what each is called in its report. */
import type { Attempt } from './attempts.js';
import type { Profile } from '../../daemon/runtimes/runtimes.js';

/** What an attempt is called in a report. */
export const titleOf = ({ row, name }: Pick<Attempt, 'row' | 'name'>, profile: Profile): string =>
  `${row}: ${name} (${profile})`;

export const profilesOf = ({ profiles }: Pick<Attempt, 'profiles'>): Profile[] =>
  profiles ?? ['workspace', 'read-only'];

/** What is tried of the attempts: each alone in both profiles; or a choice, of which the users have a half each. */
export type Choice = 'all' | 'both halves' | 'first half' | 'second half';

export const isTogether = (attempt: Attempt, choice: Choice): boolean => choice !== 'all' && attempt.together === true;

/**
 * The attempts that a choice has, each with a profile. Where a sandbox of its own is made for each, the halves
 * alternate between attempts and profiles: both users have each row, and each attempt is tried in each of its profiles.
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
    // what two attempts of a row leave each other stays with them
    const few = alike.flatMap(profilesOf).length <= 2 && alike.every(({ profiles }) => profiles?.length === 1);
    return few || (alike.indexOf(attempt) + at) % 2 === rest;
  });
}
