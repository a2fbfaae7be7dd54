/** The generated contract as serving it needs it, and the types of the handlers that fulfil it. */
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
  readonly body: K extends FormOperation ? Form<Requests[K]['body']> : Requests[K]['body'];
}

/** A form that is read while it comes in. */
export interface Form<Fields> {
  /**
   * Reads to the end. `receive` gets the part `file` as it comes, and keeps nothing when it fails or this does.
   * Throws REQUEST_MALFORMED, VALIDATION_FAILED, FILE_TOO_LARGE, and what `receive` throws.
   */
  read<Received>(receive: (file: FilePart) => Promise<Received>): Promise<ReadForm<Fields, Received>>;
}

export interface FilePart {
  bytes: Readable;
  /** as the client wrote it: no path, whatever it looks like; `""` when there is none */
  name: string;
  /** as the client wrote it, without parameters */
  mediaType: string;
}

export interface ReadForm<Fields, Received> {
  /** valid, with defaults; the file's own field is an empty text */
  fields: Fields;
  file: Omit<FilePart, 'bytes'> & { received: Received };
}

/** Bytes to send, as a handler describes them; the sender releases them in every case. */
export type BytesAnswer = BytesFacts &
  (
    | { file: FileHandle }
    | {
        /** the bytes from `start` to before `end`; not called when none are to be sent */
        open(start: number, end: number): Readable;
        /** called once, when the answer is over or given up */
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
  /** what is none is sent as `application/octet-stream` */
  mediaType: string;
  /** any text; the header gets what a header can hold */
  fileName: string;
  /** HTML, SVG and XML are attachments all the same */
  disposition: 'inline' | 'attachment';
  /** default: `private, no-cache`, which clients revalidate each time */
  cacheControl?: string;
}

/** What a handler returns. */
export type HandlerData<K extends OperationName> = K extends BytesOperation
  ? BytesAnswer
  : Operations[K]['data'] | Json<Operations[K]['data']>;

/** Returns the payload, throws `ApiError` for expected outcomes. What an event stream's handler returns is not looked at. */
export type Handler<K extends OperationName> = (request: ApiRequest<K>) => HandlerData<K> | Promise<HandlerData<K>>;

/** One handler per operation: an operation without one does not compile. */
export type Handlers = { [K in OperationName]: Handler<K> };

/** The same of the visualizer (web.md 8.2). */
export type VisHandlers = {
  [K in VisName]: (request: Pick<RequestFrame, 'signal'> & Vis.Requests[K]) => VisData<K> | Promise<VisData<K>>;
};
type VisName = Vis.OperationName;
type VisData<K extends VisName> = K extends Vis.BytesOperation
  ? BytesAnswer
  : Vis.Operations[K]['data'] | Json<Vis.Operations[K]['data']>;

/**
 * `loopback`: where this machine alone can connect; `shutdown`: there, or when it was asked for; `debug`: there, when it
 * was asked for; `vis`: in the server of the visualizer.
 */
export type Registration = 'always' | 'loopback' | 'shutdown' | 'debug' | 'vis';

/** One operation, as far as serving it goes. */
export interface OperationEntry {
  name: string;
  /** GET, POST, PUT, PATCH or DELETE */
  method: string;
  /** with `{name}` for parameters and `:action` at the end of actions */
  path: string;
  /** the last parameter takes all that is left of the path, slashes included */
  restOfPath: boolean;
  /** `document`: bare JSON; `events`: the handler writes; `bytes`: what the handler describes; else the envelope */
  answer: 'envelope' | 'document' | 'events' | 'page' | 'bytes';
  /** envelope only: the payload may be large, and is written in pieces */
  large: boolean;
  /** bytes only: `Range` and `If-None-Match` count */
  ranges: boolean;
  /** HTTP status of success */
  status: number;
  /** code of the success envelope */
  successCode: number;
  /** where it is served at all */
  registered: Registration;
  hasBody: boolean;
  /** 32 MiB of JSON are taken, else 4 MiB */
  longBody: boolean;
  request: 'json' | 'form';
  /** HTTP status of errors where it differs from their own */
  errorStatus: Readonly<Partial<Record<ErrorName, number>>>;
}

/** Operations with their validators; a part without one is not looked at. */
export interface Contract {
  /** default: as the options of the server say */
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
