/** `npm run check`: runs every `check:` script, also after a failure, and lists those that failed. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { install, root } from './setup.mjs';

const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);

/** Runs one script; resolves with its exit code and output. */
function run(script) {
  return new Promise((fulfil) => {
    const started = performance.now();
    const child = spawn(script, {
      cwd: root,
      shell: true,
      env: { ...process.env, PATH: path },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    const end = (passed) => fulfil({ passed, seconds: (performance.now() - started) / 1000, output: output.trim() });
    child.on('error', (error) => {
      output += error.message;
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}

async function main() {
  install();
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const waiting = Object.keys(scripts).filter((name) => name.startsWith('check:'));
  const failed = [];
  const worker = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      const { passed, seconds, output } = await run(scripts[name]);
      console.log(`${passed ? 'passed' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
      if (output !== '') console.log(output);
      if (!passed) failed.push(name);
    }
  };
  // Two at a time: the first is long and busy on one core only.
  await Promise.all([worker(), worker()]);
  console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
}

process.exitCode = await main().catch((error) => {
  console.error(error.message);
  return 1;
});
