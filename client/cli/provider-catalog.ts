/** `agent provider catalog list` and `add`: the public catalog of providers and models (cli.md 5.14). */
import { Command, Option } from 'clipanion';
import type { CatalogProvider, SnapshotUse } from '../providers.js';
import { CommandFailure, UsageFailure } from './failures.js';
import { visibleJson } from '../visible-json.js';
import { warn, writeLine, type CliContext, type Io } from './io.js';
import { closeNames } from '../view/nearest.js';
import { hintAtDefault, importedLine, keyOf, must, oneWord, placeOf, writeRows } from './provider.js';

export class CatalogListCommand extends Command<CliContext> {
  static override paths = [['provider', 'catalog', 'list']];

  filter = Option.String('--filter');
  url = Option.String('--url');
  json = Option.Boolean('--json', false);
  words = Option.Rest();

  override async execute(): Promise<number> {
    const { io } = this.context;
    const id = this.words.length === 0 ? undefined : oneWord(this.words, 'the id of a provider');
    const url = addressOf(this.url, io);
    const { browseCatalog } = await io.direct.provider();
    const { entries, snapshot } = must(await browseCatalog(placeOf(io), url));
    reportSnapshot(snapshot, io);
    const isMeant = filterOf(this.filter);
    const chosen = id === undefined ? entries.filter(isMeant) : [found(entries, id)];
    if (this.json) {
      const shown = Object.fromEntries(chosen.map((entry) => [entry.id, documentOf(entry, id, isMeant)]));
      io.stdout.write(`${visibleJson(JSON.stringify(shown, null, 2))}\n`);
      return 0;
    }
    const rows =
      id === undefined ? chosen.map(providerRow) : chosen.flatMap(({ models }) => models.filter(isMeant).map(modelRow));
    writeRows(io.stdout, rows);
    if (rows.length === 0) writeLine(io.stderr, nothing(id, chosen[0]));
    return 0;
  }
}

export class CatalogAddCommand extends Command<CliContext> {
  static override paths = [['provider', 'catalog', 'add']];

  apiKey = Option.String('--api-key');
  defaultModel = Option.String('--default-model');
  baseUrl = Option.String('--base-url');
  url = Option.String('--url');
  words = Option.Rest();

  override async execute(): Promise<number> {
    const { io } = this.context;
    const id = oneWord(this.words, 'the id of a provider');
    const apiKey = keyOf(this.apiKey, io);
    if (apiKey === undefined) {
      throw new UsageFailure('a key is needed: set AGENT_REGISTRY_API_KEY, or give --api-key');
    }
    const { baseUrl, defaultModel } = this;
    const url = given('--url', this.url);
    const usualUrl = addressOf(undefined, io);
    const { addFromCatalog } = await io.direct.provider();
    const result = must(
      await addFromCatalog(placeOf(io), {
        id,
        apiKey,
        ...(defaultModel === undefined ? {} : { defaultModel: given('--default-model', defaultModel) }),
        ...(baseUrl === undefined ? {} : { baseUrl }),
        ...(url === undefined ? {} : { url }),
        ...(usualUrl === undefined ? {} : { usualUrl }),
      }),
    );
    reportSnapshot(result.snapshot, io);
    writeLine(io.stdout, importedLine(result.imported));
    if (result.imported.guessed) writeLine(io.stdout, `the catalog names no protocol for ${id}; openai was guessed`);
    for (const warning of result.warnings) warn(io, warning);
    if (result.defaultModel !== undefined) writeLine(io.stdout, `default model: ${result.defaultModel}`);
    await hintAtDefault(io, [result.imported]);
    return 0;
  }
}

function given(name: string, value: string | undefined): string | undefined {
  if (value?.trim() === '') throw new UsageFailure(`${name} needs a value`);
  return value?.trim();
}

function addressOf(option: string | undefined, io: Io): string | undefined {
  return given('--url', option) ?? (io.env['AGENT_CODE_CATALOG_URL']?.trim() || undefined);
}

function reportSnapshot(snapshot: SnapshotUse | undefined, { stderr }: Io): void {
  if (snapshot === undefined) return;
  const { date, reason } = snapshot;
  const why = reason === undefined ? 'no catalog address is set' : `the catalog cannot be used (${reason})`;
  writeLine(stderr, `${why}; this is the built-in snapshot of ${date}`);
}

function found(entries: readonly CatalogProvider[], id: string): CatalogProvider {
  const entry = entries.find((each) => each.id === id);
  if (entry) return entry;
  const near = closeNames(
    id,
    entries.map((each) => each.id),
  );
  const hint = near.length === 0 ? '' : `; close names: ${near.slice(0, 5).join(', ')}`;
  throw new CommandFailure(`the catalog has no provider ${JSON.stringify(id)}${hint}`);
}

function filterOf(text: string | undefined): (named: { id: string; name?: string }) => boolean {
  const part = text?.toLowerCase() ?? '';
  return ({ id, name = '' }) => id.toLowerCase().includes(part) || name.toLowerCase().includes(part);
}

/** Returns why there is nothing to print. */
function nothing(id: string | undefined, entry: CatalogProvider | undefined): string {
  if (id === undefined) return 'no provider has this text in its id or name';
  if (entry?.wireType === null) return `${id} cannot be imported (${entry.rejectReason}); it has no usable model`;
  if (entry?.models.length === 0) return `${id} has no usable model`;
  return `no model of ${id} has this text in its id or name`;
}

function providerRow({ id, name, wireType, guessed, rejectReason, models }: CatalogProvider): string[] {
  const wire = wireType ?? `none (${rejectReason})`;
  return [id, `wire=${wire}${guessed ? ' (guessed)' : ''}`, `models=${models.length}`, name];
}

function modelRow({ id, name = id, maxContextSize, capabilities }: CatalogProvider['models'][number]): string[] {
  return [id, `ctx=${maxContextSize}`, `[${capabilities.join(', ')}]`, name];
}

/** Returns the entry of the document with the detected protocol; with an id only the matching models. */
function documentOf(
  { raw, wireType, models }: CatalogProvider,
  id: string | undefined,
  isMeant: (model: CatalogProvider['models'][number]) => boolean,
): Record<string, unknown> {
  if (id === undefined) return { ...raw, type: wireType };
  const wanted = new Set(models.filter(isMeant).map((model) => model.id));
  const all = Object.entries((raw['models'] ?? {}) as Record<string, { id?: unknown } | null>);
  return {
    ...raw,
    type: wireType,
    models: Object.fromEntries(
      all.filter(([key, model]) => wanted.has(typeof model?.id === 'string' ? model.id.trim() : key)),
    ),
  };
}
