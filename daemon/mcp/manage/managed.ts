/** The configured servers as clients manage them: the user's are editable, a project's read-only (rest.md 17.2). */
import type { McpManagedServer, McpServerConfig, McpServerForm } from '../../../schemas/generated/types.js';
import { ApiError, invalid } from '../../errors.js';
import { keptConfig, wholeConfig } from '../files/forms.js';
import { checkedName, type UserFile } from '../files/userfile.js';
import type { WrittenEntry } from '../files/written.js';

/** With a directory, each method includes the entries of its project if that is trusted. */
export interface ManagedServers {
  /** sorted by name; leaves out invalid entries */
  list(cwd?: string): Promise<McpManagedServer[]>;
  /** throws MCP_SERVER_NOT_FOUND */
  get(name: string, cwd?: string): Promise<McpManagedServer>;
  /** Returns the new list, as do the next two. Throws VALIDATION_FAILED, PERSISTENCE_FAILURE; then changes nothing. */
  create(given: McpServerForm, cwd?: string): Promise<McpManagedServer[]>;
  /** also throws MCP_SERVER_NOT_FOUND, and VALIDATION_FAILED for an entry of a project */
  replace(name: string, config: McpServerConfig, cwd?: string): Promise<McpManagedServer[]>;
  /** throws the same errors as `replace` */
  remove(name: string, cwd?: string): Promise<McpManagedServer[]>;
}

export interface ManagedDeps {
  /** absolute path of the user's file */
  userPath: string;
  user: UserFile;
  /** sorted by name */
  written(cwd?: string): Promise<readonly WrittenEntry[]>;
  /** masks everything in an answer that looks like a credential */
  mask(text: string): string;
}

export function createManagedServers({ userPath, user, written, mask }: ManagedDeps): ManagedServers {
  async function list(cwd?: string): Promise<McpManagedServer[]> {
    return (await written(cwd)).flatMap((each) => managed(each));
  }

  function managed({ name, origin, entry, written: source }: WrittenEntry): McpManagedServer[] {
    if ('error' in entry) return [];
    const mutable = origin === userPath;
    const config = mutable ? wholeConfig(entry, source as object) : keptConfig(entry, source as object, mask);
    return [{ name, config, source: 'global', origin, mutable }];
  }

  async function refuseOthers(name: string, cwd?: string): Promise<void> {
    const origin = (await written(cwd)).find((each) => each.name === name)?.origin;
    if (origin === undefined || origin === userPath) return;
    throw invalid('name', `is configured in ${origin}, which is read-only here`);
  }

  return {
    list,
    async get(name, cwd) {
      const found = (await list(cwd)).find((each) => each.name === name);
      if (!found) throw new ApiError('MCP_SERVER_NOT_FOUND');
      return found;
    },
    async create({ name: given, ...config }, cwd) {
      const name = checkedName(given);
      await refuseOthers(name, cwd);
      await user.add(name, config);
      return list(cwd);
    },
    async replace(name, config, cwd) {
      await refuseOthers(name, cwd);
      await user.replace(name, config);
      return list(cwd);
    },
    async remove(name, cwd) {
      await refuseOthers(name, cwd);
      await user.remove(name);
      return list(cwd);
    },
  };
}
