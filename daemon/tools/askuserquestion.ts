/** The tool AskUserQuestion: asks the user one to four questions (engine.md 4.15). */
import type { QuestionItem } from '../../schemas/generated/types.js';
import type { ToolInputs } from '../../schemas/generated/tools.js';
import { inwardPlan } from './inward.js';
import { count, systemNote } from './text.js';
import { ToolFailure, type BuiltinTool, type ToolContext, type ToolResult } from './tool.js';

type Asked = ToolInputs['AskUserQuestion']['questions'];

export const askUserQuestion: BuiltinTool<'AskUserQuestion'> = {
  name: 'AskUserQuestion',
  permission: 'allow',
  mainOnly: true,
  async plan(input, context) {
    if (input.background === true) requireRoom(context);
    requireUnique(input.questions);
    return inwardPlan({
      kind: 'generic',
      summary: `Ask ${count(input.questions.length, 'question')}`,
      detail: { questions: input.questions },
    });
  },
  async run(input, run) {
    requireUnique(input.questions);
    const questions = input.questions.map(questionItem);
    if (input.background === true) {
      requireRoom(run);
      return inBackground(run.tasks.ask(questions, run.callId));
    }
    const outcome = await run.ask(questions);
    switch (outcome.kind) {
      case 'answered':
        return {
          output: answerText(outcome.answers),
          display: { kind: 'structured', data: { answers: outcome.answers } },
        };
      case 'dismissed':
        return {
          output: dismissedText,
          display: { kind: 'structured', data: { answers: {} } },
        };
      case 'expired':
        return {
          output: 'The user did not answer within 24 hours; the questions have expired.',
          isError: true,
          display: { kind: 'error', message: 'The questions expired.', code: 'question.expired' },
        };
    }
  },
};

function requireRoom({ tasks }: ToolContext): void {
  const refusal = tasks.refusal();
  if (refusal !== undefined) throw new ToolFailure(refusal);
}

function inBackground(taskId: string): ToolResult {
  return {
    output: systemNote(
      [
        `task_id: ${taskId}`,
        'status: running',
        'automatic_notification: true',
        'next_step: continue with what does not depend on the answer; you are notified when it comes',
      ].join('\n'),
    ),
    display: { kind: 'structured', data: { task_id: taskId, status: 'running' } },
  };
}

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

/** Formats the answers as JSON, by the text of their questions. */
export function answerText(answers: Record<string, string>): string {
  return JSON.stringify({ answers });
}

export const dismissedText = JSON.stringify({
  answers: {},
  note: 'The user dismissed the questions without an answer. Decide on your best judgement, or stop.',
});
