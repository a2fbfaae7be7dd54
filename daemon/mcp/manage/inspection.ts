/** Lists the configured servers and whether each of them accepts this client (rest.md 17.2). */
import type { McpAuthStatus, McpInspection, McpLocator, McpShownConfig } from '../../../schemas/generated/types.js';
import { ApiError } from '../../errors.js';
import { untrusted } from './attempts.js';
import { keptConfig } from '../files/forms.js';
import type { Checked } from '../login/logins.js';
import { loginOf } from '../login/servers.js';
import { canonicalUrl, type LoginTarget } from '../login/store.js';
import { ServerFailure, type McpEntry, type RemoteServer } from '../server.js';
import type { WrittenEntry } from '../files/written.js';

export interface Inspections {
  /** the given servers or all, in order; throws MCP_SERVER_NOT_FOUND */
  inspect(targets: readonly McpLocator[] | undefined, cwd?: string): Promise<McpInspection[]>;
  /** `verify`: true asks every server that may need a login, false none, undefined those without a stored login */
  statuses(verify: boolean | undefined, cwd?: string): Promise<{ name: string; authStatus: McpAuthStatus }[]>;
}

export interface InspectionDeps {
  /** sorted by name */
  written(cwd?: string): Promise<readonly WrittenEntry[]>;
  logins: {
    /** asks the server; throws ServerFailure when that is not possible */
    check(target: LoginTarget): Promise<Checked>;
    /** does not use the network */
    state(target: LoginTarget): 'none' | 'usable' | 'refused';
  };
  /** path of the user's file */
  userPath: string;
  mask(text: string): string;
  /** epoch milliseconds */
  now(): number;
}

interface Usable extends WrittenEntry {
  entry: McpEntry;
}

interface Found {
  authStatus: McpAuthStatus;
  checkedAt?: number;
  error?: string;
}

/** Maximum number of servers that are asked in parallel. */
const mostAtOnce = 16;

export function createInspections({ written, logins, userPath, mask, now }: InspectionDeps): Inspections {
  const usable = async (cwd?: string): Promise<Usable[]> => (await written(cwd)).filter(isUsable);

  async function asked(entry: RemoteServer): Promise<Found> {
    const checked = await logins.check(entry).catch(unasked);
    const checkedAt = now();
    switch (checked.kind) {
      case 'open':
        // a server that is configured so needs a login
        return { authStatus: entry.auth === 'oauth' ? 'oauth-required' : 'not-applicable', checkedAt };
      case 'required':
        return { authStatus: 'oauth-required', checkedAt };
      case 'expired':
        return { authStatus: 'oauth-expired', checkedAt };
      case 'authorized':
        return { authStatus: 'oauth-authorized', checkedAt };
      case 'unasked':
        return { authStatus: 'unavailable', error: mask(checked.error) };
      case 'unavailable':
        return { authStatus: 'unavailable', checkedAt, error: mask(checked.error) };
    }
  }

  /** The status as far as it is known without asking the server. */
  function known(entry: RemoteServer): McpAuthStatus {
    const state = logins.state(entry);
    if (state === 'none') return entry.auth === 'oauth' ? 'oauth-required' : 'not-applicable';
    return state === 'usable' ? 'oauth-authorized' : 'oauth-expired';
  }

  async function found({ entry, trusted }: Usable, verify: boolean | undefined): Promise<Found> {
    const authStatus = settled(entry);
    if (authStatus !== undefined || entry.transport === 'stdio') return { authStatus: authStatus ?? 'not-applicable' };
    if (verify === false || (verify === undefined && logins.state(entry) !== 'none'))
      return { authStatus: known(entry) };
    if (!trusted) return { authStatus: 'unavailable', error: untrusted };
    return asked(entry);
  }

  function shown({ name, origin, entry, written: source }: Usable, status: Found): McpInspection {
    const config: McpShownConfig = keptConfig(entry, source as object, mask);
    return {
      serverId: `global:${encodeURIComponent(name)}`,
      locator: { source: 'global', name },
      runtimeName: name,
      ...(entry.transport === 'stdio' ? {} : { canonicalUrl: mask(canonicalUrl(entry.url)) }),
      origin: 'global',
      config,
      enabled: entry.enabled,
      editable: origin === userPath,
      ...status,
    };
  }

  return {
    async inspect(targets, cwd) {
      const all = await usable(cwd);
      const chosen = targets?.map((target) => named(all, target)) ?? all;
      const different = [...new Set(chosen)];
      const statuses = await inTurns(different, async (each) => shown(each, await found(each, true)));
      const byEntry = new Map(different.map((each, at) => [each, statuses[at]]));
      return chosen.flatMap((each) => byEntry.get(each) ?? []);
    },
    async statuses(verify, cwd) {
      return inTurns(await usable(cwd), async (each) => {
        const { authStatus } = await found(each, verify);
        return { name: each.name, authStatus };
      });
    },
  };
}

function isUsable(entry: WrittenEntry): entry is Usable {
  return !('error' in entry.entry);
}

function named(all: readonly Usable[], target: McpLocator): Usable {
  const found = target.source === 'global' ? all.find(({ name }) => name === target.name) : undefined;
  if (!found) throw new ApiError('MCP_SERVER_NOT_FOUND');
  return found;
}

/** The status that needs no request: of a disabled entry or one without a login; undefined: ask the server. */
function settled(entry: McpEntry): McpAuthStatus | undefined {
  const login = loginOf(entry);
  if (entry.enabled && 'target' in login) return undefined;
  return entry.enabled && 'none' in login && login.none === 'token' ? 'bearer-token' : 'not-applicable';
}

function unasked(error: unknown): { kind: 'unasked'; error: string } {
  if (!(error instanceof ServerFailure)) throw error;
  return { kind: 'unasked', error: error.message };
}

/** Calls `work` for each item, a limited number in parallel; results keep the order. */
async function inTurns<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as Item);
  };
  await Promise.all(Array.from({ length: Math.min(mostAtOnce, items.length) }, lane));
  return results;
}
