/** Parses sessions of Gemini CLI: `tmp/<project>/chats/session-*`, `.json` or one change per line (acp-cli.md 2.2). */
import { basename } from 'node:path';
import {
  createConversation,
  isRow,
  leaveOut,
  outputText,
  rowAt,
  rowsIn,
  textAt,
  timeAt,
  type Conversation,
  type Part,
  type Row,
} from './conversation.js';

/** Texts that the program added before the user's first message. */
const ownWords = /^\s*(?:<session_context>|This is the Gemini CLI\.)/;

/** `undefined` in `rows` is a line that could not be parsed. */
export function readGemini(file: string, rows: readonly (Row | undefined)[]): Conversation {
  const found = createConversation(basename(file).replace(/\.jsonl?$/, ''));
  found.lines = rows.length;
  found.bad = rows.filter((row) => row === undefined).length;
  /** by id: the newest entry of an id replaces the first one, in its position */
  const messages = new Map<string, Row>();
  for (const row of rows) {
    if (row === undefined) continue;
    const facts = rowAt(row, '$set') ?? row;
    found.id = textAt(facts, 'sessionId') || found.id;
    found.cwd = textAt(facts, 'projectRoot') || found.cwd;
    found.title = textAt(facts, 'summary') || found.title;
    if (Array.isArray(facts['messages'])) messages.clear();
    for (const message of [row, ...rowsIn(facts['messages'])]) {
      const id = textAt(message, 'id');
      if (id !== '' && textAt(message, 'type') !== '') messages.set(id, message);
    }
    const end = textAt(row, '$rewindTo');
    if (end !== '') rewind(messages, end);
  }
  let time = 0;
  for (const message of messages.values()) {
    time = timeAt(message, 'timestamp', time);
    addMessage(message, time, found);
  }
  return found;
}

/** Removes the message that the user went back to, and all later ones. */
function rewind(messages: Map<string, Row>, end: string): void {
  const ids = [...messages.keys()];
  const from = ids.indexOf(end);
  for (const id of from < 0 ? ids : ids.slice(from)) messages.delete(id);
}

function addMessage(message: Row, time: number, found: Conversation): void {
  const type = textAt(message, 'type');
  if (type === 'user') {
    const parts = partsOf(message['content'], found);
    if (parts.length > 0) found.items.push({ kind: 'user', time, parts });
    return;
  }
  if (type !== 'gemini') return leaveOut(found, `messages of type ${type}`);
  const model = textAt(message, 'model');
  const place = { time, reply: textAt(message, 'id'), ...(model === '' ? {} : { model }) };
  if (rowsIn(message['thoughts']).length > 0) leaveOut(found, 'thoughts');
  const text = partsOf(message['content'], found)
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('');
  if (text.trim() !== '') found.items.push({ kind: 'assistant', ...place, text });
  const calls = rowsIn(message['toolCalls']);
  for (const call of calls) {
    const id = textAt(call, 'id');
    found.items.push({ kind: 'call', ...place, id, name: textAt(call, 'name'), input: rowAt(call, 'args') ?? {} });
  }
  for (const call of calls) {
    const isError = !['success', ''].includes(textAt(call, 'status'));
    found.items.push({ kind: 'result', time, id: textAt(call, 'id'), output: resultOf(call['result']), isError });
  }
}

/** Converts a text, a part, or a list of them. */
function partsOf(content: unknown, found: Conversation): Part[] {
  const parts: Part[] = [];
  for (const piece of Array.isArray(content) ? content : [content]) {
    const text = typeof piece === 'string' ? piece : isRow(piece) ? textAt(piece, 'text') : '';
    const inline = isRow(piece) ? rowAt(piece, 'inlineData') : undefined;
    const mediaType = textAt(inline, 'mimeType');
    if (text !== '' && ownWords.test(text)) leaveOut(found, 'words of the program');
    else if (text.trim() !== '') parts.push({ type: 'text', text });
    else if (mediaType.startsWith('image/')) parts.push({ type: 'image', mediaType, data: textAt(inline, 'data') });
    else if (isRow(piece)) leaveOut(found, 'other parts of messages');
  }
  return parts;
}

/** The result of a call for the model: the function responses among its parts. */
function resultOf(result: unknown): string {
  const texts = rowsIn(result).map((part) => {
    const response = rowAt(rowAt(part, 'functionResponse') ?? {}, 'response');
    return textAt(response, 'output') || textAt(response, 'error') || (response ? JSON.stringify(response) : '');
  });
  return texts.filter((text) => text !== '').join('\n') || outputText(result);
}
