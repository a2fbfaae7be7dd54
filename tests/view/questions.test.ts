/** The form of questions: choices, the path through several questions, and the answer that is sent. */
import { describe, expect, test } from '@jest/globals';
import type { Question } from '../../schemas/generated/types.js';
import {
  answersOf,
  hasReview,
  isAnswered,
  openForm,
  reduceForm,
  reviewOf,
  type QuestionAction,
  type QuestionForm,
} from '../../client/view/questions.js';

type Item = Question['questions'][number];
const item = (at: number, more: Partial<Item> = {}): Item => ({
  id: `q_${at}`,
  question: `Question text ${at}?`,
  options: [0, 1, 2].map((option) => ({ id: `opt_${at}_${option}`, label: `Option ${option}` })),
  allow_other: true,
  ...more,
});
const after = (questions: Item[], ...actions: QuestionAction[]): QuestionForm =>
  actions.reduce(reduceForm, openForm({ questions: questions }));
const choose = (option: string): QuestionAction => ({ type: 'choose', option });
const next: QuestionAction = { type: 'next' };

describe('one question', () => {
  test('is answered and complete with one choice', () => {
    const form = after([item(0)], choose('opt_0_1'));
    expect(form.isComplete).toBe(true);
    expect(answersOf(form)).toEqual({ q_0: { kind: 'single', option_id: 'opt_0_1' } });
    expect(hasReview(form)).toBe(false);
  });

  test('takes the own answer of the user, which replaces a choice', () => {
    const form = after([item(0)], { type: 'write', text: '  mine ' }, next);
    expect(form.isComplete).toBe(true);
    expect(answersOf(form)).toEqual({ q_0: { kind: 'other', text: 'mine' } });
  });

  test('is skipped without an answer; blanks are none', () => {
    const form = after([item(0)], { type: 'write', text: '  ' }, next);
    expect(answersOf(form)).toEqual({ q_0: { kind: 'skipped' } });
    expect(isAnswered(form)).toBe(false);
  });

  test('an unknown option changes nothing', () => {
    const form = openForm({ questions: [item(0)] });
    expect(reduceForm(form, choose('opt_9_9'))).toBe(form);
  });

  test('nothing changes after it is complete', () => {
    const form = after([item(0)], choose('opt_0_1'));
    expect(reduceForm(form, choose('opt_0_2'))).toBe(form);
  });
});

describe('several choices', () => {
  const several = item(0, { multi_select: true });
  test('are toggled, sent in the order of the question, and reviewed first', () => {
    const form = after([several], choose('opt_0_2'), choose('opt_0_0'), choose('opt_0_1'), choose('opt_0_1'), next);
    expect([form.shown, form.isComplete]).toEqual([1, false]);
    expect(answersOf(form)).toEqual({ q_0: { kind: 'multi', option_ids: ['opt_0_0', 'opt_0_2'] } });
    expect(reviewOf(form)).toEqual([{ title: 'Question 1', answer: 'Option 0, Option 2' }]);
    expect(reduceForm(form, next).isComplete).toBe(true);
  });

  test('stand beside an own answer', () => {
    const form = after([several], choose('opt_0_1'), { type: 'write', text: 'mine' });
    expect(answersOf(form)).toEqual({
      q_0: { kind: 'multi_with_other', option_ids: ['opt_0_1'], other_text: 'mine' },
    });
    expect(answersOf(reduceForm(form, { type: 'write', text: '' }))).toEqual({
      q_0: { kind: 'multi', option_ids: ['opt_0_1'] },
    });
  });
});

describe('several questions', () => {
  const questions = [item(0, { header: 'Color' }), item(1)];
  test('follow each other to the review, and can be changed there', () => {
    const form = after(questions, choose('opt_0_0'), choose('opt_1_2'));
    expect([form.shown, form.isComplete]).toEqual([2, false]);
    expect(reviewOf(form)).toEqual([
      { title: 'Color', answer: 'Option 0' },
      { title: 'Question 2', answer: 'Option 2' },
    ]);
    const changed = [{ type: 'show', at: 0 } as const, choose('opt_0_1'), next, next].reduce(reduceForm, form);
    expect(changed.isComplete).toBe(true);
    expect(answersOf(changed)).toEqual({
      q_0: { kind: 'single', option_id: 'opt_0_1' },
      q_1: { kind: 'single', option_id: 'opt_1_2' },
    });
  });

  test('only those that exist are shown', () => {
    expect(after(questions, { type: 'show', at: 9 }).shown).toBe(2);
    expect(after(questions, { type: 'show', at: -1 }).shown).toBe(0);
    expect(after([item(0)], { type: 'show', at: 9 }).shown).toBe(0);
  });
});
