/** Builds the OpenAPI 3.1 document from the schemas; loaded at the first request. */
import {
  OpenApiBuilder,
  type OpenAPIObject,
  type OperationObject,
  type ParameterObject,
  type PathItemObject,
} from 'openapi3-ts/oas31';
import type { OperationDocument, SchemaData } from '../../schemas/documents.js';
import { documents } from '../../schemas/generated/documents.js';
import { errorTable } from '../../schemas/generated/errors.js';
import { operationTable } from '../../schemas/generated/operations.js';
import { imprint } from './asyncapi.js';
import { reachableTypes } from './components.js';
import type { Registration } from './contract.js';
import { createAnswers, type Answers, type DocumentedFacts } from './openapi-answers.js';
import { eventStreamParameters } from './openapi-events.js';
import { rangeParameters } from './openapi-bytes.js';

/** The facts about the server in the documents. */
export interface DocumentInfo {
  version: string;
  /** base URL, without a slash at its end; default: the address the document came from */
  serverUrl?: string;
  /** which operations it serves; default: all */
  isServed?(registered: Registration): boolean;
  /** default: those of the daemon */
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
      ...imprint,
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
