/** Resident memory of a server: idle, after work, and when the work is over. */
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
