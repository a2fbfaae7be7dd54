/** Reverts by the user that agents do not know of yet: kept in memory, and read from the log at load. */
import type { EventPayload, EventPayloads } from '../../../schemas/generated/events.js';
import type { FileState } from '../../../schemas/generated/types.js';
import type { TakenBack } from '../../agent/takenback.js';
import { sameContent } from '../../checkpoints/contents.js';
import type { Keeper } from '../../checkpoints/keeper.js';
import { decodeText } from '../../tools/encoding.js';
import type { Db } from '../log/database.js';
import type { LiveSession } from '../live/state.js';

/** Notes a revert for the main agent, which learns of it at its next step, and for other agents that are working. */
export function noteTakenBack(session: LiveSession, event: Extract<EventPayload, { type: 'files.changed' }>): void {
  if (event.cause !== 'revert') return;
  for (const agent of session.agents.values())
    if (agent.kind === 'main' || agent.turn)
      agent.takenBack = inEffect([...agent.takenBack, ...entriesOf(session.lastSeq, event)]);
}

/** Reads the reverts since the last step of the main agent that no undo removed. */
export function createTakenBackReader(db: Db): (key: number, noted: Readonly<Record<string, string>>) => TakenBack[] {
  const lastStep = db
    .prepare<[number], number>(
      `SELECT seq FROM events WHERE session_key = ? AND agent_id = 'main' AND type = 'turn.step.started' ORDER BY seq DESC LIMIT 1`,
    )
    .pluck();
  const reverts = db.prepare<[number, number], { seq: number; payload: string }>(
    `SELECT seq, payload FROM events WHERE session_key = ? AND seq > ? AND type IN ('files.changed', 'files.changing')
       AND json_valid(payload) AND json_extract(payload, '$.cause') = 'revert' ORDER BY seq`,
  );
  const lastMove = db.prepare<[number], { seq: number; type: string }>(
    `SELECT seq, type FROM events WHERE session_key = ? AND agent_id = 'main'
       AND type IN ('context.undone', 'context.redone') ORDER BY seq DESC LIMIT 1`,
  );
  return (key, noted) => {
    const after = Math.max(lastStep.get(key) ?? 0, Number(noted['taken_back'] ?? 0));
    const rows = reverts.all(key, after);
    if (rows.length === 0) return [];
    const move = lastMove.get(key);
    const undone = move?.type === 'context.undone' ? move.seq : 0;
    const done = rows
      .filter(({ seq }) => seq > undone)
      .flatMap(({ seq, payload }) => entriesOf(seq, JSON.parse(payload) as EventPayloads['files.changed']));
    return inEffect(done);
  };
}

/** The text of a stored state of a file; undefined when it is not text or was not stored. */
export async function keptText(keeper: Keeper, state: FileState): Promise<string | undefined> {
  if (state.kind === 'none') return '';
  const content = state.kind === 'file' ? await keeper.store.read(state.hash ?? '') : undefined;
  return content && decodeText(content)?.text;
}

/** Drops files that are back in their first state: their revert was itself reverted. */
function inEffect(done: TakenBack[]): TakenBack[] {
  const ends = new Map<string, { before: FileState; after: FileState }>();
  for (const { path, before, after } of done) ends.set(path, { before: ends.get(path)?.before ?? before, after });
  return done.filter(({ path }) => {
    const { before, after } = ends.get(path) as { before: FileState; after: FileState };
    return !sameContent(before, after);
  });
}

function entriesOf(seq: number, { changes }: Pick<EventPayloads['files.changed'], 'changes'>): TakenBack[] {
  return changes.map(({ path, before, after }) => ({ seq, path, before, after }));
}
