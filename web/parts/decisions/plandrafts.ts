/** What is written on plans before it is sent: kept on this device until the plan is decided (web.md 5.8). */
import { signal } from '@preact/signals';

export interface Comment {
  id: number;
  quoted: string;
  text: string;
}

export interface PlanDraft {
  comments: readonly Comment[];
  feedback: string;
  /** a comment that is being written, on the block of this number */
  half?: { at: number; text: string } | undefined;
}

type PlanDrafts = Readonly<Record<string, PlanDraft>>;

/** With the drafts, so that they go when the user signs out. */
const key = 'agent.draft.plans';
const most = 20;
const empty: PlanDraft = { comments: [], feedback: '' };

/** approval id → what was written, the newest last */
const drafts = signal(read());
window.addEventListener('storage', (event) => {
  if (event.key === key) drafts.value = read();
});

export function planDraft(approvalId: string): PlanDraft {
  return drafts.value[approvalId] ?? empty;
}

export function keepPlanDraft(approvalId: string, draft: PlanDraft): void {
  const { [approvalId]: _, ...others } = drafts.peek();
  const isEmpty = draft.comments.length === 0 && draft.feedback === '' && !draft.half;
  const all = Object.entries(isEmpty ? others : { ...others, [approvalId]: draft });
  drafts.value = Object.fromEntries(all.slice(-most));
  try {
    if (all.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(drafts.peek()));
  } catch {
    // storage is full or switched off: they last as long as the tab
  }
}

export function dropPlanDraft(approvalId: string): void {
  keepPlanDraft(approvalId, empty);
}

function read(): PlanDrafts {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? '{}') as PlanDrafts | null) ?? {};
  } catch {
    // torn, or storage is switched off
    return {};
  }
}
