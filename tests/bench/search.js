/** Measures search over a large library: building the index, its effect on other requests, and response times. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createClient, watch } from './client.js';
import { createWriter, fillLibrary } from './library.js';
import { makeHome, residentMb, startProgram, temporaryDirectory } from './processes.js';
import { atMost, clock, median, percentile, sleep } from './report.js';

const group = 'search';
/** Number of messages without `--messages`; an index of a million takes two minutes or more. */
const usualMessages = 200_000;
const searches = 40;
/** The search thread ends after this time without a search. */
const idleMs = 32_000;
const pages = 3;

/** Mixes the kinds of queries in random order, so that all see the same machine load. */
export async function measureSearch({ program, report, model, messages = usualMessages }) {
  const cwd = temporaryDirectory('project');
  const home = makeHome(model.url);
  const { id } = await makeLibrary({ program, home, cwd, messages, report });
  let server = await startProgram({ program, home, cwd });
  let client = createClient(server);
  const events = await watch(server, id);
  const before = await promptTimes(client, events, id, (count) => count < 50);
  const build = await buildIndex({ client, server, home, events, id });
  addBuild(report, build, before, messages);
  events.close();
  client.close();
  await server.stop();
  addSize(report, home);
  server = await startProgram({ program, home, cwd });
  client = createClient(server);
  await measureAnswers({ report, client, server });
  client.close();
  await server.stop();
}

async function makeLibrary({ program, home, cwd, messages, report }) {
  const server = await startProgram({ program, home, cwd });
  const client = createClient(server);
  for (let count = 0; count < 20; count += 1)
    await client.call('POST', '/workspaces', { root: temporaryDirectory('workspace') });
  const { id } = await client.createSession(cwd);
  const events = await watch(server, id);
  const ended = events.next('turn.ended');
  await client.prompt(id, 'hello there');
  await ended;
  events.close();
  client.close();
  await server.stop();
  const from = clock();
  const made = fillLibrary(home, { sessions: Math.ceil(messages / 100), messages });
  const db = new Database(join(home, 'agent.db'));
  // like a database from before the index existed
  db.exec('UPDATE search_index SET built = 0');
  db.close();
  report.add({
    group,
    name: `library of ${made.sessions.toLocaleString('en-US')} sessions, ${made.messages.toLocaleString('en-US')} messages`,
    value: statSync(join(home, 'agent.db')).size / 1e6,
    unit: 'MB',
    note: `made in ${((clock() - from) / 1_000).toFixed(0)} s, by SQL`,
  });
  return { id };
}

/** Runs prompts one after the other while `goesOn` returns true; returns their times. */
async function promptTimes(client, events, id, goesOn) {
  const times = [];
  while (goesOn(times.length)) {
    const ended = events.next('turn.ended');
    const from = clock();
    await client.prompt(id, 'hi');
    times.push({ accepted: clock() - from, ended: (await ended) - from });
    await sleep(20);
  }
  return times;
}

async function buildIndex({ client, server, home, events, id }) {
  const from = clock();
  let [seconds, wal, resident] = [undefined, 0, 0];
  const looking = (async () => {
    for (; seconds === undefined; await sleep(250)) {
      const { index_state } = await client.call('POST', '/search', { query: 'people' });
      wal = Math.max(wal, statSync(join(home, 'agent.db-wal')).size / 1e6);
      resident = Math.max(resident, residentMb(server.pid));
      if (index_state.state === 'ready') seconds = (clock() - from) / 1_000;
    }
  })();
  const times = await promptTimes(client, events, id, () => seconds === undefined);
  await looking;
  return { seconds, times, wal, resident };
}

function addBuild(report, { seconds, times, wal, resident }, before, messages) {
  report.add({
    group,
    name: 'first build of the index',
    value: messages / seconds,
    unit: '/s',
    note: `${seconds.toFixed(0)} s, while prompts run`,
  });
  for (const [name, key, share] of [
    ['POST of a prompt while it is built, p50', 'accepted', 0.5],
    ['POST of a prompt while it is built, p99', 'accepted', 0.99],
    ['POST → turn.ended while it is built, p50', 'ended', 0.5],
  ]) {
    report.add({
      group,
      name,
      value: percentile(
        times.map((each) => each[key]),
        share,
      ),
      unit: 'ms',
      baseline: {
        name: 'before',
        value: percentile(
          before.map((each) => each[key]),
          share,
        ),
      },
    });
  }
  report.add({ group, name: 'write-ahead log while it is built', value: wal, unit: 'MB', target: atMost(32, 'MB') });
  report.add({ group, name: 'memory of the server while it is built', value: resident, unit: 'MB' });
}

function addSize(report, home) {
  const db = new Database(join(home, 'agent.db'), { readonly: true });
  const bytes = (like) => db.prepare('SELECT sum(pgsize) AS n FROM dbstat WHERE name GLOB ?').get(like).n ?? 0;
  const { documents } = db.prepare('SELECT documents FROM search_index').get();
  const text = { name: 'text', value: bytes('search_text') / documents };
  for (const [name, like] of [
    ['words', 'search_words*'],
    ['grams', 'search_grams*'],
    ['which text is which', 'search_documents*'],
  ])
    report.add({ group, name: `index: ${name}`, value: bytes(like) / documents, unit: 'bytes/text', baseline: text });
  db.close();
}

/** Returns the queries by kind. */
function kindsOf(writer) {
  const often = new Map();
  for (let count = 0; count < 60_000; count += 1) {
    const word = writer.word();
    often.set(word, (often.get(word) ?? 0) + 1);
  }
  const words = [...often].sort((a, b) => b[1] - a[1]).map(([word]) => word);
  const common = () => writer.pick(words.slice(0, 40));
  const usual = () => writer.pick(words.slice(150, 1_500));
  const rare = () => writer.pick(words.slice(-4_000));
  const month = 30 * 24 * 60 * 60 * 1_000;
  return {
    'a rare word': () => ({ query: rare() }),
    'a word': () => ({ query: usual() }),
    'a very common word': () => ({ query: common() }),
    'a very common word, newest first': () => ({ query: common(), sort: 'time_desc' }),
    'a very common word, oldest first': () => ({ query: common(), sort: 'time_asc' }),
    'three words': () => ({ query: `${common()} ${usual()} ${usual()}` }),
    'three very common words': () => ({ query: `${common()} ${common()} ${common()}` }),
    'any of three words': () => ({ query: `${common()} ${usual()} ${rare()}`, op: 'OR' }),
    'a path': () => ({ query: `src/${common()}/${usual()}.ts` }),
    'a Chinese character': () => ({ query: writer.pick([...'测试文件搜索']) }),
    'a Chinese word': () => ({ query: writer.pick(['测试', '文件', '我在', '他有', '不了']) }),
    'four Chinese characters': () => ({ query: writer.pick(['的一是不', '我在有他', '了人我在']) }),
    'a literal of two characters': () => ({
      query: writer.pick(['qu', 'th', 'zz', '测试', '.t', 'x ']),
      mode: 'literal',
    }),
    'a literal of three characters': () => ({ query: usual().slice(0, 3), mode: 'literal' }),
    'a part of a word as a literal': () => ({ query: rare().slice(1), mode: 'literal' }),
    'two words as a literal': () => ({ query: `${common()} ${usual()}`, mode: 'literal' }),
    'a word in titles': () => ({ query: common(), role: 'title' }),
    'a word in a month': () => ({ query: usual(), start_time: Date.now() - 2 * month, end_time: Date.now() - month }),
  };
}

async function measureAnswers({ report, client, server }) {
  const kinds = kindsOf(createWriter(7));
  const idle = { resident: residentMb(server.pid), meta: await metaTimes(client, sleep(2_000)) };
  const from = clock();
  await client.call('POST', '/search', { query: 'people' });
  report.add({ group, name: 'the first search, which starts the thread', value: clock() - from, unit: 'ms' });
  const times = Object.fromEntries(Object.keys(kinds).map((name) => [name, []]));
  const asking = (async () => {
    for (let round = 0; round < searches; round += 1)
      for (const [name, make] of Object.entries(kinds)) times[name].push(...(await timePages(client, make())));
  })();
  const meta = await metaTimes(client, asking);
  for (const [name, each] of [...Object.entries(times), ['all of these', Object.values(times).flat()]]) {
    report.add({
      group,
      name: `${name}, p99`,
      value: percentile(each, 0.99),
      unit: 'ms',
      baseline: { name: 'p50', value: median(each) },
      target: atMost(50, 'ms'),
      note: `${each.length} pages`,
    });
  }
  report.add({
    group,
    name: 'GET meta meanwhile, p99',
    value: percentile(meta, 0.99),
    unit: 'ms',
    baseline: { name: 'without', value: percentile(idle.meta, 0.99) },
  });
  const baseline = { name: 'before', value: idle.resident };
  report.add({ group, name: 'memory after these searches', value: residentMb(server.pid), unit: 'MB', baseline });
  await sleep(idleMs + 5_000);
  report.add({ group, name: 'memory when the thread has ended', value: residentMb(server.pid), unit: 'MB', baseline });
}

async function timePages(client, body) {
  const times = [];
  for (let page_token, page = 0; page < pages; page += 1) {
    const from = clock();
    const answer = await client.call('POST', '/search', { ...body, ...(page_token && { page_token }) });
    times.push(clock() - from);
    ({ page_token } = answer);
    if (!page_token) break;
  }
  return times;
}

/** Returns times of a small request, repeated until the given work is over. */
async function metaTimes(client, until) {
  const times = [];
  let over = false;
  const end = until.then(() => (over = true));
  for (; !over; await sleep(5)) {
    const from = clock();
    await client.call('GET', '/meta');
    times.push(clock() - from);
  }
  await end;
  return times;
}
