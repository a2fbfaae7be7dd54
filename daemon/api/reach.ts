/** The directories that file requests for a session may reach. */
import { ApiError } from '../errors.js';
import type { Reach } from '../workspace/files/reach.js';
import type { ApiDeps } from './deps.js';

/** Reads them from storage, without loading the session. Throws SESSION_NOT_FOUND, RUNTIME_NOT_FOUND. */
export function reachOf(
  { sessions, store }: Pick<ApiDeps, 'sessions' | 'store'>,
  id: string,
  runtimeId: string,
): Reach {
  const row = sessions.row(id);
  if (runtimeId !== row.runtime_id) requireLocal(runtimeId);
  return { cwd: row.cwd, directories: [row.cwd, ...store.directories(row)] };
}

/** Throws RUNTIME_NOT_FOUND for any runtime but `local`, because files are on this machine. */
export function requireLocal(runtimeId: string): void {
  if (runtimeId !== 'local') throw new ApiError('RUNTIME_NOT_FOUND');
}
