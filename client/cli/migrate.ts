/** `agent migrate`: brings sessions of other assistants here, and what an old installation has (acp-cli.md 2.2). */
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, Option } from 'clipanion';
import {
  migrationSources,
  type FoundSession,
  type MigrationKind,
  type MigrationReport,
  type MigrationSource,
  type MigrationWish,
} from '../../schemas/migration.js';
import type { MigrationSide } from '../direct.js';
import { clientHome } from '../home.js';
import { visibleLine } from '../view/clean.js';
import { CommandFailure, UsageFailure } from './failures.js';
import { signalCodes, writeLine, type CliContext, type Io } from './io.js';
import { askLine, canAsk, confirm } from './questions.js';

const reportName = 'migration-report.json';

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
    const wish: Omit<MigrationWish, 'signal'> = {
      home: clientHome(io).directory,
      source,
      path: path === undefined ? placeOf(source, io.env) : resolve(io.cwd, path),
      since: this.since === undefined ? undefined : timeOf(this.since),
      cwd: this.cwd === undefined ? undefined : resolve(io.cwd, this.cwd),
      settings: this.mcp,
    };
    if (!this.list && !this.yes && !canAsk(io))
      throw new CommandFailure('this needs a terminal to ask what to import; give --yes, or --list to look first');
    return interruptible(io, async (signal) => {
      const side = await io.direct.migrate();
      const sessions = await side.findSessions({ ...wish, signal });
      if (signal.aborted) return 1;
      if (!this.list) return importFound(side, { ...wish, signal }, { sessions, asks: !this.yes }, io);
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

/** Runs work that a signal ends; the code is that of the signal then. Throws CommandFailure. */
async function interruptible(io: Io, work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const stop = new AbortController();
  let code: number | undefined;
  const off = io.onSignal((signal) => {
    code ??= signalCodes[signal];
    stop.abort();
  });
  try {
    const answer = await work(stop.signal);
    return code ?? answer;
  } catch (error) {
    if (error instanceof Error && error.name === 'MigrationProblem')
      throw new CommandFailure(error.message, { cause: error });
    throw error;
  } finally {
    off();
  }
}

/** An old installation of this program, if there is one: asks what of it to take over (cli.md 5.6). */
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
  return interruptible(io, async (signal) => {
    const side = await io.direct.migrate();
    for (let path = place; ;) {
      const wish = {
        home: clientHome(io).directory,
        source: 'legacy',
        path,
        since: undefined,
        cwd: undefined,
      } as const;
      const sessions = await side.findSessions({ ...wish, settings: true, signal });
      const { counts } = await side.settingsIn(wish);
      const usable = usableOf(sessions).length;
      const found = kindsIn(counts);
      writeLine(io.stderr, `${path}: ${[...found, countsOf(sessions)].join(', ')}`);
      const preset = usable > 0 ? '2' : found.length > 0 ? '1' : '3';
      const choices = ['configuration only', `configuration and ${counted(usable, 'session')}`, 'cancel'];
      for (const [index, choice] of choices.entries()) writeLine(io.stderr, `  ${index + 1}) ${choice}`);
      const answer = (await askLine(`Choose, or name another directory [${preset}] `, io))?.trim();
      const chosen = answer === '' ? preset : answer;
      if (chosen === '1' || chosen === '2')
        return importFound(
          side,
          { ...wish, settings: true, signal },
          { sessions: chosen === '1' ? [] : sessions, asks: true },
          io,
        );
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

/** At the start of the terminal UI, as long as nothing was taken over and the user has not declined (cli.md 5.6). */
export async function offerMigration(io: Io): Promise<void> {
  const { directory } = clientHome(io);
  const declined = join(directory, 'migration-declined');
  const place = legacyHome(io);
  if (place === undefined || existsSync(declined) || existsSync(join(directory, reportName)) || !canAsk(io)) return;
  const answer = await askLine(`An old installation is in ${place}. Import from it: now, later or never? [later] `, io);
  if (answer?.trim() === 'now') await migrateLegacy(undefined, io);
  if (answer?.trim() !== 'never') return;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileSync(declined, '', { mode: 0o600 });
}

function userHome({ env }: Pick<Io, 'env'>): string {
  return env['HOME'] || homedir();
}

/** Where an old installation is, by the variable or as the build knows it. */
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
  wish: MigrationWish,
  { sessions, asks }: { sessions: FoundSession[]; asks: boolean },
  io: Io,
): Promise<number> {
  const usable = usableOf(sessions);
  const isLegacy = wish.source === 'legacy';
  if (!isLegacy) writeLine(io.stderr, `${wish.path}: ${countsOf(sessions)}`);
  const { counts, servers } = wish.settings ? await side.settingsIn(wish) : { counts: {}, servers: [] };
  // what they run is shown before anything is written
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
  const report = await side.importAll(wish, sessions, (done) => {
    if (shows) io.stderr.write(`\r${done} of ${sessions.length}`);
  });
  if (shows && sessions.length > 0) io.stderr.write('\n');
  return conclude(report, wish, io);
}

/** Counts by kind as words, such as `1 skill`. */
function kindsIn(counts: Readonly<Record<string, number>>): string[] {
  const one = (kind: string): string => kind.replace(/ies$/, 'y').replace(/s$/, '');
  return Object.entries(counts).map(([kind, count]) => `${count} ${count === 1 ? one(kind) : kind}`);
}

function conclude(report: MigrationReport, { home }: MigrationWish, io: Io): number {
  const { sessions, left_out: leftOut, settings, refused, conflicts, cancelled } = report;
  const say = (text: string): void => writeLine(io.stderr, visibleLine(text));
  for (const { file, reason } of sessions.failed) say(`failed: ${file}: ${reason}`);
  for (const { entry, ours, theirs } of conflicts) say(`kept: ${entry} is ${ours}, not ${theirs}`);
  for (const reason of refused) say(`left out: ${reason}`);
  const lost = Object.entries(leftOut).map(([what, count]) => `${count} ${what}`);
  if (lost.length > 0) say(`not carried over: ${lost.join(', ')}`);
  const { imported, skipped, failed } = sessions;
  const taken = kindsIn(settings);
  if (taken.length > 0) writeLine(io.stdout, `taken over: ${taken.join(', ')}`);
  writeLine(io.stdout, `${imported} imported, ${skipped} skipped, ${failed.length} failed`);
  say(`Report: ${join(home, reportName)}`);
  return cancelled === true || failed.length > 0 ? 1 : 0;
}

const homes = {
  claude: ['CLAUDE_CONFIG_DIR', '.claude'],
  codex: ['CODEX_HOME', '.codex'],
  gemini: ['GEMINI_CLI_HOME', '.gemini'],
} as const;

function placeOf(source: MigrationSource, env: Readonly<Record<string, string | undefined>>): string {
  const [variable, name] = homes[source];
  const named = env[variable]?.trim();
  // Gemini CLI's variable names the directory around it
  const place = named && source !== 'gemini' ? named : join(named || env['HOME'] || homedir(), name);
  if (statSync(place, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new CommandFailure(`no directory ${place}`, {
      hint: `Name it: agent migrate --from ${source} <directory>, or set ${variable}`,
    });
  return place;
}

function timeOf(text: string): number {
  const time = Date.parse(text.trim());
  if (Number.isNaN(time))
    throw new UsageFailure(`--since needs a date such as 2026-01-31, not ${JSON.stringify(text)}`);
  return time;
}

/** Id, date, messages, directory and title, with tabs between them. */
function lineOf({ id, updated, messages, cwd, title }: FoundSession): string {
  const fields = [id, new Date(updated).toISOString(), String(messages), cwd, title];
  return fields.map((field) => visibleLine(field)).join('\t');
}

function countsOf(sessions: readonly FoundSession[]): string {
  const counts = new Map<string, number>();
  for (const { class: kind } of sessions) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const kinds = [...counts].map(([kind, count]) => `${count} ${kind}`);
  return `${counted(sessions.length, 'session')}${kinds.length > 0 ? ` (${kinds.join(', ')})` : ''}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
