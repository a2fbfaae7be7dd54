/** Folds rows that were read at one moment into a transcript, in short pieces so that other work does not wait. */
import type { EventPayload, NewEvent } from '../../../schemas/generated/events.js';
import type { TranscriptAgent, TranscriptPrompt } from '../../../schemas/generated/types.js';
import { createTranscriptFold, type TranscriptFold } from '../../../schemas/folds/transcript-fold.js';
import { emptyTranscript, type Transcript } from '../../../schemas/folds/transcript.js';
import { promptOf, type EntityRows } from './entityrows.js';
import { eventOf, type StoredEvent } from './rows.js';

/** Milliseconds of work after which other work gets its turn. */
const sliceMs = 2;

/** Decides when to interrupt a long piece of work. */
export interface Pace {
  due(): boolean;
  rest(): Promise<void>;
}

export function createPace(): Pace {
  let from = performance.now();
  return {
    due: () => performance.now() - from > sliceMs,
    async rest() {
      await new Promise(setImmediate);
      from = performance.now();
    },
  };
}

export async function foldRows(fold: TranscriptFold, rows: readonly StoredEvent[], pace: Pace): Promise<void> {
  for (const row of rows) {
    const loading = row.texts.load(row.stored);
    if (loading) await loading;
    takeRow(fold, row);
    if (pace.due()) await pace.rest();
  }
}

export function takeRow(fold: TranscriptFold, row: StoredEvent): void {
  const event = eventOf(row);
  if (event) fold.take(withoutTurns(event), row);
}

/** Rows of undone turns were not read, and rows of redone turns were, so undo and redo have no effect here. */
function withoutTurns(event: EventPayload): NewEvent {
  return event.type === 'context.undone' || event.type === 'context.redone' ? { ...event, turnIds: [] } : event;
}

/**
 * Folds a transcript without its timeline: everything that is not paged. `known` is its state before the event `from`,
 * for readers that continue there.
 */
export async function foldEntities(
  { prompts, texts, events, media, undone }: EntityRows,
  agentKind: TranscriptAgent['type'] = 'main',
  from: number,
  pace: Pace,
): Promise<{ fold: TranscriptFold; known: Transcript }> {
  const all = await readPrompts({ prompts, texts }, pace);
  const fold = createTranscriptFold({ agentKind, transcript: withPrompts(all) });
  const first = events.findIndex(({ seq }) => seq >= from);
  await foldRows(fold, events.slice(0, first < 0 ? events.length : first), pace);
  const known = { ...withPrompts(all), tasks: new Map(fold.transcript.tasks) };
  await foldRows(fold, first < 0 ? [] : events.slice(first), pace);
  const { transcript } = fold;
  for (const [id, { request }] of transcript.interactions)
    if (undone.has(request?.turnId ?? 0)) transcript.interactions.delete(id);
  const sent = createTranscriptFold({ transcript: withPrompts(all) });
  for (const each of media) {
    if ('stored' in each) takeRow(sent, each);
    else sent.take(opened(each.turnId, each.promptId), { seq: each.startedSeq, time: 0 });
  }
  Object.assign(transcript, { items: [], attachments: sent.transcript.attachments });
  return { fold, known };
}

export async function readPrompts(
  { prompts, texts }: Pick<EntityRows, 'prompts' | 'texts'>,
  pace: Pace,
): Promise<TranscriptPrompt[]> {
  const read: TranscriptPrompt[] = [];
  for (const cells of prompts) {
    const loading = texts.load(cells[3]);
    if (loading) await loading;
    read.push(promptOf(cells, texts));
    if (pace.due()) await pace.rest();
  }
  return read;
}

export function withPrompts(prompts: readonly TranscriptPrompt[]): Transcript {
  return { ...emptyTranscript(), prompts: new Map(prompts.map((each) => [each.promptId, each])) };
}

/** The start of a turn, with only what its attachments need. */
function opened(turnId: number, promptId: string | null): NewEvent {
  return {
    type: 'turn.started',
    agentId: '',
    turnId,
    origin: { kind: 'user' },
    ...(promptId === null ? {} : { promptId }),
  };
}
