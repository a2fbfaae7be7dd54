/** AskUserQuestion: asks the person one to four questions (engine.md 4.15). */
import type { QuestionItem } from '../../schemas/generated/types.js';
import type { ToolInputs } from '../../schemas/generated/tools.js';
import { count } from './text.js';
import type { Tool } from './tool.js';
import { ToolFailure } from './tool.js';

type Asked = ToolInputs['AskUserQuestion']['questions'];

export const askUserQuestion: Tool<'AskUserQuestion'> = {
  name: 'AskUserQuestion',
  permission: 'allow',
  mainOnly: true,
  async plan(input) {
    if (input.background === true) {
      throw new ToolFailure('Background questions are not available in this version. Ask without background.');
    }
    requireUnique(input.questions);
    return {
      subject: { kind: 'none' },
      access: { kind: 'none' },
      display: {
        kind: 'generic',
        summary: `Ask ${count(input.questions.length, 'question')}`,
        detail: { questions: input.questions },
      },
    };
  },
  async run(input, run) {
    requireUnique(input.questions);
    const outcome = await run.ask(input.questions.map(questionItem));
    switch (outcome.kind) {
      case 'answered':
        return {
          output: JSON.stringify({ answers: outcome.answers }),
          display: { kind: 'structured', data: { answers: outcome.answers } },
        };
      case 'dismissed':
        return {
          output: JSON.stringify({
            answers: {},
            note: 'The user dismissed the questions without an answer. Decide on your best judgement, or stop.',
          }),
          display: { kind: 'structured', data: { answers: {} } },
        };
      case 'expired':
        return {
          output: 'Nobody answered within 24 hours; the questions have expired.',
          isError: true,
          display: { kind: 'error', message: 'The questions expired.', code: 'question.expired' },
        };
    }
  },
};

function requireUnique(questions: Asked): void {
  const texts = repeated(questions.map(({ question }) => question));
  if (texts !== undefined) throw new ToolFailure(`Question texts must be unique; this one is there twice: ${texts}`);
  for (const { question, options } of questions) {
    const label = repeated(options.map((option) => option.label));
    if (label !== undefined)
      throw new ToolFailure(`Labels must be unique in a question; "${question}" has this one twice: ${label}`);
  }
}

function repeated(texts: string[]): string | undefined {
  return texts.find((text, index) => texts.indexOf(text) < index);
}

function questionItem(asked: Asked[number], index: number): QuestionItem {
  return {
    id: `q_${index}`,
    question: asked.question,
    ...(asked.header ? { header: asked.header } : {}),
    options: asked.options.map((option, at) => ({
      id: `opt_${index}_${at}`,
      label: option.label,
      ...(option.description ? { description: option.description } : {}),
    })),
    multi_select: asked.multi_select ?? false,
    allow_other: true,
  };
}
