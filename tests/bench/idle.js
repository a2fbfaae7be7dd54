/** Measures the cost of a server with loaded sessions and no active clients. */
import { readFileSync } from 'node:fs';
import { atMost, sleep } from './report.js';
import { createClient, watch } from './client.js';
import { makeHome, startProgram, temporaryDirectory } from './processes.js';

const group = 'idle';
const sessions = 50;
/** The garbage collector is active for a while after work. */
const settleMs = 20_000;
const watchedMs = 30_000;
/** Clock ticks per second in Linux's CPU times of processes. */
const ticksPerSecond = 100;

export async function measureIdle({ program, report, model }) {
  const cwd = temporaryDirectory('project');
  const server = await startProgram({ program, home: makeHome(model.url), cwd });
  const client = createClient(server);
  for (let count = 0; count < sessions; count += 1) {
    const { id } = await client.createSession(cwd);
    const events = await watch(server, id);
    const ended = events.next('turn.ended');
    await client.prompt(id, 'hi');
    await ended;
    events.close();
  }
  await sleep(settleMs);
  const before = usage(server.pid);
  await sleep(watchedMs);
  const after = usage(server.pid);
  const share = ((after.ticks - before.ticks) / ticksPerSecond / (watchedMs / 1_000)) * 100;
  report.add({
    group,
    name: `processor, ${sessions} loaded sessions`,
    value: share,
    unit: '%',
    target: atMost(0.2, '%'),
  });
  report.add({
    group,
    name: 'times it woke up per second',
    value: (after.switches - before.switches) / (watchedMs / 1_000),
    unit: '/s',
    note: 'voluntary context switches of the main thread',
  });
  client.close();
  await server.stop();
}

function usage(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  const switches = /^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { ticks: Number(fields[11]) + Number(fields[12]), switches: Number(switches) };
}
