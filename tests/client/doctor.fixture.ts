/** Files of a data directory, and the findings of `agent doctor` about them. */
import { afterEach, beforeEach } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, remove, temporary } from './harness.js';

export const PROVIDER = '[providers.a]\ntype = "openai"\n';

export let folder: string;

export let home: string;

export const doctor = (argv: string[], env?: Record<string, string>) =>
  command(['doctor', ...argv], { home, cwd: folder, ...(env && { env }) });

/** Writes a file into the folder; its name contains only its kind. */
export function write(kind: string, content: string | Uint8Array, mode = 0o600): string {
  writeFileSync(join(folder, `${kind}.x`), content, { mode });
  return `${kind}.x`;
}

export const check = (kind: string, content: string | Uint8Array, env?: Record<string, string>) =>
  doctor([kind, write(kind, content)], env);

/** Returns the lines below the line of the file. */
export const messages = (text: string): string[] =>
  text
    .trimEnd()
    .split('\n')
    .filter((line) => line.startsWith('  '))
    .map((line) => line.slice(2));

/** Registers the hooks of the doctor suites. */
export function useDoctor(): void {
  beforeEach(async () => {
    folder = await temporary();
    home = join(folder, 'home');
    mkdirSync(home);
  });
  afterEach(() => remove(folder));
}
