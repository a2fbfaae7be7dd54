/**
 * `npm run chaos`: kills a daemon at random moments, 200 times or `--runs N`, and checks what must hold after each
 * restart; with `--fuzz N` it sends N random requests to each operation instead, with `--cuts N` it cuts off clients
 * of a running server N times each, with `--acknowledged N` it kills it right after a prompt is acknowledged, and with
 * `--hostile` it sends hostile input: 10,000 command lines among it.
 */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const child = spawn(process.execPath, ['--import', 'tsx', join(here, 'main.ts'), ...process.argv.slice(2)], {
  cwd: join(here, '..', '..'),
  stdio: 'inherit',
});
child.on('close', (code) => {
  process.exitCode = code ?? 1;
});
