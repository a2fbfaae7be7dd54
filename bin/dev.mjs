/** `npm run dev`: serves from the sources; rebuilds and restarts after a change. Arguments go to `agent web`. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { hashSources, isStale, readStamp } from './sources.mjs';
import { root, setUp } from './setup.mjs';

setUp();
let server = start();
let pending;
let turn = Promise.resolve();
for (const folder of ['bin', 'client', 'daemon', 'schemas', 'web']) {
  if (!existsSync(join(root, folder))) continue;
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(pending);
    pending = setTimeout(() => {
      turn = turn.then(renew).catch((error) => console.error(error.message));
    }, 150);
  });
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

function start() {
  return spawn(process.execPath, [join(root, 'bin', 'agent.js'), 'web', '--no-open', ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
}

async function renew() {
  if (!isStale(root)) return;
  if (readStamp(root)?.schemas !== hashSources(root).schemas) {
    const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'schemas/codegen.ts'], {
      cwd: root,
      stdio: 'inherit',
    });
    if (status !== 0) return;
  }
  await build(root);
  await end();
  server = start();
}

async function end() {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}

function stop() {
  void end().then(() => process.exit(0));
}
