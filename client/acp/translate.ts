/** Translates events of a session to updates (acp-cli.md 1.10): streamed texts, calls, plan, notices. */
import { alignDelta, replaced, type Aligned } from '../../schemas/folds/text.js';
import type { ContentPart, Message } from '../../schemas/generated/types.js';
import { isCut, type EventFrame } from '../api/stream.js';
import { promptWords } from '../view/content.js';
import { noticeOf } from '../view/notices.js';
import type { Calls } from './calls.js';
import type { Update } from './update.js';

interface TextStream {
  of: 'answer' | 'thought';
  buffer: string;
  /** text is missing: nothing more is shown until the whole text arrives */
  hasGap: boolean;
}

export interface TranslatorOptions {
  calls: Calls;
  /** whether a prompt is of this bridge, so that the editor itself shows its text and failure */
  isOwn(promptId: string): boolean;
  readMessage(id: string): Promise<Message>;
}

export interface Translator {
  take(frame: EventFrame): Promise<Update[]>;
  /** Joins the step that runs while a session is opened. */
  joinStep(turnId: number, step: number): void;
}

const severities = { info: 'info', warning: 'warning', error: 'error' } as const;
/** Events shown besides the answer; an editor needs no others that a terminal shows. */
const noticed: readonly EventFrame['type'][] = ['warning', 'error', 'hook.result', 'mcp.server.status'];

export function createTranslator({ calls, isOwn, readMessage }: TranslatorOptions): Translator {
  const answer: TextStream = { of: 'answer', buffer: '', hasGap: false };
  const thought: TextStream = { of: 'thought', buffer: '', hasGap: false };
  let messageId = 'main:0.0';
  let step = '';
  let pieces = 0;
  /** whether the running turn belongs to a prompt of this bridge */
  let isOwnTurn = false;
  let isTurn = false;
  let hasTodos = false;
  let notices = 0;
  /** why the last turn failed */
  let reported = '';

  function startOver(): void {
    for (const stream of [answer, thought]) Object.assign(stream, { buffer: '', hasGap: false });
  }

  /** Begins a new message for each attempt of a step. */
  function beginStep(turnId: number, number: number, attempt = 1): void {
    startOver();
    step = `${turnId}.${number}`;
    pieces = 0;
    messageId = `main:${step}${attempt > 1 ? `.${attempt}` : ''}`;
  }

  function show(stream: TextStream, aligned: Aligned): Update[] {
    stream.hasGap = aligned.kind === 'gap';
    if (aligned.kind === 'replace' && stream.buffer !== '') messageId = `main:${step}.r${(pieces += 1)}`;
    stream.buffer = aligned.buffer;
    return aligned.added === '' ? [] : [{ kind: 'text', of: stream.of, messageId, text: aligned.added }];
  }

  function delta(
    stream: TextStream,
    frame: Extract<EventFrame, { type: 'assistant.delta' | 'thinking.delta' }>,
  ): Update[] {
    const { payload, offset } = frame;
    if (`${payload.turnId}.${payload.step}` !== step) beginStep(payload.turnId, payload.step);
    if (stream.hasGap && payload.recovered !== true) return [];
    return show(stream, alignDelta(stream.buffer, { ...payload, offset }));
  }

  /** Completes the text from the whole message, in case deltas are missing. */
  async function message(frame: Extract<EventFrame, { type: 'message.appended' }>): Promise<Update[]> {
    const { id, role, content } = frame.payload.message;
    const { turnId, step: number } = frame.payload;
    if (role !== 'assistant') return [];
    if (turnId !== undefined && number !== undefined && `${turnId}.${number}` !== step) beginStep(turnId, number);
    const whole = textsOf(isCut(frame) ? (await readMessage(id)).content : content);
    const updates = [
      ...(whole.thought === '' ? [] : show(thought, replaced(thought.buffer, whole.thought))),
      ...(whole.answer === '' ? [] : show(answer, replaced(answer.buffer, whole.answer))),
    ];
    startOver();
    return updates;
  }

  function turnStarted({ payload }: Extract<EventFrame, { type: 'turn.started' }>): Update[] {
    const { turnId, promptId, prompt, origin } = payload;
    isTurn = true;
    isOwnTurn = promptId !== undefined && isOwn(promptId);
    if (isOwnTurn || !prompt) return [];
    return [{ kind: 'text', of: 'user', messageId: promptId ?? `main:${turnId}`, text: prompt, origin: origin.kind }];
  }

  function steered({ payload }: Extract<EventFrame, { type: 'prompt.steered' }>): Update[] {
    const [promptId = ''] = payload.promptIds;
    const text = promptWords(payload.content);
    if (payload.promptIds.every(isOwn) || text === '') return [];
    return [{ kind: 'text', of: 'user', messageId: promptId, text, origin: 'user' }];
  }

  function notice(title: string, severity: 'info' | 'warning' | 'error', description?: string): Update {
    notices += 1;
    const id = `notice:${notices}`;
    return { kind: 'notice', id, severity, title, ...(description && { description }) };
  }

  function noticesOf(frame: EventFrame): Update[] {
    if (frame.type === 'task.notified') {
      const { title, body, severity } = frame.payload;
      return [notice(title, severity, body)];
    }
    // the preceding end of the turn had the same message, or the answer to the prompt has it
    if (frame.type === 'error' && (frame.payload.message === reported || (isTurn && isOwnTurn))) return [];
    if (frame.type === 'turn.ended') reported = frame.payload.error?.message ?? '';
    if (frame.type === 'turn.ended' ? isOwnTurn : !noticed.includes(frame.type)) return [];
    const report = noticeOf(frame);
    if (!report) return [];
    const isFailure = frame.type === 'mcp.server.status' || (frame.type === 'hook.result' && frame.payload.blocked);
    // the editor's own trust does not apply to this program
    const isUntrusted = frame.type === 'warning' && frame.payload.code === 'mcp-project-untrusted';
    const hint = isUntrusted ? 'Start agent in the directory of the project to answer.' : undefined;
    return [notice(report.text.replace(/^warning: /, ''), isFailure ? 'warning' : severities[report.level], hint)];
  }

  async function ofMain(frame: EventFrame): Promise<Update[]> {
    switch (frame.type) {
      case 'turn.started':
        return turnStarted(frame);
      case 'turn.step.started':
        beginStep(frame.payload.turnId, frame.payload.step, frame.payload.attempt);
        return [];
      case 'assistant.delta':
        return delta(answer, frame);
      case 'thinking.delta':
        return delta(thought, frame);
      case 'message.appended':
        return await message(frame);
      case 'prompt.steered':
        return steered(frame);
      case 'turn.ended': {
        const updates = noticesOf(frame);
        isTurn = false;
        startOver();
        return updates;
      }
      case 'todo.changed': {
        const { todos } = frame.payload;
        if (todos.length === 0 && !hasTodos) return [];
        hasTodos = todos.length > 0;
        return [{ kind: 'plan', todos }];
      }
      case 'session.meta.updated': {
        const { title } = frame.payload;
        return title === undefined ? [] : [{ kind: 'info', title, updatedAt: frame.timestamp }];
      }
      case 'compaction.started':
        return [{ kind: 'compaction', id: compactionId(frame), status: 'in_progress' }];
      case 'compaction.completed':
        return [
          { kind: 'compaction', id: compactionId(frame), status: 'completed', summary: frame.payload.result.summary },
        ];
      case 'compaction.cancelled': {
        const status = frame.payload.reason === 'aborted' ? 'cancelled' : 'failed';
        return [{ kind: 'compaction', id: compactionId(frame), status }];
      }
      default:
        return noticesOf(frame);
    }
  }

  let compactions = 0;
  /** Returns the same id from the beginning to the end of a compaction. */
  function compactionId({ type, session_id }: EventFrame): string {
    if (type === 'compaction.started') compactions += 1;
    return `${session_id}:compaction:${compactions}`;
  }

  return {
    async take(frame) {
      const { agentId } = frame.payload;
      switch (frame.type) {
        case 'tool.call.delta':
          return calls.delta(frame);
        case 'tool.call.started':
          return calls.started(frame);
        case 'tool.progress':
          return calls.progress(frame);
        case 'tool.result':
          return calls.result(frame);
        case 'subagent.spawned':
          calls.spawned(frame);
          return [];
        case 'turn.step.retrying':
        case 'turn.step.interrupted':
          return calls.dropped(agentId, frame.payload.turnId, frame.payload.step);
        case 'event.approval.resolved':
          calls.decided(frame.payload);
          return [];
        default:
          return agentId === 'main' ? await ofMain(frame) : [];
      }
    },
    joinStep(turnId, number) {
      isTurn = true;
      beginStep(turnId, number);
    },
  };
}

function textsOf(parts: readonly ContentPart[]): { answer: string; thought: string } {
  let answer = '';
  let thought = '';
  for (const part of parts) {
    if (part.type === 'text') answer += part.text;
    if (part.type === 'thinking') thought += part.thinking;
  }
  return { answer, thought };
}
