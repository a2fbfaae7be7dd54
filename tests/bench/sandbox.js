/** Measures the start of a command in the sandbox, compared to the same command without it (runtimes.md 11). */
import { execFileSync } from 'node:child_process';
import { build } from 'esbuild';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from './processes.js';
import { atMost, clock, median, ratioAtMost } from './report.js';

const runs = 100;
/** Milliseconds after a command until the next spare sandbox is ready. */
const spareMs = 150;

export async function measureSandbox({ report }) {
  const root = temporaryDirectory('sandbox');
  const { createRuntimes, sandboxDefaults, startShell } = await bundle(join(root, 'sandbox.mjs'));
  const [cwd, home, userHome] = ['work', 'data', 'user'].map((name) => join(root, name));
  const sessionDirectory = join(home, 'sessions/session_bench');
  for (const each of [cwd, userHome, sessionDirectory, join(cwd, '.vscode'), join(cwd, 'src')])
    mkdirSync(each, { recursive: true });
  writeFileSync(join(cwd, 'package.json'), '{}');
  execFileSync('git', ['init', '-q'], { cwd });
  const machine = { env: process.env, platform: process.platform, architecture: process.arch };
  let devices = [];
  const settings = () => ({ ...sandboxDefaults, network: 'off', devices });
  const runtimes = createRuntimes({ home, ...machine, settings });
  const found = await runtimes.capability();
  if (!found.available) throw new Error(`this machine does not contain commands: ${found.hint ?? found.reason}`);
  const request = {
    sessionId: 'session_bench',
    toolCallId: undefined,
    home,
    userHome,
    sessionDirectory,
    workspace: [cwd],
  };
  const kinds = {
    plain: async () => undefined,
    plan: () => runtimes.confine({ ...request, runtimeId: 'local', profile: 'read-only' }),
    sandbox: () => runtimes.confine({ ...request, runtimeId: 'sandbox', profile: 'workspace' }),
    spare: () => runtimes.confine({ ...waiting, runtimeId: 'sandbox', profile: 'workspace' }),
  };
  const waiting = { ...request, sessionId: 'session_spare' };
  const times = { plain: [], plan: [], sandbox: [], spare: [] };
  const cpu = { plain: [], plan: [], sandbox: [], spare: [] };
  let count = 0;
  const once = async (kind) => {
    // a plan that no spare sandbox fits
    devices = kind === 'spare' ? [] : [`/dev/none${(count += 1)}`];
    const confinement = await kinds[kind]();
    const [from, used] = [clock(), process.cpuUsage()];
    const shell = await startShell({
      shell: '/bin/bash',
      command: ':',
      cwd,
      env: { PATH: process.env.PATH },
      directory: sessionDirectory,
      confinement,
    });
    for await (const chunk of shell.output) void chunk;
    await shell.exited;
    await confinement?.settle();
    const ms = clock() - from;
    // preparing the next sandbox also counts
    await delay(spareMs);
    const { user, system } = process.cpuUsage(used);
    return { ms, cpuMs: (user + system) / 1_000 };
  };
  // the first one creates the network of the session
  const made = await once('sandbox');
  await once('spare');
  const before = process.memoryUsage().rss;
  for (let at = 0; at < runs; at += 1)
    for (const kind of Object.keys(kinds)) {
      const { ms, cpuMs } = await once(kind);
      times[kind].push(ms);
      cpu[kind].push(cpuMs);
    }
  const baseline = { name: 'bash -c :', value: median(times.plain) };
  const add = (figure) => report.add({ group: 'sandbox', unit: 'ms', ...figure });
  add({ name: 'a command of an enforced plan', value: median(times.plan), baseline, target: ratioAtMost(4) });
  add({ name: 'a command of the sandbox', value: median(times.sandbox), baseline, target: ratioAtMost(4) });
  add({ name: 'a command where a sandbox waits', value: median(times.spare), baseline, target: ratioAtMost(1.5) });
  add({
    name: "processor time of the server for one, beyond a plain command's",
    value: median(cpu.spare) - median(cpu.plain),
    target: atMost(10),
  });
  add({ name: 'the first command of a session, with its network', value: made.ms });
  add({
    name: 'memory of 100 commands more',
    value: Math.max(0, process.memoryUsage().rss - before) / 2 ** 20,
    unit: 'MB',
  });
  for (const { sessionId } of [request, waiting]) await runtimes.release(sessionId);
}

/** Bundles the server's runtimes module and its start of commands. */
async function bundle(outfile) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const modules = ['daemon/runtimes/runtimes', 'daemon/tools/process', 'tests/runtimes/settings'];
  await build({
    stdin: { contents: modules.map((name) => `export * from './${name}.ts';`).join('\n'), resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'silent',
  });
  return await import(outfile);
}
