/** Compares a text with a file in the repository; with AGENT_GOLDENS=write it writes the file first. */
import { expect } from '@jest/globals';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Where the files of programs are whose output is compared: the length of their paths decides where rows end. */
export const goldenDirectory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export const writesGoldens = process.env['AGENT_GOLDENS'] === 'write';

export function expectGolden(path: string, text: string): void {
  if (writesGoldens) writeFileSync(path, text);
  expect(existsSync(path)).toBe(true);
  expect(text).toBe(readFileSync(path, 'utf8'));
}
