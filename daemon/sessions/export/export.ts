/** Writes a session as a ZIP archive for troubleshooting: records, files and logs, without secrets (cli.md 5.5). */
import type { FileHandle } from 'node:fs/promises';
import { release } from 'node:os';
import { join } from 'node:path';
import type { Session } from '../../../schemas/generated/types.js';
import { installationOf } from '../../base/installation.js';
import { createMasks } from '../../home/mask.js';
import type { HomePaths } from '../../home/paths.js';
import { createArchive, type Archive, type Entry } from './archive.js';
import { filesIn, openFile, type LeaveOut, type LeftOut } from './files.js';
import { openRecords, type Records, type RecordsOptions } from './records.js';
import { maskShapes } from '../../home/redact.js';

export interface ExportOptions extends Pick<RecordsOptions, 'sessionId' | 'leases' | 'contextLimit' | 'now'> {
  paths: Pick<HomePaths, 'database' | 'logFile' | 'logs' | 'session'>;
  /** the file to write to, from its start; open for reading and writing */
  file: FileHandle;
  /** values that an export must not contain, for a session in this directory */
  secrets(cwd: string): readonly string[];
  origin: ExportOrigin;
  globalLog: boolean;
  desktopLog: boolean;
  /** lines of the page's own log */
  webLog?: string;
  signal?: AbortSignal;
  /** called with the entries of the archive, and the files that were left out */
  onFinish?(entries: readonly Entry[], leftOut: readonly LeftOut[]): void;
}

/**
 * Writes the archive and resolves with its size in bytes. The session may keep working: all records are from one
 * moment, and growing files are cut. Throws SESSION_NOT_FOUND; rejects when it is aborted or cannot be written.
 */
export async function writeExport(options: ExportOptions): Promise<number> {
  const { paths, sessionId, file, signal, now } = options;
  const records = openRecords({ ...options, database: paths.database });
  let archive: Archive | undefined;
  try {
    const secrets = options.secrets(records.row.cwd);
    const mtime = new Date(records.row.updated_at);
    archive = await createArchive({ file, masks: createMasks(secrets), mtime, signal });
    const leftOut: LeftOut[] = [];
    const nameOf = createNames(secrets);
    await addRecords(archive, records);
    records.close();
    const directory = paths.session(sessionId).directory;
    for await (const { path, content, mtime: own, binary } of filesIn(directory, leaveOutIn('session/', leftOut)))
      await archive.add(nameOf(`session/${path}`), content, { mtime: own, binary });
    await addLogs(archive, options, leaveOutIn('', leftOut));
    const { session } = records.summary;
    const named = leftOut.map(({ path, reason }) => ({ path: nameOf(path), reason }));
    const { entries } = archive;
    const facts = {
      session,
      exportedAt: new Date(now()),
      entries: [...entries],
      leftOut: named,
      origin: options.origin,
    };
    await archive.add('manifest.json', once(`${JSON.stringify(manifestOf(facts), undefined, 2)}\n`));
    const size = await archive.finish();
    options.onFinish?.(entries, named);
    return size;
  } catch (error) {
    archive?.abort();
    throw error;
  } finally {
    records.close();
  }
}

async function addRecords(archive: Archive, { summary, events, messages }: Records): Promise<void> {
  await archive.add('session.json', once(`${JSON.stringify(summary, undefined, 2)}\n`));
  await archive.add('messages.jsonl', messages());
  await archive.add('events.jsonl', events());
}

async function addLogs(archive: Archive, options: ExportOptions, leaveOut: LeaveOut): Promise<void> {
  const { paths, sessionId, webLog } = options;
  await addFile(archive, logPaths.session, paths.session(sessionId).logFile, leaveOut);
  if (options.globalLog) await addFile(archive, logPaths.global, paths.logFile, leaveOut);
  if (webLog !== undefined) await archive.add(logPaths.web, once(webLog));
  if (options.desktopLog)
    await addFile(archive, logPaths.desktop, join(paths.logs, 'agent-code-desktop.log'), leaveOut);
}

/** A missing log is not an error. */
async function addFile(archive: Archive, name: string, path: string, leaveOut: LeaveOut): Promise<void> {
  const found = await openFile(path, ({ reason }) => leaveOut({ path: name, reason }));
  if (!found) return;
  try {
    // a log is handled as text, even if it contains other bytes
    await archive.add(name, found.content, { mtime: found.mtime });
  } finally {
    await found.close();
  }
}

function leaveOutIn(prefix: string, list: LeftOut[]): LeaveOut {
  return ({ path, reason }) => void list.push({ path: prefix + path, reason });
}

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/** Characters that a system forbids in file names, that could change the path, or that are invisible. */
const unsafeChars = /[\\:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
/** Maximum characters of one name in a path. */
const longest = 200;

/** Maps paths to unique entry names with `/` as the separator; unique also where case is ignored. */
function createNames(secrets: readonly string[]): (path: string) => string {
  const taken = new Set<string>();
  return (path) => {
    const name = withoutSecrets(path, secrets).split('/').map(part).join('/');
    const [, stem = name, ending = ''] = /^(.*[^/])(\.[^./]{1,20})$/.exec(name) ?? [];
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? name : `${stem}~${number}${ending}`;
      const key = candidate.normalize('NFC').toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return candidate;
    }
  };
}

function part(name: string): string {
  const fit = name
    .toWellFormed()
    .replace(unsafeChars, '_')
    .replace(/[. ]+$/, '_');
  return fit.length > longest ? `${fit.slice(0, longest).toWellFormed()}~` : fit === '' ? '_' : fit;
}

function withoutSecrets(path: string, secrets: readonly string[]): string {
  let result = path;
  for (const secret of secrets) if (secret.length >= 6) result = result.replaceAll(secret, '___');
  return maskShapes(result);
}

/** Facts in the manifest about the program and the machine. */
interface ExportOrigin {
  version: string;
  env: Readonly<Record<string, string | undefined>>;
  platform: string;
  /** absolute path of the program that was started */
  program: string;
}

interface ManifestFacts {
  session: Session;
  exportedAt: Date;
  entries: readonly Entry[];
  leftOut: readonly LeftOut[];
  origin: ExportOrigin;
}

/** Entries that the manifest also names in fields of their own. */
const logPaths = {
  session: 'logs/session.log',
  global: 'logs/global/agent-code.log',
  web: 'logs/agent-web.jsonl',
  desktop: 'logs/agent-desktop.log',
};

function manifestOf({ session, exportedAt, entries, leftOut, origin }: ManifestFacts): object {
  const { version, env, platform, program } = origin;
  const has = (path: string): boolean => entries.some((entry) => entry.path === path);
  return {
    sessionId: session.id,
    exportedAt: exportedAt.toISOString(),
    version,
    os: `${platform} ${release()} ${process.arch}`,
    nodejsVersion: process.versions.node,
    title: session.title,
    workspaceDir: session.metadata['cwd'],
    sessionFirstActivity: session.created_at,
    sessionLastActivity: session.updated_at,
    sessionLogPath: has(logPaths.session) ? logPaths.session : null,
    globalLogPath: has(logPaths.global) ? logPaths.global : null,
    ...(has(logPaths.web) ? { webLogPath: logPaths.web } : {}),
    ...(has(logPaths.desktop) ? { desktopLogPath: logPaths.desktop } : {}),
    installSource: installationOf(program).source,
    shellEnv: {
      term: env['TERM'] ?? null,
      termProgram: env['TERM_PROGRAM'] ?? null,
      multiplexer: multiplexerOf(env),
      shell: env['SHELL'] ?? null,
    },
    files: entries,
    ...(leftOut.length === 0 ? {} : { leftOut }),
  };
}

function multiplexerOf(env: ExportOrigin['env']): string | null {
  if (env['TMUX']) return 'tmux';
  if (env['STY']) return 'screen';
  return env['ZELLIJ'] ? 'zellij' : null;
}
