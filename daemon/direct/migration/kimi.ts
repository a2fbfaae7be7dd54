/** Parses sessions of kimi-code: `agents/main/wire.jsonl` and `state.json` of each directory (acp-cli.md 2.2). */
import { basename, dirname } from 'node:path';
import {
  createConversation,
  dataUrl,
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

/** Origins of a message with role `user` that mean the user; a missing origin does too. */
const ofUser = ['', 'user', 'skill_activation', 'plugin_command'];
/** Beginnings of user messages that the program wrote. */
const ownWords = /^\s*<(?:system|system-reminder|notification)>/;
/** Types of rows that are ignored; rows of other unknown types are counted. */
const records =
  /^(?:metadata|forked|turn\.|config\.|permission\.|plan_mode\.|swarm_mode\.|tools\.|usage\.|goal\.|llm\.|mcp\.|request\.|full_compaction\.|micro_compaction\.|context\.(?:clear|apply_compaction|snapshot)$)/;

type ReplyFacts = { time: number; reply: string; model?: string };

/** `undefined` in `rows` is a line that could not be parsed; `state` is the content of `state.json`. */
export function readKimi(file: string, rows: readonly (Row | undefined)[], state: Row): Conversation {
  const found = createConversation(basename(dirname(dirname(dirname(file)))));
  found.lines = rows.length;
  found.bad = rows.filter((row) => row === undefined).length;
  found.cwd = textAt(state, 'workDir') || textAt(state, 'cwd');
  found.title = textAt(state, 'title');
  let time = timeAt(state, 'createdAt', 0);
  let model = '';
  for (const [at, row] of rows.entries()) {
    if (row === undefined) continue;
    time = timeAt(row, 'time', time);
    const type = textAt(row, 'type');
    if (type === 'config.update') model = textAt(row, 'modelAlias') || model;
    if (type === 'llm.request') model = textAt(row, 'model') || model;
    const place = { time, reply: `line ${at}`, ...(model === '' ? {} : { model }) };
    if (type === 'context.append_message') addMessage(rowAt(row, 'message') ?? {}, place, found);
    else if (type === 'context.append_loop_event') addEvent(rowAt(row, 'event') ?? {}, place, found);
    else if (type === 'context.undo') undo(row['count'], found);
    else if (!records.test(type)) leaveOut(found, `lines of type ${type || 'unknown'}`);
  }
  return found;
}

/** Removes the last `count` user messages, and everything after them. */
function undo(count: unknown, found: Conversation): void {
  for (let left = typeof count === 'number' ? count : 0; left > 0; left -= 1) {
    const from = found.items.findLastIndex(({ kind }) => kind === 'user');
    if (from < 0) return;
    found.items.splice(from);
    leaveOut(found, 'messages taken back');
  }
}

function addMessage(message: Row, place: ReplyFacts, found: Conversation): void {
  const parts = partsOf(message['content'], found);
  switch (message['role']) {
    case 'user': {
      const isUser = ofUser.includes(textAt(rowAt(message, 'origin'), 'kind'));
      const userParts = parts.filter((part) => isUser && !(part.type === 'text' && ownWords.test(part.text)));
      if (userParts.length < parts.length) leaveOut(found, 'words of the program');
      if (userParts.length > 0) found.items.push({ kind: 'user', time: place.time, parts: userParts });
      return;
    }
    case 'assistant':
      // the full text is here, so the summary is not needed
      if (textAt(rowAt(message, 'origin'), 'kind') === 'compaction_summary') return leaveOut(found, 'summaries');
      addText(parts, place, found);
      for (const call of rowsIn(message['toolCalls'])) {
        const named = rowAt(call, 'function') ?? call;
        addCall(textAt(call, 'id'), textAt(named, 'name'), named['arguments'], place, found);
      }
      return;
    case 'tool':
      addResult(textAt(message, 'toolCallId'), message['content'], message['isError'] === true, place, found);
      return;
    default:
      leaveOut(found, 'words of the program');
  }
}

function addEvent(event: Row, place: ReplyFacts, found: Conversation): void {
  const here = { ...place, reply: textAt(event, 'stepUuid') || place.reply };
  const id = textAt(event, 'toolCallId');
  switch (event['type']) {
    case 'step.begin':
    case 'step.end':
      return;
    case 'content.part':
      return addText(partsOf([event['part']], found), here, found);
    case 'tool.call':
      return addCall(id, textAt(event, 'name'), event['args'], here, found);
    case 'tool.result': {
      const result = rowAt(event, 'result') ?? {};
      return addResult(id, result['output'], result['isError'] === true, here, found);
    }
    default:
      leaveOut(found, `events of type ${textAt(event, 'type') || 'unknown'}`);
  }
}

function addText(parts: readonly Part[], place: ReplyFacts, found: Conversation): void {
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  if (text.trim() !== '') found.items.push({ kind: 'assistant', ...place, text });
}

function addCall(id: string, name: string, args: unknown, place: ReplyFacts, found: Conversation): void {
  let input = args;
  if (typeof args === 'string')
    try {
      input = JSON.parse(args);
    } catch {
      // keep the raw text
    }
  found.items.push({ kind: 'call', ...place, id, name, input: isRow(input) ? input : { arguments: args ?? '' } });
}

function addResult(id: string, output: unknown, isError: boolean, { time }: ReplyFacts, found: Conversation): void {
  found.items.push({ kind: 'result', time, id, output: outputText(output), isError });
}

/** Converts a text, or a list of parts. */
function partsOf(content: unknown, found: Conversation): Part[] {
  if (typeof content === 'string') return content.trim() === '' ? [] : [{ type: 'text', text: content }];
  return rowsIn(content).flatMap((part): Part[] => {
    const text = textAt(part, 'text');
    if (part['type'] === 'text') return text.trim() === '' ? [] : [{ type: 'text', text }];
    const image = dataUrl(textAt(rowAt(part, 'imageUrl') ?? rowAt(part, 'image_url'), 'url'));
    if (image) return [image];
    leaveOut(found, part['type'] === 'think' ? 'thoughts' : `parts of type ${textAt(part, 'type') || 'unknown'}`);
    return [];
  });
}
