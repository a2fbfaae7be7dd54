/** The address and the credential of a provider (cli.md 6.3). */
import type { ProviderType } from '../../schemas/generated/types.js';
import { isManagedId } from '../../schemas/provider-ids.js';
import { isLoopback } from '../base/net/outgoing.js';
import type { ModelSettings, ProviderSettings } from './effective.js';
import type { Environment } from './variables.js';

/** Default addresses. */
const DEFAULT_BASE: Readonly<Partial<Record<ProviderType, string>>> = {
  openai: 'https://api.openai.com/v1',
  openai_responses: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
  'google-genai': 'https://generativelanguage.googleapis.com',
};

/** Variables in a provider's `env` table for its key and its address. */
const FALLBACKS: Readonly<Partial<Record<ProviderType, { keys: EnvName[]; base?: EnvName }>>> = {
  openai: { keys: ['OPENAI_API_KEY'], base: 'OPENAI_BASE_URL' },
  openai_responses: { keys: ['OPENAI_API_KEY'], base: 'OPENAI_BASE_URL' },
  anthropic: { keys: ['ANTHROPIC_API_KEY'], base: 'ANTHROPIC_BASE_URL' },
  'google-genai': { keys: ['GOOGLE_API_KEY'] },
  vertexai: { keys: ['VERTEXAI_API_KEY', 'GOOGLE_API_KEY'] },
};

type EnvName = keyof NonNullable<ProviderSettings['env']>;

/** The address without a trailing slash; undefined for types that have none. */
export function baseUrlOf(provider: ProviderSettings): string | undefined {
  const name = FALLBACKS[provider.type]?.base;
  const address = provider.base_url ?? (name && provider.env?.[name]?.trim()) ?? '';
  return trimSlash(address || (DEFAULT_BASE[provider.type] ?? '')) || undefined;
}

export function trimSlash(address: string): string {
  return address.replace(/\/+$/, '');
}

/** The address of the login's managed API, without a trailing slash; undefined when none is configured. */
export function loginBase(providers: ReadonlyMap<string, ProviderSettings>, env: Environment): string | undefined {
  const managed = [...providers].find(([id, { oauth }]) => isManagedId(id) && oauth !== undefined)?.[1];
  return trimSlash(env['AGENT_CODE_BASE_URL']?.trim() || (managed?.base_url ?? '')) || undefined;
}

/** Whether a provider takes its missing address and token from the login (cli.md 8.2). */
export function borrowsLogin(id: string, { type, base_url }: ProviderSettings): boolean {
  return id === 'env' && type === 'agent' && base_url === undefined;
}

/** The key of a flat model or provider: the configured one, else the value of the named variable. */
export function keyOf(holder: Pick<ModelSettings, 'api_key' | 'api_key_env'>, env: Environment): string | undefined {
  const named = holder.api_key_env ? env[holder.api_key_env]?.trim() : undefined;
  return holder.api_key?.trim() || named || undefined;
}

/** The key of a provider in the order of cli.md 6.3; stored logins are not considered. */
export function providerKey(provider: ProviderSettings, env: Environment): string | undefined {
  const fallbacks = FALLBACKS[provider.type]?.keys ?? [];
  return keyOf(provider, env) ?? (fallbacks.map((name) => provider.env?.[name]?.trim()).find(Boolean) || undefined);
}

/**
 * Describes the credential of a provider's requests for the user, as a phrase that follows `with`, without secrets;
 * undefined when there is none.
 */
export function keySourceOf(provider: ProviderSettings, env: Environment): string | undefined {
  const { api_key, api_key_env } = provider;
  if (api_key?.trim()) return 'its api_key';
  if (api_key_env && env[api_key_env]?.trim()) return `the key in the variable ${api_key_env} (its api_key_env)`;
  const name = (FALLBACKS[provider.type]?.keys ?? []).find((each) => provider.env?.[each]?.trim());
  return name && `${name} of its env table`;
}

/** Project and location of a `vertexai` provider, and the file of its application credentials. */
export interface VertexPlace {
  project?: string;
  location?: string;
  /** path of the file */
  credentialsFile?: string;
}

/** The place of a `vertexai` provider; undefined for other types. */
export function vertexPlaceOf(provider: ProviderSettings, env: Environment): VertexPlace | undefined {
  if (provider.type !== 'vertexai') return undefined;
  const project = provider.env?.GOOGLE_CLOUD_PROJECT?.trim();
  const location = provider.env?.GOOGLE_CLOUD_LOCATION?.trim();
  const credentialsFile = env['GOOGLE_APPLICATION_CREDENTIALS']?.trim();
  return {
    ...(project && { project }),
    ...(location && { location }),
    ...(credentialsFile && { credentialsFile }),
  };
}

/** Whether requests need no key: the offline provider, local `openai` servers, application credentials. */
export function needsNoKey(
  type: ProviderType,
  baseUrl: string | undefined,
  providerId: string,
  env: Environment,
): boolean {
  if (type === 'offline') return true;
  if (type === 'vertexai') return Boolean(env['GOOGLE_APPLICATION_CREDENTIALS']?.trim());
  const local = baseUrl !== undefined && isLoopback(baseUrl);
  return local && (type === 'openai' || type === 'openai_responses' || providerId === 'env');
}
