/** `[sandbox]` as it is without a configuration. */
import { effectiveConfig } from '../../daemon/config/effective.js';
import { readEnvironment } from '../../daemon/config/environment.js';
import type { SandboxSettings } from '../../daemon/runtimes/runtimes.js';

export const sandboxDefaults: SandboxSettings = {
  private: undefined,
  ...effectiveConfig({}, readEnvironment({})).sandbox,
};
