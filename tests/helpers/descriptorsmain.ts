/** Process for tests: runs commands and searches while no file descriptors are left, and again afterwards. */
import { closeSync, openSync } from 'node:fs';
import { startShell } from '../../daemon/tools/process.js';
import { runRipgrep } from '../../daemon/tools/ripgrep.js';
import { runProgram } from '../../daemon/base/process/programs.js';

const home = process.argv[2] ?? '';
const env = { PATH: process.env['PATH'] ?? '' };
const signal = new AbortController().signal;
const attempts: Record<string, () => Promise<unknown>> = {
  shell: () => startShell({ shell: '/bin/sh', command: 'true', cwd: home, env, directory: home }),
  search: () => runRipgrep('/bin/true', [], home, env, { timeMs: 5_000, maxBytes: 10, signal }),
  program: async () => {
    const { stopped, stderr } = await runProgram('/bin/true', [], {
      cwd: home,
      env,
      timeMs: 5_000,
      onOutput: () => true,
    });
    if (stopped === 'start') throw new Error(stderr);
  },
};

async function tryAll(): Promise<Record<string, string>> {
  const results: Record<string, string> = {};
  for (const [name, attempt] of Object.entries(attempts)) {
    results[name] = await attempt().then(
      () => 'done',
      (error: unknown) => String(error),
    );
  }
  return results;
}

const held: number[] = [];
// opens what the first spawn keeps open, before the descriptors are used up
const before = await tryAll();
try {
  for (;;) held.push(openSync('/dev/null', 'r'));
} catch {
  // the limit is reached
}
const during = await tryAll();
held.forEach((file) => closeSync(file));
console.log(JSON.stringify({ before, during, after: await tryAll() }));
process.exit(0);
