/** Clients that follow a transcript over REST with bad luck: late, with lost and repeated batches. */
import type { Operations } from '../../schemas/generated/operations.js';
import { addOlderItems, applyBatches } from '../../schemas/folds/transcript-apply.js';
import { entitiesOf, transcriptOf, type Transcript } from '../../schemas/folds/transcript.js';
import type { Random } from '../chaos/random.js';
import type { TestDaemon } from '../helpers/daemon.js';

export type Page = Operations['getTranscript']['data'];

export const pageOf = (
  daemon: TestDaemon,
  sessionId: string,
  query: Record<string, string | number> = {},
): Promise<Page> =>
  daemon.ok('getTranscript', { ...daemon.session(sessionId), query: { agent_id: 'main', page_size: 100, ...query } });

export const opsOf = (daemon: TestDaemon, sessionId: string, since: number, agentId = 'main') =>
  daemon.ok('getTranscriptOps', {
    ...daemon.session(sessionId),
    query: { agent_id: agentId, since_seq: since },
  });

/** Returns what a page shows, without what depends on the time of the request. */
export function shown({ items, tasks, interactions, attachments, todos, prompts, meta }: Page): unknown {
  return { items, tasks, interactions, attachments, todos, prompts, meta };
}

export function told(transcript: Transcript): unknown {
  return JSON.parse(JSON.stringify({ items: transcript.items, ...entitiesOf(transcript) })) as unknown;
}

export interface Client {
  transcript: Transcript;
  /** how often the client had to fetch the whole transcript again */
  reloads: number;
  /** asks for new batches; loses and repeats some of them */
  step(): Promise<void>;
  /** asks until there is nothing new */
  catchUp(): Promise<void>;
}

export async function startClient(
  daemon: TestDaemon,
  sessionId: string,
  random: Random,
  agentId = 'main',
): Promise<Client> {
  const load = async () => transcriptOf(await pageOf(daemon, sessionId, { agent_id: agentId }));
  const client: Client = {
    transcript: await load(),
    reloads: 0,
    async step() {
      const { batches, complete } = await opsOf(daemon, sessionId, client.transcript.seq ?? 0, agentId);
      if (!complete) {
        client.transcript = await load();
        client.reloads += 1;
        return;
      }
      const lost = random.chance(0.3) ? 1 : 0;
      const some = batches.slice(lost, batches.length - (random.chance(0.3) ? random.between(0, 3) : 0));
      if (!applyBatches(client.transcript, some)) return;
      if (random.chance(0.5)) applyBatches(client.transcript, some);
    },
    async catchUp() {
      for (;;) {
        const { batches, complete, latest_seq } = await opsOf(daemon, sessionId, client.transcript.seq ?? 0, agentId);
        if (!complete) throw new Error('what is new is gone');
        if (!applyBatches(client.transcript, batches)) throw new Error('batches do not fit');
        if ((client.transcript.seq ?? latest_seq) >= latest_seq) return;
      }
    },
  };
  return client;
}

/** Returns all turns, read in pages of a size, beginning with the newest or the oldest one. */
export async function byPages(
  daemon: TestDaemon,
  sessionId: string,
  size: number,
  cursor: 'before_turn' | 'after_turn' | 'before_id' | 'after_id',
): Promise<Transcript['items']> {
  const turns = ({ items }: Page) => items.flatMap((item) => (item.kind === 'turn' ? [item.turnId] : []));
  const query = (at: string | undefined) => ({ page_size: size, ...(at === undefined ? {} : { [cursor]: at }) });
  if (cursor.startsWith('before')) {
    let page = await pageOf(daemon, sessionId, query(undefined));
    const whole = transcriptOf(page);
    while (page.has_more) {
      page = await pageOf(daemon, sessionId, query(turns(page)[0]));
      addOlderItems(whole, page.items);
    }
    return whole.items;
  }
  // no turn precedes the first page, so its cursor comes from the whole list
  const all = turns(await pageOf(daemon, sessionId));
  const [first] = all;
  if (first === undefined) return (await pageOf(daemon, sessionId)).items;
  const items = (await pageOf(daemon, sessionId, { page_size: 1, before_turn: all[1] ?? 't0' })).items.slice();
  for (let at: string | undefined = first; ;) {
    const page: Page = await pageOf(daemon, sessionId, query(at));
    items.push(...page.items);
    at = turns(page).at(-1);
    if (!page.has_more || at === undefined) return items;
  }
}
