/** Logins of configured servers, by name: decides which servers can have one (rest.md 17.2). */
import type { BeginMcpAuthData, McpLocator } from '../../../schemas/generated/types.js';
import { ApiError, invalid } from '../../errors.js';
import type { Logins } from './logins.js';
import type { LoginTarget } from './store.js';
import { failed } from './flows.js';
import type { McpEntry } from '../server.js';
import type { WrittenEntry } from '../files/written.js';

export interface ServerLogins extends Pick<Logins, 'complete' | 'cancel'> {
  /** Throws MCP_SERVER_NOT_FOUND, MCP_OAUTH_FAILED, VALIDATION_FAILED; so does `reset`. */
  begin(locator: McpLocator, cwd?: string): Promise<BeginMcpAuthData>;
  reset(locator: McpLocator, cwd?: string): Promise<void>;
}

/** Why a server offers no login. */
export type NoLogin = 'program' | 'token' | 'headers';

/** The login of a server that may need one: it has no fixed token or headers, or its entry requires a login. */
export function loginOf(entry: McpEntry): { target: LoginTarget } | { none: NoLogin } {
  if (entry.transport === 'stdio') return { none: 'program' };
  if (entry.bearerTokenEnvVar !== undefined) return { none: 'token' };
  if (entry.auth !== 'oauth' && Object.keys(entry.headers).length > 0) return { none: 'headers' };
  return { target: entry };
}

const reasons: Readonly<Record<NoLogin, string>> = {
  program: 'is a program, which has no login',
  token: 'has a fixed token (bearerTokenEnvVar)',
  headers: 'has fixed headers; a login beside them needs auth: "oauth"',
};

export function createServerLogins({
  logins,
  written,
}: {
  logins: Logins;
  /** the entries in effect in a directory, or of the user alone */
  written(cwd?: string): Promise<readonly WrittenEntry[]>;
}): ServerLogins {
  async function targetOf(locator: McpLocator, cwd?: string): Promise<LoginTarget> {
    const all = locator.source === 'global' ? await written(cwd) : [];
    const found = all.find(({ name }) => locator.source === 'global' && name === locator.name);
    if (!found || 'error' in found.entry) throw new ApiError('MCP_SERVER_NOT_FOUND');
    if (!found.trusted) throw failed('the server is new or has changed since its project was trusted');
    const { entry } = found;
    const login = loginOf(entry);
    if ('none' in login) throw invalid('name', reasons[login.none]);
    return login.target;
  }

  return {
    complete: logins.complete,
    cancel: logins.cancel,
    async begin(locator, cwd) {
      const begun = await logins.begin(await targetOf(locator, cwd));
      if (begun === 'authorized') return { status: 'already-authorized' };
      return { status: 'authorization-required', flowId: begun.flowId, authorizationUrl: begun.url };
    },
    async reset(locator, cwd) {
      await logins.reset(await targetOf(locator, cwd));
    },
  };
}
