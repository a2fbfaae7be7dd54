/** `agent __where`: prints this machine's server for a remote client, and starts it if needed (acp-cli.md 9). */
import { spawn } from 'node:child_process';
import { Command } from 'clipanion';
import type { InstanceFile } from '../../schemas/generated/files.js';
import { instanceUrl } from '../../schemas/instances.js';
import { StartFailure } from '../connect.js';
import { clientHome } from '../home.js';
import { isHealthy, listInstances } from '../instances.js';
import { CommandFailure } from './failures.js';
import type { CliContext } from './io.js';

const startMs = 30_000;
const checkMs = 150;

export class WhereCommand extends Command<CliContext> {
  static override paths = [['__where']];

  override async execute(): Promise<number> {
    const { io } = this.context;
    const found = (await this.find()) ?? (await this.start());
    const token = clientHome(io).token();
    if (token === undefined) throw new CommandFailure('the server has no token that can be read');
    const { port, socket, host_version: version } = found;
    io.stdout.write(`${JSON.stringify({ port, socket, token, version, cwd: io.cwd })}\n`);
    return 0;
  }

  private async find(): Promise<InstanceFile | undefined> {
    const { io } = this.context;
    const { instances } = clientHome(io);
    for (const instance of await listInstances({ instances, fetch: io.fetch, now: io.now })) {
      if (instance.lifetime === 'web' && (await isHealthy(instanceUrl(instance), io.fetch))) return instance;
    }
    return undefined;
  }

  /** Starts a server that outlives this command and its login. */
  private async start(): Promise<InstanceFile> {
    const { io } = this.context;
    const child = spawn(io.node, [io.program, 'web', '--no-open'], {
      cwd: io.cwd,
      env: io.env,
      detached: true,
      stdio: 'ignore',
    });
    let isOver = false;
    child.once('error', () => (isOver = true)).once('exit', () => (isOver = true));
    child.unref();
    const until = performance.now() + startMs;
    while (performance.now() < until && !isOver) {
      const found = await this.find();
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, checkMs));
    }
    throw new StartFailure('the server could not be started', clientHome(io).logFile);
  }
}
