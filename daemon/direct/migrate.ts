/** `agent migrate` without a server: imports the data of other assistants and old installations (acp-cli.md 2.2). */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import type {
  FoundSession,
  MigrationReport,
  MigrationKind,
  MigrationRequest,
  SessionClass,
  SettingsBrief,
} from '../../schemas/migration.js';
import { writeFileAtomic } from '../base/fs/atomic.js';
import { errorCode } from '../base/fs/errno.js';
import { createHome, prepareHome } from '../home/paths.js';
import { openImporter } from '../sessions/importing/importing.js';
import { adoptSettings } from './migration/adopt.js';
import { readClaude } from './migration/claude.js';
import { readCodex } from './migration/codex.js';
import { isRow, MigrationProblem, textAt, unreadable, type Conversation, type Row } from './migration/conversation.js';
import { readGemini } from './migration/gemini.js';
import { readKimi } from './migration/kimi.js';
import { readLegacy } from './migration/legacy.js';
import { openOpencode, readOpencode } from './migration/opencode.js';
import { findSettings, knownDirectories } from './migration/settings.js';
import { turnsOf } from './migration/turns.js';

/** Maximum bytes of a session file. */
const longestFile = 256 * 1024 * 1024;

/** Sources with one file per session. */
type FileSource = Exclude<MigrationKind, 'opencode'>;

/** Directories of the sources, and patterns of their session files relative to those. */
const places: Record<FileSource, { roots: string[]; session: RegExp }> = {
  // subagents have directories or files of their own
  claude: { roots: ['projects'], session: /^[^/]+\/(?!agent-)[^/]+\.jsonl$/ },
  codex: { roots: ['sessions', 'archived_sessions'], session: /(?:^|\/)rollout-[^/]*\.jsonl$/ },
  gemini: { roots: ['tmp'], session: /^[^/]+\/[^/]+\/session-[^/]*\.jsonl?$/ },
  kimi: { roots: ['sessions'], session: /^wd_[^/]+\/session_[^/]+\/agents\/main\/wire\.jsonl$/ },
  legacy: { roots: ['sessions'], session: /\.jsonl$/ },
};

/** All sessions of the source that match the request, oldest first. Throws MigrationProblem. */
export async function findSessions(request: MigrationRequest): Promise<FoundSession[]> {
  const found: FoundSession[] = [];
  const source = await openSource(request);
  try {
    for (const one of source.sessions) {
      if (request.signal.aborted) break;
      const each = await sessionOf(source, one);
      if (!each) continue;
      const isRecent = request.since === undefined || each.updated >= request.since;
      if (isRecent && (request.cwd === undefined || each.cwd === request.cwd)) found.push(each);
    }
  } finally {
    await source.close();
  }
  return found.sort((a, b) => a.updated - b.updated);
}

/** Returns a session without content for a file that cannot be read; undefined for one that is gone. */
async function sessionOf(source: Source, place: SessionFile): Promise<FoundSession | undefined> {
  try {
    return (await source.read(place)).session;
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    if (code === 'ENOENT') return undefined;
    const id = basename(place.file).replace(/\.jsonl?$/, '');
    return { id, ...place, class: 'corrupt', cwd: '', title: '', messages: 0, updated: 0 };
  }
}

/** Imports settings, then sessions, and writes the report. On an abort, finishes the session in progress. */
export async function importAll(
  request: MigrationRequest,
  sessions: readonly FoundSession[],
  onProgress: (done: number) => void,
): Promise<MigrationReport> {
  const paths = createHome({ env: { AGENT_CODE_HOME: request.home }, userHome: request.home, cwd: request.home });
  const report: MigrationReport = {
    startedAt: new Date().toISOString(),
    source: { kind: request.source, path: request.path },
    steps: [...(request.settings ? ['settings'] : []), 'sessions'],
    settings: {},
    refused: [],
    sessions: { imported: 0, skipped: 0, failed: [] },
    left_out: {},
    conflicts: [],
  };
  await prepareHome(paths);
  if (request.settings) {
    const { taken, conflicts, refused } = await adoptSettings(paths, await findSettings(request.source, request.path));
    Object.assign(report, { settings: taken, conflicts, refused });
  }
  const source = await openSource(request);
  const importer = openImporter(paths);
  try {
    for (const [index, found] of sessions.entries()) {
      if (request.signal.aborted) {
        report.cancelled = true;
        break;
      }
      await importOne(found);
      onProgress(index + 1);
    }
  } finally {
    importer.close();
    await source.close();
  }
  await writeFileAtomic(join(request.home, 'migration-report.json'), `${JSON.stringify(report, undefined, 2)}\n`);
  return report;

  async function importOne({ class: kind, ...one }: FoundSession): Promise<void> {
    const { sessions: counts } = report;
    const file = nameOf(one);
    if (kind === 'empty' || kind === 'placeholder') {
      counts.skipped += 1;
      return;
    }
    if (kind === 'corrupt') {
      counts.failed.push({ file, reason: 'nothing in it can be read' });
      return;
    }
    try {
      const path = nameOf({ ...one, file: await realpath(one.file) });
      const { conversation, hash } = await source.read(one);
      if (importer.isKnown(path, hash)) {
        counts.skipped += 1;
        return;
      }
      const { cwd, title, items, leftOut, bad } = conversation;
      const place = { path, hash, source: request.source, cwd: cwd === '' ? userHome() : cwd, title };
      const { lostImages } = await importer.add({ ...place, turns: turnsOf(items) });
      counts.imported += 1;
      const more = {
        ...leftOut,
        'lines that could not be read': bad,
        images: lostImages,
        'working directories': cwd === '' ? 1 : 0,
      };
      for (const [what, count] of Object.entries(more))
        if (count > 0) report.left_out[what] = (report.left_out[what] ?? 0) + count;
    } catch (error) {
      counts.failed.push({ file, reason: error instanceof Error ? error.message : String(error) });
    }
  }
}

/** The name of a session; includes its id when the file has several sessions. */
function nameOf({ file, within }: Pick<FoundSession, 'file' | 'within'>): string {
  return within === undefined ? file : `${file}#${within}`;
}

function userHome(): string {
  return process.env['HOME'] ?? '/';
}

/** Counts what can be imported besides sessions. */
export async function settingsIn({ source, path }: Pick<MigrationRequest, 'source' | 'path'>): Promise<SettingsBrief> {
  const { config, tui, servers, skills, histories } = await findSettings(source, path);
  const counts = {
    'configuration entries': entriesIn(config),
    'terminal UI settings': Object.keys(tui).length,
    'MCP servers': servers.size,
    skills: skills.length,
    'input histories': histories.length,
  };
  return {
    counts: Object.fromEntries(Object.entries(counts).filter(([, number]) => number > 0)),
    servers: [...servers].map(([name, { command, args, url }]) => ({
      name,
      runs: [command ?? url, ...(Array.isArray(args) ? (args as unknown[]) : [])].map(String).join(' '),
    })),
  };
}

function entriesIn(config: Readonly<Record<string, unknown>>): number {
  return Object.values(config).reduce<number>((sum, value) => sum + (isRow(value) ? Object.keys(value).length : 1), 0);
}

type SessionFile = Pick<FoundSession, 'file' | 'within'>;

interface Source {
  sessions: SessionFile[];
  read(place: SessionFile): Promise<ReadSession>;
  close(): Promise<void>;
}

const noSessions: Source = {
  sessions: [],
  read: () => Promise.reject(new MigrationProblem('there are no sessions')),
  close: () => Promise.resolve(),
};

async function openSource(request: MigrationRequest): Promise<Source> {
  const { source, path, isUsual } = request;
  if (source !== 'opencode') {
    const files = await filesOf(source, request);
    return {
      sessions: files.map((file) => ({ file })),
      read: ({ file }) => readFileOf(source, file),
      close: () => Promise.resolve(),
    };
  }
  const database = await openOpencode(path, longestFile);
  if (!database && isUsual) return noSessions;
  if (!database) throw new MigrationProblem(`${path} holds no sessions of opencode: it has no file opencode.db`);
  const { file, ids, close } = database;
  return {
    sessions: ids.map((within) => ({ file, within })),
    read: async ({ within = '' }) => {
      const { rows, hash } = database.rowsOf(within);
      const { mtimeMs } = await stat(file);
      return { ...factsOf({ file, within }, readOpencode(within, rows), mtimeMs), hash };
    },
    close,
  };
}

async function filesOf(source: FileSource, { path, isUsual }: MigrationRequest): Promise<string[]> {
  const { roots, session } = places[source];
  const files: string[] = [];
  let isThere = false;
  for (const root of roots.map((name) => join(path, name))) {
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
      const code = errorCode(error);
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
      throw unreadable((error as NodeJS.ErrnoException).path ?? root, error);
    });
    if (!entries) continue;
    isThere = true;
    for (const entry of entries) {
      const file = join(entry.parentPath, entry.name);
      if (entry.isFile() && session.test(relative(root, file))) files.push(file);
    }
  }
  if (!isThere && !isUsual)
    throw new MigrationProblem(`${path} holds no sessions of ${source}: it has no directory ${roots[0]}`);
  return files.sort();
}

interface ReadSession {
  session: FoundSession;
  conversation: Conversation;
  hash: string;
}

async function readFileOf(source: FileSource, file: string): Promise<ReadSession> {
  const { size, mtimeMs } = await stat(file);
  const { rows, hash } = size > longestFile ? { rows: [undefined], hash: '' } : await rowsOf(file);
  return { ...factsOf({ file }, await conversationIn(source, file, rows), mtimeMs), hash };
}

async function conversationIn(
  source: FileSource,
  file: string,
  rows: readonly (Row | undefined)[],
): Promise<Conversation> {
  switch (source) {
    case 'claude':
      return readClaude(file, rows);
    case 'codex':
      return readCodex(file, rows);
    case 'gemini': {
      const found = readGemini(file, rows);
      found.cwd ||= await projectOf(file);
      return found;
    }
    case 'kimi': {
      const state = await readFile(join(dirname(file), '..', '..', 'state.json'), 'utf8').catch(() => '');
      return readKimi(file, rows, rowOf(state) ?? {});
    }
    case 'legacy': {
      const found = readLegacy(file, rows);
      await addFacts(found, file);
      return found;
    }
  }
}

function factsOf(place: SessionFile, conversation: Conversation, changed: number): Omit<ReadSession, 'hash'> {
  const spoken = conversation.items.filter(({ kind }) => kind === 'user' || kind === 'assistant');
  const session: FoundSession = {
    id: conversation.id,
    ...place,
    class: classOf(conversation),
    cwd: conversation.cwd,
    title: conversation.title || firstWords(conversation),
    messages: spoken.length,
    updated: conversation.items.reduce((latest, { time }) => Math.max(latest, time), 0) || Math.floor(changed),
  };
  return { session, conversation };
}

/** The directory of a Gemini CLI project, from a file beside its chats. */
async function projectOf(file: string): Promise<string> {
  const text = await readFile(join(dirname(file), '..', '.project_root'), 'utf8').catch(() => '');
  return text.trim();
}

/** Adds title and directory of an old session: from a file beside it, or by the digest in its directory's name. */
async function addFacts(conversation: Conversation, file: string): Promise<void> {
  for (const name of ['state.json', 'metadata.json']) {
    const text = await readFile(join(dirname(file), name), 'utf8').catch(() => '');
    const facts = rowOf(text) ?? {};
    conversation.title ||= textAt(facts, 'title') || textAt(facts, 'custom_title');
    conversation.cwd ||= textAt(facts, 'cwd') || textAt(facts, 'work_dir');
  }
  if (conversation.cwd !== '') return;
  const [root = '', digest = ''] = /^(.*)\/sessions\/([^/]+)\//.exec(file)?.slice(1) ?? [];
  const known = await knownDirectories(root);
  conversation.cwd = known.find((path) => createHash('md5').update(path).digest('hex') === digest) ?? '';
}

function classOf({ items, bad, lines }: Conversation): SessionClass {
  if (lines > 0 && bad === lines) return 'corrupt';
  if (items.length === 0) return 'empty';
  if (!items.some(({ kind }) => kind === 'user')) return 'placeholder';
  return bad > 0 ? 'malformed' : 'importable';
}

function firstWords({ items }: Conversation): string {
  const first = items.find((item) => item.kind === 'user');
  const text = first?.parts.find((part) => part.type === 'text')?.text ?? '';
  return text.replace(/\s+/g, ' ').trim().slice(0, 80).toWellFormed();
}

/** Parses lines; `undefined` for one that is not a JSON object. A file that is one object is a single row. */
async function rowsOf(file: string): Promise<{ rows: (Row | undefined)[]; hash: string }> {
  const digest = createHash('sha256');
  const input = createReadStream(file);
  const lines = new PassThrough();
  input.on('data', (chunk) => void digest.update(chunk));
  input.on('error', (error) => void lines.destroy(error));
  const rows: (Row | undefined)[] = [];
  const isWhole = file.endsWith('.json');
  let whole = '';
  for await (const line of createInterface({ input: input.pipe(lines), crlfDelay: Infinity })) {
    if (isWhole) whole += `${line}\n`;
    else if (line.trim() !== '') rows.push(rowOf(line));
  }
  if (whole.trim() !== '') rows.push(rowOf(whole));
  return { rows, hash: digest.digest('hex') };
}

function rowOf(line: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(line.replace(/^\uFEFF/, ''));
    return isRow(value) ? value : undefined;
  } catch {
    // counted as a bad line
    return undefined;
  }
}
