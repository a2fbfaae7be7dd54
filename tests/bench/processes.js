/** Processes of a run: the program, the fake model and baselines, each in a temporary directory and ended here. */
import { fork, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clock, sleep } from './report.js';

const started = new Set();
const directories = new Set();

export function temporaryDirectory(name) {
  const directory = mkdtempSync(join(tmpdir(), `agent-bench-${name}-`));
  directories.add(directory);
  return directory;
}

/** Creates a data directory; with a model address, that model is the default. */
export function makeHome(modelUrl) {
  const home = join(temporaryDirectory('home'), 'data');
  mkdirSync(home, { mode: 0o700 });
  if (modelUrl !== undefined) {
    const config = [
      'default_model = "bench"',
      '[providers.bench]',
      'type = "openai"',
      `base_url = "${modelUrl}/v1"`,
      '[models.bench]',
      'provider = "bench"',
      'model = "bench-model"',
      'max_context_size = 1000000',
      '',
    ].join('\n');
    writeFileSync(join(home, 'config.toml'), config, { mode: 0o600 });
  }
  return home;
}

/**
 * The environment of all compared processes: ours without variables that change the program's behavior, and without
 * certificates, which Node would read at each start, also in the baseline.
 */
export function environment(home) {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(AGENT_|NODE_OPTIONS$|NODE_COMPILE_CACHE$|NODE_EXTRA_CA_CERTS$|SSL_CERT_)/.test(name),
  );
  return { ...Object.fromEntries(kept), HOME: join(home, '..'), AGENT_CODE_HOME: home, NO_COLOR: '1' };
}

function track(child) {
  started.add(child);
  child.once('exit', () => started.delete(child));
  return child;
}

/** Runs a command to its end; resolves with wall time in milliseconds and its output. */
export function timeCommand(args, { home, cwd, limitMs = 30_000 }) {
  return new Promise((resolve, reject) => {
    const from = clock();
    const child = track(
      spawn(process.execPath, args, { cwd, env: environment(home), stdio: ['ignore', 'pipe', 'pipe'] }),
    );
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'])
      child[name].setEncoding('utf8').on('data', (text) => (output[name] += text));
    const limit = setTimeout(() => child.kill('SIGKILL'), limitMs);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(limit);
      if (code === 0) resolve({ ms: clock() - from, ...output });
      else reject(new Error(`node ${args.join(' ')} ended with ${code}: ${output.stderr.slice(-500)}`));
    });
  });
}

/** Starts `agent web`; resolves when it first reports to be healthy. */
export async function startProgram({ program, home, cwd, nodeArgs = [] }) {
  const port = await freePort();
  const from = clock();
  const args = [...nodeArgs, program, 'web', '--no-open', '--port', String(port)];
  const child = track(
    spawn(process.execPath, args, { cwd, env: environment(home), stdio: ['ignore', 'ignore', 'pipe'] }),
  );
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (errors = (errors + text).slice(-2_000)));
  while (!(await isHealthy(port))) {
    if (child.exitCode !== null || clock() - from > 20_000) throw new Error(`the server did not start: ${errors}`);
    await sleep(1);
  }
  const healthyMs = clock() - from;
  return {
    port,
    home,
    child,
    healthyMs,
    pid: child.pid,
    token: readFileSync(join(home, 'server.token'), 'utf8').trim(),
    stop: () => stop(child),
  };
}

/** Starts a module of this directory as a process, which reports its port when ready. */
export async function startHelper(name, ...args) {
  const child = track(
    fork(fileURLToPath(new URL(name, import.meta.url)), args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
  );
  const port = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
  });
  return { port, pid: child.pid, url: `http://127.0.0.1:${port}`, stop: () => stop(child) };
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await Promise.race([ended, sleep(5_000)]);
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await ended;
}

/** Ends running processes and removes temporary directories. */
export async function cleanUp() {
  await Promise.all([...started].map(stop));
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
}

/** Cleans up synchronously, for an interrupted run. */
export function cleanUpNow() {
  for (const child of started) child.kill('SIGKILL');
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
}

/** Returns the resident memory of a process, in MB. */
export function residentMb(pid) {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** Returns the CPU time of a process in ms, optionally including ended children. */
export function cpuMs(pid, children = false) {
  // after the process name, which may contain any characters
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /, '')
    .split(' ');
  const ticks = fields.slice(11, children ? 15 : 13).map(Number);
  return ticks.reduce((sum, count) => sum + count, 0) * 10;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address();
        server.close(() => resolve(port));
      });
  });
}

/** Makes a request with little CPU time, which the starting server needs. */
function isHealthy(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET /api/v1/healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`),
    );
    socket.once('data', (bytes) => {
      resolve(bytes.toString('latin1').startsWith('HTTP/1.1 200'));
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}
