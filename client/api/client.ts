/** The typed client of the REST API, for Node and browser: one function per operation, made from the operation table. */
import {
  operationTable,
  type BytesOperation,
  type FormOperation,
  type OperationFacts,
  type OperationName,
  type Operations,
} from '../../schemas/generated/operations.js';
import { ApiFailure, ConnectionFailure } from './failure.js';

export { ApiFailure, ConnectionFailure, errorNameOf } from './failure.js';

/** Operations that take and answer JSON; the event stream is read by `EventSource` or a socket, bytes travel by `client/api/files.ts`. */
export type CallName = Exclude<OperationName, 'streamSessionEvents' | BytesOperation | FormOperation>;

export type Nothing = Record<never, never>;
/** A part of a request, which may be left out when none of its keys is required. */
export type Part<
  Name extends OperationName,
  Key extends 'params' | 'query' | 'body',
> = Operations[Name][Key] extends undefined
  ? { [K in Key]?: undefined }
  : Nothing extends Operations[Name][Key]
    ? { [K in Key]?: Operations[Name][Key] }
    : { [K in Key]: Operations[Name][Key] };

/** What an operation needs; parts without a required key may be left out. */
export type CallInput<Name extends CallName> = Part<Name, 'params'> & Part<Name, 'query'> & Part<Name, 'body'>;
export type CallData<Name extends CallName> = Operations[Name]['data'];

export interface CallOptions {
  signal?: AbortSignal;
}

type CallArguments<Name extends CallName> =
  Nothing extends CallInput<Name>
    ? [input?: CallInput<Name>, options?: CallOptions]
    : [input: CallInput<Name>, options?: CallOptions];

type Calls = { readonly [Name in CallName]: (...args: CallArguments<Name>) => Promise<CallData<Name>> };

/** `client.submitPrompt({ params, body })`, or by name through `call`. Rejects with ApiFailure or ConnectionFailure. */
export type Client = Calls & {
  call<Name extends CallName>(name: Name, input: CallInput<Name>, options?: CallOptions): Promise<CallData<Name>>;
};

/** As much of `fetch` as the client needs; the platform's own fits. */
export type Fetch = (url: string, init: FetchInit) => Promise<{ status: number; text(): Promise<string> }>;

export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

export interface ClientOptions {
  /** `http://host:port`, without a slash at the end */
  baseUrl: string;
  /** bearer token, or a function that reads the current one for each call */
  token?: string | (() => string | undefined);
  /** default: the one of the platform */
  fetch?: Fetch;
}

/** The untyped core: the table maps parameters to path, query and body. */
interface AnyInput {
  params?: object;
  query?: object;
  body?: unknown;
}

export function createClient(options: ClientOptions): Client {
  const call = async (name: CallName, input: AnyInput = {}, callOptions: CallOptions = {}): Promise<unknown> =>
    await send(operationTable[name], input, callOptions, options);
  const calls = Object.fromEntries(
    (Object.keys(operationTable) as OperationName[])
      .filter(isCall)
      .map((name) => [name, (input?: AnyInput, callOptions?: CallOptions) => call(name, input, callOptions)]),
  );
  // The table and `Operations` come from the same schemas; this is where the two meet.
  return { ...calls, call } as unknown as Client;
}

function isCall(name: OperationName): name is CallName {
  const { answer, request } = operationTable[name];
  return answer !== 'events' && answer !== 'bytes' && request === 'json';
}

async function send(
  facts: OperationFacts,
  input: AnyInput,
  { signal }: CallOptions,
  options: ClientOptions,
): Promise<unknown> {
  const url = `${options.baseUrl}${pathOf(facts, input.params)}${queryOf(input.query)}`;
  const headers: Record<string, string> = { accept: 'application/json', ...credentialsOf(facts, options.token) };
  const init: FetchInit = { method: facts.method, headers };
  if (signal) init.signal = signal;
  if (facts.hasBody && (input.body !== undefined || facts.bodyRequired)) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(input.body ?? {});
  }
  const { status, text } = await exchange(options.fetch ?? fetch, url, init);
  return decode(facts, status, text, url);
}

/** The header that carries the token to operations that ask for one. */
export function credentialsOf({ auth }: OperationFacts, given: ClientOptions['token']): Record<string, string> {
  const token = typeof given === 'function' ? given() : given;
  return token && auth === 'bearer' ? { authorization: `Bearer ${token}` } : {};
}

async function exchange(doFetch: Fetch, url: string, init: FetchInit): Promise<{ status: number; text: string }> {
  try {
    const response = await doFetch(url, init);
    return { status: response.status, text: await response.text() };
  } catch (error) {
    // the caller's own abort or timeout is not a broken connection
    if (init.signal?.aborted) throw error;
    throw new ConnectionFailure(`no answer from ${new URL(url).origin}`, { cause: error });
  }
}

interface Envelope {
  code: number;
  msg: string;
  data: unknown;
  request_id?: string;
  details?: unknown;
}

/** The data of an answer; throws ApiFailure, and ConnectionFailure when it is none of this API. */
export function decode(facts: OperationFacts, status: number, text: string, url: string): unknown {
  if (status === 204) return null;
  const value = parseJson(text);
  if (facts.answer === 'document' && status < 300) return value;
  if (!isEnvelope(value))
    throw new ConnectionFailure(`not an answer of the API from ${new URL(url).origin} (status ${status})`);
  if (value.code === 0 || value.code === facts.successCode) return value.data;
  throw new ApiFailure({
    code: value.code,
    message: value.msg,
    data: value.data,
    details: value.details,
    requestId: value.request_id,
    status,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // a proxy's page or a cut answer; the caller names it
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isEnvelope(value: unknown): value is Envelope {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'number' &&
    'msg' in value &&
    typeof value.msg === 'string' &&
    'data' in value
  );
}

/** The path of an operation with its parameters filled in. */
export function pathOf(facts: OperationFacts, params: object = {}): string {
  const values = new Map<string, string>(Object.entries(params));
  return facts.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values.get(name);
    // an empty part would silently name another route
    if (value === undefined || value === '') throw new TypeError(`${facts.name} needs ${name}`);
    return encodeURIComponent(value);
  });
}

/** Begins with `?` unless it is empty. */
export function queryOf(query: object = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) search.append(key, String(item));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
