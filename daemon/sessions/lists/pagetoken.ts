/** Page tokens of a list: a position, and a fingerprint of the conditions that it belongs to (rest.md 1.6). */
import { createHash } from 'node:crypto';
import { ApiError } from '../../errors.js';
import type { Position } from './conditions.js';

/** Chars of the fingerprint; it keeps apart what a client mixed up, it keeps no secret. */
const length = 16;

/** `conditions` is text that is the same for the same conditions, and only for those. */
export function writeToken(conditions: string, position: Position): string {
  return Buffer.from(JSON.stringify([...position, fingerprint(conditions, position)])).toString('base64url');
}

/** Throws PAGE_TOKEN_MISMATCH for a token that was damaged, made for other conditions, or not made by this home. */
export function readToken(conditions: string, token: string): Position {
  const position = positionOf(token);
  // decoding is lenient, so the text itself is compared
  if (!position || writeToken(conditions, position) !== token) throw new ApiError('PAGE_TOKEN_MISMATCH');
  return position;
}

function positionOf(token: string): Position | undefined {
  try {
    const [time, id] = JSON.parse(Buffer.from(token, 'base64url').toString('utf8')) as unknown[];
    return typeof time === 'number' && typeof id === 'string' ? [time, id] : undefined;
  } catch {
    // no token of ours
    return undefined;
  }
}

function fingerprint(conditions: string, position: Position): string {
  const whole = JSON.stringify([conditions, ...position]);
  return createHash('sha256').update(whole).digest('base64url').slice(0, length);
}
