/** `agent doctor [config|tui [path]]`: checks the settings files (cli.md 5.4). */
import { isAbsolute, resolve } from 'node:path';
import { Command, Option } from 'clipanion';
import type { DoctorFile, DoctorReport } from '../../schemas/host.js';
import { clientHome } from '../home.js';
import { visibleLine } from '../view/clean.js';
import { UsageFailure } from './failures.js';
import type { CliContext, Io } from './io.js';

export class DoctorCommand extends Command<CliContext> {
  static override paths = [['doctor']];

  override execute(): Promise<number> {
    return examine([{ kind: 'config' }, { kind: 'tui' }], this.context.io);
  }
}

export class DoctorConfigCommand extends Command<CliContext> {
  static override paths = [['doctor', 'config']];

  words = Option.Rest();

  override execute(): Promise<number> {
    return examine([fileOf('config', this.words, this.context.io)], this.context.io);
  }
}

export class DoctorTuiCommand extends Command<CliContext> {
  static override paths = [['doctor', 'tui']];

  words = Option.Rest();

  override execute(): Promise<number> {
    return examine([fileOf('tui', this.words, this.context.io)], this.context.io);
  }
}

function fileOf(kind: DoctorFile['kind'], words: readonly string[], io: Io): DoctorFile {
  const [path, further] = words;
  if (further !== undefined) throw new UsageFailure(`doctor ${kind} takes one path`);
  if (path?.trim() === '') throw new UsageFailure(`doctor ${kind} takes a path, not an empty text`);
  return path === undefined ? { kind } : { kind, path: isAbsolute(path) ? resolve(path) : resolve(io.cwd, path) };
}

/** Reports everything on one stream, so that its reader has the whole report. */
async function examine(files: readonly DoctorFile[], io: Io): Promise<number> {
  const reports = await io.direct.doctor({ files, home: clientHome(io).directory, env: io.env });
  const failed = reports.some(({ status }) => status === 'ERROR');
  (failed ? io.stderr : io.stdout).write(`${reports.map(textOf).join('\n')}\n`);
  return failed ? 1 : 0;
}

function textOf({ status, label, path, messages }: DoctorReport): string {
  const lines = [`${status.padEnd(5)}  ${label.padEnd(11)}  ${path}`, ...messages.map((message) => `  ${message}`)];
  return lines.map(visibleLine).join('\n');
}
