/** The catalog of a server: where it comes from, and how it gets into the configuration. */
import { createDirectory, type Directory } from '../catalog/directory.js';
import { loadSnapshot } from '../catalog/snapshot.js';
import type { Ground } from './ground.js';
import type { DaemonOptions } from './options.js';

export function openDirectory({ now }: Ground, options: DaemonOptions): Directory {
  const url = options.env['AGENT_CODE_CATALOG_URL']?.trim();
  return createDirectory({
    ...(url ? { url } : {}),
    fetch: options.fetch ?? fetch,
    now,
    loadSnapshot: options.loadSnapshot ?? loadSnapshot,
  });
}
