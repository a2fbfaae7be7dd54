/** Measures the time until a process has printed or done something. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { atMost, clock, median, ratioAtMost } from './report.js';
import { environment, makeHome, residentMb, startProgram, temporaryDirectory, timeCommand } from './processes.js';

const runs = 11;
const group = 'start';

/** Alternates with runs of an empty node process, so that a busy moment of the machine affects both. */
export async function measureStartup({ program, report, model }) {
  const cwd = temporaryDirectory('project');
  const home = makeHome();
  const provided = makeHome(model.url);
  const bare = () => timeCommand(['-e', '0'], { home, cwd });
  async function compare(name, target, args, each = {}) {
    const times = { own: [], bare: [] };
    // The first run fills the file system cache.
    await timeCommand([program, ...args], { home: each.home?.() ?? home, cwd });
    for (let run = 0; run < runs; run += 1) {
      times.bare.push((await bare()).ms);
      times.own.push((await timeCommand([program, ...args], { home: each.home?.() ?? home, cwd })).ms);
    }
    report.add({
      group,
      name,
      value: median(times.own),
      unit: 'ms',
      baseline: { name: 'node -e 0', value: median(times.bare) },
      target,
      note: each.note,
    });
  }
  await compare('--version', ratioAtMost(1.15), ['--version']);
  await compare('--help', ratioAtMost(1.6), ['--help']);
  await compare('-p hi, own daemon', atMost(220, 'ms'), ['-p', 'hi'], { note: 'a data directory that is there' });
  await compare('-p hi, own daemon, with a provider', atMost(260, 'ms'), ['-p', 'hi'], {
    home: () => provided,
    note: 'answered by the model',
  });
  await compare('-p hi, own daemon, first start', undefined, ['-p', 'hi'], {
    home: makeHome,
    note: 'a new data directory each time',
  });
  await measureHandshake({ program, report, home, cwd });
  await compareServer({ program, report, cwd, bare });
  const server = await startProgram({ program, home, cwd });
  await compare('-p hi, attached', atMost(110, 'ms'), ['-p', 'hi']);
  await server.stop();
}

/** Measures from exec to the answer of `initialize`, and the memory of the process then (acp-cli.md 1.1). */
async function measureHandshake({ program, report, home, cwd }) {
  const times = [];
  const memory = [];
  const hello = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } };
  for (let run = 0; run < runs; run += 1) {
    const from = clock();
    const child = spawn(process.execPath, [program, 'acp'], {
      cwd,
      env: environment(home),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.write(`${JSON.stringify(hello)}\n`);
    await once(child.stdout, 'data');
    times.push(clock() - from);
    memory.push(residentMb(child.pid));
    child.stdin.end();
    await once(child, 'exit');
  }
  report.add({
    group,
    name: 'acp: exec → answer of initialize',
    value: median(times),
    unit: 'ms',
    target: atMost(400, 'ms'),
  });
  report.add({ group, name: 'acp: memory at that time', value: median(memory), unit: 'MB', target: atMost(90, 'MB') });
}

async function compareServer({ program, report, cwd, bare }) {
  const home = makeHome();
  const times = { own: [], bare: [] };
  for (let run = 0; run < runs; run += 1) {
    times.bare.push((await bare()).ms);
    const server = await startProgram({ program, home, cwd });
    times.own.push(server.healthyMs);
    await server.stop();
  }
  const baseline = { name: 'node -e 0', value: median(times.bare) };
  report.add({
    group,
    name: 'agent web: spawn → healthz',
    value: median(times.own),
    unit: 'ms',
    baseline,
    target: ratioAtMost(5),
  });
}
