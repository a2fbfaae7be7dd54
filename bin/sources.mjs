/** Hashes the sources of the built program, so that a build can detect changes. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const sources = ['bin', 'client', 'daemon', 'web', 'package.json', 'package-lock.json'];

/** Hashes the sources below `root`; the contract has its own hash, since checking it is the slow part of a build. */
export function hashSources(root) {
  return { schemas: hashFiles(root, ['schemas']), program: hashFiles(root, sources) };
}

/** Returns the hashes of the existing build; undefined when there is none. */
export function readStamp(root) {
  try {
    return JSON.parse(readFileSync(stampPath(root), 'utf8'));
  } catch {
    // Missing or truncated: unusable in both cases.
    return undefined;
  }
}

/** Returns the file in which a finished build records its sources. */
export function stampPath(root) {
  return join(root, 'dist', 'build.json');
}

/** Returns whether the program must be built again. */
export function isStale(root) {
  const stamp = readStamp(root);
  const now = hashSources(root);
  return stamp?.schemas !== now.schemas || stamp.program !== now.program || !existsSync(join(root, 'dist', 'main.cjs'));
}

/** Returns one hash of files and directories below `root`. */
export function hashFiles(root, names) {
  const hash = createHash('sha256');
  for (const name of names) addTo(hash, root, name);
  return hash.digest('hex');
}

function addTo(hash, root, name) {
  const path = join(root, name);
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) {
    for (const entry of readdirSync(path).sort()) addTo(hash, root, `${name}/${entry}`);
  } else {
    const content = readFileSync(path);
    hash.update(`${name}\0${content.length}\0`).update(content);
  }
}
