/** How long a process takes until it has said or done something. */
import { median, ratioAtMost } from './report.js';
import { makeHome, startProgram, temporaryDirectory, timeCommand } from './processes.js';

const runs = 11;
const group = 'start';

/** Whole processes, by turns with an empty node, so that a busy moment of the machine meets both. */
export async function measureStartup({ program, report }) {
  const cwd = temporaryDirectory('project');
  const home = makeHome();
  const bare = () => timeCommand(['-e', '0'], { home, cwd });
  async function compare(name, target, args, each = {}) {
    const times = { own: [], bare: [] };
    // The first run fills the caches of the file system.
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
  await compare('-p hi, own daemon', ratioAtMost(5), ['-p', 'hi'], { note: 'a data directory that is there' });
  await compare('-p hi, own daemon, first start', undefined, ['-p', 'hi'], {
    home: makeHome,
    note: 'a new data directory each time',
  });
  await compareServer({ program, report, cwd, bare });
  const server = await startProgram({ program, home, cwd });
  await compare('-p hi, attached', ratioAtMost(3), ['-p', 'hi']);
  await server.stop();
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
