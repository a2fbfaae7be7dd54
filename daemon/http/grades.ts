/** Grades: how much of a transcript a reader gets, and which events it then no longer needs (ws.md 12.1). */
import { eventReaders, type EventType } from '../../schemas/generated/events.js';
import type { ClientFrames } from '../../schemas/generated/frames.js';
import type { TranscriptOp } from '../../schemas/generated/types.js';
import type { Facts } from './subscription.js';

/** Grades by agent id; `*` is the grade of all other agents. */
export type Grades = ClientFrames['subscribe_v2']['payload']['transcript'];
export type Grade = Grades[string];

const order: readonly Grade[] = ['off', 'turn', 'block', 'delta'];

export function isHigher(grade: Grade, than: Grade): boolean {
  return order.indexOf(grade) > order.indexOf(than);
}

/** The value for an agent, else the value of `*`; safe for objects parsed from JSON. */
export function ofAgent<T>(values: Readonly<Record<string, T>>, agentId: string): T | undefined {
  return Object.hasOwn(values, agentId) ? values[agentId] : values['*'];
}

/** Operations that need a minimum grade; all others are sent at every grade. */
const minimumGrades: Partial<Record<TranscriptOp['op'], Grade>> = {
  'step.upsert': 'block',
  'frame.upsert': 'block',
  append: 'delta',
};

/** The operations of a batch that a grade receives; returns the same array when that is all of them. */
export function opsOf(ops: TranscriptOp[], grade: Grade): TranscriptOp[] {
  const gets = ({ op }: TranscriptOp): boolean => !isHigher(minimumGrades[op] ?? 'off', grade);
  return ops.every(gets) ? ops : ops.filter(gets);
}

const covered: ReadonlySet<EventType> = new Set(eventReaders.covered);

/** Whether an event is redundant for a reader that follows the transcript of its agent. */
export function isSuppressed({ type, scope, agentId }: Facts, grades: Grades): boolean {
  return scope === 'session' && covered.has(type) && (ofAgent(grades, agentId) ?? 'off') !== 'off';
}
