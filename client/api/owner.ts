/** Finds the server that owns a session after another server refused a request (rest.md 1.9). */
import type { Owner } from '../../schemas/generated/types.js';
import { isFailure } from './failure.js';
import { isObject } from './share.js';

/** Returns the owner that a refusal names; undefined for any other failure. */
export function ownerOf(error: unknown): Owner | undefined {
  if (!isFailure(error, 'SESSION_BUSY')) return undefined;
  const { data } = error;
  const owner = isObject(data) ? data.owner : undefined;
  return isObject(owner) && 'server_id' in owner && 'pid' in owner ? (owner as unknown as Owner) : undefined;
}
