/** Compares a text with a golden file; AGENT_GOLDENS=write writes the file first. */
import { expect } from '@jest/globals';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Directory of files that appear in golden output: the length of their paths decides where rows end. */
export const goldenDirectory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export const writesGoldens = process.env['AGENT_GOLDENS'] === 'write';

export function expectGolden(path: string, text: string): void {
  if (writesGoldens) writeFileSync(path, text);
  expect(existsSync(path)).toBe(true);
  expect(text).toBe(readFileSync(path, 'utf8'));
}
