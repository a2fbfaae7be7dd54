/** Asks the agent's questions: as a form if the editor has forms, else as permission requests (acp-cli.md 1.12). */
import type { Question, QuestionAnswer } from '../../schemas/generated/types.js';
import type { Client } from '../api/client.js';
import { ApiFailure, ConnectionFailure } from '../api/failure.js';
import type { Actions } from '../session/actions.js';
import type { Calls } from './calls.js';
import type { Editor } from './editor.js';
import { createOpenRequests, type Withdrawals } from './openrequests.js';
import { isRecord, recordIn, type Params } from './params.js';
import type { Update } from './update.js';

type Item = Question['questions'][number];
type Answers = Record<string, QuestionAnswer>;

export interface QuestionsOptions {
  sessionId: string;
  editor: Editor;
  calls: Calls;
  client(): Client;
  /** id of the bridge's own connection */
  connectionId(): string | undefined;
  actions(): Actions;
  send(update: Update): void;
}

export interface Questions extends Withdrawals {
  ask(question: Question): Promise<void>;
}

const cannotShow = '[not shown: this editor cannot show questions with several answers; ask in the conversation]';

export function createQuestions(options: QuestionsOptions): Questions {
  const { sessionId, editor, calls, client, connectionId, actions, send } = options;
  const requests = createOpenRequests();

  const ask = (question: Question): Promise<void> =>
    requests.run(question.question_id, async (signal) => {
      const answers = await answersTo(question, signal);
      if (answers === 'stays' || signal.aborted) return;
      if (answers) await actions().answer(question.question_id, { answers });
      else await actions().dismiss(question.question_id);
    });

  /** Undefined: dismissed; `stays`: another client may answer, or the question no longer waits. */
  async function answersTo(question: Question, signal: AbortSignal): Promise<Answers | 'stays' | undefined> {
    try {
      if (editor.capabilities.forms) return await byForm(question, signal);
      if (question.questions.some(({ multi_select: isMulti }) => isMulti === true)) return await byOthers(question);
      return await byPermission(question, signal);
    } catch (error) {
      if (error instanceof ApiFailure || error instanceof ConnectionFailure) throw error;
      // the editor refuses to ask
      return undefined;
    }
  }

  function toolCallOf({ agent_id, turn_id, tool_call_id }: Question): string | undefined {
    return tool_call_id === undefined ? undefined : calls.idOf(agent_id, turn_id, tool_call_id);
  }

  async function byForm(question: Question, signal: AbortSignal): Promise<Answers | 'stays' | undefined> {
    const { questions } = question;
    const toolCallId = toolCallOf(question);
    const answer = await editor.ask(
      'elicitation/create',
      {
        sessionId,
        ...(toolCallId !== undefined && { toolCallId }),
        mode: 'form',
        message: questions.map((item) => item.question).join('\n'),
        requestedSchema: { type: 'object', properties: Object.assign({}, ...questions.map(fieldsOf)) as object },
      },
      signal,
    );
    if (answer === undefined) return 'stays';
    if (!isRecord(answer) || answer['action'] !== 'accept') return undefined;
    const content = recordIn(answer, 'content');
    return Object.fromEntries(questions.map((item) => [item.id, answerIn(content, item)]));
  }

  async function byPermission(question: Question, signal: AbortSignal): Promise<Answers | 'stays' | undefined> {
    const answers: Answers = {};
    for (const [at, item] of question.questions.entries()) {
      const options = [
        ...item.options.map(({ label }, each) => ({ optionId: `opt_${at}_${each}`, name: label, kind: 'allow_once' })),
        { optionId: 'skip', name: 'Skip', kind: 'reject_once' },
      ];
      const text = [item.question, ...(item.body === undefined ? [] : [item.body])].join('\n\n');
      const toolCall = {
        toolCallId: `${toolCallOf(question) ?? question.question_id}#q${at}`,
        title: item.header ?? 'Question',
        kind: 'other',
        status: 'pending',
        content: [{ type: 'content', content: { type: 'text', text } }],
      };
      const answer = await editor.ask('session/request_permission', { sessionId, toolCall, options }, signal);
      if (answer === undefined) return 'stays';
      const outcome = recordIn(answer, 'outcome');
      if (outcome['outcome'] !== 'selected') return undefined;
      const chosen = options.findIndex(({ optionId }) => optionId === outcome['optionId']);
      const option = item.options[chosen];
      answers[item.id] = option ? { kind: 'single', option_id: option.id } : { kind: 'skipped' };
    }
    return answers;
  }

  /** Leaves questions with several answers to other clients, if any; else answers that the agent ask in plain text. */
  async function byOthers({ question_id, questions }: Question): Promise<Answers | 'stays'> {
    const { connections } = await client().listConnections();
    const own = connectionId();
    if (connections.some(({ id, subscriptions }) => id !== own && subscriptions.includes(sessionId))) {
      const title = 'A question waits for you in another client of this session (agent web, or the terminal UI).';
      send({ kind: 'notice', id: `notice:${question_id}`, severity: 'info', title });
      return 'stays';
    }
    return Object.fromEntries(questions.map(({ id }) => [id, { kind: 'other', text: cannotShow }]));
  }

  const { withdraw, withdrawAll, openIds } = requests;
  return { ask, withdraw, withdrawAll, openIds };
}

/** Returns a field for the choice and one for an answer in the user's own words. */
function fieldsOf({ id, question, body, header, options, multi_select: isMulti, other_label: other }: Item): object {
  const choices = options.map(({ id: value, label, description }) => ({
    const: value,
    title: label,
    ...(description && { description }),
  }));
  const named = { title: header ?? question, description: body === undefined ? question : `${question}\n\n${body}` };
  return {
    [id]: isMulti
      ? { ...named, type: 'array', items: { anyOf: choices } }
      : { ...named, type: 'string', oneOf: choices },
    [`${id}_other`]: { type: 'string', title: other ?? 'Other' },
  };
}

function answerIn(content: Params, { id, options, multi_select: isMulti }: Item): QuestionAnswer {
  const known = new Set(options.map((option) => option.id));
  const given = content[id];
  const chosen = (Array.isArray(given) ? given : [given]).filter(
    (value): value is string => typeof value === 'string' && known.has(value),
  );
  const written = content[`${id}_other`];
  const text = typeof written === 'string' ? written.trim() : '';
  const [first] = chosen;
  if (isMulti && chosen.length > 0)
    return text === ''
      ? { kind: 'multi', option_ids: chosen }
      : { kind: 'multi_with_other', option_ids: chosen, other_text: text };
  if (text !== '') return { kind: 'other', text };
  return first === undefined ? { kind: 'skipped' } : { kind: 'single', option_id: first };
}
