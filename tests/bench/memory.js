/** Measures the resident memory of a server: idle, during work, and after it. */
import { atMost, sleep } from './report.js';
import { createClient, watch } from './client.js';
import { makeHome, residentMb, startHelper, startProgram, temporaryDirectory } from './processes.js';

const group = 'memory';

export async function measureMemory({ program, report, model }) {
  const cwd = temporaryDirectory('project');
  const bare = await startHelper('bare.js', 'idle');
  await sleep(500);
  const baseline = { name: 'bare node', value: residentMb(bare.pid) };
  await bare.stop();
  const server = await startProgram({ program, home: makeHome(model.url), cwd });
  const add = (name, target) =>
    report.add({ group, name, value: residentMb(server.pid), unit: 'MB', baseline, target });
  await sleep(2_000);
  add('idle', atMost(100, 'MB'));
  const client = createClient(server);
  const sessions = [];
  for (let count = 0; count < 200; count += 1) sessions.push(await client.createSession(cwd));
  add('after 200 sessions', undefined);
  for (const { id } of sessions.slice(0, 50)) {
    const events = await watch(server, id);
    const ended = events.next('turn.ended');
    await client.prompt(id, 'hi');
    await ended;
    events.close();
  }
  add('… and a prompt in 50 of them', atMost(140, 'MB'));
  await sleep(20_000);
  add('… 20 s later', atMost(130, 'MB'));
  client.close();
  await server.stop();
}

/** Measures memory that remains after much output: of turns that show it, and of tasks that write it to disk. */
export async function measureOutput({ program, report, model }) {
  const cwd = temporaryDirectory('project');
  const server = await startProgram({ program, home: makeHome(model.url), cwd });
  const client = createClient(server);
  const { id } = await client.createSession(cwd);
  const events = await watch(server, id);
  const run = async (text) => {
    const ended = events.next('turn.ended');
    await client.prompt(id, text);
    await ended;
  };
  for (let count = 0; count < 5; count += 1) await run('bench:output 16000');
  await sleep(5_000);
  const start = residentMb(server.pid);
  const add = (name, limit) =>
    report.add({
      group,
      name,
      value: residentMb(server.pid) - start,
      unit: 'MB',
      ...(limit && { target: atMost(limit, 'MB') }),
    });
  for (let count = 0; count < 50; count += 1) await run('bench:background 10000000');
  while ((await client.call('GET', `/sessions/${id}/tasks?status=running`)).items.length > 0) await sleep(200);
  await untilQuiet(client, id);
  add('grown by 50 background tasks of 10 MB, at once');
  for (let count = 0; count < 200; count += 1) await run('bench:output 16000');
  await untilQuiet(client, id);
  add('… and by 200 turns with 16 kB of output each, at once');
  // the engine releases memory only after some idle time
  await sleep(45_000);
  add('… 45 s later', 60);
  events.close();
  client.close();
  await server.stop();
}

/** Waits until the session is idle: the end of a task starts another turn. */
async function untilQuiet(client, id) {
  do await sleep(500);
  while ((await client.call('GET', `/sessions/${id}`)).busy);
}
