/** Measures file search by name and content in 100,000 files, also during changes, and its load on the server. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { createClient } from './client.js';
import { watchLoop } from './loopdelay.js';
import { delaysOf } from './mixed.js';
import { makeHome, residentMb, startProgram, temporaryDirectory } from './processes.js';
import { atMost, clock, median, percentile, sleep } from './report.js';

const group = 'files';
const files = 100_000;
const changes = 5_000;
const rounds = 200;
const words = [
  'user',
  'Account',
  'search',
  'Index',
  'button',
  'View',
  'model',
  'test',
  'render',
  'Node',
  'parse',
  'http',
];
const queries = ['u', 'user', 'usrvw', 'index.ts', '.ts', 'nothinghasthis', 'package12', 'tst', 'e', 'FILE77'];
const paths = ['u', 'user', 'package7/user', 'p/m/e', 'package11/', 'pkg/idx', '.ts', 'nothing/hasthis', '', 'm/file7'];

export async function measureFiles({ program, report }) {
  const cwd = makeTree();
  const file = join(temporaryDirectory('delay'), 'delay.json');
  const server = await startProgram({ program, home: makeHome(), cwd, nodeArgs: watchLoop(file) });
  const client = createClient(server);
  const { id } = await client.createSession(cwd);
  const add = (name, value, unit, more = {}) => report.add({ group, name, value, unit, ...more });
  const search = (query) => client.call('POST', `/sessions/${id}/fs:search`, { query });
  const suggest = (query) => client.call('POST', '/workspace/fs:suggest', { workspace: cwd, query });
  let calm;
  const loop = (name, delays) =>
    add(`event loop delay of the server, p99, ${name}`, delays.p99, 'ms', {
      baseline: { name: 'asked for GET /meta', value: calm },
      target: atMost(10, 'ms'),
      note: `sampled each ms; p50 ${delays.p50.toFixed(1)}, longest ${delays.max.toFixed(0)}`,
    });

  const meta = await timesOf(2_000, () => client.call('GET', '/meta'));
  calm = (await delaysOf(server, file)).p99;
  const listMs = await timeOf(() => run(rgPath, ['--files', '--hidden', '--glob=!.git'], cwd));
  await delaysOf(server, file);
  add('the first search, with the reading', await timeOf(() => search('user')), 'ms', {
    baseline: { name: 'rg --files', value: listMs },
  });
  loop('while the tree is read', await delaysOf(server, file));
  await suggest('warm');
  await delaysOf(server, file);
  for (const [name, ask, asked] of [
    ['search', search, queries],
    ['suggest', suggest, paths],
  ]) {
    const times = await timesOf(rounds, (at) => ask(asked[at % asked.length]));
    add(`${name}, p50`, median(times), 'ms', { baseline: { name: 'GET /meta', value: median(meta) } });
    add(`${name}, p99`, percentile(times, 0.99), 'ms', { target: atMost(100, 'ms') });
  }
  loop('while it is asked', await delaysOf(server, file));
  add('memory of the process that holds the names', residentMb(workerOf(server.pid)), 'MB');

  await measureChanges({ cwd, search, add, loop, delays: () => delaysOf(server, file) });
  await measureGrep({ cwd, id, client, add, loop, delays: () => delaysOf(server, file) });
  client.close();
  await server.stop();
}

/** Creates files in small directories, like source code, and an ignored directory of packages. */
function makeTree() {
  const root = temporaryDirectory('tree');
  writeFileSync(join(root, '.gitignore'), 'node_modules/\n*.log\ndist/\n');
  mkdirSync(join(root, '.git'));
  for (let count = 0; count < files; count += 1) {
    const directory = join(
      root,
      `package${Math.floor(count / 500)}`,
      `${words[((count / 10) % 12) | 0]}Module${Math.floor(count / 10)}`,
    );
    if (count % 10 === 0) mkdirSync(directory, { recursive: true });
    const name = `${words[count % 12]}${words[(count * 7) % 12]}-file${count}.${count % 5 === 0 ? 'md' : 'ts'}`;
    writeFileSync(join(directory, name), `export const value${count} = ${count};\n`);
  }
  for (let count = 0; count < 5_000; count += 1) {
    const directory = join(root, 'node_modules', `dependency${Math.floor(count / 50)}`);
    if (count % 50 === 0) mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, `index${count}.js`), 'module.exports = {};\n');
  }
  return root;
}

/** Measures searches while files are added, moved and deleted. */
async function measureChanges({ cwd, search, add, loop, delays }) {
  await delays();
  const times = [];
  let over = false;
  const asking = (async () => {
    for (let at = 0; !over; at += 1) times.push(await timeOf(() => search(queries[at % queries.length])));
  })();
  const directory = (count) => join(cwd, `package${count % 100}`, `fresh${count % 500}`);
  const place = (count, name) => join(directory(count), `${name}${count}.ts`);
  for (let count = 0; count < changes; count += 1) {
    if (count < 500) mkdirSync(directory(count), { recursive: true });
    writeFileSync(place(count, 'fresh'), '');
    if (count % 10 === 0) await sleep(1);
  }
  for (let count = 0; count < changes; count += 2) {
    renameSync(place(count, 'fresh'), place(count, 'moved'));
    if (count % 10 === 0) await sleep(1);
  }
  for (let count = 1; count < changes; count += 4) rmSync(place(count, 'fresh'));
  writeFileSync(join(cwd, 'package0', 'lastofall.ts'), '');
  const from = clock();
  while ((await search('lastofall')).items.length === 0) await sleep(2);
  const followed = clock() - from;
  over = true;
  await asking;
  add(`search while ${changes} files come, move and go, p99`, percentile(times, 0.99), 'ms', {
    target: atMost(100, 'ms'),
    note: `${times.length} searches`,
  });
  add('… the last change is found after', followed, 'ms');
  loop('meanwhile', await delays());
}

async function measureGrep({ cwd, id, client, add, loop, delays }) {
  const grep = (body) => client.call('POST', `/sessions/${id}/fs:grep`, body);
  for (const [name, pattern, more] of [
    ['one match', 'value77777 ', {}],
    ['5,000 matches', 'export const', { max_files: 10_000 }],
    ['10,000 matches', 'export const', { max_files: 10_000, max_total_matches: 100_000, context_lines: 10 }],
  ]) {
    await delays();
    const times = await timesOf(5, () => grep({ pattern, ...more }));
    const bare = await timesOf(5, () => run(rgPath, ['--json', '--hidden', '--fixed-strings', pattern, './'], cwd));
    add(`grep, ${name}, p50`, median(times), 'ms', { baseline: { name: 'rg of all files', value: median(bare) } });
    loop(`grep, ${name}`, await delays());
  }
}

async function timesOf(count, work) {
  const times = [];
  for (let at = 0; at < count; at += 1) times.push(await timeOf(() => work(at)));
  return times;
}

async function timeOf(work) {
  const from = clock();
  await work();
  return clock() - from;
}

/** Runs a program to its end and discards its output. */
function run(program, args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.resume();
    child.once('error', reject);
    child.once('close', resolve);
  });
}

/** Returns the server's child process that holds the indexes. */
function workerOf(pid) {
  const found = readdirSync('/proc').find((name) => {
    try {
      const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1];
      return Number(parent) === pid && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('searchworker');
    } catch {
      // no process, or one that has ended meanwhile
      return false;
    }
  });
  if (found === undefined) throw new Error('no process holds the names');
  return Number(found);
}
