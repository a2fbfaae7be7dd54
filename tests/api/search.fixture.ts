/** A server with texts to search, and its database. */
import { afterEach, beforeEach } from '@jest/globals';
import type { Operations } from '../../schemas/generated/operations.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';

export type Body = Operations['searchSessions']['body'];

export type Answer = Operations['searchSessions']['data'];

export let daemon: TestDaemon;

export const others: { close(): Promise<void> }[] = [];

export const search = (body: Body, at = daemon): Promise<Answer> => at.ok('searchSessions', { body });

/** Returns the hits as `role: snippet`, in order. */
export async function lines(query: string, more: Partial<Body> = {}, at = daemon): Promise<string[]> {
  const { items } = await search({ query, sort: 'time_asc', ...more }, at);
  return items.map(({ role, snippet, agent_id }) => `${agent_id || role}${agent_id && ` ${role}`}: ${snippet}`);
}

export const ready = (at = daemon): Promise<Answer> =>
  until(
    'the index',
    async () => {
      const answer = await search({ query: 'anything' }, at);
      return answer.index_state.state === 'building' || answer.index_state.stale ? undefined : answer;
    },
    30_000,
  );

/** Registers the hooks of these suites. */
export function useSearchDaemon(): void {
  beforeEach(async () => {
    daemon = await startTestDaemon();
  });
  afterEach(async () => {
    for (const other of others.splice(0)) await other.close();
    await daemon.close();
  });
}
