/** Drafts of decisions: text is stored on this device until the approval is decided (web.md 5.8). */
import { signal } from '@preact/signals';
import { ownKey } from '../../live/base.js';

export interface Comment {
  id: number;
  quoted: string;
  text: string;
}

export interface DecisionDraft {
  /** comments on parts of a plan */
  comments: readonly Comment[];
  feedback: string;
  /** note sent with an approval */
  note: string;
  /** a command, arguments or text that replaces those of the call */
  amended?: string | undefined;
  /** an unfinished comment on the block with this index */
  half?: { at: number; text: string } | undefined;
}

type Drafts = Readonly<Record<string, DecisionDraft>>;

/** Has the prefix of drafts, so that sign-out removes it. */
const key = `${ownKey('agent.draft')}.decisions`;
const most = 20;
const empty: DecisionDraft = { comments: [], feedback: '', note: '' };

/** approval id → draft, the newest last */
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
    // storage is full or switched off: the drafts last as long as the tab
  }
}

export function dropDecisionDraft(approvalId: string): void {
  keepDecisionDraft(approvalId, empty);
}

function read(): Drafts {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? '{}') as Drafts | null) ?? {};
  } catch {
    // damaged, or storage is switched off
    return {};
  }
}
