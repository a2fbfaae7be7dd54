/** A configuration in a temporary directory, with a clock the test moves. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConfigOptions, createConfig, type LiveConfig } from '../../daemon/config/config.js';

export interface Harness {
  file: string;
  warned: string[];
  write(text: string): void;
  /** milliseconds */
  pass(ms: number): void;
  start(env?: Record<string, string | undefined>, options?: Partial<ConfigOptions>): LiveConfig;
  remove(): void;
}

export function createHarness(): Harness {
  const directory = mkdtempSync(join(tmpdir(), 'agent-config-'));
  const file = join(directory, 'config.toml');
  const warned: string[] = [];
  let time = 1_000_000;
  let writes = 0;
  return {
    file,
    warned,
    write(text) {
      const temporary = join(directory, `next-${writes++}`);
      writeFileSync(temporary, text);
      renameSync(temporary, file);
    },
    pass(ms) {
      time += ms;
    },
    start: (env = {}, options = {}) =>
      createConfig({
        paths: { configFile: file },
        env,
        now: () => time,
        detectCapabilities: (model) => (model.startsWith('vision-') ? ['tool_use', 'image_in'] : ['tool_use']),
        log: { warn: (message) => void warned.push(message) },
        ...options,
      }),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
