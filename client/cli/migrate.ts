/** `agent migrate`: imports sessions of other assistants, and the data of an old installation (acp-cli.md 2.2). */
import { existsSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, Option } from 'clipanion';
import {
  migrationSources,
  type FoundSession,
  type MigrationKind,
  type MigrationReport,
  type MigrationSource,
  type MigrationRequest,
} from '../../schemas/migration.js';
import type { MigrationSide } from '../direct.js';
import { clientHome, makeDirectory } from '../home.js';
import { visibleLine } from '../view/clean.js';
import { counted } from '../view/format.js';
import { CommandFailure, UsageFailure } from './failures.js';
import { interruptible } from './interruption.js';
import { writeLine, type CliContext, type Io } from './io.js';
import { askLine, canAsk, confirm } from './questions.js';

const reportName = 'migration-report.json';
/** Marker file in the data directory: the user declined the offer. */
const declined = 'migration-declined';

export class MigrateCommand extends Command<CliContext> {
  static override paths = [['migrate']];

  from = Option.String('--from');
  since = Option.String('--since');
  cwd = Option.String('--cwd');
  mcp = Option.Boolean('--mcp', false);
  list = Option.Boolean('--list', false);
  yes = Option.Boolean('--yes', false);
  words = Option.Rest();

  override async execute(): Promise<number> {
    const { io } = this.context;
    const [path, further] = this.words;
    if (further !== undefined) throw new UsageFailure('migrate takes one directory');
    const source = this.source();
    if (source === 'legacy') return migrateLegacy(path, io);
    const request = {
      home: clientHome(io).directory,
      source,
      path: path === undefined ? usualPlace(source, io.env) : resolve(io.cwd, path),
      isUsual: path === undefined,
      since: this.since === undefined ? undefined : timeOf(this.since),
      cwd: this.cwd === undefined ? undefined : resolve(io.cwd, this.cwd),
      settings: this.mcp,
    };
    if (!this.list && !this.yes && !canAsk(io))
      throw new CommandFailure('this needs a terminal to ask what to import; give --yes, or --list to look first');
    return migrating(io, async (signal) => {
      const side = await io.direct.migrate();
      const sessions = await side.findSessions({ ...request, signal });
      signal.throwIfAborted();
      if (sessions.length === 0) writeLine(io.stderr, visibleLine(nothingIn(request, source)));
      if (!this.list) {
        const code = await importFound(side, { ...request, signal }, { sessions, asks: !this.yes }, io);
        signal.throwIfAborted();
        return code;
      }
      for (const session of sessions) writeLine(io.stdout, lineOf(session));
      return 0;
    });
  }

  private source(): MigrationKind {
    const needs = `needs --from <${migrationSources.join('|')}>`;
    if (this.from === undefined) {
      if (this.yes) throw new UsageFailure(`migrate --yes ${needs}: --yes alone does not name a source`);
      const alone = [
        ['--list', this.list],
        ['--mcp', this.mcp],
        ['--since', this.since !== undefined],
        ['--cwd', this.cwd !== undefined],
      ] as const;
      const given = alone.find(([, isGiven]) => isGiven);
      if (given) throw new UsageFailure(`migrate ${given[0]} ${needs}`);
      return 'legacy';
    }
    const source = migrationSources.find((name) => name === this.from?.trim());
    if (!source) throw new UsageFailure(`--from must be one of ${migrationSources.join(', ')}`);
    return source;
  }
}

/** Imports an old installation of this program, if there is one, and asks what to import (cli.md 5.6). */
async function migrateLegacy(given: string | undefined, io: Io): Promise<number> {
  if (!canAsk(io))
    throw new CommandFailure('this needs a terminal to ask what to import', {
      hint: `Sessions of other assistants need none: agent migrate --from <${migrationSources.join('|')}> --yes`,
    });
  const place = given === undefined ? legacyHome(io) : resolve(io.cwd, given);
  if (place === undefined || !isLegacyHome(place)) {
    writeLine(io.stdout, place === undefined ? 'no old installation found' : `no old installation in ${place}`);
    return 0;
  }
  return migrating(io, async (signal) => {
    const side = await io.direct.migrate();
    for (let path = place; ;) {
      const request = { ...legacyRequest(path, io), signal };
      const sessions = await side.findSessions(request);
      const { counts } = await side.settingsIn(request);
      const usable = usableOf(sessions).length;
      const found = kindsIn(counts);
      writeLine(io.stderr, `${path}: ${[...found, countsOf(sessions)].join(', ')}`);
      const preset = usable > 0 ? '2' : found.length > 0 ? '1' : '3';
      const choices = ['configuration only', `configuration and ${counted(usable, 'session')}`, 'cancel'];
      for (const [index, choice] of choices.entries()) writeLine(io.stderr, `  ${index + 1}) ${choice}`);
      const answer = (await askLine(`Choose, or name another directory [${preset}] `, io))?.trim();
      const chosen = answer === '' ? preset : answer;
      if (chosen === '1' || chosen === '2')
        return importFound(side, request, { sessions: chosen === '1' ? [] : sessions, asks: true }, io);
      const other =
        chosen === undefined || chosen === '3' ? undefined : resolve(io.cwd, chosen.replace(/^~(?=\/)/, userHome(io)));
      if (other === undefined) {
        writeLine(io.stderr, 'cancelled');
        return 1;
      }
      if (isLegacyHome(other)) path = other;
      else writeLine(io.stderr, `no old installation in ${other}`);
    }
  });
}

/** An old installation that the terminal UI offers to import: not imported yet, and not declined (cli.md 5.6). */
export interface MigrationOffer {
  path: string;
  /** its contents, in words */
  found: string;
  /** MCP servers with their commands, one line each */
  servers: string[];
  /** number of sessions that can be imported */
  sessions: number;
  hasSettings: boolean;
}

/** Returns the old home; undefined when there is nothing to offer. */
export function offeredHome(io: Io): string | undefined {
  const { directory } = clientHome(io);
  const isAnswered = [declined, reportName].some((name) => existsSync(join(directory, name)));
  return isAnswered ? undefined : legacyHome(io);
}

/** Records that the user wants no further offer. */
export function declineMigration(io: Io): void {
  const { directory } = clientHome(io);
  makeDirectory(directory);
  writeFileSync(join(directory, declined), '', { mode: 0o600 });
}

/** Runs an import that a signal ends after the current session, and reports its problems to the user. */
function migrating(io: Io, work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  return interruptible(io, async (signal) => {
    try {
      return await work(signal);
    } catch (error) {
      if (error instanceof Error && error.name === 'MigrationProblem')
        throw new CommandFailure(error.message, { cause: error });
      throw error;
    }
  });
}

/** Reads what can be imported. Rejects with MigrationProblem. */
export async function readOffer(path: string, io: Io, signal: AbortSignal): Promise<MigrationOffer> {
  const side = await io.direct.migrate();
  const request = legacyRequest(path, io);
  const sessions = await side.findSessions({ ...request, signal });
  const { counts, servers } = await side.settingsIn(request);
  const kinds = kindsIn(counts);
  return {
    path,
    found: [...kinds, countsOf(sessions)].join(', '),
    servers: servers.map(({ name, runs }) => `MCP server ${name}: ${runs}`),
    sessions: usableOf(sessions).length,
    hasSettings: kinds.length > 0,
  };
}

/** Imports the configuration, and the sessions if wanted. Resolves with a report; rejects with MigrationProblem. */
export async function importOffer(
  path: string,
  withSessions: boolean,
  io: Io,
  { signal, onProgress }: { signal: AbortSignal; onProgress(done: number, of: number): void },
): Promise<string[]> {
  const side = await io.direct.migrate();
  const request = { ...legacyRequest(path, io), signal };
  const sessions = withSessions ? await side.findSessions(request) : [];
  const report = await side.importAll(request, sessions, (done) => onProgress(done, sessions.length));
  const { details, outcome } = wordsOf(report, request.home);
  return [...outcome, ...details];
}

function legacyRequest(path: string, io: Io): Omit<MigrationRequest, 'signal'> {
  const { directory: home } = clientHome(io);
  return { home, source: 'legacy', path, isUsual: true, since: undefined, cwd: undefined, settings: true };
}

function userHome({ env }: Pick<Io, 'env'>): string {
  return env['HOME'] || homedir();
}

/** Returns the home of an old installation, from the variable or from the build. */
function legacyHome(io: Io): string | undefined {
  const named = io.env['AGENT_LEGACY_HOME']?.trim();
  const places = [
    ...(named ? [resolve(io.cwd, named)] : []),
    ...io.constants.legacyHomes.map((name) => join(userHome(io), name)),
  ];
  return places.find(isLegacyHome);
}

function isLegacyHome(path: string): boolean {
  return ['config.toml', 'config.json', 'sessions'].some((name) => existsSync(join(path, name)));
}

function usableOf(sessions: readonly FoundSession[]): FoundSession[] {
  return sessions.filter(({ class: kind }) => kind === 'importable' || kind === 'malformed');
}

async function importFound(
  side: MigrationSide,
  request: MigrationRequest,
  { sessions, asks }: { sessions: FoundSession[]; asks: boolean },
  io: Io,
): Promise<number> {
  const usable = usableOf(sessions);
  const isLegacy = request.source === 'legacy';
  if (!isLegacy && sessions.length > 0) writeLine(io.stderr, `${request.path}: ${countsOf(sessions)}`);
  const { counts, servers } = request.settings ? await side.settingsIn(request) : { counts: {}, servers: [] };
  // shows their commands before anything is written
  for (const { name, runs } of servers) writeLine(io.stderr, visibleLine(`MCP server ${name}: ${runs}`));
  const settings = isLegacy ? kindsIn(counts) : servers.length > 0 ? [counted(servers.length, 'MCP server')] : [];
  const wanted = [...settings, ...(usable.length > 0 ? [counted(usable.length, 'session')] : [])];
  if (wanted.length === 0) {
    writeLine(io.stdout, 'nothing to import');
    return 0;
  }
  if (asks && (await confirm(`Import ${wanted.join(', ')}?`, io)) !== true) {
    writeLine(io.stderr, 'cancelled');
    return 1;
  }
  const shows = io.stderr.isTTY === true;
  const report = await side.importAll(request, sessions, (done) => {
    if (shows) io.stderr.write(`\r${done} of ${sessions.length}`);
  });
  if (shows && sessions.length > 0) io.stderr.write('\n');
  return conclude(report, request, io);
}

/** Formats counts by kind, such as `1 skill` or `2 lines that could not be read`; the first plural is the noun. */
function kindsIn(counts: Readonly<Record<string, number>>): string[] {
  const one = (kind: string): string =>
    kind.replace(/^(.*?)(ies|s)\b/, (_, stem: string, end: string) => (end === 'ies' ? `${stem}y` : stem));
  return Object.entries(counts).map(([kind, count]) => counted(count, one(kind), kind));
}

function conclude(report: MigrationReport, { home }: MigrationRequest, io: Io): number {
  const { outcome, details } = wordsOf(report, home);
  for (const row of details.slice(0, -1)) writeLine(io.stderr, row);
  for (const row of outcome) writeLine(io.stdout, row);
  for (const row of details.slice(-1)) writeLine(io.stderr, row);
  return report.cancelled === true || report.sessions.failed.length > 0 ? 1 : 0;
}

/** Describes what was imported and what was not, and ends with the path of the report. */
function wordsOf(report: MigrationReport, home: string): { outcome: string[]; details: string[] } {
  const { sessions, left_out: leftOut, settings, refused, conflicts } = report;
  const { imported, skipped, failed } = sessions;
  const lost = kindsIn(leftOut);
  const taken = kindsIn(settings);
  return {
    outcome: [
      ...(taken.length > 0 ? [`taken over: ${taken.join(', ')}`] : []),
      `${imported} imported, ${skipped} skipped, ${failed.length} failed`,
    ],
    details: [
      ...failed.map(({ file, reason }) => `failed: ${file}: ${reason}`),
      ...conflicts.map(({ entry, ours, theirs }) => `kept: ${entry} is ${ours}, not ${theirs}`),
      ...refused.map((reason) => `left out: ${reason}`),
      ...(lost.length > 0 ? [`not carried over: ${lost.join(', ')}`] : []),
      `Report: ${join(home, reportName)}`,
    ].map((row) => visibleLine(row)),
  };
}

/** The variable that names the directory, or the one that contains it; and its default below the user's home. */
const homes: Record<MigrationSource, { variable: string; within?: string; usual: string }> = {
  claude: { variable: 'CLAUDE_CONFIG_DIR', usual: '.claude' },
  codex: { variable: 'CODEX_HOME', usual: '.codex' },
  opencode: { variable: 'XDG_DATA_HOME', within: 'opencode', usual: '.local/share/opencode' },
  gemini: { variable: 'GEMINI_CLI_HOME', within: '.gemini', usual: '.gemini' },
  kimi: { variable: 'KIMI_CODE_HOME', usual: '.kimi-code' },
};

/** Returns the default directory of a source's sessions. */
function usualPlace(source: MigrationSource, env: Readonly<Record<string, string | undefined>>): string {
  const { variable, within = '', usual } = homes[source];
  const named = env[variable]?.trim();
  return named ? join(named, within) : join(userHome({ env }), usual);
}

function nothingIn({ path, isUsual }: Pick<MigrationRequest, 'path' | 'isUsual'>, source: MigrationSource): string {
  if (existsSync(path) || !isUsual) return `nothing found in ${path}`;
  return `no directory ${path}; name it: agent migrate --from ${source} <directory>, or set ${homes[source].variable}`;
}

function timeOf(text: string): number {
  const given = text.trim();
  const time = Date.parse(given);
  if (Number.isNaN(time) || !isInCalendar(given))
    throw new UsageFailure(`--since needs a date such as 2026-01-31, not ${JSON.stringify(text)}`);
  return time;
}

/** Checks the calendar, since `Date` reads 30 February as a day of March. */
function isInCalendar(given: string): boolean {
  const [day] = /^\d{4}-\d\d-\d\d/.exec(given) ?? [];
  return day === undefined || new Date(day).toISOString().startsWith(day);
}

/** Returns id, date, messages, directory and title, separated by tabs. */
function lineOf({ id, updated, messages, cwd, title }: FoundSession): string {
  const fields = [id, new Date(updated).toISOString(), String(messages), cwd, title];
  return fields.map((field) => visibleLine(field).replaceAll('\t', String.raw`\t`)).join('\t');
}

function countsOf(sessions: readonly FoundSession[]): string {
  const counts = new Map<string, number>();
  for (const { class: kind } of sessions) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const kinds = [...counts].map(([kind, count]) => `${count} ${kind}`);
  return `${counted(sessions.length, 'session')}${kinds.length > 0 ? ` (${kinds.join(', ')})` : ''}`;
}
