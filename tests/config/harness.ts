/** A configuration in a temporary directory, with a clock that the test advances. */
import { mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createChanges, type ConfigChanges, type Notices } from '../../daemon/config/changes.js';
import { type ConfigOptions, createConfig, type LiveConfig } from '../../daemon/config/config.js';
import type { SharedFileOptions } from '../../daemon/config/sharedfile.js';
import { type ConfigWriter, createConfigWriter } from '../../daemon/config/write.js';
import { checkRule } from '../../daemon/compose/settings.js';
import type { Config } from '../../schemas/generated/types.js';

export interface Harness {
  file: string;
  warned: string[];
  write(text: string): void;
  /** milliseconds */
  pass(ms: number): void;
  start(env?: Record<string, string | undefined>, options?: Partial<ConfigOptions>): LiveConfig;
  remove(): void;
}

/** A configuration that tests can change, with the messages sent to clients. */
export interface Changeable {
  file: string;
  config: LiveConfig;
  changes: ConfigChanges;
  published: Array<{ fields: string[]; config: Config }>;
  warnings: unknown[];
  text(): string;
  remove(): void;
}

/** Returns a writer of the file like the daemon's. */
export function startWriter(file: string, more: Partial<SharedFileOptions> = {}): ConfigWriter {
  const lockFile = join(dirname(file), 'config.lock');
  return createConfigWriter({ path: file, lockFile, now: Date.now, ...more });
}

export function startChangeable(text: string, env: Record<string, string | undefined> = {}): Changeable {
  const directory = mkdtempSync(join(tmpdir(), 'agent-config-'));
  const file = join(directory, 'config.toml');
  writeFileSync(file, text);
  // an old time means that no process is writing the file
  utimesSync(file, new Date(0), new Date(0));
  const published: Changeable['published'] = [];
  const warnings: unknown[] = [];
  const config = createConfig({
    paths: { configFile: file },
    env,
    now: Date.now,
    detectCapabilities: () => [],
    checkRule,
  });
  const notices: Notices = {
    changed(fields, shown, mark) {
      if (typeof mark === 'function') mark();
      published.push({ fields, config: shown });
    },
    warnings: (found) => void warnings.push(found),
    wasPublished: () => false,
  };
  return {
    file,
    config,
    changes: createChanges({ config, writer: startWriter(file), notices, checkRule }),
    published,
    warnings,
    text: () => readFileSync(file, 'utf8'),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
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
