/** A directory to search, in which each file is newer than the one before. */
import { afterEach, beforeEach } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ContentSearch } from '../../daemon/tools/search.js';
import type { Place } from './fake.js';
import { createPlace } from './fake.js';

export let place: Place;

let age = 0;

/** Writes a file that is newer than the one before. */
export function file(name: string, content: string | Buffer, root = place.cwd): string {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  age += 1;
  utimesSync(path, 1_700_000_000 + age, 1_700_000_000 + age);
  return path;
}

export function git(...args: string[]): void {
  execFileSync('git', args, {
    cwd: place.cwd,
    env: { PATH: process.env.PATH, HOME: place.userHome, GIT_CONFIG_NOSYSTEM: '1' },
    stdio: 'ignore',
  });
}

export function contents(more: Partial<ContentSearch>): ContentSearch {
  return {
    root: place.cwd,
    isDirectory: true,
    includeIgnored: false,
    env: place.run().env,
    mode: 'content',
    pattern: 'x',
    ignoreCase: false,
    multiline: false,
    before: 0,
    after: 0,
    ...more,
  };
}

/** Registers the set-up of the search suites. */
export function useSearchPlace(): void {
  beforeEach(() => {
    place = createPlace();
  });
  afterEach(() => place.remove());
}
