/** Rereads the models of imported providers from their source (rest.md 7.2, cli.md 5.11). */
import { ApiError } from '../errors.js';
import type { Directory } from './directory.js';
import { DocumentError, parseDocument, type CatalogDocument } from './document.js';
import { documentUrl, download } from './download.js';
import { textIn, warningAt, type Table } from './fields.js';
import { isUsable, listedAs, registryKey } from './imports.js';
import type { ChangedProvider, Changes } from './importing.js';
import { difference, isManaged, modelsIn, providerIn, tableIn, withListed, type Import } from './tables.js';
import { parseUrl } from '../../schemas/url.js';

/** The source of an import, as stored in `source` of a provider's table. */
export type SourceKind = 'apiJson' | 'catalog';

export interface Renewed {
  /** only changed providers */
  changed: ChangedProvider[];
  /** failures by provider; the readable part is written anyway */
  failed: { provider: string; reason: string }[];
}

export interface Renewal {
  /** Reads the models of these providers into the configuration; changes nothing else. */
  renew(kind: SourceKind, ids: readonly string[]): Promise<Renewed>;
  /** aborts all refreshes, permanently */
  close(): void;
}

export interface RenewalOptions {
  directory: Directory;
  changes: Changes;
  /** the document of the configuration, secrets included */
  document(): Table;
  fetch: typeof fetch;
}

const limitMs = 10_000;

/** The current content of a source; if it is not `whole`, a missing model may still exist. */
interface Source {
  document: CatalogDocument;
  whole: boolean;
}

/** New models of a provider. */
interface Plan {
  id: string;
  entry: Usable;
  whole: boolean;
}

type Usable = Import['entry'];

/** Whether a provider was imported from this kind of source. */
export function isImported(kind: SourceKind, source: Table | undefined): boolean {
  return source?.['kind'] === kind && (kind === 'catalog' || typeof source['url'] === 'string');
}

export function createRenewal({ directory, changes, document, fetch }: RenewalOptions): Renewal {
  const closing = new AbortController();

  /** Throws DocumentError. */
  async function fetched(address: string, apiKey: string | undefined): Promise<Source> {
    const url = documentUrl(address, { files: true });
    const { signal } = closing;
    const text = await download({ url, fetch, timeoutMs: limitMs, signal, ...(apiKey ? { apiKey } : {}) });
    return { document: parseDocument(text), whole: true };
  }

  /** The catalog of this server; the built-in copy, a small part of it, only when no catalog is configured. */
  async function catalog(): Promise<Source> {
    const known = await directory.refetch();
    if (known.failure !== undefined) throw new DocumentError(known.failure);
    return { document: known.document, whole: known.date === undefined };
  }

  async function renew(kind: SourceKind, ids: readonly string[]): Promise<Renewed> {
    const before = document();
    const asked = new Map<string, Promise<Source>>();
    const read = (provider: Table): Promise<Source> => {
      const url = textIn(tableIn(provider, 'source'), 'url');
      if (url === undefined) return once(asked, '', catalog);
      const key = kind === 'apiJson' ? keyOf(before, provider, url) : undefined;
      return once(asked, `${url}\n${key ?? ''}`, () => fetched(url, key));
    };
    const found = await Promise.all(ids.map((id) => planFor(id, providerIn(before, id), read)));
    const failed = found.flatMap((each) => ('reason' in each ? [each] : []));
    const plans = found.flatMap((each) => ('entry' in each ? [each] : []));
    closing.signal.throwIfAborted();
    const { changed, refused } = await write(kind, plans);
    return { changed, failed: [...failed, ...refused] };
  }

  async function write(kind: SourceKind, plans: readonly Plan[]): Promise<Written> {
    let result = applied(kind, plans, document());
    // usually nothing has changed, so the file is not even locked
    if (result.changed.length === 0) return result;
    await changes.change(({ document: present }) => {
      result = applied(kind, plans, present);
      return { wanted: result.wanted, fields: result.changed.length === 0 ? [] : ['models'] };
    });
    return result;
  }

  return { renew, close: () => closing.abort(new DocumentError('the server is stopping')) };
}

/** The new models of a provider, or the reason why there are none. */
async function planFor(
  id: string,
  provider: Table | undefined,
  read: (provider: Table) => Promise<Source>,
): Promise<Plan | { provider: string; reason: string }> {
  try {
    if (provider === undefined) throw new DocumentError('it is gone');
    const { document, whole } = await read(provider);
    return { id, entry: entryFor(id, provider, document), whole };
  } catch (error) {
    if (!(error instanceof DocumentError || error instanceof ApiError)) throw error;
    return { provider: id, reason: warningAt(error.message) };
  }
}

interface Written {
  wanted: Table;
  changed: ChangedProvider[];
  refused: Renewed['failed'];
}

/** Applies the plans to the document. */
function applied(kind: SourceKind, plans: readonly Plan[], present: Table): Written {
  const result: Written = { wanted: present, changed: [], refused: [] };
  for (const { id, entry, whole } of plans) {
    const provider = providerIn(result.wanted, id);
    // the user removed or replaced the provider meanwhile
    if (provider === undefined || !isImported(kind, tableIn(provider, 'source'))) continue;
    const foreign = foreignModels(result.wanted, id, provider, entry);
    if (foreign.length > 0) result.refused.push({ provider: id, reason: foreignReason(foreign) });
    const { models, wireType: type } = entry;
    const next = withListed(result.wanted, { id, type, models, whole, untouched: new Set(foreign) });
    const { changed: isChanged, added, removed } = difference(result.wanted, next, id);
    if (!isChanged) continue;
    result.wanted = next;
    result.changed.push({ provider_id: id, provider_name: entry.name, added, removed });
  }
  return result;
}

function once<Value>(all: Map<string, Promise<Value>>, key: string, make: () => Promise<Value>): Promise<Value> {
  const known = all.get(key) ?? make();
  all.set(key, known);
  return known;
}

/** The key of this provider's source, else the key of another provider from the same registry. */
function keyOf(document: Table, provider: Table, url: string): string | undefined {
  return textIn(tableIn(provider, 'source'), 'api_key') ?? registryKey(document, url);
}

/** The source's entry for a provider; throws DocumentError when there is none, and then its models stay. */
function entryFor(id: string, provider: Table, { entries }: CatalogDocument): Usable {
  if (isManaged(id)) throw new DocumentError('it belongs to a login');
  const name = listedAs(id, provider);
  const entry = entries.find((each) => each.id === name);
  if (entry === undefined) throw new DocumentError('its source does not list it any more, or not in a usable form');
  if (!isUsable(entry)) throw new DocumentError('its source names a protocol that cannot be used');
  if (entry.models.length === 0) throw new DocumentError('its source lists no usable model of it');
  return entry;
}

/**
 * Ids of models that would send the provider's key to a new host. A refresh runs unattended, so a source must not add a
 * host that the key was not sent to before.
 */
function foreignModels(document: Table, id: string, provider: Table, { models }: Usable): string[] {
  const known = [provider, ...modelsIn(document, id).values()].map((table) => originOf(table['base_url']));
  return models.flatMap((model) =>
    model.baseUrl === undefined || known.includes(originOf(model.baseUrl)) ? [] : [model.id],
  );
}

function originOf(address: unknown): string {
  return (typeof address === 'string' && parseUrl(address)?.origin) || '';
}

function foreignReason(models: readonly string[]): string {
  const names = models.slice(0, 5).map(warningAt).join(', ');
  const more = models.length > 5 ? ` and ${models.length - 5} more` : '';
  return `models at a host that is new stay as they are until the source is imported again: ${names}${more}`;
}
