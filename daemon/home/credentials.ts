/** Secrets that logins left in `<home>/credentials`, for those who have to keep them out of what they write. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readRegular } from '../base/fs/atomic.js';
import { errorCode } from '../base/fs/errno.js';
import type { HomePaths } from './paths.js';

/** Fields of a credential whose texts are secrets. */
const secretField = /token|secret|password|key|code/i;
/** Shorter texts are words. */
const shortest = 8;

/** Texts of all credentials that are secrets. What is no JSON is one as a whole. */
export function storedSecrets(paths: Pick<HomePaths, 'credentials' | 'serverCredentials'>): string[] {
  return [paths.credentials, paths.serverCredentials].flatMap((directory) =>
    namesIn(directory).flatMap((name) => {
      const text = textOf(join(directory, name));
      try {
        return secretsIn(JSON.parse(text), false);
      } catch {
        // the whole of it may be the secret
        return [text.trim()];
      }
    }),
  );
}

function secretsIn(value: unknown, secret: boolean): string[] {
  if (typeof value === 'string') return secret && value.length >= shortest ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => secretsIn(item, secret || secretField.test(name)));
}

function namesIn(directory: string): string[] {
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return [];
  }
}

/** Empty for a file that cannot be read. */
export function textOf(path: string): string {
  try {
    return readRegular(path) ?? '';
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return '';
  }
}
