/** What is written for a decision before it is sent: kept on this device until the approval is decided (web.md 5.8). */
import { signal } from '@preact/signals';
import { ownKey } from '../../live/base.js';

export interface Comment {
  id: number;
  quoted: string;
  text: string;
}

export interface DecisionDraft {
  /** on parts of a plan */
  comments: readonly Comment[];
  feedback: string;
  /** with an approval */
  note: string;
  /** a command, arguments or a new text in place of those of the call */
  amended?: string | undefined;
  /** a comment that is being written, on the block of this number */
  half?: { at: number; text: string } | undefined;
}

type Drafts = Readonly<Record<string, DecisionDraft>>;

/** With the drafts, so that they go when the user signs out. */
const key = `${ownKey('agent.draft')}.decisions`;
const most = 20;
const empty: DecisionDraft = { comments: [], feedback: '', note: '' };

/** approval id → what was written, the newest last */
const drafts = signal(read());
window.addEventListener('storage', (event) => {
  if (event.key === key) drafts.value = read();
});

export function decisionDraft(approvalId: string): DecisionDraft {
  return drafts.value[approvalId] ?? empty;
}

export function keepDecisionDraft(approvalId: string, draft: DecisionDraft): void {
  const { [approvalId]: _, ...others } = drafts.peek();
  const { comments, feedback, note, amended, half } = draft;
  const isEmpty = comments.length === 0 && feedback === '' && note === '' && amended === undefined && !half;
  const all = Object.entries(isEmpty ? others : { ...others, [approvalId]: draft });
  drafts.value = Object.fromEntries(all.slice(-most));
  try {
    if (all.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(drafts.peek()));
  } catch {
    // storage is full or switched off: they last as long as the tab
  }
}

export function dropDecisionDraft(approvalId: string): void {
  keepDecisionDraft(approvalId, empty);
}

function read(): Drafts {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? '{}') as Drafts | null) ?? {};
  } catch {
    // torn, or storage is switched off
    return {};
  }
}
