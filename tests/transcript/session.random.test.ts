/** In random sessions, a client that loses and repeats batches, a fresh page and a restart show the same transcript. */
import { expect, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '../chaos/random.js';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';
import { rounds } from '../helpers/rounds.js';
import { hurried } from '../helpers/turns.js';
import { byPages, opsOf, pageOf, shown, startClient, told, type Client, type Page } from './clients.js';
import { settled, userActions } from './useractions.js';

const seeds = Array.from({ length: rounds(1, 12) }, (_, seed) => seed + 1);

/** Repeats until the client equals a fresh page, since the state of the agent comes a little later. */
async function same(client: Client, daemon: TestDaemon, id: string): Promise<Page> {
  let page = await pageOf(daemon, id);
  for (let trial = 0; trial < 20; trial += 1) {
    await client.catchUp();
    if (JSON.stringify(told(client.transcript)) === JSON.stringify(shown(page))) break;
    await wait(50);
    page = await pageOf(daemon, id);
  }
  return page;
}

test.each(seeds)(
  'session %d',
  async (seed) => {
    const random = createRandom(seed);
    const daemon = await startTestDaemon({ sleep: hurried(30) });
    try {
      const { id } = await daemon.createSession({ agent_config: { permission_mode: 'yolo' } });
      const clients: Client[] = [await startClient(daemon, id, random)];
      const all = userActions(daemon, id, random);
      for (let count = 0; count < 30; count += 1) {
        await random.pick(all)();
        // clients look at it while it continues
        for (let look = random.between(0, 4); look > 0; look -= 1) {
          if (clients.length < 6 && random.chance(0.4)) clients.push(await startClient(daemon, id, random));
          await random.pick(clients).step();
          await wait(random.between(0, 20));
        }
        if (random.chance(0.5)) await settled(daemon, id);
      }
      await settled(daemon, id);
      let fresh = await pageOf(daemon, id);
      for (const client of clients) {
        fresh = await same(client, daemon, id);
        expect(told(client.transcript)).toEqual(shown(fresh));
      }
      for (const size of [1, 2, 7])
        for (const cursor of ['before_turn', 'after_turn', 'before_id', 'after_id'] as const)
          expect(await byPages(daemon, id, size, cursor)).toEqual(fresh.items);
      await daemon.restart();
      const cold = await pageOf(daemon, id);
      expect(cold.seq).toBeUndefined();
      expect(await opsOf(daemon, id, fresh.seq ?? 0)).toEqual({
        agent_id: 'main',
        batches: [],
        latest_seq: 0,
        complete: false,
      });
      // after a restart, no agent is in memory
      const { agent: _live, ...meta } = fresh.meta;
      const { agent: _cold, ...coldMeta } = cold.meta;
      expect({ ...(shown(cold) as object), meta: coldMeta }).toEqual({ ...(shown(fresh) as object), meta });
    } finally {
      await daemon.close();
    }
  },
  120_000,
);
