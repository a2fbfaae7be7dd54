/** Reads a JSON request body: bounded, UTF-8 only, `{}` when there is none (rest.md 1.2, 1.4, 1.8). */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import express, { type Request } from 'express';
import { ApiError } from '../errors.js';
import type { HttpRequest, HttpResponse } from './exchange.js';

/** 32 MiB, counted after decompression. */
const bodyLimit = 32 * 1024 * 1024;

/** Levels of objects and arrays; what is kept is written and read again by functions that call themselves per level. */
const depthLimit = 200;

const parse = express.json({
  limit: bodyLimit,
  strict: false,
  // Whether the type is right is decided in `verify`, where it is known if there is a body at all.
  type: () => true,
  verify: (req, _res, bytes) => {
    if (bytes.length === 0) return;
    if (!hasJsonType(req)) throw new Error(wrongType);
    if (!isUtf8(bytes)) throw new Error('body is not valid UTF-8');
  },
});

/** The parsed body. Throws REQUEST_MALFORMED and FILE_TOO_LARGE. */
export function readJsonBody(req: HttpRequest, res: HttpResponse): Promise<unknown> {
  const length = req.headers['content-length'];
  if (length === '0' || (length === undefined && req.headers['transfer-encoding'] === undefined)) {
    return Promise.resolve({});
  }
  if (length !== undefined && !hasJsonType(req)) return Promise.reject(malformed(wrongType));
  return new Promise((resolve, reject) => {
    const request = req as Request;
    parse(request, res, (error?: ParserError) => {
      if (error !== undefined) reject(bodyError(error));
      else if (isTooDeep(request.body)) reject(malformed(`body is nested deeper than ${depthLimit} levels`));
      else resolve(request.body === undefined ? {} : request.body);
    });
  });
}

function isTooDeep(body: unknown): boolean {
  let level: object[] = isObject(body) ? [body] : [];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === depthLimit) return true;
    level = level.flatMap((value) => Object.values(value).filter(isObject));
  }
  return false;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const jsonType = /^application\/json[ \t]*(?:;|$)/i;
const wrongType = 'content type must be application/json';

function hasJsonType(req: IncomingMessage): boolean {
  return jsonType.test(req.headers['content-type'] ?? '');
}

function malformed(message: string): ApiError {
  return new ApiError('REQUEST_MALFORMED', { message });
}

/** An error of the parser, by its kind. */
interface ParserError extends Error {
  type?: string;
}

/** What the parser rejects is the client's doing; its own texts quote the body and are not passed on. */
function bodyError(error: ParserError): ApiError {
  switch (error.type) {
    case 'entity.too.large':
      return new ApiError('FILE_TOO_LARGE', { message: 'request body is over 32 MiB' });
    case 'entity.parse.failed':
      return malformed('body is not valid JSON');
    case 'entity.verify.failed':
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return malformed(error.message);
    default:
      return malformed('body cannot be read');
  }
}
