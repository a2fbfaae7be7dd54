/** Reads the transcripts of a session from one snapshot without a server, as clients see them (rest.md 11). */
import type { TranscriptAgent, TranscriptItem } from '../../../schemas/generated/types.js';
import { createTranscriptFold } from '../../../schemas/folds/transcript-fold.js';
import { entitiesOf, type TranscriptEntities } from '../../../schemas/folds/transcript.js';
import type { Db } from '../log/database.js';
import type { SessionRow } from '../store.js';
import { closeOpen } from '../transcript/closing.js';
import { createPace, foldEntities, foldRows } from '../transcript/folding.js';
import { createReading } from '../transcript/reading.js';

export interface AgentPage extends Pick<TranscriptEntities, 'attachments' | 'interactions' | 'tasks' | 'todos'> {
  items: TranscriptItem[];
}

export interface Pages {
  agents: TranscriptAgent[];
  /** pages of an agent, newest first */
  of(agent: TranscriptAgent): AsyncGenerator<AgentPage>;
}

/** Number of turns in a page. */
const pageTurns = 50;

/** `runs`: a live server runs the session, so that open turns may continue. */
export function readPages(db: Db, row: SessionRow, runs: boolean): Pages {
  const { rows, entities, waiting: waitingIn } = createReading(db)();
  const { key } = row;
  const waiting = runs ? undefined : waitingIn(row);

  async function* of({ agentId, type }: TranscriptAgent): AsyncGenerator<AgentPage> {
    const pace = createPace();
    for (let before: number | undefined, more = true; more;) {
      const bounds = rows.bounds(key, agentId, { size: pageTurns, ...(before === undefined ? {} : { before }) });
      const at = { seq: row.last_seq, time: row.updated_at };
      const { fold, known } = await foldEntities(entities(key, agentId, bounds), type, bounds.from, pace);
      const timeline = createTranscriptFold({ agentKind: type ?? 'main', transcript: known });
      await foldRows(timeline, rows.timeline(key, agentId, bounds.from, bounds.until), pace);
      if (waiting)
        for (const each of before === undefined ? [fold, timeline] : [fold]) closeOpen(each, agentId, waiting, at);
      const { items } = timeline.transcript;
      yield { ...entitiesOf(fold.transcript), items };
      before = items.find((item) => item.kind === 'turn')?.ordinal;
      more = bounds.hasMore && before !== undefined;
    }
  }

  return { agents: rows.agents(key), of };
}
