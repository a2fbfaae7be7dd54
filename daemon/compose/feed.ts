/** What sockets and event streams ask of sessions. */
import { ApiError } from '../errors.js';
import type { ConfigChanges } from '../config/changes.js';
import type { LiveConfig } from '../config/config.js';
import type { Feed } from '../http/feed.js';
import type { Others } from '../sessions/peers/elsewhere.js';
import type { Hub } from '../sessions/log/hub.js';
import type { Log } from '../sessions/log/log.js';
import type { Sessions } from '../sessions/sessions.js';
import type { Store } from '../sessions/store.js';
import { localized } from './settings.js';

/** Terminals exist only where no other machine can connect. */
const refuseTerminal = (): never => {
  throw new ApiError('TERMINAL_NOT_FOUND');
};
const noTerminals: Feed['terminals'] = {
  find: refuseTerminal,
  write: refuseTerminal,
  resize: refuseTerminal,
  close: refuseTerminal,
};

/** `isLoopback`: only this machine can connect. */
export function openFeed(deps: {
  hub: Hub;
  log: Log;
  store: Pick<Store, 'ref'>;
  others: Pick<Others, 'told'>;
  sessions: Sessions;
  config: LiveConfig;
  changes: ConfigChanges;
  files: Feed['files'];
  isLoopback: boolean;
}): Feed {
  const { hub, log, store, others, sessions, config, changes, files, isLoopback } = deps;
  return {
    hub,
    log,
    find: (id) => store.ref(id),
    told: (read) => others.told(read),
    repair: async (id) => sessions.repair(id),
    localized: (payload) => localized(config, changes, payload),
    statuses: (id) => sessions.statuses(id),
    inflight: (id) => sessions.inflight(id),
    files,
    transcripts: () => sessions.transcripts(),
    abortPrompt: async (id, promptId) => sessions.abortFrame(id, promptId),
    terminals: isLoopback ? sessions.terminals : noTerminals,
  };
}
