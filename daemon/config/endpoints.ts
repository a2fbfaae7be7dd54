/** Where a provider is reached and with which credential (cli.md 6.3). */
import type { ProviderType } from '../../schemas/generated/types.js';
import { isManagedId } from '../../schemas/provider-ids.js';
import { isLoopback } from '../base/net/outgoing.js';
import type { ModelSettings, ProviderSettings } from './effective.js';
import type { Environment } from './variables.js';

/** Addresses used when none is configured. */
const DEFAULT_BASE: Readonly<Partial<Record<ProviderType, string>>> = {
  openai: 'https://api.openai.com/v1',
  openai_responses: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
  'google-genai': 'https://generativelanguage.googleapis.com',
};

/** Variables of a provider's `env` table that hold its key and its address. */
const FALLBACKS: Readonly<Partial<Record<ProviderType, { keys: EnvName[]; base?: EnvName }>>> = {
  openai: { keys: ['OPENAI_API_KEY'], base: 'OPENAI_BASE_URL' },
  openai_responses: { keys: ['OPENAI_API_KEY'], base: 'OPENAI_BASE_URL' },
  anthropic: { keys: ['ANTHROPIC_API_KEY'], base: 'ANTHROPIC_BASE_URL' },
  'google-genai': { keys: ['GOOGLE_API_KEY'] },
  vertexai: { keys: ['VERTEXAI_API_KEY', 'GOOGLE_API_KEY'] },
};

type EnvName = keyof NonNullable<ProviderSettings['env']>;

/** Address without a slash at its end; undefined for types that have none. */
export function baseUrlOf(provider: ProviderSettings): string | undefined {
  const name = FALLBACKS[provider.type]?.base;
  const address = provider.base_url ?? (name && provider.env?.[name]?.trim()) ?? '';
  return trimSlash(address || (DEFAULT_BASE[provider.type] ?? '')) || undefined;
}

export function trimSlash(address: string): string {
  return address.replace(/\/+$/, '');
}

/** Address of the managed API of the login, without a slash at its end; undefined when none is configured. */
export function loginBase(providers: ReadonlyMap<string, ProviderSettings>, env: Environment): string | undefined {
  const managed = [...providers].find(([id, { oauth }]) => isManagedId(id) && oauth !== undefined)?.[1];
  return trimSlash(env['AGENT_CODE_BASE_URL']?.trim() || (managed?.base_url ?? '')) || undefined;
}

/** Whether a provider takes what it lacks, its address and its token, from the login (cli.md 8.2). */
export function borrowsLogin(id: string, { type, base_url }: ProviderSettings): boolean {
  return id === 'env' && type === 'agent' && base_url === undefined;
}

/** The key of a flat model or provider: written, else of the variable it names. */
export function keyOf(holder: Pick<ModelSettings, 'api_key' | 'api_key_env'>, env: Environment): string | undefined {
  const named = holder.api_key_env ? env[holder.api_key_env]?.trim() : undefined;
  return holder.api_key?.trim() || named || undefined;
}

/** The key of a provider in the order of cli.md 6.3; stored logins are not part of it. */
export function providerKey(provider: ProviderSettings, env: Environment): string | undefined {
  const fallbacks = FALLBACKS[provider.type]?.keys ?? [];
  return keyOf(provider, env) ?? (fallbacks.map((name) => provider.env?.[name]?.trim()).find(Boolean) || undefined);
}

/**
 * The credential of a provider's requests, as text for the user that follows `with` and holds no secret; undefined when
 * there is none.
 */
export function keySourceOf(provider: ProviderSettings, env: Environment): string | undefined {
  const { api_key, api_key_env } = provider;
  if (api_key?.trim()) return 'its api_key';
  if (api_key_env && env[api_key_env]?.trim()) return `the key in the variable ${api_key_env} (its api_key_env)`;
  const name = (FALLBACKS[provider.type]?.keys ?? []).find((each) => provider.env?.[each]?.trim());
  return name && `${name} of its env table`;
}

/** Where a `vertexai` provider is in the cloud, and the file of its application credentials. */
export interface VertexPlace {
  project?: string;
  location?: string;
  /** path */
  credentialsFile?: string;
}

/** Undefined for other types. */
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

/** Whether requests go out without a key: the offline provider, local servers of the `openai` kinds, application credentials. */
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
