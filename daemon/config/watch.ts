/** Tells when the configuration file was edited, within a second (cli.md 6.1). */
import { watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Config } from '../../schemas/generated/types.js';
import type { LiveConfig } from './config.js';

/** Editors write in several steps; the file is read once they have settled. */
const settleMs = 200;

export interface ConfigWatch {
  close(): void;
}

/** Calls `changed` with the top-level keys that differ. Without a watch of the directory, changes are met at the next request. */
export function watchConfig(
  config: LiveConfig,
  configFile: string,
  changed: (fields: string[], now: Config) => void,
  warn: (message: string) => void,
): ConfigWatch {
  let before = config.publicConfig();
  let timer: NodeJS.Timeout | undefined;
  let watcher: FSWatcher | undefined;

  function look(): void {
    config.refresh();
    const now = config.publicConfig();
    const fields = differing(before, now);
    before = now;
    if (fields.length > 0) changed(fields, now);
  }

  try {
    watcher = watch(dirname(configFile), { persistent: false }, (_event, name) => {
      if (name !== null && name !== basename(configFile)) return;
      clearTimeout(timer);
      timer = setTimeout(look, settleMs);
      timer.unref();
    });
    watcher.on('error', (error) => warn(`the configuration file is no longer watched: ${error.message}`));
  } catch (error) {
    warn(`the configuration file cannot be watched: ${error instanceof Error ? error.message : String(error)}`);
  }
  return {
    close() {
      clearTimeout(timer);
      watcher?.close();
    },
  };
}

function differing(a: Config, b: Config): string[] {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)].filter((key) => key !== 'raw'));
  return [...keys]
    .filter((key) => JSON.stringify(a[key as keyof Config]) !== JSON.stringify(b[key as keyof Config]))
    .sort();
}
