/** The model that the `AGENT_MODEL_*` variables describe: provider `env`, alias `env/<name>` (cli.md 8.2). */
import { enums } from '../../schemas/generated/enums.js';
import { isLoopback } from '../base/net/outgoing.js';
import type { ModelSettings, ProviderSettings } from './effective.js';
import { ConfigError } from './read.js';
import type { Variables } from './variables.js';

export interface ModelGroup {
  alias: string;
  provider: ProviderSettings;
  model: ModelSettings;
}

const CAPABILITIES = ['image_in', 'video_in', 'audio_in', 'thinking', 'always_thinking', 'tool_use'] as const;

/**
 * The group, when AGENT_MODEL_NAME switches it on; throws ConfigError when its key is needed and missing. Type `agent`
 * without an address uses that of the login, with its token when there is no key.
 */
export function readModelGroup(variables: Variables, hasLogin: boolean): ModelGroup | undefined {
  const name = variables.text('AGENT_MODEL_NAME');
  if (name === undefined) return undefined;
  const type = variables.choice('AGENT_MODEL_PROVIDER_TYPE', enums.ProviderType) ?? 'agent';
  const base_url = variables.address('AGENT_MODEL_BASE_URL');
  const api_key = variables.text('AGENT_MODEL_API_KEY');
  const borrows = type === 'agent' && base_url === undefined && hasLogin;
  const free = borrows || type === 'offline' || (base_url !== undefined && isLoopback(base_url));
  if (api_key === undefined && !free) {
    throw new ConfigError(['AGENT_MODEL_API_KEY: is needed together with AGENT_MODEL_NAME']);
  }
  if (type === 'agent' && base_url === undefined && !hasLogin) {
    variables.warn(
      'AGENT_MODEL_PROVIDER_TYPE',
      'agent needs AGENT_MODEL_BASE_URL or a login; the model cannot be used',
    );
  }
  const alias = `env/${name}`;
  return { alias, provider: { type, base_url, api_key, default_model: alias }, model: readModel(name, variables) };
}

function readModel(name: string, variables: Variables): ModelSettings {
  const max_context_size = variables.integer('AGENT_MODEL_MAX_CONTEXT_SIZE', 1) ?? 262_144;
  const output = variables.integer('AGENT_MODEL_MAX_OUTPUT_SIZE', 1);
  const fits = output === undefined || output <= max_context_size;
  if (!fits) variables.warn('AGENT_MODEL_MAX_OUTPUT_SIZE', 'must not be larger than the context');
  return {
    provider: 'env',
    model: name,
    max_context_size,
    max_output_size: fits ? output : undefined,
    capabilities: readCapabilities(variables),
    display_name: variables.text('AGENT_MODEL_DISPLAY_NAME'),
    reasoning_key: variables.text('AGENT_MODEL_REASONING_KEY'),
    adaptive_thinking: variables.boolean('AGENT_MODEL_ADAPTIVE_THINKING'),
  };
}

function readCapabilities(variables: Variables): ModelSettings['capabilities'] {
  const name = 'AGENT_MODEL_CAPABILITIES';
  const text = variables.text(name);
  if (text === undefined) return ['image_in', 'thinking'];
  return text.split(',').flatMap((item) => {
    const word = item.trim().toLowerCase();
    const known = CAPABILITIES.find((capability) => capability === word);
    if (word !== '' && !known) variables.warn(name, `\`${word}\` is no capability`);
    return known ? [known] : [];
  });
}
