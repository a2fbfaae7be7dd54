/** The errors for a model that cannot be used (rest.md 2, 5). */
import { isManagedId } from '../../schemas/provider-ids.js';
import type { EffectiveConfig } from './effective.js';

/** An expected outcome of rest.md 2 instead of a model. */
export interface ModelRefusal {
  error: 'AUTH_PROVISIONING_REQUIRED' | 'AUTH_MODEL_NOT_RESOLVED' | 'AUTH_TOKEN_MISSING';
  message: string;
  details?: { model_id?: string; provider_id?: string } | null;
}

/** For a prompt before any provider was set up. */
export function nothingConfigured(): ModelRefusal {
  return {
    error: 'AUTH_PROVISIONING_REQUIRED',
    message:
      'no model provider is configured, and the offline provider is disabled; use agent login or agent provider catalog add <id>',
  };
}

/** `variable`: the one of `api_key_env`; its value may be a key by mistake, and appears only when it looks like a name. */
export function keyMissing(providerId: string, variable: string | undefined): ModelRefusal {
  const why =
    variable === undefined || variable === ''
      ? isManagedId(providerId)
        ? 'log in'
        : 'set its api_key or api_key_env'
      : `the variable ${/^[A-Z][A-Z0-9_]{0,60}$/.test(variable) ? variable : 'that its api_key_env names'} is not set`;
  return {
    error: 'AUTH_TOKEN_MISSING',
    message: `the provider ${providerId} has no credential: ${why}`,
    details: { provider_id: providerId },
  };
}

/** For an alias that leads nowhere, `providerId` being what it leads to, or no alias at all. */
export function notResolved(config: EffectiveConfig, alias?: string, providerId?: string): ModelRefusal {
  const known = [...config.models.keys()].join(', ') || 'none';
  const error = 'AUTH_MODEL_NOT_RESOLVED';
  if (alias === undefined) {
    return {
      error,
      message: `no default model is set; name one, or set default_model; configured models: ${known}`,
      details: null,
    };
  }
  const why =
    providerId === undefined ? 'is not configured' : `needs the provider ${providerId}, which is not configured`;
  return {
    error,
    message: `the model ${alias} ${why}; configured models: ${known}`,
    details: { model_id: alias, ...(providerId !== undefined && { provider_id: providerId }) },
  };
}
