/** Builds the OpenAPI 3.1 document from the schemas; loaded at the first request. */
import {
  OpenApiBuilder,
  type ContentObject,
  type HeadersObject,
  type OpenAPIObject,
  type OperationObject,
  type ParameterObject,
  type PathItemObject,
  type ResponseObject,
} from 'openapi3-ts/oas31';
import type { OperationDocument, SchemaData } from '../../schemas/documents.js';
import { documents } from '../../schemas/generated/documents.js';
import { errorTable, type ErrorName } from '../../schemas/generated/errors.js';
import { operationTable, type OperationFacts } from '../../schemas/generated/operations.js';
import { buildAsyncApi, contactAndLicense } from './asyncapi.js';
import { componentName, createComponents, reachableTypes, type Naming } from './components.js';
import type { Registration } from './contract.js';
import { bytesResponses, rangeParameters } from './openapi-bytes.js';

/** Facts about the server for the documents. */
export interface DocumentInfo {
  version: string;
  /** base URL without a trailing slash; default: the address that served the document */
  serverUrl?: string;
  /** whether the server serves an operation; default: all */
  isServed?(registered: Registration): boolean;
  /** default: the operations of the daemon */
  operations?: Readonly<Record<string, DocumentedFacts>>;
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export function buildOpenApi(info: DocumentInfo): OpenAPIObject {
  const builder = OpenApiBuilder.create({
    openapi: '3.1.0',
    info: {
      title: 'Agent',
      version: info.version,
      description: [
        'REST interface of the local server. Most answers come in an envelope with HTTP status 200; `code` distinguishes success from failure.',
        'On binds that other machines can reach every answer also has `X-Content-Type-Options: nosniff`, `Referrer-Policy` and `Content-Security-Policy`; the document lists what this server serves on its bind.',
        '`HEAD` works wherever `GET` does: the same status and headers without a body. `OPTIONS` answers every path with 204, without a token; its header `Allow` lists the methods of a known path, and allowed origins get the CORS headers. Any other method on a known path answers 405 with `Allow` and the envelope of 40400.',
      ].join('\n\n'),
      ...contactAndLicense,
    },
    servers: [{ url: info.serverUrl ?? '/' }],
    security: [{ bearer: [] }],
    paths: {},
  });
  builder.addSecurityScheme('bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'Content of `server.token` in the home of the server, or its password.',
  });
  const all: DocumentedFacts[] = Object.values(info.operations ?? operationTable);
  const operations = all.filter(({ registered }) => info.isServed?.(registered) ?? true);
  const roots = operations.flatMap((operation) => {
    const { params, query, body, data } = documentOf(operation);
    return [...Object.values(params ?? {}), query, body, operation.answer === 'bytes' ? undefined : data];
  });
  for (const [name, schema] of Object.entries(reachableTypes(roots))) builder.addSchema(name, schema);
  for (const resource of [...new Set(operations.map((operation) => operation.resource))].sort()) {
    builder.addTag({ name: resource, description: `Operations on ${resource}` });
  }
  builder.addHeader('RequestId', {
    description: 'ULID of the request, as sent or made by the server',
    schema: { type: 'string' },
  });
  builder.addParameter('RequestId', {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description: 'ULID to know the request by; anything else is ignored',
    schema: { type: 'string' },
  });
  const answers = createAnswers();
  for (const [path, item] of paths(operations, answers)) builder.addPath(path, item);
  for (const [name, schema] of Object.entries(answers.schemas)) builder.addSchema(name, schema);
  return builder.getSpec();
}

function documentOf(operation: DocumentedFacts): OperationDocument {
  const found = documents.operations[operation.name];
  if (!found) throw new Error(`no schemas for operation ${operation.name}`);
  return found;
}

function paths(operations: readonly DocumentedFacts[], answers: Answers): Map<string, PathItemObject> {
  const items = new Map<string, PathItemObject>();
  for (const operation of operations) {
    const item = items.get(operation.path) ?? { parameters: [{ $ref: '#/components/parameters/RequestId' }] };
    item[operation.method.toLowerCase() as Method] = describe(operation, documentOf(operation), answers);
    items.set(operation.path, item);
  }
  return items;
}

function describe(operation: DocumentedFacts, document: OperationDocument, answers: Answers): OperationObject {
  const { summary, description = `${summary}.`, body, example } = document;
  const parameters = parametersOf(operation, document);
  const bodyType = operation.request === 'form' ? 'multipart/form-data' : 'application/json';
  return {
    operationId: operation.name,
    tags: [operation.resource],
    summary,
    description,
    ...(operation.auth === 'none' ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: operation.bodyRequired,
            content: { [bodyType]: { schema: body, example: example.body ?? {} } },
          },
        }),
    responses: answers.of(operation, document),
    'x-error-codes': operation.errors.map((name) => ({ code: errorTable[name].code, name })),
  };
}

function parametersOf(operation: DocumentedFacts, { params, query, example }: OperationDocument): ParameterObject[] {
  const make = (
    place: 'path' | 'query',
    name: string,
    source: SchemaData,
    required: boolean,
    value: unknown,
  ): ParameterObject => {
    const { description, ...schema } = source;
    return {
      name,
      in: place,
      required,
      ...(typeof description === 'string' ? { description } : {}),
      ...(operation.repeatable.includes(name) ? { style: 'form', explode: true } : {}),
      schema: schema,
      ...(value === undefined ? {} : { example: value }),
    };
  };
  const required: unknown = query?.required;
  const fields = (query?.properties ?? {}) as Record<string, SchemaData>;
  return [
    ...Object.entries(params ?? {}).map(([name, schema]) => make('path', name, schema, true, example.params?.[name])),
    ...Object.entries(fields).map(([name, schema]) => {
      return make('query', name, schema, Array.isArray(required) && required.includes(name), example.query?.[name]);
    }),
    ...(operation.ranges ? rangeParameters : []),
    ...(operation.answer === 'events' ? eventStreamParameters : []),
  ];
}

/** Facts of an operation of any contract. */
type DocumentedFacts = Omit<OperationFacts, 'name' | 'resource'> & { name: string; resource: string };

interface Answers {
  /** the responses of an operation by their status */
  of(operation: DocumentedFacts, document: OperationDocument): Record<string, ResponseObject>;
  /** the components that the responses refer to */
  schemas: Record<string, SchemaData>;
}

const requestId = '01JN8Q5J0C9M4V7X2B6K3T8W1Y';

function createAnswers(): Answers {
  const { schemas, name } = createComponents();
  return { schemas, of: (operation, document) => responsesOf(operation, document, name) };
}

function responsesOf(
  operation: DocumentedFacts,
  { data, example, mediaType }: OperationDocument,
  name: Naming,
): Record<string, ResponseObject> {
  const byStatus = new Map<number, ErrorName[]>();
  for (const name of operation.errors) {
    const http = operation.errorStatus[name] ?? errorTable[name].http;
    byStatus.set(http, [...(byStatus.get(http) ?? []), name]);
  }
  const responses: Record<string, ResponseObject> = {};
  for (const [status, names] of byStatus) responses[status] = errorResponse(status, names, name);
  responses['405'] = errorResponse(405, ['ROUTE_NOT_FOUND'], name);
  const expected = status200(operation.status === 200 ? (byStatus.get(200) ?? []) : [], name);
  const { answer } = operation;
  if (answer === 'bytes') Object.assign(responses, bytesResponses(operation, mediaType, expected));
  else responses[operation.status] = success({ ...operation, answer }, data, example.data ?? null, expected, name);
  for (const response of Object.values(responses))
    response.headers = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' }, ...response.headers };
  return responses;
}

/** The errors that come with the success status, as a schema and as text. */
function status200(names: readonly ErrorName[], name: Naming): { schema?: SchemaData; text: string } {
  if (names.length === 0) return { text: '' };
  return { schema: errorSchema(names, name), text: `, or an error:\n\n${list(names)}` };
}

function success(
  operation: DocumentedFacts & { answer: Exclude<OperationFacts['answer'], 'bytes'> },
  data: SchemaData,
  example: unknown,
  errors: { schema?: SchemaData; text: string },
  name: Naming,
): ResponseObject {
  const description = `Success${errors.text}`;
  if (operation.status === 204) return { description };
  const fallback: ContentObject = errors.schema ? { 'application/json': { schema: errors.schema } } : {};
  switch (operation.answer) {
    case 'events':
      return { description, headers: eventStreamHeaders, content: { ...eventStreamContent(), ...fallback } };
    case 'page':
      return { description, content: { 'text/html': { schema: { type: 'string' } }, ...fallback } };
    case 'document': {
      const schema = errors.schema ? { anyOf: [data, errors.schema] } : data;
      return { description, content: { 'application/json': { schema: schema, example } } };
    }
    case 'envelope': {
      const envelope = successEnvelope(operation.successCode, data, name);
      const schema = errors.schema ? { oneOf: [envelope, errors.schema] } : envelope;
      const value = { code: operation.successCode, msg: 'success', data: example, request_id: requestId };
      return { description, content: { 'application/json': { schema: schema, example: value } } };
    }
  }
}

const fields = {
  msg: { type: 'string', description: 'text for the user; `success` for code 0' },
  request_id: { type: 'string', description: 'ULID; also in the header `X-Request-Id`' },
};

function successEnvelope(code: number, data: SchemaData, name: Naming): SchemaData {
  const held = componentName(data) ?? 'Empty';
  return name(code === 0 ? `${held}Answer` : `${held}Answer${code}`, {
    description: 'Answer of a call that succeeded.',
    type: 'object',
    properties: { code: { type: 'integer', const: code }, msg: fields.msg, data, request_id: fields.request_id },
    required: ['code', 'msg', 'data', 'request_id'],
    additionalProperties: false,
  });
}

/** The schema of a failed call; its name contains only the codes, so that operations with the same errors share it. */
function errorSchema(names: readonly ErrorName[], name: Naming): SchemaData {
  const codes = names.map((each) => errorTable[each].code);
  return name(`Error${codes.join('Or')}`, {
    description: 'Answer of a call that failed.',
    type: 'object',
    properties: {
      code: { type: 'integer', enum: codes },
      msg: fields.msg,
      data: { description: 'null unless the error has a payload' },
      request_id: fields.request_id,
      details: { description: 'with 40001 a list of `{path, message}`' },
      stack: { type: 'string', description: 'only with 50001 and debug endpoints' },
    },
    required: ['code', 'msg', 'data', 'request_id'],
    additionalProperties: false,
  });
}

function list(names: readonly ErrorName[]): string {
  return names.map((name) => `- ${errorTable[name].code} ${name}: ${documents.errors[name] ?? ''}`).join('\n');
}

function errorResponse(status: number, names: readonly ErrorName[], name: Naming): ResponseObject {
  const [first] = names;
  if (first === undefined) throw new Error(`status ${status} without an error`);
  const { code, message } = errorTable[first];
  const text = status === 405 ? 'The path does not have this method.' : list(names);
  const header = headers[status];
  return {
    description: text,
    ...(header === undefined
      ? {}
      : { headers: { [header.name]: { description: header.description, schema: { type: header.type } } } }),
    content: {
      'application/json': {
        schema: errorSchema(names, name),
        example: { code, msg: message, data: null, request_id: requestId },
      },
    },
  };
}

const headers: Record<number, { name: string; description: string; type: 'string' | 'integer' } | undefined> = {
  405: { name: 'Allow', description: 'methods the path has', type: 'string' },
  429: { name: 'Retry-After', description: 'seconds', type: 'integer' },
};

/** The parameters of the HTTP event stream (ws.md 13). */
const eventStreamParameters: readonly ParameterObject[] = [
  {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: '`id:` of the last event that came; outranks `after_seq`',
    schema: { type: 'string', pattern: '^\\d{0,15}$' },
    example: '57',
  },
];

const eventStreamHeaders: HeadersObject = {
  'Cache-Control': { description: '`no-store`', schema: { type: 'string' } },
  'X-Accel-Buffering': { description: '`no`, for proxies that buffer', schema: { type: 'string' } },
};

/** Example of the stream: one durable event, one volatile event, and a ping. */
function eventStreamContent(): ContentObject {
  const { messages } = buildAsyncApi({ version: '' }).components;
  const data = (type: string): string => `data: ${JSON.stringify(messages[type]?.examples[0]?.payload)}\n\n`;
  const seq = String(messages['turn.started']?.examples[0]?.payload['seq']);
  const example = `retry: 1000\n\nid: ${seq}\n${data('turn.started')}${data('assistant.delta')}: ping\n\n`;
  return { 'text/event-stream': { schema: { type: 'string' }, example } };
}
