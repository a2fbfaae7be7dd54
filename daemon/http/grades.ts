/** How much of a transcript one reader gets, and what of the events it does without for that (ws.md 12.1). */
import { eventReaders, type EventType } from '../../schemas/generated/events.js';
import type { ClientFrames } from '../../schemas/generated/frames.js';
import type { TranscriptOp } from '../../schemas/generated/types.js';
import type { Facts } from './subscription.js';

/** By agent id; `*` is the grade of agents that are not named. */
export type Grades = ClientFrames['subscribe_v2']['payload']['transcript'];
export type Grade = Grades[string];

const order: readonly Grade[] = ['off', 'turn', 'block', 'delta'];

export function isHigher(grade: Grade, than: Grade): boolean {
  return order.indexOf(grade) > order.indexOf(than);
}

/** A value that JSON brought for an agent, else the one for all that are not named. */
export function ofAgent<T>(values: Readonly<Record<string, T>>, agentId: string): T | undefined {
  return Object.hasOwn(values, agentId) ? values[agentId] : values['*'];
}

/** Operations that come only from a grade on; all others are for every grade. */
const least: Partial<Record<TranscriptOp['op'], Grade>> = {
  'step.upsert': 'block',
  'frame.upsert': 'block',
  append: 'delta',
};

/** The operations of a batch that a grade gets; the same array when it gets all. */
export function opsOf(ops: TranscriptOp[], grade: Grade): TranscriptOp[] {
  const gets = ({ op }: TranscriptOp): boolean => !isHigher(least[op] ?? 'off', grade);
  return ops.every(gets) ? ops : ops.filter(gets);
}

const covered: ReadonlySet<EventType> = new Set(eventReaders.covered);

/** Whether an event is left out for a reader who follows the transcript of its agent. */
export function isSuppressed({ type, scope, agentId }: Facts, grades: Grades): boolean {
  return scope === 'session' && covered.has(type) && (ofAgent(grades, agentId) ?? 'off') !== 'off';
}
