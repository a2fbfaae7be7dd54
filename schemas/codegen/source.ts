/** Reads the contract from disk and checks every file against its meta-schema. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject, type Schema } from './schema.js';

/** A mistake in a source file; `file` is relative to the root of the contract. */
export interface Problem {
  file: string;
  reason: string;
}

export interface ErrorSource {
  code: number;
  message: string;
  http: number;
  summary: string;
}

export interface OperationSource {
  summary: string;
  description?: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  auth?: 'bearer' | 'none';
  params?: Record<string, Schema>;
  /** the last parameter takes the whole rest of the path, slashes included */
  restOfPath?: true;
  query?: Schema;
  body?: Schema;
  bodyRequired?: boolean;
  /** the body has prompts, files or values of the GUI store: accepts 32 MiB of JSON instead of 4 MiB */
  longBody?: true;
  /** `form`: `multipart/form-data`, whose files the handler reads */
  request?: 'json' | 'form';
  data: Schema;
  answer?: 'envelope' | 'document' | 'events' | 'page' | 'bytes';
  /** the payload may be large, so it is written in pieces */
  large?: true;
  /** media type of a binary answer; absent when it depends on the content */
  mediaType?: string | string[];
  /** false: always sends all bytes, and ignores `Range` and `If-None-Match` */
  ranges?: boolean;
  errors: string[];
  /** HTTP status of errors where this operation's differs from the usual one */
  errorStatus?: Record<string, number>;
  successCode?: string;
  status?: number;
  registered?: 'loopback' | 'shutdown' | 'debug' | 'vis';
  example: { params?: Schema; query?: Schema; body?: unknown; data?: unknown };
}

export interface EventSource {
  summary: string;
  scope: 'session' | 'global';
  delivery: 'durable' | 'volatile' | 'internal';
  offset?: boolean;
  /** see the meta-schema */
  readers: string[];
  payload: Schema;
  example: Schema;
}

export interface FrameSource {
  summary: string;
  /** fields of the frame itself, beside its payload */
  fields?: Record<string, Schema>;
  payload: Schema;
  ack?: Schema;
  example: Schema;
  ackExample?: Schema;
  /** payload of the ack by error name */
  failures?: Record<string, Schema>;
}

export interface ToolSource {
  summary: string;
  input: Schema;
  /** content of the `.md` file beside it */
  text: string;
}

/** A source file with its name (stem) and its path relative to the root. */
export interface Entry<T> {
  name: string;
  file: string;
  value: T;
}

export interface Source {
  types: Entry<Schema>[];
  errors: Map<string, ErrorSource>;
  operations: (Entry<OperationSource> & { resource: string })[];
  events: Entry<EventSource>[];
  clientFrames: Entry<FrameSource>[];
  serverFrames: Entry<FrameSource>[];
  tools: Entry<ToolSource>[];
  files: Entry<Schema>[];
}

const metaDirectory = fileURLToPath(new URL('../meta/', import.meta.url));

type Meta = 'type' | 'error' | 'operation' | 'event' | 'frame' | 'tool' | 'file';

/** Reads everything below `root`; reports and skips files that do not match their meta-schema. */
export function readSource(root: string): { source: Source; problems: Problem[] } {
  const problems: Problem[] = [];
  const fits = metaChecks(problems);

  function entries<T>(folder: string, meta: Meta): Entry<T>[] {
    return names(join(root, folder), '.json').flatMap((stem) => {
      const file = `${folder}/${stem}.json`;
      const value = parse(root, file, problems);
      return value !== undefined && fits(meta, file, value) ? [{ name: stem, file, value: value as T }] : [];
    });
  }

  const resources = existsSync(join(root, 'operations'))
    ? readdirSync(join(root, 'operations'), { withFileTypes: true }).filter((item) => item.isDirectory())
    : [];
  const errors = parse(root, 'errors.json', problems);
  const source: Source = {
    types: entries('types', 'type'),
    errors: new Map(
      errors !== undefined && fits('error', 'errors.json', errors)
        ? Object.entries(errors as Record<string, ErrorSource>)
        : [],
    ),
    operations: resources
      .map((item) => item.name)
      .sort()
      .flatMap((resource) =>
        entries<OperationSource>(`operations/${resource}`, 'operation').map((entry) => ({ ...entry, resource })),
      ),
    events: entries('events', 'event'),
    clientFrames: entries('frames/client', 'frame'),
    serverFrames: entries('frames/server', 'frame'),
    tools: entries<ToolSource>('tools', 'tool').map((entry) => {
      const text = entry.file.replace(/json$/, 'md');
      if (!existsSync(join(root, text)))
        problems.push({ file: text, reason: 'missing: the description of the tool for the model' });
      else entry.value = { ...entry.value, text: readFileSync(join(root, text), 'utf8').trim() };
      return entry;
    }),
    files: entries('files', 'file'),
  };
  return { source, problems };
}

function names(directory: string, ending: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .sort();
}

function parse(root: string, file: string, problems: Problem[]): unknown {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8'));
  } catch (error) {
    problems.push({ file, reason: error instanceof SyntaxError ? `not JSON: ${error.message}` : 'cannot be read' });
    return undefined;
  }
}

/** Compiled once, since the meta-schemas always come from this program. */
let metaSchemas: Ajv2020 | undefined;

function readMetaSchemas(): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, strictTypes: false });
  for (const name of readdirSync(metaDirectory).sort()) {
    ajv.addSchema(JSON.parse(readFileSync(join(metaDirectory, name), 'utf8')) as Schema, name);
  }
  return ajv;
}

function metaChecks(problems: Problem[]): (meta: Meta, file: string, value: unknown) => boolean {
  const ajv = (metaSchemas ??= readMetaSchemas());
  return (meta, file, value) => {
    const validate = ajv.getSchema(`${meta}.json`);
    if (!validate) throw new Error(`no meta-schema ${meta}.json in ${metaDirectory}`);
    if (validate(value)) return true;
    for (const error of validate.errors ?? []) {
      const extra: unknown = isObject(error.params)
        ? (error.params.additionalProperty ?? error.params.allowedValues)
        : undefined;
      const at = error.instancePath === '' ? '' : `${error.instancePath.slice(1).replaceAll('/', '.')}: `;
      problems.push({
        file,
        reason: `${at}${error.message ?? error.keyword}${extra === undefined ? '' : ` (${JSON.stringify(extra)})`}`,
      });
    }
    return false;
  };
}
