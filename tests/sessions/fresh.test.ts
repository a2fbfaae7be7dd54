/** A new session in memory equals the same session loaded from storage. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openDatabase } from '../../daemon/sessions/log/database.js';
import { createHub } from '../../daemon/sessions/log/hub.js';
import { createLeases } from '../../daemon/sessions/peers/leases.js';
import { createLoader } from '../../daemon/sessions/live/load.js';
import { createLog } from '../../daemon/sessions/log/log.js';
import { createMessages } from '../../daemon/sessions/messages/messages.js';
import { createStore } from '../../daemon/sessions/store.js';
import { sessionAtStart } from './fresh.fixture.js';

test('a fresh session equals the loaded one', () => {
  const directory = mkdtempSync(join(tmpdir(), 'agent-fresh-'));
  const db = openDatabase({ path: join(directory, 'agent.db') });
  const now = () => 1_700_000_000_000;
  const leases = createLeases({ db, serverId: 'me', pid: process.pid, now, processAlive: () => true });
  const log = createLog({ db, hub: createHub(), serverId: 'me', now, epoch: () => 'ep_0' });
  const ref = { key: 7, id: 'session_1', epoch: 'ep_1' };
  db.prepare(
    `INSERT INTO sessions (key, id, epoch, owner, workspace_id, cwd, created_at, updated_at, permission_mode) VALUES (7, ?, ?, 'me', 'wd_1', '/w', 0, 0, 'auto')`,
  ).run(ref.id, ref.epoch);
  log.append(ref, [
    { type: 'agent.created', agentId: 'main', agentKind: 'main' },
    { type: 'agent.bound', agentId: 'main', profile: 'agent' },
  ]);
  const row = createStore({ db, leases, contextLimit: () => undefined }).row(ref.id);
  const loaded = row && createLoader(db, createMessages(db)).load(row, now());
  const fresh = sessionAtStart(ref, now());
  expect({ ...fresh, lastSeq: 2 }).toStrictEqual(loaded);
  leases.close();
  db.close();
  rmSync(directory, { recursive: true });
});
