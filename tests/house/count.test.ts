/** The closing line of `npm test`: nothing that kept a suite from running is counted as passed. */
import { expect, test } from '@jest/globals';
import { countTests } from '../count.js';

const suite = (status: string, ...statuses: string[]): unknown => ({
  name: 'a.test.ts',
  status,
  assertionResults: statuses.map((each) => ({ status: each, fullName: 'works' })),
});

/** situation, suites of the report (undefined: none was written), exit code, passed, failed, skipped */
const rows: [string, unknown[] | undefined, number | null, number, number, number][] = [
  ['all passed', [suite('passed', 'passed', 'passed')], 0, 2, 0, 0],
  ['one failed', [suite('failed', 'passed', 'failed')], 1, 1, 1, 0],
  ['one left out', [suite('passed', 'passed', 'pending', 'todo')], 0, 1, 0, 2],
  ['a suite that does not start', [suite('passed', 'passed'), suite('failed')], 1, 1, 1, 0],
  ['a suite whose tests pass and that fails at its end', [suite('failed', 'passed')], 1, 1, 1, 0],
  ['no suite at all', [], 1, 0, 1, 0],
  ['a crash', undefined, 1, 0, 1, 0],
  ['a run that was killed after its report', [suite('passed', 'passed')], null, 1, 1, 0],
];

test.each(rows)('%s', (_, testResults, code, passed, failed, skipped) => {
  const counts = countTests(testResults && { testResults }, code);
  expect(counts).toMatchObject({ passed, failed, skipped });
  expect(counts.names).toHaveLength(failed);
});
