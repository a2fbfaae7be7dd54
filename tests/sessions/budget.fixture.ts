/** A model whose replies have round prices, and users who answer questions about the budget. */
import { startModel, type ScriptedModel, type ScriptedReply } from '../helpers/model.js';
import {
  modelConfig,
  startTrial,
  type EventFrame,
  type Talk,
  type Trial,
  type TrialOptions,
} from '../helpers/turns.js';

/** Input is free; 1,000 tokens of output cost a dollar. */
const price = '[models.m.price]\ninput = 0\noutput = 1000\n';

const budget = (...lines: string[]): string => `[budget]\n${lines.join('\n')}\n`;

export function configOf(model: ScriptedModel, lines: string[], ofModel = price): string {
  return modelConfig(model.baseUrl, budget(...lines)) + ofModel;
}

/** Returns a reply that costs `amount` dollars. */
export const dollars = (amount: number, more: ScriptedReply = {}): ScriptedReply => ({
  text: 'done',
  ...more,
  usage: { input: 10, output: amount * 1_000 },
});

export interface Bench {
  model: ScriptedModel;
  trial: Trial;
  /** number of requests that reached the model */
  asked(): number;
}

const open = new Set<Bench>();

/** Starts a model and a trial, which `closeBenches` stops. */
export async function startBench(lines: string[], ofModel = price, options: TrialOptions = {}): Promise<Bench> {
  const model = await startModel();
  const trial = await startTrial({ config: configOf(model, lines, ofModel), ...options });
  const bench: Bench = { model, trial, asked: () => model.requests.length };
  open.add(bench);
  return bench;
}

/** Stops what `startBench` started; for use after each test. */
export async function closeBenches(): Promise<void> {
  for (const { model, trial } of open) {
    await trial.close();
    await model.close();
  }
  open.clear();
}

export interface Question {
  question_id: string;
  agent_id?: string;
  questions: { id: string; header?: string; question: string; options: { id: string; label: string }[] }[];
}

export async function pending(talk: Pick<Talk, 'call'>): Promise<Question[]> {
  return (await talk.call<{ items: Question[] }>('GET', '/questions?status=pending')).data.items;
}

export const labels = (question: Question): string[] => question.questions[0]?.options.map(({ label }) => label) ?? [];

/** Waits for a question and answers it over REST: 0 raises once, 1 raises for the session, 2 stops. */
export async function choose(talk: Talk, option: 0 | 1 | 2, from = 0): Promise<EventFrame> {
  const frame = await talk.until('event.question.requested', from);
  const answer = await talk.call('POST', `/questions/${String(frame.payload['question_id'])}`, {
    answers: { q_0: { kind: 'single', option_id: `opt_0_${option}` } },
  });
  if (answer.code !== 0) throw new Error(`not answered: ${answer.msg}`);
  return frame;
}

export const question = (frame: EventFrame): Question => frame.payload as unknown as Question;

/** Returns the error that a turn ended with. */
export function failure(talk: Pick<Talk, 'frames'>, from = 0): Record<string, unknown> | undefined {
  const ended = talk.frames.slice(from).find(({ type }) => type === 'turn.ended');
  return ended?.payload['error'] as Record<string, unknown> | undefined;
}
