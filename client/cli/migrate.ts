/** `agent migrate`: brings sessions of other assistants here (acp-cli.md 2.2). */
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, Option } from 'clipanion';
import {
  migrationSources,
  type FoundSession,
  type MigrationReport,
  type MigrationSource,
  type MigrationWish,
} from '../../schemas/migration.js';
import type { MigrationSide } from '../direct.js';
import { clientHome } from '../home.js';
import { visibleLine } from '../view/clean.js';
import { CommandFailure, UsageFailure } from './failures.js';
import { signalCodes, writeLine, type CliContext } from './io.js';
import { canAsk, confirm } from './questions.js';

export class MigrateCommand extends Command<CliContext> {
  static override paths = [['migrate']];

  from = Option.String('--from');
  since = Option.String('--since');
  cwd = Option.String('--cwd');
  list = Option.Boolean('--list', false);
  yes = Option.Boolean('--yes', false);
  words = Option.Rest();

  override async execute(): Promise<number> {
    const { io } = this.context;
    const [path, further] = this.words;
    if (further !== undefined) throw new UsageFailure('migrate takes one directory');
    const source = this.source();
    const stop = new AbortController();
    let code: number | undefined;
    const wish: MigrationWish = {
      home: clientHome(io).directory,
      source,
      path: path === undefined ? placeOf(source, io.env) : resolve(io.cwd, path),
      since: this.since === undefined ? undefined : timeOf(this.since),
      cwd: this.cwd === undefined ? undefined : resolve(io.cwd, this.cwd),
      signal: stop.signal,
    };
    if (!this.list && !this.yes && !canAsk(io))
      throw new CommandFailure('this needs a terminal to ask what to import; give --yes, or --list to look first');
    const off = io.onSignal((signal) => {
      code ??= signalCodes[signal];
      stop.abort();
    });
    try {
      const side = await io.direct.migrate();
      const sessions = await side.findSessions(wish);
      if (code !== undefined) return code;
      if (this.list) {
        for (const session of sessions) writeLine(io.stdout, lineOf(session));
        return 0;
      }
      const answer = await this.importAll(side, wish, sessions);
      return code ?? answer;
    } catch (error) {
      if (error instanceof Error && error.name === 'MigrationProblem')
        throw new CommandFailure(error.message, { cause: error });
      throw error;
    } finally {
      off();
    }
  }

  private source(): MigrationSource {
    if (this.from === undefined) {
      const needs = `migrate needs --from <${migrationSources.join('|')}>`;
      throw new UsageFailure(this.yes ? `${needs}: --yes alone does not name a source` : needs);
    }
    const source = migrationSources.find((name) => name === this.from?.trim());
    if (!source) throw new UsageFailure(`--from must be one of ${migrationSources.join(', ')}`);
    return source;
  }

  private async importAll(side: MigrationSide, wish: MigrationWish, sessions: FoundSession[]): Promise<number> {
    const { io } = this.context;
    const usable = sessions.filter(({ class: kind }) => kind === 'importable' || kind === 'malformed');
    writeLine(io.stderr, `${wish.path}: ${countsOf(sessions)}`);
    if (usable.length === 0) {
      writeLine(io.stdout, 'nothing to import');
      return 0;
    }
    if (!this.yes && (await confirm(`Import ${counted(usable.length, 'session')}?`, io)) !== true) {
      writeLine(io.stderr, 'cancelled');
      return 1;
    }
    const shows = io.stderr.isTTY === true;
    const report = await side.importSessions(wish, sessions, (done) => {
      if (shows) io.stderr.write(`\r${done} of ${sessions.length}`);
    });
    if (shows) io.stderr.write('\n');
    return this.conclude(report, wish);
  }

  private conclude({ sessions, left_out: leftOut, cancelled }: MigrationReport, { home }: MigrationWish): number {
    const { io } = this.context;
    for (const { file, reason } of sessions.failed) writeLine(io.stderr, visibleLine(`failed: ${file}: ${reason}`));
    const lost = Object.entries(leftOut).map(([what, count]) => `${count} ${what}`);
    if (lost.length > 0) writeLine(io.stderr, visibleLine(`not carried over: ${lost.join(', ')}`));
    const { imported, skipped, failed } = sessions;
    writeLine(io.stdout, `${imported} imported, ${skipped} skipped, ${failed.length} failed`);
    writeLine(io.stderr, `Report: ${join(home, 'migration-report.json')}`);
    return cancelled === true || failed.length > 0 ? 1 : 0;
  }
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
