/** Measures the TUI under load (tui.md 4.2): long output, an unread terminal, many resizes; and its idle timers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, watch } from './client.js';
import { cpuMs, makeHome, residentMb, startProgram, temporaryDirectory } from './processes.js';
import { atMost, clock, percentile, sleep } from './report.js';
import { echoes, openScreen, quiet, ready } from './screens.js';

const group = 'tui';
const stalledMs = 60_000;

export async function measureLoad({ program, report, model }) {
  const cwd = temporaryDirectory('project');
  const home = makeHome(model.url);
  const server = await startProgram({ program, home, cwd });
  const client = createClient(server);
  const add = (name, value, unit, limit) => report.add({ group, name, value, unit, target: atMost(limit, unit) });
  const open = async (env) => {
    const screen = openScreen([program, '--yolo'], { home, cwd, env });
    await screen.shows(ready);
    await quiet(screen);
    return screen;
  };
  await measureTimers({ open, add });
  for (const [name, command] of [
    ['10 MB of output', `yes "a row of output" | head -c 262144`],
    ['a line of 5 MB', `head -c 131072 /dev/zero | tr '\\0' x`],
  ])
    await measureOutput({ open, add, name, command });
  await measureSizes({ open, add });
  await measureStalled({ open, add, client, server });
  client.close();
  await server.stop();
}

/** On SIGUSR2, writes the delays of its process's active timers in milliseconds. */
const listing = `
const timers = new Map();
require('node:async_hooks').createHook({
  init: (id, type, trigger, timer) => void (type === 'Timeout' && timers.set(id, timer)),
  destroy: (id) => void timers.delete(id),
}).enable();
process.on('SIGUSR2', () => {
  const running = [...timers.values()].filter((timer) => timer._onTimeout);
  require('node:fs').writeFileSync(process.env.BENCH_TIMERS, JSON.stringify(running.map((timer) => timer._idleTimeout)));
});
`;

async function measureTimers({ open, add }) {
  const folder = temporaryDirectory('timers');
  const [script, list] = [join(folder, 'listing.cjs'), join(folder, 'timers.json')];
  writeFileSync(script, listing);
  const screen = await open({ NODE_OPTIONS: `--require ${script}`, BENCH_TIMERS: list });
  await sleep(10_000);
  process.kill(screen.pid, 'SIGUSR2');
  await sleep(1_000);
  const timers = JSON.parse(readFileSync(list, 'utf8'));
  add('idle: timers under 10 s', timers.filter((ms) => ms < 10_000).length, 'timers', 0);
  await screen.close();
}

/** Runs the command 40 times within some seconds while it types keys. */
async function measureOutput({ open, add, name, command }) {
  const screen = await open();
  const before = residentMb(screen.pid);
  const most = highest(() => residentMb(screen.pid));
  screen.type(`!for i in $(seq 40); do ${command}; sleep 0.1; done; echo; echo ended\r`);
  await screen.shows('Running the command');
  const times = await echoes(screen, 60, 40);
  await screen.shows(/^ *ended/m);
  await quiet(screen, 500);
  add(`${name}: more resident`, most.end() - before, 'MB', 30);
  add(`${name}: key → echo, p99`, percentile(times, 0.99), 'ms', 50);
  await screen.close();
}

async function measureSizes({ open, add }) {
  const screen = await open();
  const cpu = cpuMs(screen.pid);
  for (let step = 0; step < 200; step += 1) {
    screen.resize(80 + (step % 40), 24 + (step % 16));
    await sleep(10);
  }
  screen.forget();
  screen.resize(100, 30);
  const from = clock();
  const drawn = await screen.shows('> ');
  await quiet(screen, 300);
  add('200 sizes in 2 s: processor', cpuMs(screen.pid) - cpu, 'ms', 500);
  add('200 sizes in 2 s: last size → drawn', drawn - from, 'ms', 150);
  await screen.close();
}

async function measureStalled({ open, add, client, server }) {
  const screen = await open();
  const before = residentMb(screen.pid);
  const most = highest(() => residentMb(screen.pid));
  const [{ id }] = (await client.call('GET', '/sessions')).items;
  const events = await watch(server, id);
  const ended = events.next('turn.ended');
  screen.stall();
  await client.prompt(id, `bench:mixed ${stalledMs}`);
  // the server does not wait for the terminal
  await ended;
  events.close();
  add('terminal not read for 60 s, 1,000 deltas/s: more resident', most.end() - before, 'MB', 50);
  screen.forget();
  screen.read();
  screen.type('read again');
  await screen.shows('read again');
  await quiet(screen);
  screen.stall();
  await client.prompt(id, 'bench:mixed 1000');
  await sleep(1_500);
  const from = clock();
  process.kill(screen.pid, 'SIGTERM');
  while (isRunning(screen.pid) && clock() - from < 30_000) await sleep(5);
  add('terminal not read: SIGTERM → end', clock() - from, 'ms', 2_000);
  screen.read();
  await screen.close();
}

function isRunning(pid) {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    // the process is gone
    return false;
  }
}

/** Returns the highest of the values until the end. */
function highest(read) {
  let most = read();
  const timer = setInterval(() => (most = Math.max(most, read())), 100);
  return {
    end() {
      clearInterval(timer);
      return Math.max(most, read());
    },
  };
}
