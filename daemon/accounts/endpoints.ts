/** Finds the addresses and region of the account service without the network (rest.md 5). */
import { readFileSync } from 'node:fs';
import { ApiError } from '../errors.js';
import { parseUrl } from '../../schemas/url.js';

export type Region = 'mainland-cn' | 'global';

/** The managed provider's id in the configuration. */
export const MANAGED = 'managed:agent-code';

/** The addresses of a login. */
export interface AccountEndpoint {
  region: Region;
  /** login host, without a trailing slash */
  host: string;
  /** managed API, without a trailing slash */
  base: string;
}

/** The configuration of the managed provider. */
export interface Configured {
  base_url?: string | undefined;
  oauth?: { key?: string | undefined; oauth_host?: string | undefined } | undefined;
}

export interface EndpointsOptions {
  env: Readonly<Record<string, string | undefined>>;
  /** the managed provider's table, if there is one */
  configured(): Configured | undefined;
  /** file with the region of the home */
  markerFile: string;
}

export interface Places {
  region(): Region;
  /** Throws ApiError ACCOUNT_SERVICE_UNAVAILABLE when no usable service is configured. `asked` has priority. */
  find(asked?: Region): AccountEndpoint;
}

/** Hosts of this build; names in `.invalid` never resolve: this build has no account service. */
const built: Readonly<Record<Region, { host: string; base: string }>> = {
  'mainland-cn': { host: 'https://account.cn.agent.example.invalid', base: 'https://api.cn.agent.example.invalid/v1' },
  global: { host: 'https://account.agent.example.invalid', base: 'https://api.agent.example.invalid/v1' },
};
/** Names of a region's login in the `oauth` table of the configuration. */
export const keys: Readonly<Record<Region, string>> = {
  'mainland-cn': 'oauth/agent-code',
  global: 'oauth/agent-code-global',
};
const regions = Object.keys(built) as Region[];

export function createEndpoints({ env, configured, markerFile }: EndpointsOptions): Places {
  const named = (name: string): string | undefined => env[name]?.trim() || undefined;
  const envHost = (): string | undefined => named('AGENT_CODE_OAUTH_HOST') ?? named('AGENT_OAUTH_HOST');

  function region(): Region {
    const { oauth } = configured() ?? {};
    const pinned = envHost() ?? oauth?.oauth_host;
    return (
      regions.find((each) => pinned !== undefined && trimmed(pinned) === built[each].host) ??
      regions.find((each) => oauth?.key === keys[each]) ??
      regions.find((each) => marker() === each) ??
      'mainland-cn'
    );
  }

  function marker(): string | undefined {
    try {
      return readFileSync(markerFile, 'utf8').trim();
    } catch {
      // a missing or unreadable file counts as empty
      return undefined;
    }
  }

  /** An address from the user; if a region is requested, the built-in addresses do not count. */
  const written = (address: string | undefined, asked: Region | undefined, kind: 'host' | 'base') =>
    address !== undefined && (asked === undefined || regions.every((each) => built[each][kind] !== trimmed(address)))
      ? address
      : undefined;

  return {
    region,
    find(asked) {
      const table = configured();
      const chosen = asked ?? region();
      return {
        region: chosen,
        host: usable(
          'AGENT_CODE_OAUTH_HOST',
          envHost() ?? written(table?.oauth?.oauth_host, asked, 'host') ?? built[chosen].host,
        ),
        base: usable(
          'AGENT_CODE_BASE_URL',
          named('AGENT_CODE_BASE_URL') ?? written(table?.base_url, asked, 'base') ?? built[chosen].base,
        ),
      };
    },
  };
}

/** Validates an address and removes a trailing slash. */
function usable(variable: string, address: string): string {
  const url = parseUrl(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw unavailable(`the address of the account service (${variable}) is not an http or https address`);
  }
  if (url.hostname.endsWith('.invalid')) {
    throw unavailable(`this build has no account service; name one with ${variable}`);
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw unavailable(`the account service must be reached by https (${variable})`);
  }
  return trimmed(address);
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

export function unavailable(message: string, cause?: unknown): ApiError {
  return new ApiError('ACCOUNT_SERVICE_UNAVAILABLE', { message, ...(cause === undefined ? {} : { cause }) });
}

function trimmed(address: string): string {
  return address.trim().replace(/\/+$/, '');
}
