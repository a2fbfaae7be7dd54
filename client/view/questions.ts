/** Questions to the user as a form: what is chosen, which question is shown, and the answer that is sent (rest.md 14). */
import type { Question, QuestionAnswer } from '../../schemas/generated/types.js';
import { firstLine } from './clean.js';

type Item = Question['questions'][number];

/** What the user chose for one question. */
export interface Choice {
  /** ids of options; at most one unless several may be chosen */
  readonly options: readonly string[];
  /** an answer in the user's own words, as typed */
  readonly text: string;
  /** the own answer counts */
  readonly isOther: boolean;
}

export interface QuestionForm {
  readonly items: readonly Item[];
  /** one for each question */
  readonly choices: readonly Choice[];
  /** the shown question; the number of questions is the review of all answers */
  readonly shown: number;
  /** all is answered and nothing is left to review: send it */
  readonly isComplete: boolean;
}

export type QuestionAction =
  /** shows another question, or the review */
  | { type: 'show'; at: number }
  /** an option of the shown question: chosen, or chosen no more where several may be */
  | { type: 'choose'; option: string }
  /** the user's own answer to the shown question; an empty one is none */
  | { type: 'write'; text: string }
  /** goes to the next question, to the review, or sends */
  | { type: 'next' };

export function openForm({ questions }: Pick<Question, 'questions'>): QuestionForm {
  const choices = questions.map((): Choice => ({ options: [], text: '', isOther: false }));
  return { items: questions, choices, shown: 0, isComplete: false };
}

/** Whether all answers are shown once more before they are sent: with several questions, or several choices. */
export function hasReview({ items }: QuestionForm): boolean {
  return items.length > 1 || items.some(({ multi_select: isMulti }) => isMulti === true);
}

/** The form after an action; the same object when nothing changed. */
export function reduceForm(form: QuestionForm, action: QuestionAction): QuestionForm {
  if (form.isComplete) return form;
  const item = form.items[form.shown];
  const choice = form.choices[form.shown];
  switch (action.type) {
    case 'show': {
      const last = hasReview(form) ? form.items.length : form.items.length - 1;
      const shown = Math.max(0, Math.min(last, action.at));
      return shown === form.shown ? form : { ...form, shown };
    }
    case 'choose': {
      if (!item || !choice || !item.options.some(({ id }) => id === action.option)) return form;
      if (item.multi_select !== true)
        return next(withChoice(form, { ...choice, options: [action.option], isOther: false }));
      const isChosen = choice.options.includes(action.option);
      // in the order of the question, so that the answer does not depend on the order of keys
      const options = item.options
        .map(({ id }) => id)
        .filter((id) => (id === action.option ? !isChosen : choice.options.includes(id)));
      return withChoice(form, { ...choice, options });
    }
    case 'write': {
      if (!item || !choice) return form;
      const isOther = action.text.trim() !== '';
      const options = item.multi_select === true || !isOther ? choice.options : [];
      return withChoice(form, { options, text: action.text, isOther });
    }
    case 'next':
      return next(form);
  }
}

/** Whether anything would be lost when the question is dismissed. */
export function isAnswered({ choices }: QuestionForm): boolean {
  return choices.some(({ options, isOther }) => options.length > 0 || isOther);
}

/** What is sent; a question without a choice is skipped. */
export function answersOf({ items, choices }: QuestionForm): Record<string, QuestionAnswer> {
  return Object.fromEntries(items.map((item, at) => [item.id, answerOf(item, choices[at])]));
}

export interface ReviewRow {
  title: string;
  /** empty when the question is skipped */
  answer: string;
}

/** The answers in words, for the review and for what the transcript says of them. */
export function reviewOf({ items, choices }: QuestionForm): ReviewRow[] {
  return items.map((item, at) => {
    const { options = [], isOther = false, text = '' } = choices[at] ?? {};
    const labels = item.options.filter(({ id }) => options.includes(id)).map(({ label }) => label);
    return { title: titleOf(item, at), answer: [...labels, ...(isOther ? [text.trim()] : [])].join(', ') };
  });
}

/** The name of a question's tab. */
function titleOf({ header }: Item, at: number): string {
  return firstLine(header ?? '') || `Question ${at + 1}`;
}

function withChoice(form: QuestionForm, choice: Choice): QuestionForm {
  return { ...form, choices: form.choices.map((each, at) => (at === form.shown ? choice : each)) };
}

function next(form: QuestionForm): QuestionForm {
  const { items, shown } = form;
  if (shown < items.length - 1 || (shown === items.length - 1 && hasReview(form))) return { ...form, shown: shown + 1 };
  return { ...form, isComplete: true };
}

function answerOf(item: Item, choice: Choice | undefined): QuestionAnswer {
  const { options = [], isOther = false, text = '' } = choice ?? {};
  const [first] = options;
  if (isOther && options.length > 0)
    return { kind: 'multi_with_other', option_ids: [...options], other_text: text.trim() };
  if (isOther) return { kind: 'other', text: text.trim() };
  if (first === undefined) return { kind: 'skipped' };
  return item.multi_select === true
    ? { kind: 'multi', option_ids: [...options] }
    : { kind: 'single', option_id: first };
}
