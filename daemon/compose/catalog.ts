/** The catalog of a server: where it comes from, and how it gets into the configuration. */
import { createDirectory, type Directory } from '../catalog/directory.js';
import { createImports, type Imports } from '../catalog/importing.js';
import { createRenewal, type Renewal } from '../catalog/refreshing.js';
import { loadSnapshot } from '../catalog/snapshot.js';
import type { Ground } from './ground.js';
import type { DaemonOptions } from './options.js';

export function openCatalog(
  { now, config, changes, log, outward }: Ground,
  options: DaemonOptions,
): { directory: Directory; imports: Imports; renewal: Renewal } {
  const url = options.env['AGENT_CODE_CATALOG_URL']?.trim();
  const directory = createDirectory({
    ...(url ? { url } : {}),
    fetch: outward.fetch,
    now,
    loadSnapshot: options.loadSnapshot ?? loadSnapshot,
  });
  const imports = createImports({
    directory,
    changes,
    fetch: outward.fetch,
    changed: (changed) =>
      void log.appendGlobal({
        type: 'event.model_catalog.changed',
        agentId: 'main',
        changed,
        unchanged: [],
        failed: [],
      }),
  });
  const renewal = createRenewal({
    directory,
    changes,
    document: () => config.document(),
    fetch: outward.fetch,
  });
  return { directory, imports, renewal };
}
