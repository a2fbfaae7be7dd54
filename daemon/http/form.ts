/** Parses a `multipart/form-data` body as it arrives: streams the file through, and checks the fields at the end. */
import type { Busboy } from 'busboy';
import type { Validator } from '../../schemas/validation.js';
import { later } from '../base/later.js';
import { ApiError } from '../errors.js';
import type { FilePart, Form, ReadForm } from './contract.js';
import type { HttpRequest } from './exchange.js';
import { validate } from './validate.js';

/** Maximum bytes of a file (rest.md 1.8). */
const fileLimit = 256 * 1024 * 1024;

/** Maximum bytes of everything around the file. */
const slack = 1024 * 1024;

/** The field that holds the file. */
const fileField = 'file';

/** Milliseconds that a refused client may keep sending before it gets the answer, and before it is disconnected. */
const timeLimits = { answer: 1_000, end: 10_000 };

const formType = /^multipart\/form-data[ \t]*;/i;

/** Creates the form that a handler gets. Throws REQUEST_MALFORMED when the body has another type. */
export function createForm(req: HttpRequest, validator: Validator): Form<unknown> {
  const { 'content-length': length, 'content-type': type = '', 'transfer-encoding': encoding } = req.headers;
  const isEmpty = length === '0' || (length === undefined && encoding === undefined);
  if (!isEmpty && !formType.test(type)) throw malformed('content type must be multipart/form-data');
  return {
    async read(receive) {
      // A missing body counts as a form without fields; the missing file is reported then.
      if (isEmpty) validate(validator, {});
      const form = startForm(req, await createParser(req), receive);
      try {
        await form.complete;
        validate(validator, form.fields);
        return { fields: form.fields, file: await form.file() };
      } catch (error) {
        await form.giveUp();
        await lingerOn(req);
        throw error;
      }
    },
  };
}

interface FormParser {
  parser: Busboy;
  /** whether the current part declares itself as plain text */
  isPlainText(): boolean;
}

const loadBusboy = later(() => import('busboy'));

async function createParser(req: HttpRequest): Promise<FormParser> {
  const { default: busboy } = await loadBusboy();
  try {
    const parser = busboy({
      headers: req.headers,
      defParamCharset: 'utf8',
      preservePath: true,
      // a file that reaches the limit counts as truncated
      limits: { fileSize: fileLimit + 1, fieldSize: slack },
    });
    return { parser, isPlainText: watchPartTypes(parser) };
  } catch (cause) {
    throw new ApiError('REQUEST_MALFORMED', { message: 'content type lacks a boundary', cause });
  }
}

/** The part of busboy that buffers the headers of a part, which busboy does not export. */
interface HeaderReader {
  cb(headers: Readonly<Record<string, string[] | undefined>>): void;
}

/**
 * Busboy reports a part without a type as plain text and has no option for it; the contract requires another type
 * (rest.md 26). So this intercepts the headers of a part where busboy passes them on. Its version is pinned.
 */
function watchPartTypes(parser: Busboy): () => boolean {
  let type: string | undefined;
  let reader: HeaderReader | null = null;
  Object.defineProperty(parser, '_hparser', {
    get: () => reader,
    set(next: HeaderReader | null) {
      if (next && !Object.hasOwn(next, watched)) {
        const { cb } = next;
        Object.assign(next, {
          [watched]: true,
          cb(headers: Parameters<HeaderReader['cb']>[0]) {
            type = headers['content-type']?.[0];
            cb.call(next, headers);
          },
        });
      }
      reader = next;
    },
  });
  return () => type !== undefined && plainTextType.test(type);
}

const watched = Symbol('watched');
const plainTextType = /^\s*text\/plain\s*(?:;|$)/i;

interface StartedForm<Received> {
  fields: Record<string, unknown>;
  /** resolves once everything was read and every file consumed */
  complete: Promise<void>;
  file(): Promise<ReadForm<unknown, Received>['file']>;
  /** stops the receiver of the file and waits for it */
  giveUp(): Promise<void>;
}

function startForm<Received>(
  req: HttpRequest,
  { parser, isPlainText }: FormParser,
  receive: (file: FilePart) => Promise<Received>,
): StartedForm<Received> {
  const { fields, add } = createFields();
  let part: FilePart | undefined;
  let received: Promise<Received> | undefined;

  const complete = new Promise<void>((resolve, reject) => {
    const refuse = (what: string): void => reject(new ApiError('FILE_TOO_LARGE', { message: what }));
    parser.on('close', resolve);
    const broken = (): void => reject(malformed('body is not a whole form'));
    parser.on('error', broken);
    // busboy's types omit that a part may lack its name, and that a value in an unknown charset is undefined
    parser.on('field', (name: string | undefined, value: string | undefined) => {
      if (value === undefined) reject(malformed('a field of the form is in an unknown charset'));
      else if (name !== undefined && name !== fileField && !add(name, value))
        refuse('fields of the form are over 1 MiB');
    });
    parser.on('file', (name, bytes, { filename = '', mimeType }) => {
      // the code that destroyed the stream reports why
      bytes.on('error', () => undefined);
      if (name !== fileField) bytes.resume();
      else if (part) refuse('only one file per request');
      else {
        bytes.on('limit', () => refuse('file is over 256 MiB'));
        const mediaType = mimeType === 'text/plain' && !isPlainText() ? 'application/octet-stream' : mimeType;
        part = { bytes, name: filename, mediaType };
        add(fileField, '');
        received = receive(part);
        received.catch((error: unknown) => (parser.errored ? broken() : reject(error as Error)));
      }
    });
    let total = 0;
    req.on('data', ({ length }: Buffer) => {
      total += length;
      if (total > fileLimit + slack) refuse('form is over 257 MiB');
    });
    req.once('close', () => {
      if (!req.complete) reject(malformed('the client went away'));
    });
    if (Number(req.headers['content-length']) > fileLimit + slack) refuse('form is over 257 MiB');
    else req.pipe(parser);
  });

  return {
    fields,
    complete,
    async file() {
      if (!part || !received) throw new Error('a valid form has a file');
      const { name, mediaType } = part;
      return { name, mediaType, received: await received };
    },
    async giveUp() {
      req.unpipe(parser);
      parser.destroy();
      await received?.catch(() => undefined);
    },
  };
}

/** Collects text fields; `add` returns false when they are too large. A repeated field is a list, as in a query. */
function createFields(): { fields: Record<string, unknown>; add(name: string, value: string): boolean } {
  // Without a prototype, `__proto__` is an ordinary key.
  const fields = Object.create(null) as Record<string, unknown>;
  let total = 0;
  return {
    fields,
    add(name, value) {
      const earlier = fields[name];
      if (earlier === undefined) fields[name] = value;
      else if (Array.isArray(earlier)) earlier.push(value);
      else fields[name] = [earlier, value];
      // adds an estimate of an entry's memory beyond its text
      total += name.length + value.length + 100;
      return total <= slack;
    },
  };
}

/**
 * Reads and discards the rest of a refused body: most clients read the answer only after sending everything. Resolves
 * when the client is done or its time is up; after more time it destroys the connection.
 */
function lingerOn(req: HttpRequest): Promise<void> {
  if (req.complete || req.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const answer = setTimeout(resolve, timeLimits.answer);
    const end = setTimeout(() => req.destroy(), timeLimits.end).unref();
    const done = (): void => {
      clearTimeout(answer);
      clearTimeout(end);
      resolve();
    };
    req.once('end', done).once('close', done);
    req.resume();
  });
}

function malformed(message: string): ApiError {
  return new ApiError('REQUEST_MALFORMED', { message });
}
