/** The fingerprint that shows clients whether a running instance was started with the same engine variables. */
import { createHash } from 'node:crypto';
import { fingerprintText } from '../../schemas/instances.js';

export function environmentFingerprint(env: Readonly<Record<string, string | undefined>>): string {
  return createHash('sha256').update(fingerprintText(env)).digest('hex');
}
