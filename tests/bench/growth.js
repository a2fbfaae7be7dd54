/** Measures one server under growing use: stored and loaded sessions, prompts per second, subscribers, memory. */
import { createClient, subscribe } from './client.js';
import { multiplySession } from './generate.js';
import { makeHome, residentMb, startProgram, temporaryDirectory } from './processes.js';
import { clock, percentile } from './report.js';
import { timesOf } from './sessions.js';

const group = 'growth';
const loaded = 200;
const atOnce = 16;
const subscribers = 200;
const stored = 10_000;

export async function measureGrowth({ program, report, model }) {
  const cwd = temporaryDirectory('project');
  const home = makeHome(model.url);
  const server = await startProgram({ program, home, cwd });
  const client = createClient(server);
  const add = (name, value, unit) => report.add({ group, name, value, unit });
  const memory = (name, { pid } = server) => add(`memory ${name}`, residentMb(pid), 'MB');
  memory('of an idle server');
  const ids = await addPrompts(add, server, client, cwd);
  memory(`with ${loaded} loaded sessions`);
  await addSubscribers(add, server, client, ids[0]);
  memory(`with ${subscribers} subscribers besides`);
  client.close();
  await server.stop();
  multiplySession(home, ids[0], stored - loaded);
  const again = await startProgram({ program, home, cwd });
  const second = createClient(again);
  const times = await timesOf(() => second.call('GET', '/sessions?page_size=20'));
  add(`page of the list of ${stored} stored sessions, p50`, percentile(times, 0.5), 'ms');
  memory(`with ${stored} stored sessions`, again);
  second.close();
  await again.stop();
}

/** Measures prompts with short answers, each in its own session. */
async function addPrompts(add, server, client, cwd) {
  const ids = [];
  for (let count = 0; count < loaded; count += 1) ids.push((await client.createSession(cwd)).id);
  const waiting = new Map();
  const end = ({ type, session_id: id }) => type === 'prompt.completed' && waiting.get(id)?.();
  const events = await subscribe(server, ids, end);
  const left = [...ids];
  const from = clock();
  const run = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const completed = new Promise((resolve) => waiting.set(id, resolve));
      await client.prompt(id, 'hi');
      await completed;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, run));
  add(`prompts to their end, ${atOnce} at once`, (loaded * 1_000) / (clock() - from), '/s');
  events.close();
  return ids;
}

/** Measures how late the last of many subscribers receives the end of a streamed answer. */
async function addSubscribers(add, server, client, id) {
  const ends = [];
  let frames = 0;
  let finish;
  const finished = new Promise((resolve) => (finish = resolve));
  const onFrame = ({ type }, at) => {
    frames += 1;
    if (type === 'prompt.completed' && ends.push(at) === subscribers) finish();
  };
  const sockets = await Promise.all(Array.from({ length: subscribers }, () => subscribe(server, id, onFrame)));
  const from = clock();
  await client.prompt(id, 'bench:deltas 200');
  await finished;
  const [first = from] = ends;
  add(`frames to ${subscribers} subscribers`, (frames * 1_000) / (clock() - from), '/s');
  add('… the last one has the end after the first one by', Math.max(...ends) - first, 'ms');
  for (const socket of sockets) socket.close();
}
