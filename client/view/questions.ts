/** The state of a form with questions to the user: choices, the shown question, the answer to send (rest.md 14). */
import type { Question, QuestionAnswer } from '../../schemas/generated/types.js';
import { firstLine } from './clean.js';

type Item = Question['questions'][number];

/** What the user chose for one question. */
export interface Choice {
  /** ids of options; at most one in a single-choice question */
  readonly options: readonly string[];
  /** an answer in the user's own words, as typed */
  readonly text: string;
  /** whether the user's own answer counts */
  readonly isOther: boolean;
}

export interface QuestionForm {
  readonly items: readonly Item[];
  /** one per question */
  readonly choices: readonly Choice[];
  /** index of the shown question; the number of questions means the review of all answers */
  readonly shown: number;
  /** whether all questions are answered and reviewed, so that the form can be sent */
  readonly isComplete: boolean;
}

export type QuestionAction =
  /** shows another question, or the review */
  | { type: 'show'; at: number }
  /** selects an option of the shown question, or toggles it in a multiple-choice question */
  | { type: 'choose'; option: string }
  /** sets the user's own answer to the shown question; an empty text removes it */
  | { type: 'write'; text: string }
  /** goes to the next question or to the review, or completes the form */
  | { type: 'next' };

export function openForm({ questions }: Pick<Question, 'questions'>): QuestionForm {
  const choices = questions.map((): Choice => ({ options: [], text: '', isOther: false }));
  return { items: questions, choices, shown: 0, isComplete: false };
}

/** Returns whether the answers are reviewed before they are sent: with several questions, or with multiple choice. */
export function hasReview({ items }: QuestionForm): boolean {
  return items.length > 1 || items.some(({ multi_select: isMulti }) => isMulti === true);
}

/** Returns the form after an action; the same object when nothing changed. */
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
      // sorted as in the question, so that the answer does not depend on the order of selection
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

/** Returns whether dismissing the form would lose an answer. */
export function isAnswered({ choices }: QuestionForm): boolean {
  return choices.some(({ options, isOther }) => options.length > 0 || isOther);
}

/** Returns the answers to send; questions without a choice are skipped. */
export function answersOf({ items, choices }: QuestionForm): Record<string, QuestionAnswer> {
  return Object.fromEntries(items.map((item, at) => [item.id, answerOf(item, choices[at])]));
}

export interface ReviewRow {
  title: string;
  /** empty when the question is skipped */
  answer: string;
}

/** Returns the answers as text, for the review and for the transcript. */
export function reviewOf({ items, choices }: QuestionForm): ReviewRow[] {
  return items.map((item, at) => {
    const { options = [], isOther = false, text = '' } = choices[at] ?? {};
    const labels = item.options.filter(({ id }) => options.includes(id)).map(({ label }) => label);
    return { title: titleOf(item, at), answer: [...labels, ...(isOther ? [text.trim()] : [])].join(', ') };
  });
}

/** Returns the name of a question's tab. */
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
