/** File events on one socket: none during a replay, none after the end of a watch, no more than fit. */
import { expect, test } from '@jest/globals';
import { ownFrame } from '../../daemon/http/encode.js';
import type { Feed } from '../../daemon/http/feed.js';
import { isDroppable } from '../../daemon/http/outbound.js';
import { createOutbound } from '../../daemon/http/outbound.js';
import { createWatches } from '../../daemon/http/watches.js';
import { createHub } from '../../daemon/sessions/log/hub.js';
import type { FileNews } from '../../daemon/workspace/watch/watches.js';

function scene() {
  const sent: { payload: Record<string, unknown> }[] = [];
  const open: { told(news: FileNews): void; closed: boolean; set: (() => void)[] }[] = [];
  const wire = {
    send: ({ bytes }: { bytes: Buffer }) => void sent.push(JSON.parse(bytes.toString()) as never),
    buffered: () => 0,
  };
  let waits = false;
  const found = { key: 1, id: 's', epoch: 'ep_1', lastSeq: 7 };
  const feed = {
    hub: createHub(),
    log: { lastSeq: () => 7 },
    find: (id: string) => (id === 's' ? found : undefined),
    files: {
      watch: (told: (news: FileNews) => void) => {
        const entry = { told, closed: false, set: [] as (() => void)[] };
        open.push(entry);
        return {
          set: () => (waits ? new Promise<void>((resolve) => entry.set.push(resolve)) : Promise.resolve()),
          close: () => void (entry.closed = true),
        };
      },
      locate: async (_id: string, path: string) => ({ root: '/', path, shown: path }),
    },
  } as unknown as Feed;
  const watches = createWatches({ feed, outbound: createOutbound({ wire, overflow: () => undefined }), now: () => 0 });
  return { sent, open, watches, found, wait: () => void (waits = true) };
}

const news = (count: number, name = 'f'): FileNews => ({
  changes: Array.from({ length: count }, (_, at) => ({ path: `${name}${at}`, change: 'created', kind: 'file' })),
});

test('what happens during a replay is reported after it, as one, and counted when it is too much', async () => {
  const { sent, open, watches } = scene();
  await watches.add('s', ['.'], true);
  watches.hold();
  open[0]?.told(news(1, 'a'));
  open[0]?.told(news(1, 'b'));
  expect(sent).toEqual([]);
  watches.release();
  expect(sent.map(({ payload }) => payload)).toMatchObject([
    { changes: [{ path: 'a0' }, { path: 'b0' }], watch_seq: 1 },
  ]);
  watches.hold();
  open[0]?.told(news(300));
  open[0]?.told(news(300));
  open[0]?.told({ changes: [], count: 1_000 });
  watches.release();
  open[0]?.told(news(1));
  expect(sent.slice(1).map(({ payload }) => payload)).toMatchObject([
    { changes: [], truncated: true, count: 1_600, watch_seq: 2 },
    { changes: [{ path: 'f0' }], watch_seq: 3 },
  ]);
});

test('events are counted by session, also when all its paths were removed meanwhile', async () => {
  const { sent, open, watches } = scene();
  await watches.add('s', ['.'], true);
  open[0]?.told(news(1));
  await watches.remove('s', ['.']);
  await watches.add('s', ['.'], true);
  open[1]?.told(news(1));
  expect(sent.map(({ payload }) => payload)).toMatchObject([{ watch_seq: 1 }, { watch_seq: 2 }]);
});

test('a connection that ends while a watch is put in place leaves none', async () => {
  const { open, watches, wait, sent } = scene();
  wait();
  const adding = watches.add('s', ['.'], true);
  await new Promise(setImmediate);
  watches.close();
  for (const done of open[0]?.set ?? []) done();
  await adding;
  expect(open).toMatchObject([{ closed: true }]);
  open[0]?.told(news(1));
  expect(sent).toEqual([]);
});

test('a session that was replaced under the same name is not the one that is watched', async () => {
  const { open, watches, found, sent } = scene();
  await watches.add('s', ['.'], true);
  found.epoch = 'ep_2';
  open[0]?.told(news(1));
  expect(sent).toEqual([]);
  expect(open).toMatchObject([{ closed: true }]);
  expect(watches.state('s')).toEqual({ watched_paths: [], current_count: 0 });
});

test('a peer far behind does without', () => {
  const event = { type: 'event.fs.changed', agentId: 'main', coalesced_window_ms: 200, watch_seq: 1 } as const;
  const frame = ownFrame({ key: 1, id: 's', epoch: 'ep_1' }, 7, 0, { ...event, changes: [] });
  expect(isDroppable(frame)).toBe(true);
});
