/** The fingerprint that tells clients whether a running instance was started with the same engine variables. */
import { createHash } from 'node:crypto';

/** Engine variables of cli.md 8.2. */
export const ENGINE_VARIABLES: readonly string[] = [
  'AGENT_MODEL_NAME',
  'AGENT_MODEL_API_KEY',
  'AGENT_MODEL_PROVIDER_TYPE',
  'AGENT_MODEL_BASE_URL',
  'AGENT_MODEL_MAX_CONTEXT_SIZE',
  'AGENT_MODEL_CAPABILITIES',
  'AGENT_MODEL_DISPLAY_NAME',
  'AGENT_MODEL_MAX_OUTPUT_SIZE',
  'AGENT_MODEL_REASONING_KEY',
  'AGENT_MODEL_ADAPTIVE_THINKING',
  'AGENT_MODEL_THINKING_EFFORT',
  'AGENT_MODEL_THINKING_KEEP',
  'AGENT_MODEL_MAX_COMPLETION_TOKENS',
  'AGENT_MODEL_TEMPERATURE',
  'AGENT_MODEL_TOP_P',
  'AGENT_CODE_CUSTOM_HEADERS',
  'AGENT_LOOP_MAX_STEPS_PER_TURN',
  'AGENT_LOOP_MAX_ATTEMPTS_PER_STEP',
  'AGENT_TOKEN_COUNTING_STRATEGY',
  'AGENT_CODE_BACKGROUND_MAX_RUNNING_TASKS',
  'AGENT_CODE_BACKGROUND_KEEP_ALIVE_ON_EXIT',
  'AGENT_SUBAGENT_TIMEOUT_MS',
  'AGENT_MCP_STARTUP_TIMEOUT_MS',
  'AGENT_MCP_TOOL_TIMEOUT_MS',
  'AGENT_IMAGE_MAX_EDGE_PX',
  'AGENT_IMAGE_READ_BYTE_BUDGET',
  'AGENT_WEB_SEARCH_BASE_URL',
  'AGENT_WEB_SEARCH_API_KEY',
  'AGENT_WEB_FETCH_BASE_URL',
  'AGENT_WEB_FETCH_API_KEY',
  'AGENT_CODE_IDENTITY_NAME',
  'AGENT_CODE_IDENTITY_SLUG',
  'AGENT_CODE_BUILTIN_PRODUCT_SKILLS',
  'AGENT_DISABLE_CRON',
  'AGENT_CODE_OFFLINE',
];

/** SHA-256 (hex) over the sorted engine variables with their values; blank ones count as unset. */
export function environmentFingerprint(env: Readonly<Record<string, string | undefined>>): string {
  const pairs = ENGINE_VARIABLES.toSorted().flatMap((name) => {
    const value = env[name];
    return value?.trim() ? [[name, value]] : [];
  });
  return createHash('sha256').update(JSON.stringify(pairs)).digest('hex');
}
