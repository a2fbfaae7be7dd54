/** The answers in the OpenAPI document: envelopes by their data, errors by their codes, each a component. */
import type { ContentObject, ResponseObject } from 'openapi3-ts/oas31';
import type { OperationDocument, SchemaData } from '../../schemas/documents.js';
import { documents } from '../../schemas/generated/documents.js';
import { errorTable, type ErrorName } from '../../schemas/generated/errors.js';
import type { OperationFacts } from '../../schemas/generated/operations.js';
import { componentName, createComponents, type Naming } from './components.js';
import { eventStreamContent, eventStreamHeaders } from './openapi-events.js';
import { bytesResponses } from './openapi-bytes.js';

/** Facts of an operation of any contract. */
export type DocumentedFacts = Omit<OperationFacts, 'name' | 'resource'> & { name: string; resource: string };

export interface Answers {
  /** the responses of an operation by their status */
  of(operation: DocumentedFacts, document: OperationDocument): Record<string, ResponseObject>;
  /** the components that the responses refer to */
  schemas: Record<string, SchemaData>;
}

const requestId = '01JN8Q5J0C9M4V7X2B6K3T8W1Y';

export function createAnswers(): Answers {
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

/** Names of the errors that come with the status of success, as schema and as text. */
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

/** Of the codes alone, so that all calls that fail with the same ones share it. */
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
