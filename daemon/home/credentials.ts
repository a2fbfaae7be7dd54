/** Finds the secrets that logins stored in `<home>/credentials`, so that they can be masked. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readRegular } from '../base/fs/atomic.js';
import { errorCode } from '../base/fs/errno.js';
import type { HomePaths } from './paths.js';

/** Fields of a credential whose values are secret. */
const secretField = /token|secret|password|key|code/i;
/** Minimum length; shorter values may be ordinary words. */
const shortest = 8;

/** The secret values of all credentials. A file that is not JSON counts as one secret. */
export function storedSecrets(paths: Pick<HomePaths, 'credentials' | 'serverCredentials'>): string[] {
  return [paths.credentials, paths.serverCredentials].flatMap((directory) =>
    namesIn(directory).flatMap((name) => {
      const text = textOf(join(directory, name));
      try {
        return secretsIn(JSON.parse(text), false);
      } catch {
        // the whole text may be the secret
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

/** The text of a file; empty when it cannot be read. */
export function textOf(path: string): string {
  try {
    return readRegular(path) ?? '';
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return '';
  }
}
