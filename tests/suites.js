/** Determines from imports which suites load the daemon or start one of our programs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** Modules whose import puts a suite into the `daemon` project, as paths from the root. */
const daemonModules = new Set([
  'daemon/main.ts',
  'tests/helpers/daemonentry.ts',
  'tests/e2e/program.ts',
  'tests/client/harness.ts',
]);

/** Returns the suites below `tests/` as paths from the root, by project. */
export function suitesByProject(root) {
  const reaches = createReach(root);
  const suites = readdirSync(join(root, 'tests'), { recursive: true })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => `tests/${path.replaceAll('\\', '/')}`)
    .sort();
  const isUnit = (path) => !/^tests\/(?:e2e|house|chaos)\//.test(path) && !reaches(path);
  return { unit: suites.filter(isUnit), daemon: suites.filter((path) => !isUnit(path)) };
}

/** Whether a file imports one of the daemon's modules, directly or through other test files. */
function createReach(root) {
  const known = new Map();
  return function reaches(path) {
    const answer = known.get(path);
    if (answer !== undefined) return answer;
    // ends cycles among helpers
    known.set(path, false);
    const found = importsOf(root, path).some(
      (imported) => daemonModules.has(imported) || (imported.startsWith('tests/') && reaches(imported)),
    );
    known.set(path, found);
    return found;
  };
}

/** Returns the relative imports that exist at run time. */
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
