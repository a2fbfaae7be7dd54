/** The program's log: JSON lines in `<home>/logs/agent-code.log`, rotated, with secrets masked; logs of sessions. */
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LogLevel } from '../../schemas/host.js';
import { errorCode } from '../base/fs/errno.js';
import type { HomePaths } from './paths.js';
import { redactFacts, redactLine } from './redact.js';

/** Writes lines with time, level, module, msg and the given facts (ids, `error`); no prompt text above debug. */
export interface Logger {
  error(message: string, facts?: object): void;
  warn(message: string, facts?: object): void;
  info(message: string, facts?: object): void;
  debug(message: string, facts?: object): void;
  /** returns a logger for the same log under another module name */
  module(name: string): Logger;
}

export interface Logs {
  logger: Logger;
  /** Copies lines with the fact `session_id` to that session's log while the session exists; without `exists`, none. */
  followSessions(exists?: (id: string) => boolean): void;
  /** writes all pending lines and closes the file; later lines are dropped */
  close(): Promise<void>;
}

export interface LogOptions {
  paths: Pick<HomePaths, 'logFile' | 'session'>;
  /** AGENT_LOG_LEVEL, AGENT_LOG_GLOBAL_MAX_BYTES, AGENT_LOG_GLOBAL_FILES, and the same with SESSION */
  env: Readonly<Record<string, string | undefined>>;
  now: () => number;
  /** receives a copy of the lines (`--log-level`), with its own level */
  mirror?: { level: LogLevel; write(line: string): void };
  /** texts to mask in every line and field; called for each line */
  secrets?: () => Iterable<string>;
}

type Method = 'error' | 'warn' | 'info' | 'debug';
type Sink = (method: Method, module: string, message: string, facts: object) => void;

/**
 * Opens the log. The logging library is loaded with the first line, in the background: lines wait for it, the start
 * does not.
 */
export function createLogs(options: LogOptions): Logs {
  const settings = readSettings(options.env);
  const mirrored = options.mirror !== undefined && options.mirror.level !== 'silent';
  const isOff = settings.level === 'silent';
  const { now } = options;
  const file = isOff ? undefined : createRotatingFile({ path: options.paths.logFile, ...settings.global, now });
  const sessions = isOff ? undefined : createSessionLogs(options, settings.session);
  const held: Array<Parameters<Sink>> = [];
  let sink: Sink | undefined;
  let loading: Promise<void> | undefined;
  let closed = !file && !mirrored;

  const load = async (): Promise<void> => {
    sink = await createSink(options, settings.level, file, sessions);
    for (const line of held.splice(0)) sink(...line);
  };
  const write: Sink = (...line) => {
    if (closed) return;
    if (sink) return sink(...line);
    held.push(line);
    loading ??= load();
  };
  const logger = createLogger(write, 'main');
  for (const warning of settings.warnings) logger.warn(warning);
  return {
    logger,
    followSessions: (exists) => sessions?.follow(exists),
    async close() {
      await loading;
      closed = true;
      file?.close();
      sessions?.follow();
    },
  };
}

function createLogger(write: Sink, module: string): Logger {
  return {
    error: (message, facts = {}) => write('error', module, message, facts),
    warn: (message, facts = {}) => write('warn', module, message, facts),
    info: (message, facts = {}) => write('info', module, message, facts),
    debug: (message, facts = {}) => write('debug', module, message, facts),
    module: (name) => createLogger(write, name),
  };
}

/** Maximum number of open session logs. */
const mostOpen = 16;

interface SessionLogs {
  follow(exists?: (id: string) => boolean): void;
  write(id: string, line: string): void;
}

function createSessionLogs({ paths, now }: LogOptions, limits: Limits): SessionLogs {
  const open = new Map<string, RotatingFile>();
  let exists = (_id: string): boolean => false;
  const known = (id: string): boolean => {
    try {
      return exists(id);
    } catch {
      // the database fails, which may be what the line is about
      return false;
    }
  };
  const drop = (id: string): void => {
    open.get(id)?.close();
    open.delete(id);
  };
  return {
    follow(isThere = () => false) {
      exists = isThere;
      for (const id of [...open.keys()]) drop(id);
    },
    write(id, line) {
      // the directory of a deleted session must not be created again
      if (!known(id)) return drop(id);
      const file = open.get(id) ?? createRotatingFile({ path: paths.session(id).logFile, ...limits, now });
      // keeps the least recently used file first
      open.delete(id);
      open.set(id, file);
      file.write(line);
      const [oldest] = open.keys();
      if (open.size > mostOpen && oldest !== undefined) drop(oldest);
    },
  };
}

async function createSink(
  options: LogOptions,
  fileLevel: LogLevel,
  file: RotatingFile | undefined,
  sessions: SessionLogs | undefined,
): Promise<Sink> {
  // a bundle has no named exports of a CommonJS package
  const { default: pino } = await import('pino');
  const secrets = options.secrets ?? (() => []);
  const masked = (write: (line: string) => void) => ({
    write: (line: string) => write(redactLine(line, secrets())),
  });
  const targets: Array<{ level: Exclude<LogLevel, 'silent'>; stream: { write(line: string): void } }> = [];
  let sessionId: unknown;
  const write = (line: string): void => {
    file?.write(line);
    if (typeof sessionId === 'string') sessions?.write(sessionId, line);
  };
  if (fileLevel !== 'silent') targets.push({ level: fileLevel, stream: masked(write) });
  const { mirror } = options;
  if (mirror && mirror.level !== 'silent') {
    targets.push({ level: mirror.level, stream: masked((line) => mirror.write(line)) });
  }
  const root = pino(
    {
      // each target filters by its own level
      level: lowest(targets.map((target) => target.level)),
      base: { pid: process.pid },
      timestamp: () => `,"time":"${new Date(options.now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: redactFacts },
      serializers: {},
    },
    pino.multistream(targets),
  );
  return (method, module, message, facts) => {
    sessionId = 'session_id' in facts ? facts.session_id : undefined;
    root[method]({ ...facts, module }, message);
  };
}

const ORDER: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

function lowest(levels: LogLevel[]): LogLevel {
  return ORDER.find((level) => levels.includes(level)) ?? 'silent';
}

/** The limits of one log. */
interface Limits {
  maxBytes: number;
  files: number;
}

interface Settings {
  level: LogLevel;
  global: Limits;
  session: Limits;
  warnings: string[];
}

const FILE_LEVELS: Readonly<Record<string, LogLevel>> = {
  off: 'silent',
  error: 'error',
  warn: 'warn',
  info: 'info',
  debug: 'debug',
};

function readSettings(env: LogOptions['env']): Settings {
  const warnings: string[] = [];
  const level = env['AGENT_LOG_LEVEL']?.trim().toLowerCase() || 'info';
  if (!FILE_LEVELS[level]) warnings.push('AGENT_LOG_LEVEL must be off, error, warn, info or debug: ignored');
  const count = (name: string, fallback: number): number => {
    const value = env[name]?.trim();
    if (!value) return fallback;
    if (/^\d+$/.test(value) && Number(value) >= 1 && Number.isSafeInteger(Number(value))) return Number(value);
    warnings.push(`${name} must be a whole number from 1: ignored`);
    return fallback;
  };
  return {
    level: FILE_LEVELS[level] ?? 'info',
    global: {
      maxBytes: count('AGENT_LOG_GLOBAL_MAX_BYTES', 6_291_456),
      files: count('AGENT_LOG_GLOBAL_FILES', 5),
    },
    session: {
      maxBytes: count('AGENT_LOG_SESSION_MAX_BYTES', 5_242_880),
      files: count('AGENT_LOG_SESSION_FILES', 3),
    },
    warnings,
  };
}

/** Milliseconds between checks for changes by other processes, and before a retry after a failure. */
const CHECK_MS = 5000;

/** A log file that several processes append to; it is rotated when full, and some older files are kept. */
interface RotatingFile {
  /** appends a line; drops a line that cannot be written, because logging must not stop the program */
  write(line: string): void;
  close(): void;
}

/**
 * Opens `path` (0600) for appending. Before it would exceed `maxBytes`, renames it to `<name>.1.log`, that one to
 * `.2.log` and so on; keeps `files` files, including the current one. Writes go straight to the system, so that a
 * killed process loses nothing.
 */
export function createRotatingFile(options: {
  path: string;
  maxBytes: number;
  files: number;
  now: () => number;
}): RotatingFile {
  const { path, maxBytes, files, now } = options;
  let file: number | undefined;
  let size = 0;
  let checkAt = 0;

  const close = (): void => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };

  const reopen = (): number => {
    close();
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    file = openSync(path, 'a', 0o600);
    size = fstatSync(file).size;
    return file;
  };

  /** Another process may have rotated or removed the open file. */
  const current = (): number => {
    if (file === undefined) return reopen();
    const named = statSync(path, { throwIfNoEntry: false });
    if (!named || named.ino !== fstatSync(file).ino) return reopen();
    size = named.size;
    return file;
  };

  const makeRoom = (bytes: number): number => {
    const open = current();
    if (size === 0 || size + bytes <= maxBytes) return open;
    if (files <= 1) rmSync(path, { force: true });
    else for (let number = files - 1; number >= 1; number--) shift(number);
    return reopen();
  };

  const shift = (number: number): void => {
    try {
      renameSync(number === 1 ? path : older(path, number - 1), older(path, number));
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  };

  return {
    write(line) {
      const time = now();
      const due = time >= checkAt;
      if (file === undefined && !due) return;
      try {
        const bytes = Buffer.from(line, 'utf8');
        if (due) checkAt = time + CHECK_MS;
        let open = due || file === undefined ? current() : file;
        if (size > 0 && size + bytes.length > maxBytes) open = makeRoom(bytes.length);
        size += writeSync(open, bytes);
      } catch (error) {
        if (errorCode(error) === undefined) throw error;
        // full disk or missing directory: try again later
        close();
        checkAt = time + CHECK_MS;
      }
    },
    close,
  };
}

/** `agent-code.log` → `agent-code.2.log`. */
function older(path: string, number: number): string {
  return /\.log$/.test(path) ? path.replace(/\.log$/, `.${number}.log`) : `${path}.${number}`;
}
