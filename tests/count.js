/** Counts the results of a run; anything that prevented a suite from running counts as a failure. */

/** `report`: jest's JSON, if any; `code`: exit code, null after a signal. `names` are the failed tests. */
export function countTests(report, code) {
  const counts = { passed: 0, failed: 0, skipped: 0, names: [] };
  const fail = (name) => {
    counts.failed += 1;
    counts.names.push(name);
  };
  for (const suite of report?.testResults ?? []) {
    const before = counts.failed;
    for (const { status, fullName } of suite.assertionResults) {
      if (status === 'passed') counts.passed += 1;
      else if (status === 'failed') fail(`${suite.name}: ${fullName}`);
      else counts.skipped += 1;
    }
    if (suite.status === 'failed' && counts.failed === before) fail(`${suite.name}: the suite itself`);
  }
  if (code !== 0 && counts.failed === 0)
    fail(code === null ? 'the run: it did not end by itself' : `the run: exit code ${code}`);
  return counts;
}
