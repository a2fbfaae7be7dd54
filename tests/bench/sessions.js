/** Measures plain requests: creating sessions, listing them, and the smallest response. */
import { Agent, request as get } from 'node:http';
import { atLeast, atMost, clock, median, percentile, ratioAtLeast } from './report.js';
import { createClient, loadOf, watch } from './client.js';
import { insertRate, multiplySession } from './generate.js';
import { makeHome, startHelper, startProgram, temporaryDirectory } from './processes.js';

const perRun = 200;
const kept = new Agent({ keepAlive: true });

/** Compares with insert rates of the same run, because disks differ more than programs. */
export async function measureSessions({ program, report, model }) {
  const cwd = temporaryDirectory('project');
  const directory = temporaryDirectory('inserts');
  const full = insertRate(directory, 'FULL', 700);
  const normal = insertRate(directory, 'NORMAL', 700);
  report.add({
    group: 'database',
    name: 'single committed inserts, synchronous FULL',
    value: full,
    unit: '/s',
    baseline: { name: 'NORMAL', value: normal },
    note: 'what durability of each commit costs',
  });
  const home = makeHome(model.url);
  let server = await startProgram({ program, home, cwd });
  let client = createClient(server);
  for (let warm = 0; warm < 20; warm += 1) await client.createSession(cwd);
  const baseline = { name: 'inserts', value: full };
  for (const [name, at, least] of [
    ['sequential', 1, 600],
    ['16 at once', 16, 1_200],
  ]) {
    const rate = await createRate(client, cwd, at);
    report.add({
      group: 'sessions',
      name: `created, ${name}`,
      value: rate,
      unit: '/s',
      baseline,
      target: atLeast(least, '/s'),
    });
  }
  await client.prompt((await client.createSession(cwd)).id, 'hi');
  await addList(report, server, client, '200', 1.5);
  const { id } = await client.createSession(cwd);
  const events = await watch(server, id);
  const ended = events.next('turn.ended');
  await client.prompt(id, 'hi');
  await ended;
  events.close();
  client.close();
  await server.stop();
  multiplySession(home, id, 10_000);
  server = await startProgram({ program, home, cwd });
  client = createClient(server);
  await addList(report, server, client, '10,000', 2.5);
  client.close();
  await server.stop();
}

async function createRate(client, cwd, atOnce) {
  let left = perRun;
  const from = clock();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (; left > 0;) {
        left -= 1;
        await client.createSession(cwd);
      }
    }),
  );
  return (perRun * 1_000) / (clock() - from);
}

async function addList(report, server, client, count, limitMs) {
  const page = await client.call('GET', '/sessions?page_size=20');
  if (page.items.length !== 20 || !page.has_more) throw new Error('the list is not a full page');
  const bare = await startHelper('bare.js', 'http', String(JSON.stringify(page).length));
  const bareTimes = await timesOf(() => fetchOnce(bare.port));
  await bare.stop();
  const times = await timesOf(() => client.call('GET', '/sessions?page_size=20'));
  const baseline = { name: 'node:http', value: percentile(bareTimes, 0.5) };
  report.add({
    group: 'list',
    name: `page of 20 of ${count}, p50`,
    value: percentile(times, 0.5),
    unit: 'ms',
    baseline,
    target: atMost(limitMs, 'ms'),
  });
  report.add({
    group: 'list',
    name: `page of 20 of ${count}, p99`,
    value: percentile(times, 0.99),
    unit: 'ms',
    baseline: { name: 'node:http', value: percentile(bareTimes, 0.99) },
  });
}

/** Returns the milliseconds of 300 calls, after some calls to warm up. */
export async function timesOf(work) {
  const times = [];
  for (let run = 0; run < 330; run += 1) {
    const from = clock();
    await work();
    if (run >= 30) times.push(clock() - from);
  }
  return times;
}

/** Makes a request to a bare server on this machine. */
export function fetchOnce(port) {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, agent: kept }, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end();
  });
}

/** Measures 16 connections that send requests without pause. */
export async function measureMeta({ program, report }) {
  const cwd = temporaryDirectory('project');
  const server = await startProgram({ program, home: makeHome(), cwd });
  const client = createClient(server);
  const answer = { code: 0, msg: 'success', data: await client.call('GET', '/meta'), request_id: 'x'.repeat(30) };
  client.close();
  const bytes = String(JSON.stringify(answer).length);
  const bare = await startHelper('bare.js', 'http', bytes);
  // the share of the framework, measured with a single route
  const framework = await startHelper('bare.js', 'express', bytes);
  const rates = { own: [], bare: [], framework: [] };
  for (let run = 0; run < 5; run += 1) {
    rates.bare.push(await loadOf({ connections: 16, forMs: 600, port: bare.port, path: '/' }));
    rates.framework.push(await loadOf({ connections: 16, forMs: 600, port: framework.port, path: '/api/v1/meta' }));
    rates.own.push(
      await loadOf({ connections: 16, forMs: 600, port: server.port, path: '/api/v1/meta', token: server.token }),
    );
  }
  await bare.stop();
  await framework.stop();
  await server.stop();
  const baseline = { name: 'node:http', value: median(rates.bare) };
  report.add({
    group: 'meta',
    name: 'GET meta, 16 connections',
    value: median(rates.own),
    unit: '/s',
    baseline,
    target: ratioAtLeast(0.5),
    note: `express with one route ${Math.round(median(rates.framework))}/s`,
  });
}
