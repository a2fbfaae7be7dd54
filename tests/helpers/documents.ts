/** Checks live responses and frames against the served documents. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { AsyncApiDocument } from '../../daemon/http/asyncapi.js';
import type { OpenAPIObject } from 'openapi3-ts/oas31';
import { formats } from '../../schemas/formats.js';

/** Returns violations as `path message`; empty when the value matches. */
export type Check = (value: unknown) => string[];

type Compile = (pointer: string) => ValidateFunction;

/** Compiled checks that suites of a worker share, because compiling takes long. */
const compilers = new Map<string, Compile>();
const compilerOf = new WeakMap<object, Compile>();

function compiler(document: object): Compile {
  const known = compilerOf.get(document);
  if (known) return known;
  // address and version of the server do not affect checks
  const text = JSON.stringify({ ...document, info: undefined, servers: undefined });
  const compile = compilers.get(text) ?? createCompiler(document);
  compilers.set(text, compile);
  compilerOf.set(document, compile);
  return compile;
}

function createCompiler(document: object): Compile {
  // most checks see only a few values, so compiling fast matters more
  const quickly = { inlineRefs: false, code: { optimize: false } };
  const ajv = new Ajv2020({ strict: false, allErrors: true, unicode: false, logger: false, formats, ...quickly });
  ajv.addSchema(document, 'document', false, false);
  const compiled = new Map<string, ValidateFunction>();
  const compile: Compile = (pointer) => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
    compiled.set(pointer, validate);
    return validate;
  };
  return compile;
}

const escape = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

function findings(validate: ValidateFunction, value: unknown): string[] {
  return validate(value) ? [] : (validate.errors ?? []).map(finding);
}

function finding({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath || '/'} ${message ?? ''} ${JSON.stringify(params)}`;
}

/** Returns the check for JSON bodies that an operation returns with the given HTTP status. */
export function responseValidator(document: OpenAPIObject, operationId: string, status = 200): Check {
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
      const operation = item[method];
      if (operation?.operationId !== operationId) continue;
      const responses = operation.responses;
      const response = responses?.[String(status)];
      if (!response) return () => [`${operationId} documents no status ${status}`];
      if (!response.content?.['application/json'])
        return () => [`${operationId} documents no JSON body for status ${status}`];
      const pointer = `/paths/${escape(path)}/${method}/responses/${status}/content/application~1json/schema`;
      const validate = compiler(document)(pointer);
      return (body) => findings(validate, body);
    }
  }
  throw new Error(`no operation ${operationId} in the document`);
}

/** Returns the check for a part of a document: property names that lead to a place, and a JSON pointer from there. */
export function partValidator(document: object, at: readonly string[], pointer: string): Check {
  const validate = compiler(document)(`${at.map((part) => `/${escape(part)}`).join('')}${pointer}`);
  return (value) => findings(validate, value);
}

/**
 * The check for whole frames from the server, live ones or replayed; acks are checked against the shape of the request
 * they answer when its type is given.
 */
export function frameValidator(document: AsyncApiDocument): (frame: unknown, request?: string) => string[] {
  const compile = compiler(document);
  return (frame, request) => {
    const { type, epoch } = frame as { type?: unknown; epoch?: unknown };
    if (typeof type !== 'string') return ['/type must be a string'];
    // frames of the transcript channel have the envelope of an event, and a payload of their own
    const isEvent = epoch !== undefined && !type.startsWith('transcript.');
    const key = isEvent ? type : type === 'ack' && request !== undefined ? `ack.${request}` : `server.${type}`;
    if (!document.components.messages[key]) return [`/type no message ${key} in the document`];
    return findings(compile(`/components/messages/${escape(key)}/payload`), frame);
  };
}
