/** Exports a session as one Markdown document: prompts, answers, calls with results, and other events (tui.md 3.7). */
import type { Transcript } from '../../schemas/folds/transcript.js';
import type {
  Message,
  Session,
  TranscriptFrame,
  TranscriptItem,
  TranscriptMarker,
  TranscriptTask,
  TranscriptToolFrame,
  TranscriptTurn,
} from '../../schemas/generated/types.js';
import { visibleText } from '../view/clean.js';
import { diffTexts } from '../view/diff.js';
import { describeCall, type BodyBlock } from '../view/displays.js';
import { counted, formatMoney } from '../view/format.js';
import { markerLine } from '../view/markers.js';
import { outputRows } from '../view/output.js';
import { describeResult, resultOfFrame } from '../view/results.js';

/** Returns the model's text of a message, unchanged; empty for other messages and for calls without text. */
export function answerText({ role, content, metadata }: Message): string {
  if (role !== 'assistant' || metadata?.hidden === true) return '';
  return content.flatMap((part) => (part.type === 'text' && part.text !== '' ? [part.text] : [])).join('\n\n');
}

/** The input of an export. */
export interface ExportSource {
  session: Pick<Session, 'id' | 'title' | 'created_at' | 'metadata' | 'agent_config' | 'usage'>;
  /** of the main agent, with all of its turns */
  transcript: Pick<Transcript, 'items' | 'tasks' | 'attachments'>;
}

/** Returns the document, with control characters escaped so that a terminal can print it. */
export function sessionMarkdown({ session, transcript }: ExportSource): string {
  const parts = [...headOf(session), ...transcript.items.flatMap((item) => partsOfItem(item, transcript))];
  return visibleText(`${parts.join('\n\n')}\n`);
}

function headOf({
  id,
  title,
  created_at: created,
  metadata,
  agent_config: config,
  usage,
}: ExportSource['session']): string[] {
  const { total_cost_usd: cost } = usage;
  const facts = [
    ['Session', codeSpan(id)],
    ['Directory', codeSpan(metadata.cwd)],
    ['Model', config.model === '' ? undefined : codeSpan(config.model)],
    ['Created', created],
    ['Cost', cost === undefined ? undefined : formatMoney(cost)],
  ];
  const rows = facts.flatMap(([name, value]) => (value === undefined ? [] : [`- ${name}: ${value}`]));
  return [`# ${oneRow(title) || 'Session'}`, rows.join('\n')];
}

type Known = Pick<ExportSource['transcript'], 'tasks' | 'attachments'>;

function partsOfItem(item: TranscriptItem, known: Known): string[] {
  if (item.kind === 'turn') return partsOfTurn(item, known);
  if (item.kind === 'marker') return quoted(markerText(item));
  const task = known.tasks.get(item.taskId);
  return task ? partsOfTask(task) : [];
}

const speakers: { readonly [Kind in TranscriptTurn['origin']['kind']]?: string } = {
  user: 'User',
  cron: 'Reminder',
  task: 'Task',
  hook: 'Hook',
};

function partsOfTurn(turn: TranscriptTurn, known: Known): string[] {
  const speaker = speakers[turn.origin.kind];
  const prompt = [...texts(turn.prompt), ...attached(turn.attachmentIds, known)];
  const body = turn.steps.flatMap(({ frames }) => frames.flatMap((frame) => partsOfFrame(frame, known)));
  return [
    ...(speaker !== undefined && prompt.length > 0 ? [`## ${speaker}`, ...prompt] : []),
    ...(body.length > 0 ? ['## Agent', ...body] : []),
    ...(turn.state === 'cancelled' ? quoted('Interrupted.') : []),
    ...(turn.state === 'failed' ? quoted(`Error: ${turn.error ?? 'the turn failed'}`) : []),
  ];
}

function partsOfFrame(frame: TranscriptFrame, known: Known): string[] {
  switch (frame.kind) {
    case 'text':
      if (frame.role === 'assistant') return texts(frame.text);
      if (frame.taskId !== undefined) return quoted(frame.text);
      return ['### User, while it worked', ...texts(frame.text), ...attached(frame.attachmentIds, known)];
    case 'thinking':
      return frame.text.trim() === '' ? [] : quoted(`*Thinking*\n\n${frame.text}`);
    case 'tool':
      return partsOfCall(frame);
    case 'notice':
      return quoted(frame.message);
  }
}

function partsOfCall(frame: TranscriptToolFrame): string[] {
  const call = describeCall(frame);
  const result = frame.state === 'running' ? undefined : describeResult(resultOfFrame(frame));
  const facts = [result?.outcome, result?.summary].filter((text) => text !== undefined && text !== '');
  const row = [
    `**${oneRow(call.title)}**`,
    ...(call.subject === '' ? [] : [codeSpan(call.subject)]),
    ...(facts.length > 0 ? [`(${facts.join(', ')})`] : []),
  ].join(' ');
  const done = result?.body ?? [];
  // the result repeats the subject of its call
  const kinds = new Set(done.map(({ kind }) => kind));
  const asked = call.body.filter((block) => !kinds.has(block.kind) && !isSubject(block, call.subject));
  return [row, ...[...asked, ...done].flatMap(blockText)];
}

function isSubject(block: BodyBlock, subject: string): boolean {
  return (block.kind === 'command' && block.text.trim() === subject) || (block.kind === 'url' && block.url === subject);
}

function blockText(block: BodyBlock): string[] {
  switch (block.kind) {
    case 'command':
      return [fenced(block.text, 'sh')];
    case 'output': {
      const rows = outputRows(block.text, { rowLength: Infinity }).rows;
      return [fenced(rows.map(({ spans }) => spans.map(({ text }) => text).join('')).join('\n'), '', block.truncated)];
    }
    case 'text':
    case 'file':
      return block.text === '' ? [] : [fenced(block.text, '', block.truncated)];
    case 'error':
      return [fenced(block.text, '')];
    case 'json':
      return [fenced(block.text, 'json')];
    case 'markdown':
      return quoted(block.text);
    case 'diff':
      return [fenced(diffText(block), 'diff')];
    case 'matches': {
      const rows = block.matches.map(({ file, line, text }) => (line === 0 ? file : `${file}:${line}: ${text}`));
      return rows.length === 0 ? [] : [fenced(rows.join('\n'), '')];
    }
    case 'todos':
      return [
        block.items.map(({ status, title }) => `- [${status === 'done' ? 'x' : ' '}] ${oneRow(title)}`).join('\n'),
      ];
    case 'url':
      return [codeSpan(block.url)];
  }
}

function diffText({ before, after, firstLine }: BodyBlock & { kind: 'diff' }): string {
  const marks = { context: ' ', add: '+', del: '-' };
  const isPlaced = firstLine !== null;
  return diffTexts(before, after, { words: false, firstLine })
    .hunks.flatMap(({ oldStart, oldLines, newStart, newLines, rows }) => [
      isPlaced ? `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@` : '@@',
      ...rows.map(
        ({ kind, text, end }) =>
          `${marks[kind]}${text}${isPlaced && end === '' ? '\n\\ No newline at end of file' : ''}`,
      ),
    ])
    .join('\n');
}

/** Shows a shell command of the user with its output, and other tasks with their outcome. */
function partsOfTask(task: TranscriptTask): string[] {
  const { kind, detached, state, description = '', outputTail, resultSummary } = task;
  if (kind !== 'shell' || detached) return quoted(`Task ${task.taskId} ${state}: ${resultSummary ?? description}`);
  const output = outputTail !== '' ? blockText({ kind: 'output', text: outputTail }) : [];
  return ['## User', fenced(`$ ${description}`, 'sh'), ...output];
}

/** Returns the line of a marker, with the usual event names; empty for one without a line. */
function markerText({ marker, payload = {} }: TranscriptMarker): string {
  const named = (key: string): string => (typeof payload[key] === 'string' ? payload[key] : '');
  switch (marker) {
    case 'compaction':
      return markerLine(`compaction.${named('phase')}`, payload);
    case 'undo':
      return `Undid ${counted(Number(payload['count'] ?? 0), 'prompt')}.`;
    case 'goal':
      return markerLine('goal.updated', payload);
    case 'hook':
      return markerLine('hook.result', payload);
    case 'cron.fired':
      return markerLine('cron.fired', payload);
    case 'notice':
      return named('message');
    case 'plan.enter':
      return 'Plan mode on.';
    case 'plan.exit':
      return 'Plan mode off.';
    default:
      return '';
  }
}

function texts(text = ''): string[] {
  return text.trim() === '' ? [] : [text.replace(/^(?:[ \t]*\n)+/, '').trimEnd()];
}

function attached(ids: readonly string[] = [], { attachments }: Known): string[] {
  return ids.flatMap((id) => {
    const attachment = attachments.get(id);
    return attachment ? [`[${attachment.placeholder ?? attachment.name ?? attachment.mediaType}]`] : [];
  });
}

function quoted(text: string): string[] {
  return texts(text).map((each) =>
    each.replace(/\r\n/g, '\n').replace(/^(?=(.?))/gm, (_, next) => (next ? '> ' : '>')),
  );
}

/** Fences a text so that nothing in it can end the block. */
function fenced(text: string, language: string, isCut?: boolean): string {
  const fence = ticksAround(text, 3);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}${isCut ? '\n\n> The rest is left out.' : ''}`;
}

function codeSpan(text: string): string {
  const row = oneRow(text);
  const mark = ticksAround(row, 1);
  return mark.length === 1 ? `\`${row}\`` : `${mark} ${row} ${mark}`;
}

/** Returns at least `least` backticks, and more than any run of them in the text. */
function ticksAround(text: string, least: number): string {
  let ticks = '`'.repeat(least);
  while (text.includes(ticks)) ticks += '`';
  return ticks;
}

function oneRow(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
