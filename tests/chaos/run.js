/**
 * `npm run chaos`: long runs with random faults; exit code 1 when something did not hold. Options choose the run:
 * - none, or `--runs N`: kills a server 200 or N times and checks its data after each restart
 * - `--acknowledged N`: kills it right after it acknowledged a prompt
 * - `--fuzz N`: sends N random requests to each operation
 * - `--cuts N`: cuts the connections of clients N times each
 * - `--sessions N`: compares models of sessions after N rounds of cuts and kills
 * - `--screens N`: compares screens of terminal UIs with the API after N kills
 * - `--hostile`: sends hostile command lines and model replies
 * - `--suites [paths]`: runs the suites with random input, or the given ones, for longer than `npm test`
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setUp } from '../../bin/setup.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const tests = dirname(here);

/** Suites that read from `helpers/rounds.ts` how long they run. */
function suites() {
  const all = readdirSync(tests, { recursive: true }).filter((path) => path.endsWith('.test.ts'));
  return all.filter((path) => readFileSync(join(tests, path), 'utf8').includes("/helpers/rounds.js'"));
}

const [first, ...rest] = process.argv.slice(2);
const isSuites = first === '--suites';
// a terminal runs the program as users have it
if (first === '--screens') setUp();
const command = isSuites
  ? [join(tests, 'run.js'), '--runInBand', ...(rest.length > 0 ? rest : suites().map((path) => `tests/${path}`))]
  : ['--import', 'tsx', join(here, 'main.ts'), ...process.argv.slice(2)];
const child = spawn(process.execPath, command, {
  cwd: dirname(tests),
  stdio: 'inherit',
  env: isSuites ? { ...process.env, AGENT_TEST_LONG: '1' } : process.env,
});
child.on('close', (code) => {
  process.exitCode = code ?? 1;
});
