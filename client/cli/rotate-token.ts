/** `agent web rotate-token`: a new token for all servers of this home. */
import { Command } from 'clipanion';
import { instanceUrl } from '../../schemas/instances.js';
import { clientHome } from '../home.js';
import { listInstances } from '../instances.js';
import type { CliContext } from './io.js';

export class RotateTokenCommand extends Command<CliContext> {
  static override paths = [['web', 'rotate-token']];

  override async execute(): Promise<number> {
    const { io } = this.context;
    const home = clientHome(io);
    const { rotateToken } = await io.daemon();
    const token = await rotateToken(home.directory);
    const live = await listInstances({ instances: home.instances, fetch: io.fetch, now: io.now });
    const urls = live.map((instance) => `${instanceUrl(instance)}/#token=${token}`);
    io.stdout.write(`${[token, ...urls].join('\n')}\n`);
    return 0;
  }
}
