/** Which server a client wants to try: one that is configured, or one that it describes (rest.md 17.2). */
import type { McpServerForm } from '../../../schemas/generated/types.js';
import { ApiError, invalid } from '../../errors.js';
import type { Attempt } from './attempts.js';
import type { Unusable } from '../files/entries.js';
import { checkedEntry } from '../files/forms.js';
import { checkedName } from '../files/userfile.js';
import type { WrittenEntry } from '../files/written.js';

export interface Wanted {
  name?: string;
  server?: McpServerForm;
  /** absolute */
  cwd?: string;
}

/** Or why it must not be tried, or cannot be. Throws VALIDATION_FAILED, MCP_SERVER_NOT_FOUND. */
export async function chooseServer(
  written: (cwd?: string) => Promise<readonly WrittenEntry[]>,
  { name, server, cwd }: Wanted,
): Promise<Attempt | Unusable> {
  const where = cwd === undefined ? {} : { cwd };
  if (server) {
    const { name: given, ...config } = server;
    const own = checkedName(given, 'server.name');
    if (name !== undefined && name.trim() !== own) throw invalid('name', 'is another one than that of server');
    return { name: own, entry: checkedEntry(config, 'server'), ...where };
  }
  if (name === undefined) throw invalid('', 'name or server is needed');
  const found = (await written(cwd)).find((each) => each.name === name.trim());
  if (!found) throw new ApiError('MCP_SERVER_NOT_FOUND');
  if ('error' in found.entry) return found.entry;
  return found.trusted ? { name: found.name, entry: found.entry, ...where } : { error: untrusted };
}

/** Why an entry of a project is neither started nor asked. */
export const untrusted = 'it is new or has changed since its project was trusted; trust the project again';
