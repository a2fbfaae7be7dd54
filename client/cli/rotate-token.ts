/** `agent web rotate-token`: replaces the token of all servers of this home. */
import { Command } from 'clipanion';
import { instanceUrl } from '../../schemas/instances.js';
import { clientHome } from '../home.js';
import { listInstances } from '../instances.js';
import { pageUrl } from './banner.js';
import { CommandFailure } from './failures.js';
import type { CliContext, Io } from './io.js';

export class RotateTokenCommand extends Command<CliContext> {
  static override paths = [['web', 'rotate-token']];

  override async execute(): Promise<number> {
    const { io } = this.context;
    const home = clientHome(io);
    const token = await newToken(home.directory, io);
    const live = await listInstances({ instances: home.instances, fetch: io.fetch, now: io.now });
    const urls = live.map((instance) => pageUrl({ baseUrl: instanceUrl(instance), token }, instance.base_path));
    io.stdout.write(`${[token, ...urls].join('\n')}\n`);
    return 0;
  }
}

async function newToken(home: string, io: Io): Promise<string> {
  try {
    return await io.direct.rotateToken(home);
  } catch (error) {
    if (!(error instanceof Error && error.name === 'HomeError')) throw error;
    throw new CommandFailure(error.message, { cause: error });
  }
}
