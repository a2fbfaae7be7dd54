/** The sources of providers' models, and the notification of clients about refreshes. */
import type { RefreshReport } from '../../schemas/generated/types.js';
import type { Account } from '../accounts/account.js';
import { isImported, type Renewal, type SourceKind } from '../catalog/refreshing.js';
import type { LiveConfig } from '../config/config.js';
import { isManagedId } from '../../schemas/provider-ids.js';
import type { Providers } from '../config/providers.js';
import type { Refresher } from '../config/refresh.js';
import type { Logger } from '../home/logs.js';
import type { Log } from '../sessions/log/log.js';

/** The account service as a source: one login, one provider. */
export function loginRefresher(account: Pick<Account, 'refreshModels'>): Refresher {
  return {
    kind: 'login',
    covers: (id) => isManagedId(id),
    async refresh(ids) {
      const { added, removed } = await account.refreshModels();
      if (added.length + removed.length === 0) return { changed: [], failed: [] };
      const changed = ids.map((id) => ({
        provider_id: id,
        provider_name: id,
        added: added.length,
        removed: removed.length,
      }));
      return { changed, failed: [] };
    },
  };
}

/** Private registries and the catalog as sources of imported providers. */
export function importRefreshers(renewal: Pick<Renewal, 'renew'>): Refresher[] {
  const from = (kind: Refresher['kind'], source: SourceKind): Refresher => ({
    kind,
    covers: (id, provider) => !isManagedId(id) && isImported(source, provider.source),
    refresh: (ids) => renewal.renew(source, ids),
  });
  return [from('registry', 'apiJson'), from('catalog', 'catalog')];
}

/** Notifies clients of a report with at least one difference. */
export function notifyRefreshed(log: Log): (report: RefreshReport) => void {
  return (report) => {
    if (report.changed.length === 0) return;
    log.appendGlobal({ type: 'event.model_catalog.changed', agentId: 'main', ...report });
  };
}

/** Milliseconds after the start at which the first requests are probably done. */
const quietMs = 1_000;

export interface RegistryRefresh {
  /** refreshes once, after a pause, if a provider came from a registry; callers do not wait for it */
  start(): void;
  /** aborts a running refresh; resolves when nothing more will be written */
  close(): Promise<void>;
}

/** Rereads the models of private registries after the start (cli.md 5.11); silent, even when it fails. */
export function openRegistryRefresh(deps: {
  config: Pick<LiveConfig, 'current'>;
  providers: Pick<Providers, 'refreshAll'>;
  renewal: Pick<Renewal, 'close'>;
  log: Logger;
}): RegistryRefresh {
  const { config, providers, renewal, log } = deps;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    try {
      const { changed, failed } = await providers.refreshAll('registry');
      for (const { provider_id, added, removed } of changed) {
        log.info('the models of a registry changed', { provider: provider_id, added, removed });
      }
      for (const { provider, reason } of failed) log.debug('a registry could not be read', { provider, reason });
    } catch (error) {
      log.warn('registries could not be read again', { err: error });
    }
  }

  return {
    start() {
      const isFromRegistry = [...config.current().providers.values()].some(({ source }) =>
        isImported('apiJson', source),
      );
      if (!isFromRegistry) return;
      timer = setTimeout(() => {
        running = run();
      }, quietMs).unref();
    },
    async close() {
      clearTimeout(timer);
      renewal.close();
      await running;
    },
  };
}
