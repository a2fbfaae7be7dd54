/** Short constructors for events of one agent, and readers of their fold. */
import type { NewEvent } from '../../schemas/generated/events.js';
import type { Origin, TranscriptOp, TranscriptToolFrame } from '../../schemas/generated/types.js';
import { createTranscriptFold, type TranscriptFold } from '../../schemas/folds/transcript-fold.js';

export const agentId = 'main';
export const at = (seq: number, offset?: number) => ({
  seq,
  time: 1_772_352_000_000 + seq,
  ...(offset === undefined ? {} : { offset }),
});
export const when = (seq: number) => new Date(1_772_352_000_000 + seq).toISOString();
export const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
export const names = (ops: TranscriptOp[]) => ops.map(({ op }) => op);

export const usage = { inputOther: 5, output: 7, inputCacheRead: 11, inputCacheCreation: 13 };
export const started = (turnId: number, origin: Origin = { kind: 'user' }): NewEvent => ({
  type: 'turn.started',
  agentId,
  turnId,
  origin,
  prompt: 'do it',
});
export const step = (number: number, attempt = 1): NewEvent => ({
  type: 'turn.step.started',
  agentId,
  turnId: 1,
  step: number,
  stepId: `opaque${number}${attempt}`,
  attempt,
  model: 'm',
});
export const message = (role: 'assistant' | 'user', content: object[], more: object = {}): NewEvent => ({
  type: 'message.appended',
  agentId,
  turnId: 1,
  ...(role === 'assistant' ? { step: 1 } : {}),
  message: { id: 'msg_1', session_id: 's', role, created_at: when(0), content: content as never, ...more },
});
export const call = (toolCallId: string, tool_name = 'Bash') => ({
  type: 'tool_use',
  tool_call_id: toolCallId,
  tool_name,
  input: { a: 1 },
});

/** Returns a fold of some events, numbered from 1. */
export function after(...events: NewEvent[]): TranscriptFold {
  const fold = createTranscriptFold();
  events.forEach((event, index) => fold.take(event, at(index + 1)));
  return fold;
}

export const opened = () => after(started(1), step(1));
export const called = () =>
  after(started(1), step(1), message('assistant', [{ type: 'text', text: 'look' }, call('c1')]));
export const turnIn = (fold: TranscriptFold) => {
  const [turn] = fold.transcript.items;
  if (turn?.kind !== 'turn') throw new Error('no turn');
  return plain(turn) as typeof turn;
};
export const frames = (fold: TranscriptFold) => turnIn(fold).steps.at(-1)?.frames ?? [];
export const callFrame = (fold: TranscriptFold) =>
  frames(fold).find(({ kind }) => kind === 'tool') as TranscriptToolFrame;
