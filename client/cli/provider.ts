/** `agent provider add`, `remove` and `list`: providers of the configuration file (cli.md 5.11 to 5.13). */
import { Command, Option } from 'clipanion';
import { clientHome } from '../home.js';
import type { Failure, ImportedProvider, ProviderPlace } from '../providers.js';
import { CommandFailure, UsageFailure } from './failures.js';
import { visibleLine } from '../view/clean.js';
import { visibleJson } from '../visible-json.js';
import { warn, writeLine, type CliContext, type Io, type Output } from './io.js';

/** The group without an action, which is a usage error. */
export class ProviderCommand extends Command<CliContext> {
  static override paths = [['provider'], ['provider', 'catalog']];

  override execute(): Promise<number> {
    const actions = this.path.length === 1 ? 'add, remove, list or catalog' : 'list or add';
    throw new UsageFailure(`agent ${this.path.join(' ')} needs an action: ${actions}`);
  }
}

export class ProviderAddCommand extends Command<CliContext> {
  static override paths = [['provider', 'add']];

  apiKey = Option.String('--api-key');
  words = Option.Rest();

  override async execute(): Promise<number> {
    const { io } = this.context;
    const url = oneWord(this.words, 'the address of a registry document');
    const apiKey = keyOf(this.apiKey, io);
    const { addRegistry } = await io.direct.provider();
    const result = must(await addRegistry(placeOf(io), { url, ...(apiKey === undefined ? {} : { apiKey }) }));
    for (const each of result.imported) {
      writeLine(io.stdout, importedLine(each));
      if (each.envKey !== null) writeLine(io.stderr, envHint(each));
    }
    for (const id of result.removed) writeLine(io.stdout, `removed ${id}: no longer listed`);
    for (const { id, reason } of result.skipped) warn(io, `skipped ${id}: ${reason}`);
    for (const warning of result.warnings) warn(io, warning);
    if (result.dangling !== undefined) {
      warn(io, `the default model ${result.dangling} is gone; choose another one`);
    }
    await hintAtDefault(io, result.imported);
    return 0;
  }
}

export class ProviderRemoveCommand extends Command<CliContext> {
  static override paths = [['provider', 'remove']];

  words = Option.Rest();

  override async execute(): Promise<number> {
    const { io } = this.context;
    const id = oneWord(this.words, 'the id of a provider');
    const { removeProvider } = await io.direct.provider();
    const { models, defaultModel } = must(await removeProvider(placeOf(io), id));
    writeLine(io.stdout, `removed ${id}  models=${models}`);
    if (defaultModel !== undefined) writeLine(io.stdout, `removed default model: ${defaultModel}`);
    return 0;
  }
}

export class ProviderListCommand extends Command<CliContext> {
  static override paths = [['provider', 'list']];

  json = Option.Boolean('--json', false);

  override async execute(): Promise<number> {
    const { io } = this.context;
    const { listProviders } = await io.direct.provider();
    const { providers, defaultModel, stored } = must(await listProviders(placeOf(io)));
    if (this.json) {
      if (holdsKey(stored)) warn(io, 'the output holds stored keys');
      io.stdout.write(`${visibleJson(JSON.stringify(stored, null, 2))}\n`);
      return 0;
    }
    const rows = providers.map(({ id, type, models, source }) => [
      id,
      `type=${type}`,
      `models=${models}`,
      `source=${source}`,
    ]);
    writeRows(io.stdout, rows);
    if (providers.length === 0) {
      io.stdout.write(
        'no provider is configured; use agent login, agent provider add <url>, agent provider catalog add <id>, ' +
          'or the built-in offline provider offline/echo\n',
      );
    }
    if (defaultModel !== undefined) writeLine(io.stdout, `default model: ${defaultModel}`);
    return 0;
  }
}

export function placeOf(io: Io): ProviderPlace {
  return {
    home: clientHome(io).directory,
    now: io.now,
    env: io.env,
    onWarning: (message) => warn(io, message),
  };
}

/** Writes a line per row, with two blanks between cells; on a narrow terminal, cells go below each other. */
export function writeRows(output: Output, given: readonly (readonly string[])[]): void {
  const rows = given.map((row) => row.map(visibleLine));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const total = widths.reduce((sum, width) => sum + width + 2, -2);
  const isAligned = output.isTTY === true && total <= (output.columns || 80);
  for (const row of rows) {
    const cells = isAligned ? row.map((cell, column) => cell.padEnd(widths[column] ?? 0)) : row;
    output.write(`${cells.join('  ').trimEnd()}\n`);
  }
}

/** Returns a result, or throws CommandFailure for an expected failure. */
export function must<Result extends object>(result: Result | Failure): Result {
  if ('failure' in result) throw new CommandFailure(result.failure);
  return result;
}

/** Returns the only argument of a command. */
export function oneWord(words: readonly string[], what: string): string {
  const [word, ...more] = words;
  if (word === undefined || word.trim() === '') throw new UsageFailure(`${what} is needed`);
  if (more.length > 0) throw new UsageFailure(`only ${what} is needed, not ${words.length} words`);
  return word.trim();
}

/** Returns the key of the option, or else of the environment; other users of the machine can see a command line. */
export function keyOf(option: string | undefined, io: Io): string | undefined {
  const key = option?.trim();
  if (key === '') throw new UsageFailure('--api-key needs a value');
  return key ?? (io.env['AGENT_REGISTRY_API_KEY']?.trim() || undefined);
}

export function importedLine({ id, type, guessed, models }: ImportedProvider): string {
  return `added ${id}  type=${type}${guessed ? ' (guessed)' : ''}  models=${models}`;
}

/** Writes the next step when no default model is set. */
export async function hintAtDefault(io: Io, [first]: readonly ImportedProvider[]): Promise<void> {
  if (first === undefined) return;
  const { listProviders } = await io.direct.provider();
  const { defaultModel, stored } = must(await listProviders(placeOf(io)));
  if (defaultModel !== undefined) return;
  const alias = Object.keys(stored.models).find((each) => each.startsWith(`${first.id}/`));
  if (alias === undefined) return;
  writeLine(io.stderr, `no default model is set: use -m ${alias}, or set default_model = ${JSON.stringify(alias)}`);
}

function envHint({ id, envKey }: ImportedProvider): string {
  return `${id}: its key is usually in ${envKey}; to use it, set api_key_env = "${envKey}" in [providers.${
    /^[\w-]+$/.test(id) ? id : JSON.stringify(id)
  }]`;
}

function holdsKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    // `oauth` names the storage of a login
    ([name, item]) =>
      name !== 'oauth' && ((/key$/i.test(name) && name !== 'reasoning_key' && item !== '') || holdsKey(item)),
  );
}
