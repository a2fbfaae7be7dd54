/** Measures a task of 30 calls in a git repository: duration, machine load, and time between a call and a request. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rgPath } from '@vscode/ripgrep';
import { atMost, clock, median, sleep } from './report.js';
import { createClient, watch } from './client.js';
import { cpuMs, environment, makeHome, startProgram, temporaryDirectory } from './processes.js';
import { makeTree, workScript } from './script.js';

const group = 'work';
/** Number of sessions, one task each; the first also warms up the program. */
const rounds = 3;
const trees = {
  2_000: {
    wall: atMost(1_600, 'ms'),
    cpu: atMost(1_600, 'ms'),
    command: atMost(8, 'ms'),
    Read: atMost(8, 'ms'),
    Edit: atMost(10, 'ms'),
    Grep: atMost(20, 'ms'),
  },
  15_000: { command: atMost(12, 'ms'), first: atMost(300, 'ms') },
};

export async function measureWork({ program, report, model }) {
  for (const [files, targets] of Object.entries(trees)) {
    const home = makeHome(model.url);
    const tree = makeTree(temporaryDirectory('tree'), Number(files));
    commitAll(tree, home);
    const server = await startProgram({ program, home, cwd: tree });
    const client = createClient(server);
    const run = () => runTask({ server, client, model, tree, files });
    const tasks = [];
    for (let count = 0; count < rounds; count += 1) tasks.push(await run());
    const alone = {
      status: await timeAlone('bash', ['-c', 'git status'], tree, home),
      search: await timeAlone(
        rgPath,
        ['--files-with-matches', '--hidden', '--glob=!.git', 'value1 ', tree],
        tree,
        home,
      ),
    };
    addFigures(report, `${Number(files).toLocaleString('en-US')} files`, tasks, targets, alone);
    const calls = await traced(server.pid, run);
    for (const [name, value] of Object.entries(calls ?? {}))
      report.add({ group, name: `${name} per call, ${files} files`, value, unit: '' });
    client.close();
    await server.stop();
  }
}

/** Commits everything in the repository, with an index written when the files were old. */
function commitAll(tree, home) {
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...args], {
      cwd: tree,
      env: environment(home),
      stdio: 'ignore',
    });
  git('init', '-q');
  git('add', '-A');
  git('-c', 'gc.auto=0', 'commit', '-q', '-m', 'all');
  // like in a clone, and not in the background during the measurement
  git('gc', '-q');
}

async function runTask({ server, client, model, tree, files }) {
  await restoreTree(tree);
  const { id } = await client.createSession(tree);
  const events = await watch(server, id);
  await (await fetch(`${model.url}/journal`)).json();
  const [from, cpu] = [clock(), cpuMs(server.pid, true)];
  const ended = events.next('turn.ended');
  await client.prompt(id, `bench:work ${files}`);
  const wall = (await ended) - from;
  const journal = await (await fetch(`${model.url}/journal`)).json();
  const requests = journal.filter(({ step }) => step !== undefined);
  events.close();
  const calls = workScript(files);
  const wanted = calls.length + 1;
  if (requests.length !== wanted) throw new Error(`${requests.length} requests of the model in place of ${wanted}`);
  const times = {};
  calls.forEach(({ name }, at) => (times[name] ??= []).push(requests[at + 1].at - requests[at].answeredAt));
  return {
    wall,
    cpu: cpuMs(server.pid, true) - cpu,
    bytes: requests.reduce((sum, { bytes }) => sum + bytes, 0),
    times,
  };
}

/** Restores the tree to its state before the task, and waits. */
async function restoreTree(tree) {
  await promisify(execFile)('git', ['checkout', '-q', '.'], { cwd: tree });
  // git reads files again that are newer than this
  await sleep(2_500);
}

/** Measures a program that is started on its own. */
async function timeAlone(program, args, tree, home) {
  const times = [];
  for (let count = 0; count < 15; count += 1) {
    const from = clock();
    const child = spawn(program, args, {
      cwd: tree,
      env: environment(home),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.resume();
    await once(child, 'close');
    times.push(clock() - from);
  }
  return median(times);
}

function addFigures(report, where, tasks, targets, { status, search }) {
  // the first session also loads modules of the program
  const later = tasks.slice(1);
  const add = (name, value, unit, more = {}) => report.add({ group, name: `${name}, ${where}`, value, unit, ...more });
  add('30 calls', median(later.map(({ wall }) => wall)), 'ms', { target: targets.wall });
  add('… processor time with children', median(later.map(({ cpu }) => cpu)), 'ms', { target: targets.cpu });
  add('… sent to the model', later[0].bytes, 'bytes');
  for (const tool of ['Read', 'Edit', 'Grep'])
    add(`${tool} → next request`, median(later.flatMap(({ times }) => times[tool])), 'ms', {
      target: targets[tool],
      ...(tool === 'Grep' && { baseline: { name: 'ripgrep', value: search } }),
    });
  const baseline = { name: 'git status', value: status };
  const commands = later.flatMap(({ times }) => times.Bash.slice(1));
  add('Bash → next request', median(commands), 'ms', { baseline });
  add('… above the command', median(commands) - status, 'ms', { target: targets.command });
  add('first Bash of the first session', tasks[0].times.Bash[0], 'ms', { baseline, target: targets.first });
}

/** Returns system calls of the program and its children per tool call during a task; undefined without strace. */
async function traced(pid, run) {
  const path = join(temporaryDirectory('strace'), 'counts');
  const tracer = spawn('strace', ['-c', '-f', '-U', 'calls,name', '-o', path, '-p', String(pid)], { stdio: 'ignore' });
  const failed = once(tracer, 'error').then(() => true);
  const ended = once(tracer, 'exit').then(() => true);
  ended.catch(() => undefined);
  if (await Promise.race([failed, ended, sleep(1_000).then(() => false)])) return undefined;
  await run();
  tracer.kill('SIGINT');
  await ended;
  const counts = new Map(
    [...readFileSync(path, 'utf8').matchAll(/^\s*(\d+) (\w+)$/gm)].map(([, count, name]) => [name, Number(count)]),
  );
  const per = (...names) => names.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0) / 30;
  return {
    'system calls': per('total'),
    'file facts': per('stat', 'lstat', 'newfstatat', 'statx', 'fstat'),
    'syncs to the disk': per('fsync', 'fdatasync'),
    'processes and threads': per('fork', 'vfork', 'clone', 'clone3'),
  };
}
