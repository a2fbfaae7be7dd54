/** Detects files that hold secrets (engine.md 6.6): reading or writing them needs approval, and searches omit them. */
import path from 'node:path';
import { inside } from '../base/fs/paths.js';

/** The directories that make a file sensitive by its place. */
export interface SensitivePlaces {
  /** the program's data directory */
  home: string;
  userHome: string;
  /** `<home>/config.toml` is sensitive only for reading (writing it is risky for another reason) */
  operation: 'read' | 'write';
}

const copies = String.raw`(?:[-_].*|\.(?:bak|backup|copy|disabled|key|old|orig|pem|save|tmp))?`;
const secretName = new RegExp(`^(?:id_rsa|id_dsa|id_ecdsa|id_ed25519|credentials)${copies}$`, 'su');
const harmlessEnv = new Set(['.env.example', '.env.sample', '.env.template']);
const secretAnywhere = new Set(['.netrc', '.pgpass']);
const secretInUserHome = new Set(['.npmrc', '.pypirc']);

/**
 * Whether an absolute path names a sensitive file. Looks only at the text and ignores case, as some file systems do.
 * Callers check both the given and the resolved path, with homes in the same form.
 */
export function isSensitive(absolute: string, places: SensitivePlaces): boolean {
  const file = absolute.toLowerCase();
  const home = places.home.toLowerCase();
  const name = path.basename(file);
  if (name === '.env' || (name.startsWith('.env.') && !harmlessEnv.has(name))) return true;
  if (secretName.test(name) && !name.endsWith('.pub')) return true;
  if (secretAnywhere.has(name)) return true;
  if (secretInUserHome.has(name) && path.dirname(file) === places.userHome.toLowerCase()) return true;
  if (inside([path.join(home, 'credentials')], file) || file === path.join(home, 'server.token')) return true;
  return places.operation === 'read' && file === path.join(home, 'config.toml');
}
