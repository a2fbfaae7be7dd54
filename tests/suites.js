/** Which suites load the daemon or start a program of ours, read from their imports. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** What a suite of the `daemon` project reaches by its imports, as paths below the root. */
const daemonModules = new Set([
  'daemon/main.ts',
  'tests/helpers/daemonentry.ts',
  'tests/e2e/program.ts',
  'tests/client/harness.ts',
]);

/** Suites below `tests/` as paths from the root, in their two projects. */
export function suitesByProject(root) {
  const reaches = createReach(root);
  const suites = readdirSync(join(root, 'tests'), { recursive: true })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => `tests/${path.replaceAll('\\', '/')}`)
    .sort();
  const isUnit = (path) => !/^tests\/(?:e2e|house|chaos)\//.test(path) && !reaches(path);
  return { unit: suites.filter(isUnit), daemon: suites.filter((path) => !isUnit(path)) };
}

/** Whether a file imports one of the daemon's modules, itself or by what it imports of the tests. */
function createReach(root) {
  const known = new Map();
  return function reaches(path) {
    const answer = known.get(path);
    if (answer !== undefined) return answer;
    // circles among helpers end here
    known.set(path, false);
    const found = importsOf(root, path).some(
      (imported) => daemonModules.has(imported) || (imported.startsWith('tests/') && reaches(imported)),
    );
    known.set(path, found);
    return found;
  };
}

/** Relative imports that leave something at run time. */
function importsOf(root, path) {
  const text = readFileSync(join(root, path), 'utf8');
  const found = text.matchAll(
    /(?:^|\n)(?:import|export)\s(?!type\b)[^;]*?from '(\.[^']+)'|import\('(\.[^']+)'\)|\nimport '(\.[^']+)'/g,
  );
  return [...found].flatMap(([, ...paths]) => {
    const target = resolve(root, dirname(path), paths.find((each) => each !== undefined) ?? '');
    const source = target.replace(/\.js$/, '.ts');
    return existsSync(source) ? [relative(root, source)] : [];
  });
}
