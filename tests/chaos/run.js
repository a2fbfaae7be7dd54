/**
 * `npm run chaos`: kills a daemon at random moments, 200 times or `--runs N`, and checks what must hold after each
 * restart; with `--fuzz N` it sends N random requests to each operation instead, with `--cuts N` it cuts off clients
 * of a running server N times each, with `--sessions N` it compares what models of sessions show after N rounds of cuts
 * and kills, with `--screens N` what terminals show after N kills of the UI, its server or both, with `--acknowledged N` it kills it right after a prompt is acknowledged, and with
 * `--hostile` it sends hostile input: 10,000 command lines among it. With `--suites` it runs the suites with random
 * input for longer than `npm test` does, or those that the arguments after it name.
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
