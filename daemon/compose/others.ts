/** What other servers of the home do, as far as clients here care: their events, and the sessions they leave behind. */
import type { ConfigChanges } from '../config/changes.js';
import type { LiveConfig } from '../config/config.js';
import type { Logger } from '../home/logs.js';
import type { Db } from '../sessions/log/database.js';
import { followOthers, type Others } from '../sessions/peers/elsewhere.js';
import type { Hub } from '../sessions/log/hub.js';
import type { Leases } from '../sessions/peers/leases.js';
import type { Log } from '../sessions/log/log.js';
import { watchOwners } from '../sessions/recovery/orphans.js';
import type { Sessions } from '../sessions/sessions.js';
import type { Trust } from '../sessions/workspaces/trust.js';
import { localized } from './settings.js';

export function openOthers(deps: {
  db: Db;
  hub: Hub;
  log: Log;
  leases: Leases;
  sessions: Pick<Sessions, 'repair' | 'written'>;
  trust: Pick<Trust, 'look'>;
  config: LiveConfig;
  changes: ConfigChanges;
  now(): number;
  logger: Logger;
}): Others {
  const { sessions, trust, config, changes, logger } = deps;
  const others = followOthers({
    ...deps,
    localized: (payload) => localized(config, changes, payload),
    written: (id) => sessions.written(id),
    committed: () => trust.look(),
    failed: (error) => logger.error('events of other servers could not be read', { err: error }),
  });
  const stopWatching = watchOwners({
    ...deps,
    repair: (id) => sessions.repair(id),
    failed: (error) => logger.error('what a dead server left could not be taken over', { err: error }),
  });
  return {
    told: (read) => others.told(read),
    close() {
      stopWatching();
      others.close();
    },
  };
}
