/** The calls of the REST API that carry bytes, for Node and browser: streamed downloads, and uploads as forms. */
import type { BytesOperation, FormOperation, OperationName, Operations } from '../../schemas/generated/operations.js';
import { routeTable } from '../../schemas/generated/routes.js';
import { decode, reach, requestOf, type CallOptions, type ClientOptions, type Part } from './client.js';
import { ConnectionFailure } from './failure.js';

export type DownloadInput<Name extends BytesOperation> = Part<Name, 'params'> &
  Part<Name, 'query'> &
  Part<Name, 'body'> & {
    /** `Range`, `If-Range` and `If-None-Match`, for operations that support them */
    headers?: Record<string, string>;
  };

type FormOf<Body> = { [Key in keyof Body]: Key extends 'file' ? Blob : Body[Key] };

/** The fields of a form, with its file as a blob; a `File` also provides its name. */
export interface UploadInput<Name extends FormOperation> {
  body: FormOf<Operations[Name]['body']>;
}

type Downloads = {
  readonly [Name in BytesOperation]: (input: DownloadInput<Name>, options?: CallOptions) => Promise<Response>;
};
type Uploads = {
  readonly [Name in FormOperation]: (
    input: UploadInput<Name>,
    options?: CallOptions,
  ) => Promise<Operations[Name]['data']>;
};

/** `files.getFile({ params })` returns the answer (200, 206 or 304) with unread bytes. Rejects as `Client` does. */
export type Files = Downloads & Uploads;

export interface FilesOptions extends Omit<ClientOptions, 'fetch'> {
  /** default: the platform's `fetch` */
  fetch?: typeof fetch;
}

interface AnyInput {
  params?: object;
  query?: object;
  body?: object;
  headers?: Record<string, string>;
}

export function createFiles(options: FilesOptions): Files {
  const calls = (Object.keys(routeTable) as OperationName[]).flatMap((name) => {
    const { answer, body } = routeTable[name];
    if (answer !== 'bytes' && body !== 'form') return [];
    const call = (input: AnyInput, callOptions: CallOptions = {}) => send(name, input, callOptions, options);
    return [[name, call] as const];
  });
  // The route table and `Operations` come from the same schemas, so this cast is safe.
  return Object.fromEntries(calls) as unknown as Files;
}

async function send(name: OperationName, input: AnyInput, { signal }: CallOptions, options: FilesOptions) {
  const { route, url, init } = requestOf(name, input, signal, options);
  const headers = { ...input.headers, ...init.headers };
  const isForm = route.body === 'form';
  const body = isForm ? formOf(input.body ?? {}) : init.body;
  return await reach(url, signal, async () => {
    const answer = await (options.fetch ?? fetch)(url, { ...init, headers, ...(body && { body }) });
    if (route.answer === 'bytes' && isBytes(answer)) return answer;
    const data = decode(route, answer.status, await answer.text(), url);
    if (isForm) return data;
    throw new ConnectionFailure(`no bytes from ${new URL(url).origin}`);
  });
}

/** Answers with bytes name their file, error envelopes never do; a 304 has neither. */
function isBytes({ status, headers }: Response): boolean {
  return status === 304 || headers.has('content-disposition');
}

/** The file goes last, because the server needs the other fields before its bytes. */
function formOf(body: object): FormData {
  const form = new FormData();
  const fields = Object.entries(body).filter(([, value]) => value !== undefined);
  for (const [name, value] of fields) if (!(value instanceof Blob)) form.append(name, String(value));
  for (const [name, value] of fields) if (value instanceof Blob) form.append(name, value);
  return form;
}
