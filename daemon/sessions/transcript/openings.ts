/** Reads the prompts that opened the turns of an agent: one row for each turn, and the message if the row lacks it. */
import type { TranscriptAgent, TranscriptAttachment, TranscriptMessage } from '../../../schemas/generated/types.js';
import { createTranscriptFold } from '../../../schemas/folds/transcript-fold.js';
import { interruptedTurn } from '../recovery/turnfacts.js';
import { readPrompts, takeRow, withPrompts, type Pace } from './folding.js';
import type { EntityRows } from './entityrows.js';
import type { StoredEvent, StoredTurn, TranscriptRows } from './rows.js';

/** Number of turns that are read at once. */
const slice = 500;

export interface Openings {
  messages: TranscriptMessage[];
  attachments: TranscriptAttachment[];
}

/** `continues`: a turn without an end is still running, or waits for the user. */
export async function openingsOf(
  rows: Pick<TranscriptRows, 'starts' | 'opening'>,
  { key, agent, continues }: { key: number; agent: TranscriptAgent; continues: boolean },
  prompts: Pick<EntityRows, 'prompts' | 'texts'>,
  pace: Pace,
): Promise<Openings> {
  const { agentId, type: agentKind } = agent;
  const fold = createTranscriptFold({ agentKind, transcript: withPrompts(await readPrompts(prompts, pace)) });
  const { transcript } = fold;
  const messages: TranscriptMessage[] = [];
  const used = new Set<string>();

  function take(row: StoredTurn & StoredEvent): void {
    takeRow(fold, row);
    const opened = transcript.items[0];
    const opening = opened?.kind === 'turn' && opened.prompt === undefined && rows.opening(key, agentId, row.seq);
    if (opening) takeRow(fold, opening);
    const { turnId, reason } = row;
    if (reason !== null) fold.take({ type: 'turn.ended', agentId, turnId, reason }, row);
    else if (!continues) fold.take(interruptedTurn(agentId, turnId), row);
    const turn = transcript.items[0];
    transcript.items = [];
    if (turn?.kind !== 'turn' || (turn.prompt === undefined && turn.attachmentIds === undefined)) return;
    for (const id of turn.attachmentIds ?? []) used.add(id);
    messages.push({
      turn_id: turn.turnId,
      ordinal: turn.ordinal,
      state: turn.state,
      origin: turn.origin,
      prompt: turn.prompt ?? '',
      attachment_ids: turn.attachmentIds,
      started_at: turn.startedAt,
    });
  }

  for (let after = 0; ;) {
    const found = rows.starts(key, agentId, after, slice);
    for (const row of found) {
      take(row);
      if (pace.due()) await pace.rest();
    }
    const last = found.at(-1);
    if (!last || found.length < slice) break;
    after = last.turnId;
  }
  return {
    messages,
    attachments: [...transcript.attachments.values()].filter(({ attachmentId }) => used.has(attachmentId)),
  };
}
