/** Configurations for suites that choose models. */
import { afterEach, beforeEach } from '@jest/globals';
import type { ModelChoice } from '../../daemon/config/models.js';
import { createHarness, type Harness } from './harness.js';

let harness: Harness;

beforeEach(() => {
  harness = createHarness();
});

afterEach(() => {
  harness.remove();
});

export function start(file = '', env: Record<string, string> = {}) {
  harness.write(file);
  return harness.start(env);
}

/** Describes a choice in one word: the alias, marked if nothing is configured, or the error. */
export function wordFor(choice: ModelChoice): string {
  if ('error' in choice) return choice.error;
  return choice.unconfigured ? `${choice.model.alias} (unconfigured)` : choice.model.alias;
}

export const provider = (id: string, lines = 'api_key = "k"\n') => `[providers.${id}]\ntype = "openai"\n${lines}`;
export const model = (alias: string, owner: string, lines = '') =>
  `[models."${alias}"]\nprovider = "${owner}"\nmodel = "x-${alias}"\nmax_context_size = 1000\n${lines}`;
export const flat = (alias: string, lines = 'api_key = "k"\n') =>
  `[models."${alias}"]\nmodel = "x-${alias}"\nmax_context_size = 1000\nbase_url = "https://flat.example/v1/"\nprotocol = "openai"\n${lines}`;

export const OFF = { AGENT_CODE_OFFLINE: '0' };
export const GROUP = { AGENT_MODEL_NAME: 'g', AGENT_MODEL_API_KEY: 'k', AGENT_MODEL_PROVIDER_TYPE: 'openai' };
export const NOTHING = 'AUTH_PROVISIONING_REQUIRED';
export const UNRESOLVED = 'AUTH_MODEL_NOT_RESOLVED';
export const NO_KEY = 'AUTH_TOKEN_MISSING';
