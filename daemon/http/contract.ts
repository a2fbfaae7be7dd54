/** The generated contract in the form that serving needs, and the types of the handlers that implement it. */
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ErrorName } from '../../schemas/generated/errors.js';
import {
  operationTable,
  type BytesOperation,
  type FormOperation,
  type OperationName,
  type Operations,
  type Requests,
} from '../../schemas/generated/operations.js';
import * as Vis from '../../schemas/generated/visoperations.js';
import { bodyValidators, paramsValidators, queryValidators } from '../../schemas/generated/validators.js';
import type { Validator } from '../../schemas/validation.js';
import type { Json } from '../base/text/pieces.js';
import type { HttpRequest, HttpResponse } from './exchange.js';

/** The common part of every request. */
export interface RequestFrame {
  readonly requestId: string;
  /** For streaming operations, which write the answer themselves, and for headers. */
  readonly req: HttpRequest;
  readonly res: HttpResponse;
  /** Aborts when the client disconnects before the answer is complete. */
  readonly signal: AbortSignal;
}

/** The request of a handler. `params`, `query` and `body` are valid, with defaults; undefined when there are none. */
export interface ApiRequest<K extends OperationName> extends RequestFrame {
  readonly operation: K;
  readonly params: Requests[K]['params'];
  readonly query: Requests[K]['query'];
  readonly body: K extends FormOperation ? Form<Requests[K]['body']> : Requests[K]['body'];
}

/** A form that is parsed while it arrives. */
export interface Form<Fields> {
  /**
   * Reads to the end. `receive` gets the part `file` as it arrives; it must keep nothing if it fails or this call does.
   * Throws REQUEST_MALFORMED, VALIDATION_FAILED, FILE_TOO_LARGE, and the errors of `receive`.
   */
  read<Received>(receive: (file: FilePart) => Promise<Received>): Promise<ReadForm<Fields, Received>>;
}

export interface FilePart {
  bytes: Readable;
  /** as the client wrote it, never to be used as a path; `""` when missing */
  name: string;
  /** as the client wrote it, without parameters */
  mediaType: string;
}

export interface ReadForm<Fields, Received> {
  /** valid, with defaults; the file's own field is an empty string */
  fields: Fields;
  file: Omit<FilePart, 'bytes'> & { received: Received };
}

/** A handler's description of bytes to send; the sender releases them in every case. */
export type BytesAnswer = BytesFacts &
  (
    | { file: FileHandle }
    | {
        /** returns the bytes from `start` to `end` (exclusive); not called when none are to be sent */
        open(start: number, end: number): Readable;
        /** called once, when the answer is complete or abandoned */
        release?(): void | Promise<void>;
      }
  );

interface BytesFacts {
  /** bytes */
  size: number;
  /** opaque, without quotes */
  etag?: string;
  /** epoch milliseconds */
  modifiedAt?: number;
  /** an invalid type is sent as `application/octet-stream` */
  mediaType: string;
  /** any text; characters that a header cannot contain are encoded or replaced */
  fileName: string;
  /** HTML, SVG and XML are always sent as attachments */
  disposition: 'inline' | 'attachment';
  /** default: `private, no-cache`, so that clients revalidate each time */
  cacheControl?: string;
}

export type HandlerData<K extends OperationName> = K extends BytesOperation
  ? BytesAnswer
  : Operations[K]['data'] | Json<Operations[K]['data']>;

/** Returns the payload; throws `ApiError` for expected outcomes. The result of an event stream's handler is ignored. */
export type Handler<K extends OperationName> = (request: ApiRequest<K>) => HandlerData<K> | Promise<HandlerData<K>>;

/** One handler per operation: a missing handler is a compile error. */
export type Handlers = { [K in OperationName]: Handler<K> };

/** The handlers of the visualizer (web.md 8.2). */
export type VisHandlers = {
  [K in VisName]: (request: Pick<RequestFrame, 'signal'> & Vis.Requests[K]) => VisData<K> | Promise<VisData<K>>;
};
type VisName = Vis.OperationName;
type VisData<K extends VisName> = K extends Vis.BytesOperation
  ? BytesAnswer
  : Vis.Operations[K]['data'] | Json<Vis.Operations[K]['data']>;

/**
 * `loopback`: served where only this machine can connect; `shutdown`: there, or on request; `debug`: there, only on
 * request; `vis`: in the server of the visualizer.
 */
export type Registration = 'always' | 'loopback' | 'shutdown' | 'debug' | 'vis';

/** The facts about an operation that serving it needs. */
export interface OperationEntry {
  name: string;
  /** GET, POST, PUT, PATCH or DELETE */
  method: string;
  /** with `{name}` for parameters and `:action` at the end of actions */
  path: string;
  /** the last parameter takes the whole rest of the path, slashes included */
  restOfPath: boolean;
  /** `document`: bare JSON; `events`: the handler writes it; `bytes`: the handler describes it; else the envelope */
  answer: 'envelope' | 'document' | 'events' | 'page' | 'bytes';
  /** envelope only: the payload may be large, so it is written in pieces */
  large: boolean;
  /** bytes only: honor `Range` and `If-None-Match` */
  ranges: boolean;
  /** HTTP status of success */
  status: number;
  /** code in the success envelope */
  successCode: number;
  /** on which servers it is served */
  registered: Registration;
  hasBody: boolean;
  /** accepts 32 MiB of JSON instead of 4 MiB */
  longBody: boolean;
  request: 'json' | 'form';
  /** HTTP status of errors where it differs from the error's own */
  errorStatus: Readonly<Partial<Record<ErrorName, number>>>;
}

/** Operations with their validators; a part without a validator is ignored. */
export interface Contract {
  /** default: derived from the options of the server */
  isServed?(registered: Registration): boolean;
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

export const visContract: Contract = {
  operations: Vis.operationTable,
  params: paramsValidators,
  query: queryValidators,
  body: bodyValidators,
  isServed: (registered) => registered === 'vis',
};
