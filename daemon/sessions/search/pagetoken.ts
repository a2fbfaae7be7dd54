/** Page tokens: the position where a page ended, sealed together with the conditions and the index it belongs to. */
import { createHash } from 'node:crypto';
import type { Position } from './stream.js';

/** Texts that are ranked together: a range in the order of time, newest first. */
export interface Group {
  /** counted from 0 */
  number: number;
  /** the group begins directly after this position; absent: with the newest text */
  from?: Position;
  /** its last text; absent: its end is not known yet */
  to?: Position;
  /** no texts follow the group */
  ended?: boolean;
  /** the last hit of the group that was shown */
  after?: Position & { quality: number };
}

/** Where the next page begins. */
export interface PageStart {
  /** weight of each term, as determined for the first page */
  weights: number[];
  /** ids of texts in the order of time that are too old, up to this one */
  floor?: number;
  /** order by time: the page begins directly after this text */
  after?: Position;
  /** order by score: the group to continue */
  group?: Group;
}

const sealLength = 16;

/** `fingerprint` is that of the conditions. */
export function sealPageToken(place: PageStart, fingerprint: string, generation: string): string {
  const text = Buffer.from(JSON.stringify(place));
  return Buffer.concat([sealOf(text, fingerprint, generation), text]).toString('base64url');
}

/** Undefined for a token that is damaged, or that belongs to other conditions or another index. */
export function openPageToken(token: string, fingerprint: string, generation: string): PageStart | undefined {
  const bytes = Buffer.from(token, 'base64url');
  const text = bytes.subarray(sealLength);
  if (bytes.toString('base64url') !== token || text.length === 0) return undefined;
  if (!sealOf(text, fingerprint, generation).equals(bytes.subarray(0, sealLength))) return undefined;
  return JSON.parse(text.toString()) as PageStart;
}

function sealOf(text: Buffer, fingerprint: string, generation: string): Buffer {
  const hash = createHash('sha256').update(`${generation}\n${fingerprint}\n`).update(text);
  return hash.digest().subarray(0, sealLength);
}
