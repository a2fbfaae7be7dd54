/** Parses a registry or catalog document (cli.md 5.15), untrusted JSON; drops invalid parts with a warning. */
import type { ProviderType } from '../../schemas/generated/types.js';
import { isRecord } from '../base/text/values.js';
import { textIn, textsIn, warningAt, type Table } from './fields.js';
import { modelsOf, type CatalogModel } from './models.js';
import { endpointOf, hasPlaceholder, protocolOf, type RejectReason } from './protocols.js';

/** A provider of a document. */
export interface CatalogEntry {
  id: string;
  name: string;
  /** null: the entry cannot be imported */
  wireType: ProviderType | null;
  /** the document names no protocol, so OpenAI's is assumed */
  guessed: boolean;
  /** valid address without a trailing slash; absent where the protocol has a default, or the user must enter one */
  baseUrl?: string;
  needsBaseUrl: boolean;
  rejectReason: RejectReason | null;
  /** usual variable for the key */
  envKey: string | null;
  /** usable models, in the order of the document */
  models: CatalogModel[];
  /** what was dropped and why, for the user */
  warnings: string[];
  /** the provider's raw JSON */
  raw: Table;
}

export interface CatalogDocument {
  /** in the order of the document; ids are unique */
  entries: CatalogEntry[];
  /** ids of listed providers that cannot be parsed */
  bad: string[];
  /** what was dropped and why, for the user */
  warnings: string[];
}

/** Maximum number of providers; the rest is dropped. */
const mostProviders = 2_000;
const longestId = 100;
const longestName = 200;

/** The text is not a document; the message gives the reason. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
}

/** Parses the text of a document; throws DocumentError when it is not an object of providers. */
export function parseDocument(text: string): CatalogDocument {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new DocumentError('the document is not JSON', { cause: error });
  }
  return readDocument(value);
}

/** Like `parseDocument`, for an already parsed value. */
export function readDocument(value: unknown): CatalogDocument {
  if (!isRecord(value)) throw new DocumentError('the document is not an object of providers');
  const all = Object.entries(value);
  const document: CatalogDocument = { entries: [], bad: [], warnings: [] };
  const seen = new Set<string>();
  for (const [key, provider] of all.slice(0, mostProviders)) {
    const read = readProvider(key, provider);
    if ('problem' in read) {
      document.bad.push(key);
      document.warnings.push(`provider ${warningAt(key)} is left out: ${read.problem}`);
    } else if (seen.has(read.entry.id)) {
      document.warnings.push(`provider ${warningAt(read.entry.id)} is left out: it is listed twice`);
    } else {
      seen.add(read.entry.id);
      document.entries.push(read.entry);
      document.warnings.push(...read.entry.warnings.map((each) => `${warningAt(read.entry.id)}: ${each}`));
    }
  }
  if (all.length > mostProviders) {
    document.warnings.push(`${all.length - mostProviders} providers beyond ${mostProviders} are left out`);
  }
  return document;
}

function readProvider(key: string, value: unknown): { entry: CatalogEntry } | { problem: string } {
  if (!isRecord(value)) return { problem: 'it is not an object' };
  const id = textIn(value, 'id', longestId) ?? key;
  if (value['id'] !== undefined && typeof value['id'] !== 'string') return { problem: 'its id is not text' };
  if (id.trim() === '' || id.length > longestId || !id.isWellFormed()) return { problem: 'its id cannot be used' };
  if (value['models'] !== undefined && !isRecord(value['models'])) return { problem: 'its models are not an object' };
  for (const field of ['api', 'npm', 'type'] as const) {
    if (value[field] !== undefined && value[field] !== null && typeof value[field] !== 'string') {
      return { problem: `its ${field} is not text` };
    }
  }
  const { type, guessed, rejectReason } = protocolOf({
    id,
    type: textIn(value, 'type'),
    npm: textIn(value, 'npm'),
  });
  const api = textIn(value, 'api');
  const endpoint = endpointOf({ id, type, npm: textIn(value, 'npm'), api });
  const { models, warnings } = modelsOf(value['models'], { type, api });
  const envs = textsIn(value, 'env').filter((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name));
  const isBadAddress = api !== undefined && endpoint.baseUrl === undefined && !hasPlaceholder(api);
  const entry: CatalogEntry = {
    id,
    name: textIn(value, 'name', longestName) ?? id,
    wireType: type,
    guessed,
    baseUrl: endpoint.baseUrl,
    needsBaseUrl: endpoint.needed,
    rejectReason,
    envKey: envs.find((name) => /KEY|TOKEN|SECRET/i.test(name)) ?? envs[0] ?? null,
    models,
    warnings: [...(isBadAddress ? ['its address cannot be used'] : []), ...warnings],
    raw: value,
  };
  return { entry };
}
