/** Parses sessions in opencode's database: messages with separate parts, or with their content (acp-cli.md 2.2). */
import { createHash } from 'node:crypto';
import { constants, existsSync, statSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import {
  createConversation,
  dataUrl,
  isRow,
  leaveOut,
  MigrationProblem,
  unreadable,
  outputText,
  rowAt,
  rowsIn,
  textAt,
  timeAt,
  type Conversation,
  type Part,
  type Row,
} from './conversation.js';

interface OpencodeDatabase {
  file: string;
  /** sessions that no other session started, oldest first */
  ids: string[];
  /** rows of a session, beginning with its own; `undefined` is a row that could not be parsed */
  rowsOf(id: string): { rows: (Row | undefined)[]; hash: string };
  close(): Promise<void>;
}

/** Opens the database in `directory` for reading; undefined when there is none. Throws MigrationProblem. */
export async function openOpencode(directory: string, longest: number): Promise<OpencodeDatabase | undefined> {
  const file = join(directory, 'opencode.db');
  if (!isFile(file)) return undefined;
  const temporary = await mkdtemp(join(tmpdir(), 'agent-migrate-'));
  let db: Database.Database | undefined;
  const close = async (): Promise<void> => {
    db?.close();
    await rm(temporary, { recursive: true, force: true });
  };
  try {
    // reading an unused database in place would leave files beside it, so read a copy
    const isInUse = existsSync(`${file}-wal`);
    const opened = isInUse ? file : join(temporary, 'opencode.db');
    if (!isInUse) await copyFile(file, opened, constants.COPYFILE_FICLONE);
    db = new Database(opened, { readonly: true, fileMustExist: true, timeout: 10_000 });
    const reader = readerOf(db, longest);
    return { file, ...reader, close };
  } catch (error) {
    await close();
    throw new MigrationProblem(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Throws MigrationProblem for a loop of links, or a directory that cannot be read. */
function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch (error) {
    throw unreadable(path, error);
  }
}

function readerOf(db: Database.Database, longest: number): Pick<OpencodeDatabase, 'ids' | 'rowsOf'> {
  const columns = (table: string): string[] =>
    db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
  const tables = ['session', 'session_v2'].filter((table) => columns(table).includes('id'));
  if (tables.length === 0) throw new Error('it has no table of sessions');
  const sessions = new Map<string, Row>();
  for (const table of tables)
    for (const row of db.prepare<[], Row>(`SELECT * FROM ${table}`).all())
      if (!textAt(row, 'parent_id')) sessions.set(textAt(row, 'id'), row);
  const selects = [
    ['message', 'time_created, id'],
    ['part', 'message_id, id'],
    ['session_message', columns('session_message').includes('seq') ? 'seq' : 'time_created, id'],
  ] as const;
  const present = selects.filter(([table]) => columns(table).includes('data'));

  const rowsOf = (id: string): { rows: (Row | undefined)[]; hash: string } => {
    const digest = createHash('sha256').update(JSON.stringify(sessions.get(id)));
    const rows: (Row | undefined)[] = [{ ...sessions.get(id), table: 'session' }];
    try {
      let size = 0;
      for (const [table, order] of present)
        for (const row of db
          .prepare<[string], Row>(`SELECT * FROM ${table} WHERE session_id = ? ORDER BY ${order}`)
          .iterate(id)) {
          const data = String(row['data']);
          size += data.length;
          if (size > longest) return { rows: [undefined], hash: '' };
          digest.update(`\n${data}`);
          rows.push(withData(row, table, data));
        }
    } catch (error) {
      // a damaged page costs only the sessions on it
      if (error instanceof Database.SqliteError) return { rows: [undefined], hash: '' };
      throw error;
    }
    return { rows, hash: digest.digest('hex') };
  };
  return { ids: [...sessions.keys()].filter((id) => id !== ''), rowsOf };
}

function withData(row: Row, table: string, text: string): Row | undefined {
  try {
    const data: unknown = JSON.parse(text);
    return isRow(data) ? { ...row, table, data } : undefined;
  } catch {
    // counted as a bad line
    return undefined;
  }
}

/** `undefined` in `rows` is a row that could not be parsed. */
export function readOpencode(id: string, rows: readonly (Row | undefined)[]): Conversation {
  const found = createConversation(id);
  found.lines = rows.length;
  found.bad = rows.filter((row) => row === undefined).length;
  const of = (table: string): Row[] => rows.filter((row) => row !== undefined).filter((row) => row['table'] === table);
  const [session = {}] = of('session');
  found.cwd = textAt(session, 'directory');
  found.title = textAt(session, 'title').replace(/^New session - \d{4}-.*$/, '');
  const messages = of('message').map((row) => ({ ...rowAt(row, 'data'), id: row['id'], at: row['time_created'] }));
  const entries = of('session_message').map((row) => ({
    ...rowAt(row, 'data'),
    ...{ id: row['id'], type: row['type'], at: row['time_created'] },
  }));
  const parts = new Map<unknown, Row[]>();
  for (const row of of('part'))
    parts.set(row['message_id'], [...(parts.get(row['message_id']) ?? []), rowAt(row, 'data') ?? {}]);
  // both forms may exist during an upgrade of the database: use the one with more messages
  const isNewer = countUserMessages(entries, 'type') >= countUserMessages(messages, 'role') && entries.length > 0;
  for (const message of kept(isNewer ? entries : messages, session, found))
    if (isNewer) addEntry(message, found);
    else addMessage(message, parts.get(message['id']) ?? [], found);
  return found;
}

function countUserMessages(messages: readonly Row[], key: string): number {
  return messages.filter((message) => message[key] === 'user').length;
}

/** The messages without the reverted ones. */
function kept(messages: readonly Row[], session: Row, found: Conversation): readonly Row[] {
  let revert: unknown;
  try {
    revert = JSON.parse(textAt(session, 'revert') || 'null');
  } catch {
    // invalid JSON: nothing was reverted
  }
  const end = isRow(revert) ? messages.findIndex(({ id }) => id === textAt(revert, 'messageID')) : -1;
  if (end < 0) return messages;
  messages.slice(end).forEach(() => leaveOut(found, 'messages taken back'));
  return messages.slice(0, end);
}

function timeOf(message: Row): number {
  return timeAt(rowAt(message, 'time') ?? {}, 'created', timeAt(message, 'at', 0));
}

/** Converts the older form: the content is in parts. */
function addMessage(message: Row, parts: readonly Row[], found: Conversation): void {
  if (message['role'] === 'user')
    return addUser(
      parts.filter(({ type }) => type !== 'file'),
      parts.filter(({ type }) => type === 'file'),
      timeOf(message),
      found,
    );
  if (message['role'] !== 'assistant') return leaveOut(found, 'words of the program');
  if (message['summary'] === true) return leaveOut(found, 'summaries');
  addReply(message, textAt(message, 'modelID'), parts, found);
}

/** Converts the newer form. */
function addEntry(entry: Row, found: Conversation): void {
  switch (entry['type']) {
    case 'user':
      return addUser([{ type: 'text', text: textAt(entry, 'text') }], rowsIn(entry['files']), timeOf(entry), found);
    case 'assistant':
      return addReply(entry, textAt(rowAt(entry, 'model'), 'id'), rowsIn(entry['content']), found);
    case 'agent-switched':
    case 'model-switched':
      return;
    case 'compaction':
      return leaveOut(found, 'summaries');
    case 'synthetic':
    case 'system':
      return leaveOut(found, 'words of the program');
    default:
      leaveOut(found, `messages of type ${textAt(entry, 'type') || 'unknown'}`);
  }
}

function addUser(texts: readonly Row[], files: readonly Row[], time: number, found: Conversation): void {
  const parts: Part[] = [];
  for (const part of texts) {
    const text = textAt(part, 'text');
    if (part['type'] !== 'text') leaveOut(found, `parts of type ${textAt(part, 'type') || 'unknown'}`);
    else if (part['synthetic'] === true || part['ignored'] === true) leaveOut(found, 'words of the program');
    else if (text.trim() !== '') parts.push({ type: 'text', text });
  }
  for (const file of files) {
    const image = dataUrl(textAt(file, 'url') || textAt(file, 'uri'));
    if (image) parts.push(image);
    else leaveOut(found, 'attached files');
  }
  if (parts.length > 0) found.items.push({ kind: 'user', time, parts });
}

function addReply(message: Row, model: string, parts: readonly Row[], found: Conversation): void {
  const time = timeOf(message);
  const place = { time, reply: textAt(message, 'id'), ...(model === '' ? {} : { model }) };
  for (const part of parts) {
    const text = textAt(part, 'text');
    switch (part['type']) {
      case 'text':
        if (part['synthetic'] === true || part['ignored'] === true) leaveOut(found, 'words of the program');
        else if (text.trim() !== '') found.items.push({ kind: 'assistant', ...place, text });
        break;
      case 'tool': {
        const id = textAt(part, 'callID') || textAt(part, 'id');
        const state = rowAt(part, 'state') ?? {};
        const name = textAt(part, 'tool') || textAt(part, 'name');
        found.items.push({ kind: 'call', ...place, id, name, input: rowAt(state, 'input') ?? {} });
        const isError = state['status'] === 'error';
        const error = textAt(state, 'error') || textAt(rowAt(state, 'error'), 'message');
        const output = textAt(state, 'output') || outputText(state['content']);
        if (isError || state['status'] === 'completed')
          found.items.push({ kind: 'result', time, id, output: isError ? error || output : output, isError });
        break;
      }
      case 'reasoning':
        leaveOut(found, 'thoughts');
        break;
      // markers between steps, and lists of changed files
      case 'step-start':
      case 'step-finish':
      case 'snapshot':
      case 'patch':
        break;
      default:
        leaveOut(found, `parts of type ${textAt(part, 'type') || 'unknown'}`);
    }
  }
}
