/** Where the account service is, and of which region; found without the network (rest.md 5). */
import { readFileSync } from 'node:fs';
import { ApiError } from '../errors.js';
import { parseUrl } from '../../schemas/url.js';

export type Region = 'mainland-cn' | 'global';

/** The managed provider's id in the configuration. */
export const MANAGED = 'managed:agent-code';

/** Where a login leads to. */
export interface AccountEndpoint {
  region: Region;
  /** of the login, without a slash at the end */
  host: string;
  /** of the managed API, without a slash at the end */
  base: string;
}

/** The configuration of the managed provider. */
export interface Configured {
  base_url?: string | undefined;
  oauth?: { key?: string | undefined; oauth_host?: string | undefined } | undefined;
}

export interface EndpointsOptions {
  env: Readonly<Record<string, string | undefined>>;
  /** the managed provider's table, when there is one */
  configured(): Configured | undefined;
  /** the region marker of the home */
  markerFile: string;
}

export interface Places {
  region(): Region;
  /** Throws ApiError ACCOUNT_SERVICE_UNAVAILABLE when no usable service is named anywhere. `asked` goes before everything else. */
  find(asked?: Region): AccountEndpoint;
}

/** Hosts of this build; names that end in `.invalid` lead nowhere: no account service is built in. */
const built: Readonly<Record<Region, { host: string; base: string }>> = {
  'mainland-cn': { host: 'https://account.cn.agent.example.invalid', base: 'https://api.cn.agent.example.invalid/v1' },
  global: { host: 'https://account.agent.example.invalid', base: 'https://api.agent.example.invalid/v1' },
};
/** What the `oauth` table of the configuration calls a login of a region. */
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
      // missing, or not a file: it counts as empty
      return undefined;
    }
  }

  /** An address from the user; that of another region counts only while no region is requested. */
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

/** The address without a slash at its end. */
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
