/** Names of entries that every system can unpack without harm, whatever the names on the disk are. */
import { maskShapes } from '../../home/redact.js';

/** What some system cannot have in a name, what could lead elsewhere, and what cannot be seen. */
const unfit = /[\\:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
/** Chars of one name. */
const longest = 200;

/** Gives names to paths, `/` between their parts; two paths never get the same, also where case does not count. */
export function createNames(secrets: readonly string[]): (path: string) => string {
  const taken = new Set<string>();
  return (path) => {
    const name = withoutSecrets(path, secrets).split('/').map(part).join('/');
    const [, stem = name, ending = ''] = /^(.*[^/])(\.[^./]{1,20})$/.exec(name) ?? [];
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? name : `${stem}~${number}${ending}`;
      const key = candidate.normalize('NFC').toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return candidate;
    }
  };
}

function part(name: string): string {
  const fit = name
    .toWellFormed()
    .replace(unfit, '_')
    .replace(/[. ]+$/, '_');
  return fit.length > longest ? `${fit.slice(0, longest).toWellFormed()}~` : fit === '' ? '_' : fit;
}

function withoutSecrets(path: string, secrets: readonly string[]): string {
  let result = path;
  for (const secret of secrets) if (secret.length >= 6) result = result.replaceAll(secret, '___');
  return maskShapes(result);
}
