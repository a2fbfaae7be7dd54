/** Measures transcript pages of a long session that is not loaded, and waits of other requests. */
import { Agent, request } from 'node:http';
import { atMost, clock, percentile, sleep } from './report.js';
import { createClient, runPrompts } from './client.js';
import { repeatTurns } from './generate.js';
import { makeHome, startProgram, temporaryDirectory } from './processes.js';

/** The prompts that create the turns of the session. */
const prompts = ['hi', 'bench:deltas 40', 'bench:output 4000', 'bench:shell', 'bench:output 400', 'hi'];

export async function measureTranscript({ program, report, model }) {
  const cwd = temporaryDirectory('project');
  const home = makeHome(model.url);
  const server = await startProgram({ program, home, cwd });
  const client = createClient(server);
  const { id } = await client.createSession(cwd);
  await runPrompts(server, client, id, prompts);
  const path = `/sessions/${id}/transcript?agent_id=main`;
  const loaded = await client.call('GET', path);
  if (loaded.items.length !== prompts.length || loaded.seq === undefined) throw new Error('the page is not whole');
  client.close();
  await server.stop();
  const long = repeatTurns(home, id, 50_000);
  await measurePages({ report, server: await startProgram({ program, home, cwd }), path, long });
}

async function measurePages({ report, server, path, long }) {
  const client = createClient(server);
  const call = () => client.call('GET', '/meta');
  const agent = new Agent({ keepAlive: true });
  for (let warm = 0; warm < 50; warm += 1) await call();
  const from = clock();
  await client.call('GET', path);
  const first = clock() - from;
  const size = `of ${long.events.toLocaleString('en-US')} events`;
  const alone = await waitsDuring(call, () => sleep(1_000));
  for (const [place, cursor] of [
    ['newest', ''],
    ['middle', `&before_turn=t${Math.floor(long.turns / 2)}`],
    ['oldest', '&before_turn=t21'],
  ]) {
    const times = [];
    const waits = await waitsDuring(call, async () => {
      for (let run = 0; run < 120; run += 1) {
        const begun = clock();
        await passOver(server, agent, path + cursor);
        times.push(clock() - begun);
      }
    });
    const page = await client.call('GET', path + cursor);
    const turns = page.items.filter(({ kind }) => kind === 'turn').length;
    if (turns !== 20 || page.prompts.length !== long.turns) throw new Error(`${turns} turns on the page`);
    const note =
      place === 'newest'
        ? `${long.turns} prompts are on each page; the first one took ${first.toFixed(1)} ms`
        : undefined;
    const figure = (name, value, rest) =>
      report.add({ group: 'transcript', name: `${place} page ${size}, ${name}`, value, unit: 'ms', ...rest });
    figure('p50', percentile(times, 0.5), { target: atMost(50, 'ms'), note });
    figure('p99', percentile(times, 0.99), { target: atMost(50, 'ms') });
    figure('GET meta beside it, p99', percentile(waits, 0.99), {
      baseline: { name: 'alone', value: percentile(alone, 0.99) },
    });
  }
  client.close();
  agent.destroy();
  await server.stop();
}

/** Discards a response unparsed, because parsing in this process would delay the concurrent calls. */
function passOver({ port, token }, agent, path) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    request({ agent, host: '127.0.0.1', port, path: `/api/v1${path}`, headers }, (response) =>
      response.resume().on('end', resolve),
    )
      .on('error', reject)
      .end();
  });
}

/** Returns times of a call that is repeated while other work runs. */
async function waitsDuring(call, work) {
  const times = [];
  let over = false;
  const done = work().finally(() => (over = true));
  while (!over) {
    const from = clock();
    await call();
    times.push(clock() - from);
    await sleep(1);
  }
  await done;
  return times;
}
