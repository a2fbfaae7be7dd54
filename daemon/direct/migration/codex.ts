/** Parses sessions of Codex: `sessions/YYYY/MM/DD/rollout-*.jsonl`, one line per item (acp-cli.md 2.2). */
import { basename } from 'node:path';
import { jsonOf } from '../../base/text/json.js';
import {
  createConversation,
  dataUrl,
  isRow,
  leaveOut,
  outputText,
  rowAt,
  textAt,
  timeAt,
  type Conversation,
  type Item,
  type Part,
  type Row,
} from './conversation.js';

/** Texts that the program added before the user's first message. */
const ownWords =
  /^\s*(?:<(?:environment_context|user_instructions|turn_aborted|user_action|skill)>|# AGENTS\.md instructions)/;

/** `undefined` in `rows` is a line that could not be parsed. */
export function readCodex(file: string, rows: readonly (Row | undefined)[]): Conversation {
  const found = createConversation(/([0-9a-f]{8}-[0-9a-f-]{27})\.jsonl$/.exec(file)?.[1] ?? basename(file, '.jsonl'));
  found.lines = rows.length;
  found.bad = rows.filter((row) => row === undefined).length;
  let time = 0;
  let model = '';
  /** replies have no ids: a new one begins after each user message or result */
  let reply = 0;
  for (const [at, row] of rows.entries()) {
    if (row === undefined) continue;
    // in early files the line is the item itself
    const item = rowAt(row, 'payload') ?? row;
    time = timeAt(row, 'timestamp', time);
    switch (row['type']) {
      case 'session_meta':
        found.id = textAt(item, 'id') || found.id;
        found.cwd = textAt(item, 'cwd') || found.cwd;
        break;
      case 'turn_context':
        model = textAt(item, 'model') || model;
        found.cwd ||= textAt(item, 'cwd');
        break;
      case 'event_msg':
      case 'compacted':
        break;
      default: {
        if (row['type'] !== 'response_item' && rowAt(row, 'payload')) {
          leaveOut(found, `lines of type ${textAt(row, 'type') || 'unknown'}`);
          break;
        }
        if (at === 0 && item['type'] === undefined) {
          found.id = textAt(item, 'id') || found.id;
          break;
        }
        const made = itemOf(item, { time, reply: `reply ${reply}`, ...(model === '' ? {} : { model }) }, found);
        if (made?.kind === 'user' || made?.kind === 'result') reply += 1;
        if (made) found.items.push(made);
      }
    }
  }
  return found;
}

type ReplyFacts = { time: number; reply: string; model?: string };

function itemOf(item: Row, place: ReplyFacts, found: Conversation): Item | undefined {
  const id = textAt(item, 'call_id') || textAt(item, 'id');
  switch (item['type']) {
    case 'message':
      return messageOf(item, place, found);
    case 'function_call':
      return { kind: 'call', ...place, id, name: textAt(item, 'name'), input: argumentsOf(textAt(item, 'arguments')) };
    case 'custom_tool_call':
      return { kind: 'call', ...place, id, name: textAt(item, 'name'), input: { input: textAt(item, 'input') } };
    case 'local_shell_call':
      return { kind: 'call', ...place, id, name: 'shell', input: rowAt(item, 'action') ?? {} };
    case 'function_call_output':
    case 'custom_tool_call_output':
      return { kind: 'result', time: place.time, id, ...resultOf(item['output']) };
    case 'reasoning':
      leaveOut(found, 'thoughts');
      return undefined;
    default:
      leaveOut(found, `items of type ${textAt(item, 'type') || 'unknown'}`);
      return undefined;
  }
}

function messageOf(item: Row, place: ReplyFacts, found: Conversation): Item | undefined {
  const content = item['content'];
  const blocks = Array.isArray(content) ? content.filter(isRow) : [];
  if (item['role'] === 'assistant') {
    const text = blocks.map((block) => textAt(block, 'text')).join('\n');
    return text.trim() === '' ? undefined : { kind: 'assistant', ...place, text };
  }
  if (item['role'] !== 'user') {
    leaveOut(found, 'words of the program');
    return undefined;
  }
  const parts: Part[] = [];
  for (const block of blocks) {
    const text = textAt(block, 'text');
    const image = dataUrl(textAt(block, 'image_url'));
    if (text !== '' && ownWords.test(text)) leaveOut(found, 'words of the program');
    else if (text.trim() !== '') parts.push({ type: 'text', text });
    else if (image) parts.push(image);
    else leaveOut(found, `blocks of type ${textAt(block, 'type') || 'unknown'}`);
  }
  return parts.length === 0 ? undefined : { kind: 'user', time: place.time, parts };
}

function argumentsOf(text: string): Row {
  const value = jsonOf(text);
  return isRow(value) ? value : { arguments: text };
}

/** Outputs of commands are JSON in a string: `{output, metadata: {exit_code}}`. */
function resultOf(value: unknown): { output: string; isError: boolean } {
  const inner = typeof value === 'string' ? jsonOf(value) : value;
  if (!isRow(inner)) return { output: outputText(value), isError: false };
  const exitCode = rowAt(inner, 'metadata')?.['exit_code'];
  const isError = inner['success'] === false || (typeof exitCode === 'number' && exitCode !== 0);
  return { output: outputText(inner['output'] ?? inner['content'] ?? value), isError };
}
