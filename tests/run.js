/**
 * `npm test`: runs all suites, those of a project (`npm test -- unit`, `npm test -- daemon`) or those that match the
 * arguments, after their setup, and ends with the line `N passed, N failed`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root, setUp } from '../bin/setup.mjs';
import { countTests } from './count.js';
import { durationsOf, saveDurations } from './durations.js';

// How long the suites may stay after their report is written: more means that something was left open.
const lingering = 15_000;

// A larger share of the suites does not fail by chance.
const mostSecondLooks = 0.02;

// Suites named at the end of a full run.
const slowestShown = 10;

// Bytes that must be free in memory before temporary files go there.
const roomInMemory = 2 * 1024 ** 3;

/** Where temporary files of tests go: in memory where there is room, since the suites commit to a disk thousands of times. */
function roomForFiles() {
  if (process.env.TMPDIR !== undefined) return process.env.TMPDIR;
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= roomInMemory ? '/dev/shm' : tmpdir();
  } catch {
    // no such file system here
    return tmpdir();
  }
}

/** Runs jest; resolves with its exit code and its report, undefined when it wrote none. What the suites left is removed. */
async function runJest(args) {
  // a short name: the paths of sockets are limited
  const directory = mkdtempSync(join(roomForFiles(), 't-'));
  // as temporary directories are: suites act as other users too
  chmodSync(directory, 0o1777);
  const file = join(directory, 'report.json');
  const open = join(directory, 'open.txt');
  // suites wait about as long as they work
  const workers = Math.max(2, Math.floor(availableParallelism() * 1.5));
  const alone = args.includes('--runInBand');
  const options = [`--config=${join(root, '.config', 'jest.config.js')}`, '--json', `--outputFile=${file}`];
  // a process that has become large takes ten times as long to start another one
  if (!alone) options.push(`--maxWorkers=${workers}`, '--workerIdleMemoryLimit=600MB');
  const child = spawn(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--no-warnings',
      // most of what suites allocate is short-lived: it need not be moved
      '--max-semi-space-size=32',
      join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
      ...options,
      ...args,
    ],
    // The report goes to the file and to stderr; what jest prints on stdout is the same file once more.
    {
      cwd: root,
      stdio: ['ignore', 2, 2],
      env: { ...process.env, TMPDIR: directory, AGENT_TEST_OPEN: open },
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill(signal));
  const watch = setInterval(() => {
    if (!existsSync(file)) return;
    clearInterval(watch);
    setTimeout(() => {
      if (existsSync(open)) console.error(`Open at the ends of suites:\n${readFileSync(open, 'utf8')}`);
      child.kill('SIGKILL');
    }, lingering).unref();
  }, 500);
  const code = await new Promise((fulfil) => {
    child.on('error', (error) => {
      console.error(error.message);
      fulfil(1);
    });
    child.on('close', fulfil);
  });
  clearInterval(watch);
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  return { code, report };
}

/** A few suites that failed beside others, on a machine busy with them, are run once more alone; the report names them. */
async function withSecondLook({ code, report }) {
  const counts = countTests(report, code);
  const suites = (report?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name);
  const all = report?.testResults.length ?? 0;
  const byChance = suites.length > 0 && suites.length <= Math.max(1, all * mostSecondLooks) && suites.length < all;
  if (code !== 1 || !byChance) return { counts, unsteady: [] };
  console.error(`Once more, one after the other: ${suites.length} of ${report.testResults.length} suites.`);
  const second = await runJest(['--runInBand', '--runTestsByPath', ...suites]);
  if (!second.report) return { counts, unsteady: [] };
  const rest = report.testResults.filter(({ name }) => !suites.includes(name));
  const merged = { testResults: [...rest, ...second.report.testResults] };
  const again = countTests(merged, second.code);
  return { counts: again, unsteady: counts.names.filter((name) => !again.names.includes(name)) };
}

const hasProgram = (name) =>
  (process.env.PATH ?? '').split(delimiter).some((directory) => directory !== '' && existsSync(join(directory, name)));

/**
 * Programs that suites need: shells to compare command lines with, `patch`, tmux, sandbox tools, and the browser, without
 * which the page's suites fail. Installs them if the user is allowed to, and lists the ones that stay missing.
 */
function installPrograms() {
  const browser = process.env.CHROMIUM_PATH === undefined ? ['chromium'] : [];
  const packages = ['dash', 'busybox', 'patch', 'tmux', 'bubblewrap', ...browser];
  const absent = () => packages.filter((name) => !hasProgram(name === 'bubblewrap' ? 'bwrap' : name));
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version') && hasProgram('apt-get') && absent().length > 0) {
    const quiet = { stdio: 'ignore', timeout: 300_000, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    const install = () => spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...absent()], quiet);
    if (install().status !== 0 && spawnSync('apt-get', ['update', '-qq'], quiet).status === 0) install();
  }
  if (process.platform === 'win32' || absent().length === 0) return;
  console.error(`Not installed: ${absent().join(', ')}. Suites that compare with them are skipped.`);
}

/** The arguments for jest: a project's name stands for its suites. */
function jestArguments([first, ...rest]) {
  if (first !== 'unit' && first !== 'daemon') return process.argv.slice(2);
  return [...rest, '--selectProjects', first];
}

function printSlowest(durations) {
  const slowest = Object.entries(durations).sort(([, a], [, b]) => b - a);
  if (slowest.length <= slowestShown) return;
  console.log('slowest suites:');
  for (const [path, ms] of slowest.slice(0, slowestShown))
    console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${path}`);
}

async function main() {
  const started = performance.now();
  try {
    setUp();
  } catch (error) {
    console.error(error.message);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  installPrograms();
  const first = await runJest(jestArguments(process.argv.slice(2)));
  if (!first.report) console.error('The suites ended without a report.');
  const durations = first.report ? durationsOf(first.report) : {};
  saveDurations(durations);
  const { counts, unsteady } = await withSecondLook(first);
  for (const name of unsteady)
    console.log(`unsteady: ${name.replace(`${root}/`, '')}: failed beside others, passed alone`);
  for (const name of counts.names) console.log(`failed: ${name.replace(`${root}/`, '')}`);
  printSlowest(durations);
  console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`);
  return counts;
}

const { passed, failed, skipped } = await main();
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
