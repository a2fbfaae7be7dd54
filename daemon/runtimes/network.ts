/** Creates a session's network, which all its commands share and this process holds open (runtimes.md 6.1, 6.4). */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import type { Server } from 'node:net';
import { findProgram } from '../base/process/programs.js';

// also loads the ports together with the first network
export { createPorts } from './ports.js';

/** A session's network. */
export interface SessionNetwork {
  /** the inode number of the network namespace */
  id: number;
  /** the program and arguments that enter the network, before those of the command */
  enter: readonly string[];
  /** Returns a socket that listens in the network, on the given port or on any (0). Rejects with the system error. */
  listen(port: number): Promise<{ port: number; socket: Server }>;
  /** Closes the descriptors. The network ends with its last process. */
  close(): void;
}

/**
 * The helper script that runs inside the network: opens a listening socket and passes it out. A socket belongs to the
 * network in which it was created, whichever process holds it.
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

/** Creates a network with a socket that listens in it. `bubblewrap`: absolute path. */
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
 * Reopens the network of a command that outlived its server. `pid`: the process that started the command. Returns
 * undefined when the command has ended or shares the machine's network.
 */
export async function findNetwork(pid: number, searched: string): Promise<SessionNetwork | undefined> {
  const nsenter = await nsenterIn(searched);
  const descriptors: number[] = [];
  try {
    const own = readlinkSync('/proc/self/ns/net');
    const isInside = (each: number): boolean => readlinkSync(`/proc/${each}/ns/net`) !== own;
    // bubblewrap is the first descendant in the network; its children are in a further user namespace
    for (let generation = [pid]; generation.length > 0; generation = generation.flatMap(childrenOf)) {
      const inside = generation.find(isInside);
      if (inside === undefined) continue;
      for (const each of ['user', 'net']) descriptors.push(openSync(`/proc/${inside}/ns/${each}`, 'r'));
      return networkOf(nsenter, descriptors);
    }
  } catch (error) {
    for (const each of descriptors) closeSync(each);
    // the process has ended in the meantime
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
  return undefined;
}

/** Returns the children of a process's first thread, from which shells and bubblewrap start their children. */
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

/** `descriptors`: those of the user namespace and of the network namespace. */
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

/** Lets a helper open a socket. Calls `onPid` while the helper is still running. */
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
        const reply = answer as Answer;
        if ('code' in reply) {
          reject(Object.assign(new Error(`port ${port} cannot be used: ${reply.code}`), { code: reply.code }));
          return;
        }
        onPid(reply.pid);
        resolve({ port: reply.port, socket: handle as Server });
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
