/** Paths of the program's data (cli.md 7), and the preparation of that directory. */
import { chmod, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createFileAtomic, makeDirectories } from '../base/fs/atomic.js';
import { errorCode } from '../base/fs/errno.js';
import { CONFIG_TEMPLATE, TUI_TEMPLATE } from '../../schemas/generated/settings.js';

/** Directories and files of one session below `<home>/sessions/<session_id>`. */
export interface SessionPaths {
  directory: string;
  plans: string;
  tasks: string;
  toolResults: string;
  media: string;
  logs: string;
  logFile: string;
}

/** Absolute paths below the data directory. */
export interface HomePaths {
  home: string;
  configFile: string;
  /** lock for writers of the configuration */
  configLock: string;
  tuiFile: string;
  /** the user's MCP servers, and the lock for writers */
  mcpFile: string;
  mcpLock: string;
  database: string;
  server: string;
  instances: string;
  tokenFile: string;
  credentials: string;
  /** logins to MCP servers */
  serverCredentials: string;
  /** credential of the managed login, and the lock for writers */
  accountFile: string;
  accountLock: string;
  /** region of the last login */
  regionFile: string;
  logs: string;
  logFile: string;
  files: string;
  /** input histories, and the lock for writers */
  userHistory: string;
  historyLock: string;
  sessions: string;
  session(id: string): SessionPaths;
}

/** The data directory cannot be used; the message gives the reason and the path. */
export class HomeError extends Error {
  override readonly name = 'HomeError';
}

/** Paths for `AGENT_CODE_HOME` (absolute, or relative to `cwd`), else for `<userHome>/.agent-code`. */
export function createHome(options: {
  env: Readonly<Record<string, string | undefined>>;
  userHome: string;
  cwd: string;
}): HomePaths {
  const named = options.env['AGENT_CODE_HOME']?.trim();
  return homePaths(named ? resolve(options.cwd, named) : join(options.userHome, '.agent-code'));
}

/** Paths for a data directory that is already known. */
export function homePaths(home: string): HomePaths {
  const server = join(home, 'server');
  const logs = join(home, 'logs');
  const sessions = join(home, 'sessions');
  return {
    home,
    configFile: join(home, 'config.toml'),
    configLock: join(server, 'config.lock'),
    tuiFile: join(home, 'tui.toml'),
    mcpFile: join(home, 'mcp.json'),
    mcpLock: join(server, 'mcp.lock'),
    database: join(home, 'agent.db'),
    server,
    instances: join(server, 'instances'),
    tokenFile: join(home, 'server.token'),
    credentials: join(home, 'credentials'),
    serverCredentials: join(home, 'credentials', 'mcp'),
    accountFile: join(home, 'credentials', 'managed_agent-code.json'),
    historyLock: join(server, 'history.lock'),
    userHistory: join(home, 'user-history'),
    accountLock: join(server, 'account.lock'),
    regionFile: join(home, 'region'),
    logs,
    logFile: join(logs, 'agent-code.log'),
    files: join(home, 'files'),
    sessions,
    session: (id) => sessionPaths(join(sessions, id)),
  };
}

function sessionPaths(directory: string): SessionPaths {
  const logs = join(directory, 'logs');
  return {
    directory,
    plans: join(directory, 'plans'),
    tasks: join(directory, 'tasks'),
    toolResults: join(directory, 'tool-results'),
    media: join(directory, 'media'),
    logs,
    logFile: join(logs, 'session.log'),
  };
}

/**
 * Creates the data directory (0700) and its required content; the first start writes `config.toml` and `tui.toml` with
 * commented defaults. Keeps existing files. Throws HomeError.
 */
export async function prepareHome(paths: HomePaths): Promise<void> {
  try {
    await makeDirectories(paths.home, 0o700);
    await makePrivate(paths.home);
    for (const path of [paths.instances, paths.credentials, paths.logs, paths.files, paths.sessions]) {
      await makeDirectories(path, 0o700);
    }
    await createMissing(paths.configFile, CONFIG_TEMPLATE);
    await createMissing(paths.tuiFile, TUI_TEMPLATE);
  } catch (error) {
    if (error instanceof HomeError) throw error;
    throw new HomeError(`cannot use the data directory ${paths.home}: ${reasonOf(error)}`, { cause: error });
  }
}

async function createMissing(path: string, content: string): Promise<void> {
  // check first: otherwise every start would write and remove a temporary file
  if (!(await exists(path))) await createFileAtomic(path, content, 0o600);
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Entries that the program and its user create in the data directory (cli.md 7). */
const OWN_ENTRIES = new Set([
  'config.toml',
  'tui.toml',
  'mcp.json',
  'AGENTS.md',
  'SYSTEM.md',
  'skills',
  'agents',
  'themes',
  'agent.db',
  'agent.db-wal',
  'agent.db-shm',
  'server',
  'server.token',
  'credentials',
  'region',
  'logs',
  'files',
  'sessions',
  'user-history',
  'updates',
  'migration-report.json',
]);
const MARKS = ['config.toml', 'agent.db', 'server.token'];

/**
 * Makes the directory private, but only if it is ours: if a variable points to `/tmp` or a home directory, changing the
 * mode would lock out other programs.
 */
async function makePrivate(home: string): Promise<void> {
  if (process.platform === 'win32') return;
  const { mode } = await stat(home);
  if ((mode & 0o077) === 0) return;
  const entries = await readdir(home);
  const ours = MARKS.some((name) => entries.includes(name)) || entries.every((name) => OWN_ENTRIES.has(name));
  if (!ours) {
    throw new HomeError(
      `the data directory ${home} holds other files and is open to other users (mode ${(mode & 0o777).toString(8)}); ` +
        'set AGENT_CODE_HOME to a separate directory',
    );
  }
  await chmod(home, 0o700);
}

/** Why a part of the data directory cannot be used, for the user; also handles errors of SQLite. */
export function reasonOf(error: unknown): string {
  const code = errorCode(error);
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    case 'EROFS':
      return 'the file system is read-only';
    case 'ENOENT':
      return 'it cannot be created there';
    case 'ENOSPC':
    case 'SQLITE_FULL':
      return 'no space left';
    case 'ENOTDIR':
    case 'EEXIST':
      return 'a file is in the way';
    default:
      if (code?.startsWith('SQLITE_READONLY')) return 'it cannot be written';
      // a full disk has no own code where SQLite shares memory through a file
      if (code?.startsWith('SQLITE_IOERR')) return 'it cannot be read or written; is the disk full or damaged?';
      return error instanceof Error ? error.message : String(error);
  }
}
