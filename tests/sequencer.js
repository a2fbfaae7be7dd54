/**
 * Starts the slowest suites first, by their durations in earlier runs. New suites start before all others; among them,
 * suites with a terminal, a browser or several servers come first, so that none runs alone at the end of a first run.
 */
import { relative } from 'node:path';
import TestSequencer from '@jest/test-sequencer';
import { root } from '../bin/setup.mjs';
import { readDurations } from './durations.js';

const long = /^tests\/(?:api\/contract|chaos|e2e|live|runtimes|web-page|web-vis)\//;

export default class extends TestSequencer {
  sort(tests) {
    const durations = readDurations();
    const expected = ({ path }) => durations[relative(root, path)] ?? Infinity;
    const rank = ({ path }) => (long.test(relative(root, path)) ? 0 : 1);
    const bySize = super.sort(tests);
    return [...bySize].sort((a, b) => (expected(a) === expected(b) ? rank(a) - rank(b) : expected(b) - expected(a)));
  }
}
