/** A page of an agent's conversation as Markdown: turns with their prompts, answers, and folded calls (acp-cli.md 7.4). */
import type {
  ContentPart,
  TranscriptAttachment,
  TranscriptFrame,
  TranscriptItem,
  TranscriptToolFrame,
} from '../../../schemas/generated/types.js';
import { lineOf, type ConversationPage } from './conversation.js';

export function markdownOf({ items, attachments, tasks }: Omit<ConversationPage, 'interactions'>): string {
  const attached = new Map(attachments.map((each) => [each.attachmentId, each]));
  const named = (ids: readonly string[] = []) => ids.flatMap((id) => attachmentLine(attached.get(id)));

  function blocksOf(item: TranscriptItem): string[] {
    if (item.kind === 'taskref') {
      const task = tasks.find(({ taskId }) => taskId === item.taskId);
      return task ? [`*Background task: ${inline(task.description ?? task.kind)} (${task.state})*`] : [];
    }
    if (item.kind === 'marker') return [`*— ${inline(item.marker)} —*`];
    return [
      `## Turn ${item.ordinal} (${[item.state, item.startedAt].filter(Boolean).join(', ')})`,
      ...(item.prompt === undefined ? [] : [quoted(item.prompt)]),
      ...named(item.attachmentIds),
      ...item.steps.flatMap(({ frames, endMessage }) => [
        ...frames.flatMap(frameBlocks),
        ...(endMessage === undefined ? [] : [`*${inline(endMessage)}*`]),
      ]),
      ...(item.error === undefined ? [] : [`**Error:** ${inline(item.error)}`]),
    ];
  }

  function frameBlocks(frame: TranscriptFrame): string[] {
    switch (frame.kind) {
      case 'text':
        return [frame.role === 'user' ? quoted(frame.text) : frame.text.trim(), ...named(frame.attachmentIds)];
      case 'thinking':
        return [folded('Thinking', [fenced(frame.text)])];
      case 'notice':
        return [`*${inline([frame.message, frame.detail ?? ''].join(' ').trim())}*`];
      case 'tool':
        return [callBlock(frame)];
    }
  }

  return items
    .flatMap(blocksOf)
    .filter((block) => block !== '')
    .map((block) => `${block}\n\n`)
    .join('');
}

function callBlock({
  name,
  state,
  durationMs,
  display,
  input,
  output,
  resultDisplay,
  error,
}: TranscriptToolFrame): string {
  const time = durationMs === undefined ? '' : `, ${durationMs} ms`;
  const command = typeof input === 'object' ? input['command'] : undefined;
  const diff = resultDisplay?.kind === 'diff' ? resultDisplay.unified : undefined;
  return folded(`<b>${escaped(name)}</b> ${escaped(inline(lineOf(display) ?? ''))} (${state}${time})`, [
    ...(input === undefined ? [] : [argumentsOf(input, name === 'Bash' ? command : undefined)]),
    ...(diff === undefined ? [] : [fenced(diff, 'diff')]),
    ...(output === undefined ? [] : [fenced(typeof output === 'string' ? output : output.map(partText).join('\n'))]),
    ...(error === undefined ? [] : [`**Error:** ${inline(error)}`]),
  ]);
}

function argumentsOf(input: NonNullable<TranscriptToolFrame['input']>, command: unknown): string {
  if (typeof command === 'string') return fenced(command, 'sh');
  return typeof input === 'string' ? fenced(input) : fenced(JSON.stringify(input, undefined, 2), 'json');
}

function partText(part: ContentPart): string {
  return part.type === 'text' ? part.text : `[${part.type}, not contained]`;
}

function attachmentLine(attachment: TranscriptAttachment | undefined): string[] {
  if (!attachment) return [];
  const { mediaType, name, placeholder } = attachment;
  return [`*Attachment: ${inline(name ?? placeholder ?? 'without a name')} (${mediaType}), not contained*`];
}

function folded(summary: string, blocks: readonly string[]): string {
  return `<details>\n<summary>${summary}</summary>\n\n${blocks.join('\n\n')}\n\n</details>`;
}

/** Between fences that it does not hold. */
function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}

function quoted(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

export function inline(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
