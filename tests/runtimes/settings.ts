/** The default settings of `[sandbox]`. */
import { effectiveConfig } from '../../daemon/config/effective.js';
import { readEnvironment } from '../../daemon/config/environment.js';
import type { SandboxSettings } from '../../daemon/runtimes/runtimes.js';

export const sandboxDefaults: SandboxSettings = {
  private: undefined,
  ...effectiveConfig({}, readEnvironment({})).sandbox,
};
