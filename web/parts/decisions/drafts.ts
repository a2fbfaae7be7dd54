/** Drafts of decisions: texts and answers are stored on this device until the decision is made (web.md 5.8, 5.10). */
import { signal } from '@preact/signals';
import type { QuestionForm } from '../../../client/view/questions.js';
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
  /** answers to the questions of a form, and which of them is shown */
  answers?: Pick<QuestionForm, 'choices' | 'shown'> | undefined;
}

type Drafts = Readonly<Record<string, DecisionDraft>>;

/** Has the prefix of drafts, so that sign-out removes it. */
const key = `${ownKey('agent.draft')}.decisions`;
const most = 20;
const empty: DecisionDraft = { comments: [], feedback: '', note: '' };

/** id of the approval or question → draft, the newest last */
const drafts = signal(read());
window.addEventListener('storage', (event) => {
  if (event.key === key) drafts.value = read();
});

export function decisionDraft(id: string): DecisionDraft {
  return drafts.value[id] ?? empty;
}

export function keepDecisionDraft(id: string, draft: DecisionDraft): void {
  const { [id]: _, ...others } = drafts.peek();
  const { comments, feedback, note, amended, half, answers } = draft;
  const isEmpty = comments.length === 0 && feedback === '' && note === '' && amended === undefined && !half && !answers;
  const all = Object.entries(isEmpty ? others : { ...others, [id]: draft });
  drafts.value = Object.fromEntries(all.slice(-most));
  try {
    if (all.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(drafts.peek()));
  } catch {
    // storage is full or switched off: the drafts last as long as the tab
  }
}

export function dropDecisionDraft(id: string): void {
  keepDecisionDraft(id, empty);
}

function read(): Drafts {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? '{}') as Drafts | null) ?? {};
  } catch {
    // damaged, or storage is switched off
    return {};
  }
}
