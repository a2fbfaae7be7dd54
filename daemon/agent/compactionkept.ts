/** Selects what a compaction keeps of a context: the user's own messages, as far as they fit (engine.md 9). */
import type { ContentPart, Message, Origin } from '../../schemas/generated/types.js';
import { estimateParts, estimateText } from '../providers/tokens.js';
import type { ContextEntry } from './turn.js';

/** Tokens of user messages that stay verbatim, and the share of the oldest ones. */
const keptTokens = 20_000;
const headTokens = 2_000;

const gapNote: ContentPart = {
  type: 'text',
  text: '<system>A part of what the user wrote was left out here.</system>',
};

export interface Kept {
  /** oldest first */
  messages: Message[];
  /** number of messages kept from the beginning if messages after them were omitted */
  head: number;
}

/** A kept part, with the index of its message. */
interface Piece {
  at: number;
  part: ContentPart;
}

/** Returns the user's messages of a context: all of them, or the first and last ones with a note in between. */
export function keepUserMessages(entries: readonly ContextEntry[]): Kept {
  const words = userMessages(entries);
  const parts = words.flatMap(({ content }, at) =>
    content.map((part) => ({ at, part, tokens: estimateParts([part]) })),
  );
  const tokens = parts.reduce((sum, part) => sum + part.tokens, 0);
  if (tokens <= keptTokens) return { messages: words, head: 0 };
  const head = takeWhile(parts, headTokens, headOf);
  const rest = parts.slice(head.whole).reverse();
  const last = rest.at(-1);
  // of a text whose beginning the head contains, only the rest remains
  if (last && head.cut !== undefined) rest[rest.length - 1] = { ...last, ...shortened(last.part, head.cut.length) };
  const tail = takeWhile(rest, keptTokens - headTokens + head.room, tailOf);
  const ending = tail.pieces.reverse();
  const gap = ending[0] ? [{ at: ending[0].at, part: gapNote }] : [];
  return {
    messages: join(words, [...head.pieces, ...gap, ...ending]),
    head: new Set(head.pieces.map(({ at }) => at)).size,
  };
}

/** Takes parts in order as long as they fit. Of the first one that does not, takes what `cut` leaves of its text. */
function takeWhile(
  parts: readonly (Piece & { tokens: number })[],
  room: number,
  cut: (text: string, tokens: number) => string,
): { pieces: Piece[]; whole: number; cut?: string; room: number } {
  const pieces: Piece[] = [];
  let left = room;
  let whole = 0;
  for (const { at, part, tokens } of parts) {
    if (tokens > left) {
      const text = part.type === 'text' ? cut(part.text, left) : '';
      if (text === '') break;
      pieces.push({ at, part: { type: 'text', text } });
      return { pieces, whole, cut: text, room: left - estimateText(text) };
    }
    pieces.push({ at, part });
    left -= tokens;
    whole += 1;
  }
  return { pieces, whole, room: left };
}

function shortened(part: ContentPart, chars: number): { part: ContentPart; tokens: number } {
  const text = part.type === 'text' ? part.text.slice(chars) : '';
  return { part: { type: 'text', text }, tokens: estimateText(text) };
}

function join(words: readonly Message[], pieces: readonly Piece[]): Message[] {
  const contents = new Map<number, ContentPart[]>();
  for (const { at, part } of pieces) contents.set(at, [...(contents.get(at) ?? []), part]);
  return words.flatMap((message, at) => {
    const content = contents.get(at);
    return content ? [{ ...message, content }] : [];
  });
}

/** Returns messages that count as the user's, without old reminders. */
function userMessages(entries: readonly ContextEntry[]): Message[] {
  const answered = entries.findLastIndex(({ message }) => message.role === 'assistant');
  return entries.flatMap(({ message }, at) => {
    const fresh = at > answered;
    if (message.role !== 'user' || !(isUsers(message.metadata?.origin) || (fresh && isPrompt(message)))) return [];
    const { reminders = [], ...metadata } = message.metadata ?? {};
    // keep output of hooks for an unanswered prompt; the engine adds its own reminders again
    const hookTexts = fresh ? reminders.filter((text) => !text.startsWith('<system-reminder>')) : [];
    return [{ ...message, metadata: { ...metadata, ...(hookTexts.length > 0 ? { reminders: hookTexts } : {}) } }];
  });
}

/** The origins `user` and `skill` of engine.md 2.1-6. For a subagent, the agent that gave it the task is the user. */
function isUsers(origin: Origin | undefined): boolean {
  switch (origin?.kind) {
    case 'user':
      return true;
    case 'skill_activation':
      return origin.trigger === 'user-slash';
    case 'system_trigger':
      return origin.name === 'subagent';
    default:
      return false;
  }
}

/** Whether a message opened the waiting turn, from the user or the engine, and so still needs an answer. */
function isPrompt({ metadata }: Message): boolean {
  return metadata?.origin?.kind !== 'compaction_summary' && metadata?.origin?.kind !== 'injection';
}

/** Returns the beginning of a text with at most the given tokens. */
export function headOf(text: string, tokens: number): string {
  let end = 0;
  for (let left = tokens * 4; end < text.length; end += 1) {
    left -= text.charCodeAt(end) < 0x80 ? 1 : 4;
    if (left < 0) break;
  }
  return text.slice(0, isHigh(text, end - 1) ? end - 1 : end);
}

/** Returns the end of a text with at most the given tokens. */
export function tailOf(text: string, tokens: number): string {
  let start = text.length;
  for (let left = tokens * 4; start > 0; start -= 1) {
    left -= text.charCodeAt(start - 1) < 0x80 ? 1 : 4;
    if (left < 0) break;
  }
  return text.slice(isHigh(text, start - 1) ? start + 1 : start);
}

/** Whether a cut after this unit would split a surrogate pair. */
function isHigh(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xd800 && code <= 0xdbff;
}
