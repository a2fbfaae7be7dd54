/** Parses sessions of Claude Code: `projects/<directory>/<uuid>.jsonl`, one line per message block (acp-cli.md 2.2). */
import { basename } from 'node:path';
import {
  createConversation,
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

/** Texts that the program itself added to the conversation. */
const ownWords =
  /^\s*<(?:local-command-|command-name>|command-message>|bash-(?:input|stdout|stderr)>|system-reminder>)/;

/** `undefined` in `rows` is a line that could not be parsed. */
export function readClaude(file: string, rows: readonly (Row | undefined)[]): Conversation {
  const found = createConversation(basename(file, '.jsonl'));
  found.lines = rows.length;
  found.bad = rows.filter((row) => row === undefined).length;
  const known = rows.filter((row) => row !== undefined);
  for (const row of known) {
    found.cwd ||= textAt(row, 'cwd');
    if (row['type'] === 'summary') found.title ||= textAt(row, 'summary');
    if (row['type'] === 'ai-title') found.title = textAt(row, 'aiTitle') || found.title;
  }
  const custom = known.findLast((row) => row['type'] === 'custom-title');
  if (custom) found.title = textAt(custom, 'customTitle') || found.title;
  let time = 0;
  for (const row of branch(known, found)) {
    time = timeAt(row, 'timestamp', time);
    found.items.push(...itemsOf(row, time, found));
  }
  return found;
}

function isMessage(row: Row): boolean {
  return row['type'] === 'user' || row['type'] === 'assistant';
}

/** The lines of the path from the first message to the last leaf, in the order of the file. */
function branch(rows: readonly Row[], found: Conversation): Row[] {
  const byId = new Map(rows.map((row) => [textAt(row, 'uuid'), row]));
  const main = rows.filter((row) => isMessage(row) && row['isSidechain'] !== true);
  for (const row of rows) if (isMessage(row) && row['isSidechain'] === true) leaveOut(found, 'messages of subagents');
  const chain = new Set<Row>();
  for (let row = main.at(-1); row && !chain.has(row);) {
    chain.add(row);
    row = byId.get(textAt(row, 'parentUuid') || textAt(row, 'logicalParentUuid'));
  }
  // parallel calls and their results are not on the path itself, but beside it
  const replies = new Set([...chain].map((row) => textAt(rowAt(row, 'message'), 'id')).filter((id) => id !== ''));
  const taken = main.filter((row) => chain.has(row) || replies.has(textAt(rowAt(row, 'message'), 'id')));
  const calls = new Set(taken.flatMap((row) => blocksOf(row).map((block) => textAt(block, 'id'))));
  const all = new Set(taken);
  for (const row of main) {
    const answers = blocksOf(row).some(
      (block) => block['type'] === 'tool_result' && calls.has(textAt(block, 'tool_use_id')),
    );
    if (answers) all.add(row);
  }
  const kept = main.filter((row) => all.has(row));
  for (const row of main) if (!all.has(row)) leaveOut(found, 'messages of other branches');
  return kept.filter((row) => row['isMeta'] !== true && row['isCompactSummary'] !== true);
}

function blocksOf(row: Row): Row[] {
  const content = rowAt(row, 'message')?.['content'];
  return Array.isArray(content) ? content.filter(isRow) : [];
}

function itemsOf(row: Row, time: number, found: Conversation): Item[] {
  const message = rowAt(row, 'message');
  const content = message?.['content'];
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : blocksOf(row);
  return row['type'] === 'user' ? userItems(blocks, time, found) : replyItems(row, message, blocks, time, found);
}

function userItems(blocks: readonly Row[], time: number, found: Conversation): Item[] {
  const items: Item[] = [];
  const parts: Part[] = [];
  for (const block of blocks) {
    if (block['type'] === 'tool_result') {
      const output = outputText(block['content']);
      items.push({
        kind: 'result',
        time,
        id: textAt(block, 'tool_use_id'),
        output,
        isError: block['is_error'] === true,
      });
    } else if (block['type'] === 'text') {
      const text = textAt(block, 'text');
      if (ownWords.test(text)) leaveOut(found, 'words of the program');
      else if (text.trim() !== '') parts.push({ type: 'text', text });
    } else if (block['type'] === 'image' && textAt(rowAt(block, 'source'), 'type') === 'base64') {
      const source = rowAt(block, 'source');
      parts.push({ type: 'image', mediaType: textAt(source, 'media_type'), data: textAt(source, 'data') });
    } else leaveOut(found, `blocks of type ${textAt(block, 'type') || 'unknown'}`);
  }
  if (parts.length > 0) items.push({ kind: 'user', time, parts });
  return items;
}

function replyItems(
  row: Row,
  message: Row | undefined,
  blocks: readonly Row[],
  time: number,
  found: Conversation,
): Item[] {
  const reply = textAt(message, 'id') || textAt(row, 'uuid');
  const model = textAt(message, 'model');
  const by = model === '' || model === '<synthetic>' ? {} : { model };
  return blocks.flatMap((block): Item[] => {
    switch (block['type']) {
      case 'text':
        return [{ kind: 'assistant', time, reply, text: textAt(block, 'text'), ...by }];
      case 'tool_use':
        return [
          {
            kind: 'call',
            time,
            reply,
            id: textAt(block, 'id'),
            name: textAt(block, 'name'),
            input: rowAt(block, 'input') ?? {},
            ...by,
          },
        ];
      case 'thinking':
      case 'redacted_thinking':
        leaveOut(found, 'thoughts');
        return [];
      default:
        leaveOut(found, `blocks of type ${textAt(block, 'type') || 'unknown'}`);
        return [];
    }
  });
}
