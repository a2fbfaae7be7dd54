/** The network of a session: a loopback of its own that all its commands share, held by two descriptors of this process (runtimes.md 6.1, 6.4). */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import type { Server } from 'node:net';
import { findProgram } from '../base/process/programs.js';

// both are loaded with the first network
export { createPorts } from './ports.js';

/** A network, as commands enter it. */
export interface SessionNetwork {
  /** what the system names it by */
  id: number;
  /** a program and its arguments, before those of the command; none: it cannot be entered, and each command is alone */
  enter: readonly string[];
  /** Makes a socket that listens in it, on a port or on any; rejects with the system's error. */
  listen(port: number): Promise<{ port: number; socket: Server }>;
  /** What leads out ends, and so does the network with its last process. */
  close(): void;
}

/**
 * Runs inside for the moment: makes sockets that listen there and hands them out. What makes a socket decides where it
 * is, not what holds it.
 */
const script = `const net = require('node:net');
process.on('disconnect', () => process.exit());
for (const wanted of process.argv.slice(1).map(Number)) {
  const server = net.createServer();
  server.once('error', (error) => process.send({ code: error.code }));
  server.listen(wanted, '127.0.0.1', () => process.send({ port: server.address().port, pid: process.pid }, server));
}`;
const helperMs = 10_000;

type Answer = { code: string } | { port: number; pid: number };

/** Makes a network with a socket that listens in it. `bubblewrap`: absolute path. */
export async function createNetwork(
  bubblewrap: string,
  searched: string,
): Promise<{ network: SessionNetwork; port: number; socket: Server }> {
  const nsenter = await nsenterIn(searched);
  const flags = ['--unshare-user', '--unshare-net', '--die-with-parent', '--dev-bind', '/', '/', '--'];
  const descriptors: number[] = [];
  const first = await askHelper([bubblewrap, ...flags], 0, (pid) => {
    for (const each of ['user', 'net']) descriptors.push(openSync(`/proc/${pid}/ns/${each}`, 'r'));
  });
  return { ...first, network: networkOf(nsenter, descriptors) };
}

/**
 * The network of a command that outlived its server, held again. `pid`: what the command was started by. undefined: it
 * is over, or shares the network of this machine.
 */
export async function findNetwork(pid: number, searched: string): Promise<SessionNetwork | undefined> {
  const nsenter = await nsenterIn(searched);
  const descriptors: number[] = [];
  try {
    const own = readlinkSync('/proc/self/ns/net');
    const isInside = (each: number): boolean => readlinkSync(`/proc/${each}/ns/net`) !== own;
    // bubblewrap is the first on the way down that is inside; what it starts is a user namespace further
    for (let generation = [pid]; generation.length > 0; generation = generation.flatMap(childrenOf)) {
      const inside = generation.find(isInside);
      if (inside === undefined) continue;
      for (const each of ['user', 'net']) descriptors.push(openSync(`/proc/${inside}/ns/${each}`, 'r'));
      return networkOf(nsenter, descriptors);
    }
  } catch (error) {
    for (const each of descriptors) closeSync(each);
    // it ended meanwhile
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
  return undefined;
}

/** Of the first thread, which starts what a shell or bubblewrap starts. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1')
    .split(' ')
    .map(Number)
    .filter((each) => each > 0);

async function nsenterIn(searched: string): Promise<string> {
  const found = await findProgram('nsenter', searched);
  if (found === undefined) throw Object.assign(new Error('nsenter was not found'), { code: 'ENOENT' });
  return found;
}

/** `descriptors`: of the user namespace and of the network. */
function networkOf(nsenter: string, descriptors: number[]): SessionNetwork {
  const [user = '', net = ''] = descriptors.map((each) => `/proc/${process.pid}/fd/${each}`);
  const enter = [nsenter, '--preserve-credentials', `--user=${user}`, `--net=${net}`, '--'];
  return {
    id: statSync(net).ino,
    enter,
    listen: async (port) => await askHelper(enter, port),
    close() {
      for (const each of descriptors.splice(0)) closeSync(each);
    },
  };
}

/** A socket that a helper makes; `onPid` is called while it still runs. */
async function askHelper(
  [program = '', ...args]: readonly string[],
  port: number,
  onPid: (pid: number) => void = () => undefined,
): Promise<{ port: number; socket: Server }> {
  const child = spawn(program, [...args, process.execPath, '-e', script, String(port)], {
    cwd: '/',
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: helperMs,
    killSignal: 'SIGKILL',
  });
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', () => reject(Object.assign(new Error('no network could be made'), { code: 'EIO' })));
      child.once('message', (answer, handle) => {
        const said = answer as Answer;
        if ('code' in said) {
          reject(Object.assign(new Error(`port ${port} cannot be used: ${said.code}`), { code: said.code }));
          return;
        }
        onPid(said.pid);
        resolve({ port: said.port, socket: handle as Server });
      });
    });
  } finally {
    end(child);
  }
}

function end(child: ChildProcess): void {
  if (child.connected) child.disconnect();
  child.kill('SIGKILL');
}
