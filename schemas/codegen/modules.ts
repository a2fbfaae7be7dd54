/** Generates the small modules: tables as data, and maps from names to types. */
import { typeName, type Model, type Named, type OperationModel } from './model.js';
import { inlineRefs, properties, type Schema } from './schema.js';

const quote = (text: string): string => `'${text}'`;
const data = (value: unknown): string => JSON.stringify(value, null, 2);
const union = (names: readonly string[]): string => names.map(quote).join(' | ') || 'never';

/** `import type` lines for the named types, without `null` and the like. */
function importTypes(names: string[]): string {
  const sorted = [...new Set(names)].filter((name) => /^[A-Z]/.test(name)).sort();
  return sorted.length === 0 ? '' : `import type { ${sorted.join(', ')} } from './types.js';\n`;
}

function interfaceOf(name: string, note: string, rows: [string, string][]): string {
  return `/** ${note} */\nexport interface ${name} {\n${rows.map(([key, type]) => `  ${quote(key)}: ${type};\n`).join('')}}\n`;
}

/** The values of enum types, for code that needs them at run time. */
export function enumsModule(model: Model, header: string): string {
  const rows = [...model.types].flatMap(([name, schema]) =>
    Array.isArray(schema['enum']) ? [`  ${name}: ${JSON.stringify(schema['enum'])},\n`] : [],
  );
  return `${header}\n\nexport const enums = {\n${rows.join('')}} as const;\n`;
}

export function eventsModule(model: Model, header: string): string {
  const rows = model.events.map((event) => [event.name, typeName(event.payload)] as [string, string]);
  const table = Object.fromEntries(
    model.events.map(({ name, source }) => [
      name,
      { scope: source.scope, delivery: source.delivery, ...(source.offset ? { offset: true } : {}) },
    ]),
  );
  const global = model.events.flatMap(({ name, source }) => (source.scope === 'global' ? [name] : []));
  const volatile = model.events.flatMap(({ name, source }) => (source.delivery === 'volatile' ? [`'${name}'`] : []));
  return `${header}
${importTypes(rows.map(([, type]) => type))}
${interfaceOf('EventPayloads', 'Payload of each event, by type.', rows)}
export type EventType = keyof EventPayloads;

/** Payload of any event, distinguished by \`type\`. */
export type EventPayload = EventPayloads[EventType];

/** Events that the log keeps: durable and internal ones. */
export type StoredEvent = Exclude<EventType, ${volatile.join(' | ')}>;

/** An event before the log gave it its session. */
export type NewEvent = { [Type in EventType]: Omit<EventPayloads[Type], 'sessionId'> }[EventType];

export interface EventFacts {
  /** who gets it: subscribers of the session, or every connection */
  scope: 'session' | 'global';
  /** stored and replayed, live only, or stored and never sent */
  delivery: 'durable' | 'volatile' | 'internal';
  /** its frames carry an offset into a text stream */
  offset?: true;
}

export const eventTable: Record<EventType, EventFacts> = ${data(table)};

/** The events that every connection gets, for clients, which need no more of the table. */
export const globalEvents: ReadonlySet<EventType> = new Set<EventType>(${data(global)});

/** Types of events by what readers make of them; \`schemas/meta/event.json\` describes each list. */
export const eventReaders = ${data(readersOf(model))} as const;
`;
}

/** The names of events by reader. */
export function readersOf({ events }: Model): Record<string, string[]> {
  const readers = [...new Set(events.flatMap(({ source }) => source.readers))].sort();
  const readBy = (reader: string) => events.filter(({ source }) => source.readers.includes(reader));
  return Object.fromEntries(readers.map((reader) => [reader, readBy(reader).map(({ name }) => name)]));
}

export function operationsModule(model: Model, header: string): string {
  const name = (named: Named | undefined): string => (named ? typeName(named) : 'undefined');
  const sent = model.operations.map(({ name: key, params, query, body, data: answer }) => {
    return [key, `{ params: ${name(params)}; query: ${name(query)}; body: ${name(body)}; data: ${name(answer)} }`] as [
      string,
      string,
    ];
  });
  const received = model.operations.map(({ name: key, params, query, body }) => {
    return [key, `{ params: ${name(params)}; query: ${filled(query)}; body: ${filled(body)} }`] as [string, string];
  });
  const named = (fits: (item: OperationModel) => boolean): string =>
    union(model.operations.filter(fits).map((item) => item.name));
  const used = model.operations.flatMap(({ params, query, body, data: answer }) =>
    [params, query, body, answer].map(name),
  );
  const table = Object.fromEntries(model.operations.map((item) => [item.name, operationFacts(item, model)]));
  return `${header}
import type { ErrorName } from './errors.js';
${importTypes(used)}
${interfaceOf('Operations', 'What a client sends and gets, by operation; `data` is that of the success envelope.', sent)}
export type OperationName = keyof Operations;

/** Operations that answer with bytes. */
export type BytesOperation = ${named(({ source }) => source.answer === 'bytes')};

/** Operations that take a form, files included. */
export type FormOperation = ${named(({ source }) => source.request === 'form')};

${interfaceOf('Requests', 'What a handler gets, by operation: validated, with defaults filled in.', received)}
${filledType}
export interface OperationFacts {
  name: OperationName;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** with \`{names}\` of path parameters and the action after a colon */
  path: string;
  /** the last parameter of the path takes slashes, plain or encoded */
  restOfPath: boolean;
  resource: ${union([...new Set(model.operations.map((item) => item.resource))])};
  auth: 'bearer' | 'none';
  /** how success is answered: in the envelope, as a bare document, as an event stream, as a page, as bytes */
  answer: 'envelope' | 'document' | 'events' | 'page' | 'bytes';
  /** the payload may be large */
  large: boolean;
  /** bytes only: parts of them can be asked for, and whether they changed */
  ranges: boolean;
  /** HTTP status of success */
  status: number;
  /** code of the success envelope */
  successCode: number;
  /** where it is there at all: see the meta-schema */
  registered: 'always' | 'loopback' | 'shutdown' | 'debug' | 'vis';
  hasBody: boolean;
  bodyRequired: boolean;
  /** 32 MiB of JSON are taken, else 4 MiB */
  longBody: boolean;
  /** how the body is sent: \`application/json\` or \`multipart/form-data\` */
  request: 'json' | 'form';
  params: readonly string[];
  query: readonly string[];
  /** query keys that may occur several times */
  repeatable: readonly string[];
  /** all errors it may answer, ordered by code */
  errors: readonly ErrorName[];
  /** HTTP status of errors where this operation's differs from the error's own */
  errorStatus: { readonly [Name in ErrorName]?: number };
}

export const operationTable: { readonly [Name in OperationName]: OperationFacts & { name: Name } } = ${data(table)};
`;
}

const filledType = `/** The type with the named fields present. */
type Filled<T, Keys extends keyof T> = T & { [Key in Keys]-?: Exclude<T[Key], undefined> };
`;

/** The type of an input after its own defaults are filled in. */
function filled(named: Named | undefined): string {
  if (!named) return 'undefined';
  const keys = Object.entries(properties(named.schema)).filter(([, field]) => field.default !== undefined);
  if (keys.length === 0) return typeName(named);
  return `Filled<${typeName(named)}, ${union(keys.map(([key]) => key))}>`;
}

function operationFacts(item: OperationModel, model: Model): Schema {
  const { source } = item;
  const success = source.successCode === undefined ? undefined : model.source.errors.get(source.successCode);
  return {
    name: item.name,
    method: source.method,
    path: source.path,
    restOfPath: source.restOfPath ?? false,
    resource: item.resource,
    auth: source.auth ?? 'bearer',
    answer: source.answer ?? 'envelope',
    large: source.large ?? false,
    ranges: source.answer === 'bytes' && source.ranges !== false,
    status: source.status ?? 200,
    successCode: success?.code ?? 0,
    registered: source.registered ?? 'always',
    hasBody: source.body !== undefined,
    bodyRequired: source.bodyRequired ?? false,
    longBody: source.longBody ?? false,
    request: source.request ?? 'json',
    params: Object.keys(source.params ?? {}),
    query: Object.keys(properties(source.query)),
    repeatable: item.repeatable,
    errors: item.errors,
    errorStatus: source.errorStatus ?? {},
  };
}

export function framesModule(model: Model, header: string): string {
  const client = model.clientFrames.map((item) => {
    return [
      item.name,
      `{ payload: ${typeName(item.payload)}; ack: ${item.ack ? typeName(item.ack) : 'undefined'} }`,
    ] as [string, string];
  });
  const server = model.serverFrames.map((item) => [item.name, typeName(item.payload)] as [string, string]);
  const used = [...model.clientFrames, ...model.serverFrames].flatMap((item) =>
    [item.payload, item.ack].map((named) => (named ? typeName(named) : '')),
  );
  return `${header}
${importTypes(used)}
${interfaceOf('ClientFrames', 'Payload of each client frame and of the ack it gets, by type.', client)}
export type ClientFrameType = keyof ClientFrames;

${interfaceOf('ServerFrames', 'Payload of each server frame that is no event, by type.', server)}
export type ServerFrameType = keyof ServerFrames;
`;
}

/** Values of keywords that a model can guess, so the schema in prompts omits them; validation uses the whole schema. */
const guessable: Readonly<Record<string, readonly unknown[]>> = {
  default: [false, '', 0, 1, 20, 1_000, 'overwrite', 'Stopped by TaskStop'],
  minItems: [1],
  maxItems: [100],
  minLength: [1],
  maxLength: [200, 4_000, 100_000],
  minimum: [0, 1],
  maximum: [100],
  exclusiveMinimum: [0],
};

/** The schema of a tool for models, without the parts that they can guess, because every request contains it. */
function promptSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(promptSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !guessable[key]?.includes(value) && !(key === 'required' && isEmpty(value)))
      .map(([key, value]) => [key, promptSchema(value)]),
  );
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

export function toolsModule(model: Model, header: string): string {
  const rows = model.tools.map(({ name, input }) => [name, typeName(input)] as [string, string]);
  const table = Object.fromEntries(
    model.tools.map(({ name, source }) => [
      name,
      { description: source.text, inputSchema: promptSchema(inlineRefs(source.input, model.types)) },
    ]),
  );
  return `${header}
${importTypes(rows.map(([, type]) => type))}
${interfaceOf('ToolInputs', 'Input of each tool as it reaches the tool: validated, with defaults filled in.', rows)}
export type ToolName = keyof ToolInputs;

export interface ToolFacts {
  /** description for the model */
  description: string;
  /** JSON Schema of the arguments */
  inputSchema: Record<string, unknown>;
}

export const toolTable: Record<ToolName, ToolFacts> = ${data(table)};
`;
}

export function errorsModule(model: Model, header: string): string {
  const names = [...model.source.errors].sort(([, a], [, b]) => a.code - b.code);
  const table = Object.fromEntries(names.map(([name, { code, message, http }]) => [name, { code, message, http }]));
  return `${header}

export type ErrorName =
${names.map(([name]) => `  | ${quote(name)}`).join('\n') || '  never'};

export interface ErrorFacts {
  code: number;
  /** default text for the user */
  message: string;
  /** HTTP status */
  http: number;
}

export const errorTable: Record<ErrorName, ErrorFacts> = ${data(table)};
`;
}

export function filesModule(model: Model, header: string): string {
  const names = model.files.map((item) => item.type);
  return `${header}
${names.length === 0 ? '' : `export type { ${names.join(', ')} } from './types.js';\n`}
/** Kinds of files on disk that are checked when read. */
export type FileName = ${union(names)};
`;
}
