/** Measures session lists of the second API over 10,000 sessions in 500 workspaces, and archiving 5,000 at once. */
import { createClient } from './client.js';
import { multiplySession, spreadSessions } from './generate.js';
import { makeHome, startHelper, startProgram, temporaryDirectory } from './processes.js';
import { atMost, clock, percentile, sleep } from './report.js';
import { fetchOnce, timesOf } from './sessions.js';

const sessions = 10_000;
const workspaces = 500;

/** name, query, maximum median milliseconds */
const queries = [
  ['20 newest', 'page_size=20', 2.5],
  ['50 newest', 'page_size=50', 2.5],
  ['50 oldest', 'page_size=50&sort=meta.updated_at_asc', 2.5],
  ['50 last created', 'page_size=50&sort=meta.created_at_desc', 2.5],
  ['50 of a workspace', (one) => `page_size=50&workspace.id=${one}`, 2.5],
  ['50 that failed', 'page_size=50&activity.status=failed', 2.5],
  ['those that wait for the user', 'page_size=50&activity.status=approval&activity.status=question', 2.5],
  ['50 with their branch', 'page_size=50&include=git', 2.5],
  ['50 workspaces, 5 of each', 'view=by_workspace', undefined],
  ['all ids', 'fields=id,archived&page_size=10000&meta.archived=all', undefined],
];

export async function measureLists({ program, report, model }) {
  const cwd = temporaryDirectory('project');
  const home = makeHome(model.url);
  let server = await startProgram({ program, home, cwd });
  let client = createClient(server);
  const { id } = await client.createSession(cwd);
  await client.prompt(id, 'hi');
  await sleep(500);
  client.close();
  await server.stop();
  multiplySession(home, id, sessions);
  const one = spreadSessions(home, workspaces);
  server = await startProgram({ program, home, cwd });
  client = createClient(server);
  for (const [name, query, limitMs] of queries) {
    const path = `/api/v2/sessions?${typeof query === 'string' ? query : query(one)}`;
    await addQuery(report, client, name, path, limitMs);
  }
  const { next_page_token: token } = await client.call('GET', '/api/v2/sessions?page_size=50');
  await addQuery(report, client, 'the next 50', `/api/v2/sessions?page_size=50&page_token=${token}`, 2.5);
  await addBatch(report, client);
  client.close();
  await server.stop();
}

async function addQuery(report, client, name, path, limitMs) {
  const bare = await startHelper('bare.js', 'http', String(JSON.stringify(await client.call('GET', path)).length));
  const bareTimes = await timesOf(() => fetchOnce(bare.port));
  await bare.stop();
  const times = await timesOf(() => client.call('GET', path));
  for (const [share, label] of [
    [0.5, 'p50'],
    [0.99, 'p99'],
  ]) {
    report.add({
      group: 'lists',
      name: `${name}, ${label}`,
      value: percentile(times, share),
      unit: 'ms',
      baseline: { name: 'node:http', value: percentile(bareTimes, share) },
      ...(label === 'p50' && limitMs !== undefined ? { target: atMost(limitMs, 'ms') } : {}),
    });
  }
}

/** Measures how long other requests wait, which shows how long the event loop was blocked. */
async function addBatch(report, client) {
  const { items } = await client.call('GET', '/api/v2/sessions?fields=id,archived&page_size=5000');
  const times = [];
  let done = false;
  const others = (async () => {
    while (!done) {
      const from = clock();
      await client.call('GET', '/meta');
      times.push(clock() - from);
    }
  })();
  const from = clock();
  const { succeeded } = await client.call('POST', '/api/v2/sessions:archive', { ids: items.map((item) => item.id) });
  const took = clock() - from;
  done = true;
  await others;
  if (succeeded !== 5_000) throw new Error(`only ${succeeded} were archived`);
  report.add({ group: 'lists', name: '5,000 archived at once', value: took, unit: 'ms' });
  report.add({ group: 'lists', name: 'GET meta meanwhile, p99', value: percentile(times, 0.99), unit: 'ms' });
}
