/** The generated contract as serving it needs it, and the types of the handlers that fulfil it. */
import {
  operationTable,
  type OperationName,
  type Operations,
  type Requests,
} from '../../schemas/generated/operations.js';
import { bodyValidators, paramsValidators, queryValidators } from '../../schemas/generated/validators.js';
import type { Validator } from '../../schemas/validation.js';
import type { HttpRequest, HttpResponse } from './exchange.js';

/** What comes with every request, whatever the operation. */
export interface RequestFrame {
  readonly requestId: string;
  /** For operations that answer with a stream and write it themselves, and for headers. */
  readonly req: HttpRequest;
  readonly res: HttpResponse;
  /** Aborts when the client is gone before the answer is complete. */
  readonly signal: AbortSignal;
}

/** What a handler gets. `params`, `query` and `body` are validated, typed and filled with defaults; undefined when there are none. */
export interface ApiRequest<K extends OperationName> extends RequestFrame {
  readonly operation: K;
  readonly params: Requests[K]['params'];
  readonly query: Requests[K]['query'];
  readonly body: Requests[K]['body'];
}

/** Returns the payload, throws `ApiError` for expected outcomes. What an event stream's handler returns is not looked at. */
export type Handler<K extends OperationName> = (
  request: ApiRequest<K>,
) => Operations[K]['data'] | Promise<Operations[K]['data']>;

/** One handler per operation: an operation without one does not compile. */
export type Handlers = { [K in OperationName]: Handler<K> };

/**
 * `loopback`: where this machine alone can connect; `shutdown`: there, or when it was asked for; `debug`: there, when it
 * was asked for.
 */
export type Registration = 'always' | 'loopback' | 'shutdown' | 'debug';

/** One operation, as far as serving it goes. */
export interface OperationEntry {
  name: string;
  /** GET, POST, PUT, PATCH or DELETE */
  method: string;
  /** with `{name}` for parameters and `:action` at the end of actions */
  path: string;
  /** `document`: bare JSON; `events`: the handler writes; else the envelope */
  answer: 'envelope' | 'document' | 'events' | 'page';
  /** HTTP status of success */
  status: number;
  /** code of the success envelope */
  successCode: number;
  /** where it is served at all */
  registered: Registration;
  hasBody: boolean;
}

/** Operations with their validators; a part without one is not looked at. */
export interface Contract {
  operations: Readonly<Record<string, OperationEntry>>;
  params: Readonly<Record<string, Validator | undefined>>;
  query: Readonly<Record<string, Validator | undefined>>;
  body: Readonly<Record<string, Validator | undefined>>;
}

export const generatedContract: Contract = {
  operations: operationTable,
  params: paramsValidators,
  query: queryValidators,
  body: bodyValidators,
};
