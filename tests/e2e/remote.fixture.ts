/** Simulates two machines with two temporary directories and a fake ssh between them (acp-cli.md 9). */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePlace, root, type Place } from './program.js';

export interface Call {
  pid: number;
  argv: string[];
}

export interface Machines {
  here: Place;
  there: Place;
  /** environment of programs on the local machine, with the fake ssh in PATH */
  env: Record<string, string>;
  /** calls of the fake ssh, oldest first */
  calls(): Call[];
  /** calls that forward a port */
  tunnels(): Call[];
  /** servers running on the other machine */
  instances(): { pid: number; port: number }[];
  leave(): Promise<void>;
}

export function makeMachines(): Machines {
  const [there, here] = [makePlace(), makePlace()];
  const tools = join(here.folder, 'tools');
  const remote = join(there.folder, 'tools');
  for (const path of [tools, remote]) mkdirSync(path);
  program(join(remote, 'agent'), `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'bin/agent.js')}' "$@"\n`);
  program(join(tools, 'ssh'), `#!${process.execPath}\n${inPlaceOfSsh(there, remote)}`);
  const log = join(here.folder, 'ssh.log');
  const env = { PATH: `${tools}:${process.env['PATH'] ?? ''}`, SSH_LOG: log };

  function calls(): Call[] {
    if (!existsSync(log)) return [];
    const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as Call);
  }

  function instances(): { pid: number; port: number }[] {
    const directory = join(there.home, 'server/instances');
    if (!existsSync(directory)) return [];
    return readdirSync(directory).map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')) as never);
  }

  return {
    ...{ here, there, env, calls, instances },
    tunnels: () => calls().filter(({ argv }) => argv.includes('-L')),
    async leave() {
      for (const { pid } of instances()) process.kill(pid, 'SIGTERM');
      await there.leave();
      await here.leave();
    },
  };
}

function program(path: string, text: string): void {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

/**
 * Source of the fake ssh: forwards a port, or runs a command in the other home. Host `nowhere` does not resolve,
 * `silent` never answers, and `newer` reports a server of a newer version at NEWER_PORT.
 */
const inPlaceOfSsh = (there: Place, remote: string): string => `
const { spawn } = require('node:child_process');
const net = require('node:net');
const { appendFileSync } = require('node:fs');
const argv = process.argv.slice(2);
appendFileSync(process.env.SSH_LOG, JSON.stringify({ pid: process.pid, argv }) + '\\n');
const forward = argv[argv.indexOf('-L') + 1];
if (argv.includes('nowhere')) {
  process.stderr.write('ssh: Could not resolve hostname nowhere\\n');
  process.exit(255);
} else if (argv.includes('silent')) {
  setInterval(() => undefined, 60_000);
} else if (argv.includes('newer') && !argv.includes('-L')) {
  process.stdout.write(JSON.stringify({ port: Number(process.env.NEWER_PORT), token: 'x', version: '99.0.0', cwd: '/' }));
} else if (argv.includes('-L')) {
  const [, local, host, port] = forward.split(':');
  process.stdin.on('end', () => process.exit(0)).resume();
  net.createServer((socket) => {
    const far = port === undefined ? net.connect(host) : net.connect(Number(port), host);
    socket.pipe(far).pipe(socket);
    for (const end of [socket, far]) end.on('error', () => { socket.destroy(); far.destroy(); });
  }).listen(Number(local), '127.0.0.1');
} else {
  process.stdout.write('Welcome to this machine\\n');
  const child = spawn('/bin/sh', ['-c', argv.at(-1)], {
    cwd: ${JSON.stringify(there.cwd)},
    env: { PATH: ${JSON.stringify(remote)} + ':' + process.env.PATH, HOME: ${JSON.stringify(there.user)}, AGENT_CODE_HOME: ${JSON.stringify(there.home)} },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  child.on('close', (code) => process.exit(code ?? 1));
}
`;
