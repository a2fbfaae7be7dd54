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

// Time in ms for suites to end after their report: more means that something was left open.
const lingering = 15_000;

// Above this share, failures are not caused by chance.
const mostSecondLooks = 0.02;

// Maximum number of slow suites listed after a full run.
const slowestShown = 10;

// Free bytes in memory needed to put temporary files there.
const roomInMemory = 2 * 1024 ** 3;

/** Returns the directory for temporary files: in memory if there is room, because suites commit to disk very often. */
function roomForFiles() {
  if (process.env.TMPDIR !== undefined) return process.env.TMPDIR;
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= roomInMemory ? '/dev/shm' : tmpdir();
  } catch {
    // this system has no such file system
    return tmpdir();
  }
}

/** Runs jest; resolves with its exit code and its report, undefined if it wrote none. Removes leftover files. */
async function runJest(args) {
  // a short name, because the length of socket paths is limited
  const directory = mkdtempSync(join(roomForFiles(), 't-'));
  // like a temporary directory, because suites also act as other users
  chmodSync(directory, 0o1777);
  const file = join(directory, 'report.json');
  const open = join(directory, 'open.txt');
  // suites spend about half of their time waiting
  const workers = Math.max(2, Math.floor(availableParallelism() * 1.5));
  const alone = args.includes('--runInBand');
  const options = [`--config=${join(root, '.config', 'jest.config.js')}`, '--json', `--outputFile=${file}`];
  // a large process takes ten times as long to start another one
  if (!alone) options.push(`--maxWorkers=${workers}`, '--workerIdleMemoryLimit=600MB');
  const child = spawn(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--no-warnings',
      // most allocations of suites are short-lived and need not move to the old generation
      '--max-semi-space-size=32',
      join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
      ...options,
      ...args,
    ],
    // The report goes to the file and to stderr; on stdout, jest prints the content of the file again.
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

/** Runs a few failed suites once more alone, because they may fail on a busy machine; the report names them. */
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
 * Installs programs that suites need: shells to compare command lines with, `patch`, tmux, bubblewrap, and the browser,
 * without which the page's suites fail. Most of them prefer its headless build, which needs a quarter less processor
 * time. Lists the programs that stay missing.
 */
function installPrograms() {
  const absentOf = (names) => names.filter((name) => !hasProgram(name === 'bubblewrap' ? 'bwrap' : name));
  const programs = ['dash', 'busybox', 'patch', 'tmux', 'bubblewrap'];
  const browsers = process.env.CHROMIUM_PATH === undefined ? ['chromium', 'chromium-headless-shell'] : [];
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version') && hasProgram('apt-get')) {
    const quiet = { stdio: 'ignore', timeout: 300_000, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    const install = (names) =>
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], quiet).status === 0;
    // apart, because apt installs nothing when it does not know one of the names
    for (const names of [programs, ...browsers.map((name) => [name])].map(absentOf)) {
      if (names.length === 0 || install(names)) continue;
      if (spawnSync('apt-get', ['update', '-qq'], quiet).status === 0) install(names);
    }
  }
  if (process.platform === 'win32') return;
  const absent = absentOf(programs);
  if (absent.length > 0)
    console.error(`Not installed: ${absent.join(', ')}. Suites that compare with them are skipped.`);
}

/** Returns the arguments for jest: replaces the name of a project by its suites. */
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
