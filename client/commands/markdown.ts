/** A session as one Markdown document: prompts, answers, calls with what they returned. */
import type { ContentPart, Message, Session } from '../../schemas/generated/types.js';
import { plainText } from '../view/content.js';

/** What the model said in a message, as it wrote it; empty for other messages and for calls alone. */
export function answerText({ role, content, metadata }: Message): string {
  if (role !== 'assistant' || metadata?.hidden === true) return '';
  return content.flatMap((part) => (part.type === 'text' && part.text !== '' ? [part.text] : [])).join('\n\n');
}

/** Oldest message first. What the engine says to the model stays out. */
export function markdownOf(
  session: Pick<Session, 'id' | 'title' | 'created_at' | 'metadata'>,
  messages: readonly Message[],
): string {
  const head = [
    `# ${session.title.replace(/\s+/g, ' ').trim() || 'Session'}`,
    [
      `- Session: \`${session.id}\``,
      `- Directory: \`${session.metadata.cwd}\``,
      `- Created: ${session.created_at}`,
    ].join('\n'),
  ];
  let last = '';
  const blocks = messages.flatMap((message) => {
    if (message.metadata?.hidden === true || message.role === 'system') return [];
    const parts = message.content.flatMap(blockOf);
    if (parts.length === 0) return [];
    const speaker = message.role === 'user' ? 'User' : 'Agent';
    const heading = speaker === last && speaker === 'Agent' ? [] : [`## ${speaker}`];
    last = speaker;
    return [...heading, ...parts];
  });
  return `${[...head, ...blocks].join('\n\n')}\n`;
}

function blockOf(part: ContentPart): string[] {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? [] : [part.text.trimEnd()];
    case 'mention':
      return [`@${part.path}`];
    case 'thinking':
      return [];
    case 'tool_use': {
      const input = typeof part.input === 'string' ? part.input : JSON.stringify(part.input, null, 2);
      return [`**${part.tool_name}**`, fenced(input, 'json')];
    }
    case 'tool_result': {
      const output = plainText(part.output);
      return output === '' ? [] : [fenced(output, part.is_error === true ? 'error' : '')];
    }
    default:
      return [plainText([part])];
  }
}

/** The fence is longer than every one inside. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/^ {0,3}(`{3,})/gm)].map(([, ticks = '']) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}
