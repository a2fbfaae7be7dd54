/** Durations of suites in their last run, in milliseconds: `{"tests/a/b.test.ts": 1234}` in a cache file. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../bin/setup.mjs';

const file = join(root, 'node_modules', '.cache', 'agent-tests', 'durations.json');

/** Durations by suite; empty before the first run. */
export function readDurations() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // missing or damaged: the next run writes it
    return {};
  }
}

/** Returns the durations of the suites in a jest report. */
export function durationsOf(report) {
  const suites = report.testResults.filter(({ endTime, startTime }) => endTime > startTime);
  return Object.fromEntries(suites.map(({ name, startTime, endTime }) => [relative(root, name), endTime - startTime]));
}

/** Merges durations into those of earlier runs. */
export function saveDurations(durations) {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ ...readDurations(), ...durations }, null, 1));
  renameSync(draft, file);
}
