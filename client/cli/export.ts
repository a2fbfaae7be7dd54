/** `agent export`: saves a session as one file: a ZIP for a problem report, or a text to read (acp-cli.md 2.1, 7.4). */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, Option } from 'clipanion';
import { readableFormats, type ExportTarget, type SessionBrief } from '../../schemas/host.js';
import type { ExportSide } from '../direct.js';
import { clientHome } from '../home.js';
import { visibleLine } from '../view/clean.js';
import { CommandFailure, UsageFailure } from './failures.js';
import { interruptible } from './interruption.js';
import { writeLine, type CliContext, type Io } from './io.js';
import { canAsk, consent } from './questions.js';

const exportFormats = ['zip', ...readableFormats] as const;
const PREFIX = 'session_';
const SHORTEST = 8;
const SHOWN_MATCHES = 10;

export class ExportCommand extends Command<CliContext> {
  static override paths = [['export']];

  output = Option.String('--output');
  yes = Option.Boolean('--yes', false);
  noGlobalLog = Option.Boolean('--no-include-global-log', false);
  format = Option.String('--format', 'zip');
  noTools = Option.Boolean('--no-tools', false);
  noThinking = Option.Boolean('--no-thinking', false);
  words = Option.Rest();

  override async execute(): Promise<number> {
    const { io } = this.context;
    const [id, further] = this.words;
    if (further !== undefined) throw new UsageFailure('export takes one session');
    if (id?.trim() === '') throw new UsageFailure('export takes the id of a session, not an empty text');
    if (this.output !== undefined && ['', '-'].includes(this.output.trim()))
      throw new UsageFailure('--output needs the path of a file or a directory');
    const format = this.chosenFormat();
    const side = await io.direct.export();
    try {
      const session = id === undefined ? await this.newest(side) : named(id, side.sessionsNamed(this.home, fullId(id)));
      const refusal = id === undefined && !this.yes ? await this.ask(session) : 0;
      return refusal === 0 ? await this.write(session, side, format) : refusal;
    } catch (error) {
      if (error instanceof Error && error.name === 'ExportProblem')
        throw new CommandFailure(error.message, { cause: error });
      throw error;
    }
  }

  private chosenFormat(): ExportTarget['format'] {
    const format = exportFormats.find((name) => name === this.format.trim());
    if (!format) throw new UsageFailure(`--format must be one of ${exportFormats.join(', ')}`);
    if (format === 'zip' && (this.noTools || this.noThinking))
      throw new UsageFailure(
        `${this.noTools ? '--no-tools' : '--no-thinking'} needs --format html, markdown or json: a ZIP has everything`,
      );
    if (format !== 'zip' && this.noGlobalLog)
      throw new UsageFailure('--no-include-global-log needs --format zip: no other format has logs');
    return format;
  }

  private get home(): string {
    return clientHome(this.context.io).directory;
  }

  private async newest(side: ExportSide): Promise<SessionBrief> {
    const { io } = this.context;
    const session = await side.newestSessionOf(this.home, io.cwd);
    if (!session) {
      throw new CommandFailure('no session in this directory', {
        hint: 'Give the id of a session, such as agent export session_…; agent -S lists them.',
      });
    }
    return session;
  }

  /** Returns 0 when the user agrees, otherwise the exit code. */
  private async ask({ id, title, lastActivity }: SessionBrief): Promise<number> {
    const { io } = this.context;
    if (!canAsk(io))
      throw new CommandFailure('this needs a terminal to ask which session is meant; give its id, or --yes');
    return await consent(`Export "${visibleLine(title)}" (${id}, ${new Date(lastActivity).toLocaleString()})?`, io);
  }

  private async write({ id }: SessionBrief, side: ExportSide, format: ExportTarget['format']): Promise<number> {
    const { io } = this.context;
    const path = placeOf(this.output, id, format, io);
    return interruptible(io, async (signal) => {
      const { files, size, leftOut } = await side.exportSession({
        home: this.home,
        env: io.env,
        version: io.version,
        program: io.program,
        sessionId: id,
        path,
        format,
        globalLog: !this.noGlobalLog,
        tools: !this.noTools,
        thinking: !this.noThinking,
        signal,
      });
      for (const item of leftOut) writeLine(io.stderr, `left out: ${item.path} (${item.reason})`);
      const holds =
        format === 'zip'
          ? `${files} files, ${sizeText(size)}; holds the whole conversation and command output`
          : `${sizeText(size)}; holds the conversation${this.noTools ? '' : ', tools with their output'}${this.noThinking ? '' : ', thinking'}`;
      writeLine(io.stderr, holds);
      writeLine(io.stdout, path);
      return 0;
    });
  }
}

/** Throws CommandFailure for an invalid id. */
export function fullId(text: string): string {
  const id = text.startsWith(PREFIX) ? text : `${PREFIX}${text}`;
  if (id.length - PREFIX.length < SHORTEST)
    throw new CommandFailure(`no session ${JSON.stringify(text)}: give at least ${SHORTEST} characters of its id`);
  return id;
}

/** Throws CommandFailure unless exactly one session matches. */
export function named(text: string, matches: readonly SessionBrief[]): SessionBrief {
  const [only, ...others] = matches;
  if (!only) throw new CommandFailure(`no session ${JSON.stringify(text)}`);
  if (others.length === 0) return only;
  const lines = matches.slice(0, SHOWN_MATCHES).map(({ id, title }) => `  ${id}  ${visibleLine(title)}`.trimEnd());
  throw new CommandFailure(`${matches.length} sessions begin with ${JSON.stringify(text)}`, { hint: lines.join('\n') });
}

/** Returns the output path; a directory gets a file with the session's export name and time. */
export function placeOf(output: string | undefined, id: string, format: ExportTarget['format'], io: Io): string {
  const now = new Date(io.now());
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  const name = `${id}-${day}-${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}.${format === 'markdown' ? 'md' : format}`;
  if (output === undefined) return join(io.cwd, name);
  const path = resolve(io.cwd, output);
  const isDirectory = /[/\\]$/.test(output) || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return isDirectory ? join(path, name) : path;
}

export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
