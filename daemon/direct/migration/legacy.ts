/** Parses sessions of an old installation: `sessions/<directory>/**.jsonl`, one message per line (acp-cli.md 2.2). */
import { basename, dirname } from 'node:path';
import {
  createConversation,
  dataUrl,
  isRow,
  leaveOut,
  outputText,
  rowAt,
  textAt,
  type Conversation,
  type Part,
  type Row,
} from './conversation.js';

/** `undefined` in `rows` is a line that could not be parsed. */
export function readLegacy(file: string, rows: readonly (Row | undefined)[]): Conversation {
  const found = createConversation(`${basename(dirname(file))}/${basename(file, '.jsonl')}`);
  found.lines = rows.length;
  found.bad = rows.filter((row) => row === undefined).length;
  let time = 0;
  /** text and calls of consecutive lines belong to one reply */
  let reply = 0;
  for (const row of rows) {
    if (row === undefined) continue;
    time = timeOf(row) ?? time;
    found.cwd ||= textAt(row, 'cwd') || textAt(row, 'work_dir');
    const role = textAt(row, 'role');
    if (role === 'user') {
      const parts = partsOf(row['content'], found);
      if (parts.length > 0) found.items.push({ kind: 'user', time, parts });
    } else if (role === 'assistant') {
      reply += 1;
      const place = { time, reply: `reply ${reply}`, ...(textAt(row, 'model') ? { model: textAt(row, 'model') } : {}) };
      const text = partsOf(row['content'], found).flatMap((part) => (part.type === 'text' ? [part.text] : []));
      if (text.length > 0) found.items.push({ kind: 'assistant', ...place, text: text.join('\n') });
      for (const call of Array.isArray(row['tool_calls']) ? row['tool_calls'].filter(isRow) : []) {
        const named = rowAt(call, 'function') ?? call;
        found.items.push({ kind: 'call', ...place, id: textAt(call, 'id'), ...callOf(named) });
      }
    } else if (role === 'tool') {
      const output = outputText(row['content']);
      const isError = row['is_error'] === true || /^\s*<system>ERROR/.test(output);
      found.items.push({ kind: 'result', time, id: textAt(row, 'tool_call_id'), output, isError });
    } else leaveOut(found, role === '' || role.startsWith('_') ? 'markers' : `messages of the role ${role}`);
  }
  return found;
}

/** Epoch milliseconds of a text, or of a number of seconds or milliseconds. */
function timeOf(row: Row): number | undefined {
  const value = row['timestamp'] ?? row['time'] ?? row['created_at'];
  if (typeof value === 'number' && value > 0) return value < 1e11 ? Math.floor(value * 1000) : Math.floor(value);
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function partsOf(content: unknown, found: Conversation): Part[] {
  if (typeof content === 'string') return content.trim() === '' ? [] : [{ type: 'text', text: content }];
  return (Array.isArray(content) ? content.filter(isRow) : []).flatMap((part): Part[] => {
    const text = textAt(part, 'text');
    const url = textAt(rowAt(part, 'image_url'), 'url') || textAt(part, 'image_url') || textAt(part, 'url');
    const image = dataUrl(url);
    if (part['type'] === 'text') return text.trim() === '' ? [] : [{ type: 'text', text }];
    if (image) return [image];
    leaveOut(
      found,
      /think/.test(textAt(part, 'type')) ? 'thoughts' : `parts of type ${textAt(part, 'type') || 'unknown'}`,
    );
    return [];
  });
}

function callOf(named: Row): { name: string; input: Row } {
  const { arguments: given } = named;
  const name = textAt(named, 'name');
  if (isRow(given)) return { name, input: given };
  try {
    const value: unknown = JSON.parse(String(given));
    return { name, input: isRow(value) ? value : { arguments: given } };
  } catch {
    // the model wrote invalid JSON: keep its text
    return { name, input: { arguments: String(given) } };
  }
}
