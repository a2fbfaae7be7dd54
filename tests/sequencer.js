/** Starts the slowest suites first, by what they took in earlier runs; new suites come before all others. */
import { relative } from 'node:path';
import TestSequencer from '@jest/test-sequencer';
import { root } from '../bin/setup.js';
import { readDurations } from './durations.js';

export default class extends TestSequencer {
  sort(tests) {
    const durations = readDurations();
    const expected = ({ path }) => durations[relative(root, path)] ?? Infinity;
    const bySize = super.sort(tests);
    return [...bySize].sort((a, b) => (expected(a) === expected(b) ? 0 : expected(b) - expected(a)));
  }
}
