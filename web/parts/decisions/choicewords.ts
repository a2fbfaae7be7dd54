/** Translates choices that the server and commands name in English into the language of the page (web.md 5.8). */
import { text, type MessageKey } from '../../live/text.js';

const names: Readonly<Record<string, MessageKey>> = {
  Approve: 'approval.approve',
  Revise: 'review.revise',
  Reject: 'approval.reject',
  'Reject and Exit': 'review.rejectExit',
  'Start this goal?': 'review.startTitle',
  'Start in the present mode': 'review.start',
  'Start in auto': 'review.startAuto',
  'Start in yolo': 'review.startYolo',
  "Don't start": 'review.dontStart',
};

/** Returns a choice without a translation unchanged. */
export function choiceWords(english: string): string {
  const key = Object.hasOwn(names, english) ? names[english] : undefined;
  return key === undefined ? english : text(key);
}
