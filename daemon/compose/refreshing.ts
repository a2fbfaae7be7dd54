/** Where the models of providers can be read anew from, and what clients are told of it. */
import type { RefreshReport } from '../../schemas/generated/types.js';
import type { Account } from '../accounts/account.js';
import { isManaged } from '../config/endpoints.js';
import type { Refresher } from '../config/refresh.js';
import type { Log } from '../sessions/log.js';

/** The account service as a source: one login, one provider. */
export function loginRefresher(account: Pick<Account, 'refreshModels'>): Refresher {
  return {
    kind: 'login',
    covers: (id) => isManaged(id),
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

/** Tells clients of a report with at least one difference. */
export function tellRefreshed(log: Log): (report: RefreshReport) => void {
  return (report) => {
    if (report.changed.length === 0) return;
    log.appendGlobal({ type: 'event.model_catalog.changed', agentId: 'main', ...report });
  };
}
