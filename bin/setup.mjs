/** Prepares a clone: installs if needed, builds if stale; with arguments it then runs the program. */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants } from './constants.js';
import { isStale } from './sources.mjs';

/** The directory of the clone. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** Reports progress on stderr; throws with a message for the user. */
export function setUp() {
  install();
  if (!isStale(root)) return;
  say('Building …');
  run(process.execPath, [join(root, 'bin', 'build.mjs')], 'The build failed.');
}

/** Installs the packages of the lock file unless they are installed. */
export function install() {
  const reason = whyInstall();
  if (reason === undefined) return;
  say(`Installing packages (${reason}); the first time takes a few minutes …`);
  rmSync(stamp, { force: true });
  run('npm', ['ci', '--no-audit', '--no-fund'], `Installing packages failed.${missingTools()}`);
  const unusable = whyDatabaseFails();
  if (unusable !== undefined) throw new Error(`The database module could not be built: ${unusable}${missingTools()}`);
  writeFileSync(stamp, runtime);
}

const stamp = join(root, 'node_modules', '.runtime');
// A native module is built for one combination of these.
const runtime = `${process.platform} ${process.arch} ${process.versions.modules}`;

function whyInstall() {
  // `node_modules` may be a link to packages elsewhere, which an installation would remove
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) return undefined;
  const installed = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (!installed) return 'none are there';
  const wanted = readJson(join(root, 'package-lock.json'))?.packages;
  if (!wanted) throw new Error('package-lock.json is missing or torn.');
  for (const [path, entry] of Object.entries(wanted)) {
    if (path !== '' && installed[path]?.version !== entry.version && !(entry.optional && !installed[path]))
      return 'the lock file changed';
  }
  if (Object.keys(installed).some((path) => !wanted[path])) return 'the lock file changed';
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === runtime) return undefined;
  if (whyDatabaseFails() !== undefined) return 'the native module does not fit this node';
  writeFileSync(stamp, runtime);
  return undefined;
}

function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

function whyDatabaseFails() {
  try {
    const Database = createRequire(join(root, 'package.json'))('better-sqlite3');
    new Database(':memory:').close();
    return undefined;
  } catch (error) {
    // For whatever reason, the program cannot run with it.
    return error.message.split('\n')[0];
  }
}

/** Returns why the native database module may have failed, and solutions, as a sentence to append. */
function missingTools() {
  const directories = (process.env.PATH ?? '').split(delimiter);
  const missing = ['python3', 'make', 'g++'].filter(
    (name) => !directories.some((directory) => existsSync(join(directory, name))),
  );
  const lack = missing.length === 0 ? '' : `, of which ${missing.join(', ')} cannot be found here`;
  return `\nThe database module comes compiled from github.com or is compiled here with python3, make and g++${lack}; ways out: install these and the headers of Node (npm config set nodedir <directory with include/node>), give npm a proxy that reaches github.com and nodejs.org (npm config set proxy <url>), or install the npm package ${constants.packageName}, which needs no compiler.`;
}

function run(command, args, failure) {
  // Everything goes to stderr: stdout belongs to the program.
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (error) throw new Error(`${command} cannot be run: ${error.message}`);
  if (status !== 0) throw new Error(failure);
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    setUp();
  } catch (error) {
    say(error.message);
    process.exit(1);
  }
  const args = process.argv.slice(2);
  if (args.length > 0) {
    // Runs in this process, so that signals reach the program itself.
    const program = join(root, 'bin', 'agent.js');
    process.argv = [process.execPath, program, ...args];
    await import(program);
  }
}
