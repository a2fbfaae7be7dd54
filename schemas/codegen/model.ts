/** The input of the generators: the source with all implied parts made explicit, and a type name for each schema. */
import { isObject, mapSchema, pascal, properties, refName, type Schema } from './schema.js';
import { withSettings } from './settings.js';
import type { Entry, EventSource, FrameSource, OperationSource, Source, ToolSource } from './source.js';

/** A schema and the name of its type in `types.ts`; null schemas have no `type`. */
export interface Named {
  type: string;
  schema: Schema;
  file: string;
}

/** The type to which a query or path value is converted from text. */
export type Coercion = 'string' | 'integer' | 'number' | 'boolean';

export interface OperationModel {
  name: string;
  resource: string;
  file: string;
  source: OperationSource;
  params?: Named;
  query?: Named;
  body?: Named;
  data: Named;
  /** names of all errors, including implied ones, ordered by code */
  errors: string[];
  coercion: Record<string, Coercion>;
  /** query keys that may occur several times */
  repeatable: string[];
}

export interface EventModel {
  name: string;
  source: EventSource;
  payload: Named;
}

export interface FrameModel {
  name: string;
  source: FrameSource;
  payload: Named;
  ack?: Named;
}

export interface Model {
  source: Source;
  types: Map<string, Schema>;
  operations: OperationModel[];
  events: EventModel[];
  clientFrames: FrameModel[];
  serverFrames: FrameModel[];
  tools: { name: string; source: ToolSource; input: Named }[];
  files: Named[];
  /** the schemas of files on disk by name, with their `x-` attributes */
  annotated: Map<string, Schema>;
}

export function buildModel(read: Source): Model {
  const config = read.files.find(({ name }) => name === 'ConfigFile')?.value ?? {};
  const source = {
    ...read,
    types: read.types.map((entry) => ({ ...entry, value: withSettings(entry.name, entry.value, config) })),
    files: read.files.map((entry) => ({ ...entry, value: withoutAttributes(entry.value) })),
  };
  const types = new Map(source.types.map((entry) => [entry.name, entry.value]));
  return {
    source,
    types,
    operations: source.operations
      .map((entry) => operation(entry, types, source))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    events: source.events.map((entry) => ({
      name: entry.name,
      source: entry.value,
      payload: { type: `${pascal(entry.name)}Event`, schema: eventPayload(entry), file: entry.file },
    })),
    clientFrames: source.clientFrames.map((entry) => frame(entry, '')),
    serverFrames: source.serverFrames.map((entry) => frame(entry, 'Server')),
    tools: source.tools.map((entry) => ({
      name: entry.name,
      source: entry.value,
      input: { type: `${entry.name}Input`, schema: withDefaults(entry.value.input), file: entry.file },
    })),
    files: source.files.map((entry) => ({ type: entry.name, schema: entry.value, file: entry.file })),
    annotated: new Map(read.files.map((entry) => [entry.name, entry.value])),
  };
}

/** A copy without `x-` attributes, which is plain JSON Schema. */
function withoutAttributes(schema: Schema): Schema {
  return mapSchema(schema, (part) => Object.fromEntries(Object.entries(part).filter(([key]) => !key.startsWith('x-'))));
}

/** All schemas outside of `types/` that become separate types; plain references need none. */
export function namedSchemas(model: Model): Named[] {
  const all = [
    ...model.operations.flatMap((item) => [item.params, item.query, item.body, item.data]),
    ...model.events.map((item) => item.payload),
    ...[...model.clientFrames, ...model.serverFrames].flatMap((item) => [item.payload, item.ack]),
    ...model.tools.map((item) => item.input),
    ...model.files,
  ];
  return all.filter((item) => item !== undefined && needsType(item.schema)).filter((item) => item !== undefined);
}

/** The TypeScript name for a schema: its own type, the type it refers to, or `null`. */
export function typeName(named: Named): string {
  if (needsType(named.schema)) return named.type;
  return refName(named.schema.$ref) ?? 'null';
}

function needsType(schema: Schema): boolean {
  return schema.type !== 'null' && refName(schema.$ref) === undefined;
}

function operation(
  entry: Source['operations'][number],
  types: ReadonlyMap<string, Schema>,
  source: Source,
): OperationModel {
  const { name, resource, file, value } = entry;
  const stem = pascal(name);
  const named = (part: string, schema: Schema | undefined): Named | undefined =>
    schema && { type: `${stem}${part}`, schema, file };
  const params: Schema | undefined = value.params && {
    type: 'object',
    properties: value.params,
    required: Object.keys(value.params),
  };
  const form = value.request === 'form' ? properties(value.body) : {};
  const fields = { ...value.params, ...properties(value.query), ...form };
  return {
    name,
    resource,
    file,
    source: value,
    params: named('Params', params),
    query: named('Query', value.query),
    body: named('Body', value.body),
    data: { type: `${stem}Data`, schema: value.data, file },
    errors: operationErrors(value, source),
    coercion: Object.fromEntries(Object.entries(fields).map(([key, schema]) => [key, coercionOf(schema, types)])),
    repeatable: Object.entries(properties(value.query))
      .filter(([, schema]) => kinds(schema, types).includes('array'))
      .map(([key]) => key),
  };
}

function operationErrors(value: OperationSource, source: Source): string[] {
  const names = new Set(value.errors);
  if (value.params || value.query || value.body) names.add('VALIDATION_FAILED');
  // a client may send a body to an operation that needs none
  if (value.method !== 'GET') names.add('REQUEST_MALFORMED').add('FILE_TOO_LARGE');
  if (value.path.includes('{session_id}')) names.add('SESSION_NOT_FOUND');
  if (value.path.includes('{workspace_id}')) names.add('WORKSPACE_NOT_FOUND');
  if (value.auth !== 'none') names.add('UNAUTHORIZED');
  if (value.registered) names.add('ROUTE_NOT_FOUND');
  names.add('AUTH_RATE_LIMITED').add('HOST_NOT_ALLOWED').add('INTERNAL_ERROR');
  return [...names].sort((a, b) => (source.errors.get(a)?.code ?? 0) - (source.errors.get(b)?.code ?? 0));
}

function eventPayload(entry: Entry<EventSource>): Schema {
  const { payload, summary } = entry.value;
  return {
    description: summary,
    ...payload,
    properties: {
      type: { type: 'string', const: entry.name },
      agentId: { type: 'string', description: 'agent that caused it; `main` for session and global events' },
      sessionId: { type: 'string', description: 'session, or `__global__`' },
      ...properties(payload),
    },
    required: [
      'type',
      'agentId',
      'sessionId',
      ...(Array.isArray(payload.required) ? (payload.required as string[]) : []),
    ],
  };
}

function frame(entry: Entry<FrameSource>, prefix: string): FrameModel {
  const { payload, ack, summary } = entry.value;
  const stem = `${prefix}${pascal(entry.name)}`;
  return {
    name: entry.name,
    source: entry.value,
    payload: { type: `${stem}Frame`, schema: { description: summary, ...payload }, file: entry.file },
    ack: ack && { type: `${stem}Ack`, schema: ack, file: entry.file },
  };
}

/** A copy that requires properties with a default: the shape after validation has filled them in. */
function withDefaults(schema: Schema): Schema {
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, value]));
  if (isObject(copy.properties)) {
    const fields = Object.entries(properties(copy)).map(([key, field]) => [key, withDefaults(field)] as const);
    const filled = fields.filter(([, field]) => field.default !== undefined).map(([key]) => key);
    const required: unknown[] = Array.isArray(copy.required) ? copy.required : [];
    copy.properties = Object.fromEntries(fields);
    copy.required = [...new Set([...required, ...filled])];
  }
  if (isObject(copy.items)) copy.items = withDefaults(copy.items);
  return copy;
}

function coercionOf(schema: Schema, types: ReadonlyMap<string, Schema>): Coercion {
  const found = [...kinds(schema, types)];
  if (found.includes('array') && isObject(schema.items)) found.push(...kinds(schema.items, types));
  return (['boolean', 'integer', 'number'] as const).find((kind) => found.includes(kind)) ?? 'string';
}

/** The JSON types that a schema allows, if it restricts them. */
function kinds(schema: Schema, types: ReadonlyMap<string, Schema>): string[] {
  const name = refName(schema.$ref);
  const target = name === undefined ? undefined : types.get(name);
  const own = Array.isArray(schema.type) ? schema.type : [schema.type];
  const parts = [schema.oneOf, schema.anyOf].flatMap((list) => (Array.isArray(list) ? (list as Schema[]) : []));
  return [...own.map(String), ...parts.flatMap((part) => kinds(part, types)), ...(target ? kinds(target, types) : [])];
}
