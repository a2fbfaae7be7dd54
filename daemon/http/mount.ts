/** Connects each operation with its handler: route, validate, run, answer. */
import type { Validator } from '../../schemas/validation.js';
import { isSmallJson, piecesOf } from '../base/text/pieces.js';
import { readJsonBody } from './body.js';
import { sendBytes } from './bytes.js';
import {
  generatedContract,
  type BytesAnswer,
  type Contract,
  type Handlers,
  type OperationEntry,
  type Registration,
  type RequestFrame,
  type VisHandlers,
} from './contract.js';
import type { HttpRequest, HttpResponse } from './exchange.js';
import { createForm } from './form.js';
import type { Reply } from './reply.js';
import { createRoutes, type Routes } from './routes.js';
import { parseQuery, validate } from './validate.js';

export interface MountOptions {
  handlers: Handlers | VisHandlers;
  reply: Reply;
  /** Whether an operation is served. */
  isServed(registered: Registration): boolean;
  contract?: Contract;
}

/** A request whose types are guaranteed by the contract and not by the compiler. */
interface AnyRequest extends RequestFrame {
  readonly operation: string;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Characters of an answer that is written at once. */
const shortAnswer = 64 * 1024;

interface Served extends OperationEntry {
  handler: (request: AnyRequest) => unknown;
  paramsValidator: Validator | undefined;
  queryValidator: Validator | undefined;
  bodyValidator: Validator | undefined;
}

/** Serves the operations; passes on requests for anything else. */
export function mountOperations({ handlers, reply, isServed, contract = generatedContract }: MountOptions): Routes {
  const served = Object.values(contract.operations).map((operation) => ({
    ...join(operation, handlers, contract),
    hidden: !isServed(operation.registered),
  }));
  return createRoutes(served, async (operation, params, req, res) => {
    req.exchange.operation = operation.name;
    const { session_id: sessionId } = params;
    if (sessionId !== undefined) req.exchange.sessionId = sessionId;
    req.exchange.errorStatus = operation.errorStatus;
    // Order of rest.md 1.4: the body is JSON, then path parameters, body and query are valid. A body must be JSON even
    // if the operation ignores it.
    const body = operation.method === 'GET' ? undefined : await bodyOf(operation, req);
    const request = validRequest(operation, params, operation.hasBody ? body : undefined, req, res);
    const data = await operation.handler(request);
    if (operation.answer === 'events') return;
    if (operation.answer === 'bytes') {
      req.exchange.code = 0;
      await sendBytes(req, res, data as BytesAnswer, operation.ranges);
    } else if (operation.answer === 'document') reply.document(req, res, data);
    else if (piecesOf(data) || (operation.large && !isSmallJson(data, shortAnswer)))
      await reply.largeSuccess(req, res, data, operation);
    else reply.success(req, res, data, operation);
  });
}

function join(operation: OperationEntry, handlers: MountOptions['handlers'], contract: Contract): Served {
  const { name } = operation;
  // Each handler takes the request of its own operation; only the table knows which one that is.
  const handler = (handlers as Readonly<Record<string, ((request: never) => unknown) | undefined>>)[name];
  if (!handler) throw new Error(`operation ${name} has no handler`);
  return {
    ...operation,
    handler: handler as (request: AnyRequest) => unknown,
    paramsValidator: contract.params[name],
    queryValidator: contract.query[name],
    bodyValidator: contract.body[name],
  };
}

/** A form is validated later, when its handler reads it. */
function bodyOf({ request, bodyValidator, longBody }: Served, req: HttpRequest): unknown {
  return request === 'form' && bodyValidator ? createForm(req, bodyValidator) : readJsonBody(req, longBody);
}

function validRequest(
  operation: Served,
  params: Record<string, unknown>,
  body: unknown,
  req: HttpRequest,
  res: HttpResponse,
): AnyRequest {
  const { name, paramsValidator, queryValidator, bodyValidator, request: kind } = operation;
  if (paramsValidator) validate(paramsValidator, params);
  if (bodyValidator && kind === 'json') validate(bodyValidator, body);
  const query = queryValidator && parseQuery(req.exchange.search);
  if (queryValidator) validate(queryValidator, query);
  const { requestId } = req.exchange;
  const request = Object.create(signalled) as typeof signalled;
  return Object.assign(request, {
    operation: name,
    params: paramsValidator && params,
    query,
    body,
    requestId,
    req,
    res,
  });
}

/**
 * Creates the signal on demand, because few handlers read it. The accessor is on a prototype: an accessor in each
 * request object would give every request its own hidden class, which costs a third of the speed.
 */
const signalled = {
  get signal(): AbortSignal {
    const { res } = this as unknown as RequestFrame;
    let controller = controllers.get(res);
    if (!controller) controllers.set(res, (controller = abortOnClose(res)));
    return controller.signal;
  },
};

const controllers = new WeakMap<HttpResponse, AbortController>();

function abortOnClose(res: HttpResponse): AbortController {
  const controller = new AbortController();
  const onClose = (): void => {
    if (!res.writableFinished) controller.abort();
  };
  if (res.destroyed) onClose();
  else res.once('close', onClose);
  return controller;
}
