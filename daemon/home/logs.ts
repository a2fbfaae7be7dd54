/** The program's own log: JSON lines in `<home>/logs/agent-code.log`, rotated, without secrets. */
import type { LogLevel } from '../../schemas/host.js';
import type { HomePaths } from './paths.js';
import { redactFacts, redactLine } from './redact.js';
import { createRotatingFile, type RotatingFile } from './rotation.js';

/** Writes lines with time, level, module, msg and the given facts (ids, `error`); no prompt text above debug. */
export interface Logger {
  error(message: string, facts?: object): void;
  warn(message: string, facts?: object): void;
  info(message: string, facts?: object): void;
  debug(message: string, facts?: object): void;
  /** the same log under the name of another part of the program */
  module(name: string): Logger;
}

export interface Logs {
  logger: Logger;
  /** writes what is still held back and closes the file; later lines are dropped */
  close(): Promise<void>;
}

export interface LogOptions {
  paths: Pick<HomePaths, 'logFile'>;
  /** AGENT_LOG_LEVEL, AGENT_LOG_GLOBAL_MAX_BYTES, AGENT_LOG_GLOBAL_FILES */
  env: Readonly<Record<string, string | undefined>>;
  now: () => number;
  /** a second copy of the lines (`--log-level`), with a separate level */
  mirror?: { level: LogLevel; write(line: string): void };
  /** texts that must not appear in any line, whatever the field; called for each line */
  secrets?: () => Iterable<string>;
}

type Method = 'error' | 'warn' | 'info' | 'debug';
type Sink = (method: Method, module: string, message: string, facts: object) => void;

/**
 * Opens the log. The logging library is loaded with the first line, behind the caller's back: lines wait for it,
 * start-up does not.
 */
export function createLogs(options: LogOptions): Logs {
  const settings = readSettings(options.env);
  const mirrored = options.mirror !== undefined && options.mirror.level !== 'silent';
  const file = settings.level === 'silent' ? undefined : openFile(options, settings);
  const held: Array<Parameters<Sink>> = [];
  let sink: Sink | undefined;
  let loading: Promise<void> | undefined;
  let closed = !file && !mirrored;

  const load = async (): Promise<void> => {
    sink = await createSink(options, settings.level, file);
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
    async close() {
      await loading;
      closed = true;
      file?.close();
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

async function createSink(options: LogOptions, fileLevel: LogLevel, file: RotatingFile | undefined): Promise<Sink> {
  // the default export: a bundle has no named ones of a CommonJS package
  const { default: pino } = await import('pino');
  const secrets = options.secrets ?? (() => []);
  const masked = (write: (line: string) => void) => ({
    write: (line: string) => write(redactLine(line, secrets())),
  });
  const targets: Array<{ level: Exclude<LogLevel, 'silent'>; stream: { write(line: string): void } }> = [];
  if (file && fileLevel !== 'silent') targets.push({ level: fileLevel, stream: masked((line) => file.write(line)) });
  const { mirror } = options;
  if (mirror && mirror.level !== 'silent') {
    targets.push({ level: mirror.level, stream: masked((line) => mirror.write(line)) });
  }
  const root = pino(
    {
      // each target has a separate level
      level: lowest(targets.map((target) => target.level)),
      base: { pid: process.pid },
      timestamp: () => `,"time":"${new Date(options.now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: redactFacts },
      serializers: {},
    },
    pino.multistream(targets),
  );
  return (method, module, message, facts) => root[method]({ ...facts, module }, message);
}

const ORDER: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

function lowest(levels: LogLevel[]): LogLevel {
  return ORDER.find((level) => levels.includes(level)) ?? 'silent';
}

interface Settings {
  level: LogLevel;
  maxBytes: number;
  files: number;
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
    maxBytes: count('AGENT_LOG_GLOBAL_MAX_BYTES', 6_291_456),
    files: count('AGENT_LOG_GLOBAL_FILES', 5),
    warnings,
  };
}

function openFile(options: LogOptions, settings: Settings): RotatingFile {
  return createRotatingFile({
    path: options.paths.logFile,
    maxBytes: settings.maxBytes,
    files: settings.files,
    now: options.now,
  });
}
