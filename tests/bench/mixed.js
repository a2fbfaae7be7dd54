/** Measures a mixed load of many clients: read times and the server's event loop delays. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, loadOf } from './client.js';
import { insertRate, multiplySession } from './generate.js';
import { watchLoop } from './loopdelay.js';
import { makeHome, startHelper, startProgram, temporaryDirectory } from './processes.js';
import { atMost, clock, percentile, sleep } from './report.js';

const group = 'mixed';
const clients = 16;
const forMs = 30_000;
const warmUpMs = 3_000;
const storedSessions = 1_000;
const ownPrompts = 20;

/** The calls of a client, their frequency, and whether they only read. */
const calls = [
  { name: 'sessions', often: 8, ask: () => ['GET', '/sessions?page_size=20'] },
  { name: 'session', often: 8, ask: ({ id }) => ['GET', `/sessions/${id}`] },
  { name: 'status', often: 8, ask: ({ id }) => ['GET', `/sessions/${id}/status`] },
  { name: 'messages', often: 8, ask: ({ id }) => ['GET', `/sessions/${id}/messages?page_size=20`] },
  { name: 'snapshot', often: 4, ask: ({ id }) => ['GET', `/sessions/${id}/snapshot`] },
  { name: 'transcript', often: 6, ask: ({ id }) => ['GET', `/sessions/${id}/transcript?agent_id=main&page_size=20`] },
  {
    name: 'list of files',
    often: 4,
    ask: ({ id, turn }) => ['POST', `/sessions/${id}/fs:list`, { path: folderOf(turn) }],
  },
  {
    name: 'file',
    often: 4,
    ask: ({ id, turn }) => ['POST', `/sessions/${id}/fs:read`, { path: `${folderOf(turn)}/file7.ts` }],
  },
  { name: 'file by name', often: 3, ask: ({ id }) => ['POST', `/sessions/${id}/fs:search`, { query: 'p7f1' }] },
  { name: 'search', often: 3, ask: ({ turn }) => ['POST', '/search', { query: `turn ${turn % 20}` }] },
  { name: 'prompts', often: 4, ask: ({ id }) => ['GET', `/sessions/${id}/prompts`] },
  { name: 'meta', often: 4, ask: () => ['GET', '/meta'] },
  { name: 'config', often: 3, ask: () => ['GET', '/config'] },
  { name: 'workspaces', often: 2, ask: () => ['GET', '/workspaces'] },
  { name: 'models', often: 2, ask: () => ['GET', '/models'] },
  { name: 'tools', often: 2, ask: () => ['GET', '/tools'] },
  { name: 'prompt', often: 4, writes: true, ask: promptOf },
  { name: 'new session', often: 1, writes: true, ask: ({ cwd }) => ['POST', '/sessions', { metadata: { cwd } }] },
];
const deck = calls.flatMap((call) => Array.from({ length: call.often }, () => call));

const folderOf = (turn) => `part${turn % 20}`;

function promptOf({ id, turn }) {
  const text = turn % 5 === 0 ? 'todo one; two; three\nsay done' : `say turn ${turn}`;
  return ['POST', `/sessions/${id}/prompts`, { content: [{ type: 'text', text }] }];
}

export async function measureMixed({ program, report }) {
  const cwd = temporaryDirectory('project');
  furnish(cwd);
  const home = makeHome();
  await fill({ program, home, cwd });
  const file = join(temporaryDirectory('delay'), 'delay.json');
  const server = await startProgram({ program, home, cwd, nodeArgs: watchLoop(file) });
  const client = createClient(server);
  const people = [];
  for (let count = 0; count < clients; count += 1) people.push(await sitDown(client, cwd));
  await work(client, people, warmUpMs);
  await delaysOf(server, file);
  const times = await work(client, people, forMs);
  const delays = await delaysOf(server, file);
  client.close();
  await server.stop();
  const bare = await startHelper('bare.js', 'http', '2000');
  const rate = await loadOf({ connections: clients, forMs: 2_000, port: bare.port, path: '/' });
  await bare.stop();
  const commitMs = 1_000 / insertRate(temporaryDirectory('inserts'), 'FULL', 500);
  addFigures(report, { times, delays, rate, commitMs });
}

/** Creates a few hundred files to list, read and search. */
function furnish(cwd) {
  for (let folder = 0; folder < 20; folder += 1) {
    mkdirSync(join(cwd, `part${folder}`));
    for (let count = 0; count < 20; count += 1)
      writeFileSync(join(cwd, `part${folder}`, `file${count}.ts`), `export const value = ${count};\n`.repeat(50));
  }
}

/** Creates a session with some turns and multiplies it by a thousand. */
async function fill({ program, home, cwd }) {
  const server = await startProgram({ program, home, cwd });
  const client = createClient(server);
  const { id } = await sitDown(client, cwd);
  client.close();
  await server.stop();
  multiplySession(home, id, storedSessions);
}

/** Starts a client with its own session, which has some turns. */
async function sitDown(client, cwd) {
  const { id } = await client.createSession(cwd);
  const person = { id, cwd, turn: 0 };
  for (; person.turn < ownPrompts; person.turn += 1) {
    const [, , { content }] = promptOf(person);
    await client.prompt(id, content[0].text);
    while ((await client.call('GET', `/sessions/${id}`)).busy) await sleep(5);
  }
  return person;
}

/** Lets every client make one call after another; returns times by name of the call. */
async function work(client, people, ms) {
  const times = new Map(calls.map(({ name }) => [name, []]));
  const end = clock() + ms;
  await Promise.all(
    people.map(async (person, place) => {
      for (let at = place * 7; clock() < end; at += 11) {
        const { name, ask } = deck[at % deck.length];
        const from = clock();
        await client.call(...ask(person));
        times.get(name).push(clock() - from);
        if (name === 'prompt') person.turn += 1;
      }
    }),
  );
  return times;
}

/** Returns the event loop delays since the previous call, which the server writes to the file on a signal. */
export async function delaysOf(server, file) {
  rmSync(file, { force: true });
  server.child.kill('SIGUSR2');
  for (const end = clock() + 5_000; clock() < end; await sleep(20)) {
    if (existsSync(file) && readFileSync(file, 'utf8').endsWith('}')) return JSON.parse(readFileSync(file, 'utf8'));
  }
  throw new Error('the server does not tell how late its event loop was');
}

function addFigures(report, { times, delays, rate, commitMs }) {
  const all = [...times.values()].flat();
  const reads = calls.filter(({ writes }) => !writes).flatMap(({ name }) => times.get(name));
  const slowest = calls
    .map(({ name }) => ({ name, p99: percentile(times.get(name), 0.99) }))
    .sort((a, b) => b.p99 - a.p99)
    .slice(0, 3)
    .map(({ name, p99 }) => `${name} ${p99.toFixed(1)}`);
  const add = (name, value, unit, more = {}) => report.add({ group, name, value, unit, ...more });
  const baseline = { name: 'node:http', value: rate };
  add(`calls of ${clients} clients`, all.length / (forMs / 1_000), '/s', { baseline });
  add('reads, p50', percentile(reads, 0.5), 'ms');
  add('reads, p99', percentile(reads, 0.99), 'ms', {
    target: atMost(25, 'ms'),
    note: `p99 of the slowest kinds: ${slowest.join(', ')}`,
  });
  add('prompts and new sessions, p99', percentile([...times.get('prompt'), ...times.get('new session')], 0.99), 'ms');
  add('event loop delay of the server, p99', delays.p99, 'ms', {
    target: atMost(15, 'ms'),
    note: `sampled each ms; p50 ${delays.p50.toFixed(1)}, longest ${delays.max.toFixed(0)}; a commit takes ${commitMs.toFixed(2)} ms now, and holds the loop`,
  });
}
