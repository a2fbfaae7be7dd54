/** The typed client of the REST API, for Node and browser: one function per operation, made from the route table. */
import type { BytesOperation, FormOperation, OperationName, Operations } from '../../schemas/generated/operations.js';
import { routeTable, type Route } from '../../schemas/generated/routes.js';
import { ApiFailure, ConnectionFailure } from './failure.js';
import { isObject } from './share.js';

export { ApiFailure, ConnectionFailure, errorNameOf } from './failure.js';

/** Operations with JSON bodies and answers; `client/api/files.ts` moves bytes, sockets carry the event stream. */
export type CallName = Exclude<OperationName, 'streamSessionEvents' | BytesOperation | FormOperation>;

export type Nothing = Record<never, never>;
/** One part of a request; optional when none of its keys is required. */
export type Part<
  Name extends OperationName,
  Key extends 'params' | 'query' | 'body',
> = Operations[Name][Key] extends undefined
  ? { [K in Key]?: undefined }
  : Nothing extends Operations[Name][Key]
    ? { [K in Key]?: Operations[Name][Key] }
    : { [K in Key]: Operations[Name][Key] };

/** The input of an operation; parts without a required key are optional. */
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

/** The subset of `fetch` that the client needs; the platform's own `fetch` satisfies it. */
export type Fetch = (url: string, init: FetchInit) => Promise<{ status: number; text(): Promise<string> }>;

export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

export interface ClientOptions {
  /** `http://host:port` without a trailing slash, or a function that each call asks for it */
  baseUrl: string | (() => string);
  /** bearer token, or a function that each call asks for it */
  token?: string | (() => string | undefined);
  /** default: the platform's `fetch` */
  fetch?: Fetch;
}

/** The untyped input: the route table maps parameters to path, query and body. */
interface AnyInput {
  params?: object;
  query?: object;
  body?: unknown;
}

export function createClient(options: ClientOptions): Client {
  const call = async (name: CallName, input: AnyInput = {}, callOptions: CallOptions = {}): Promise<unknown> =>
    await send(name, input, callOptions, options);
  const calls = Object.fromEntries(
    (Object.keys(routeTable) as OperationName[])
      .filter(isCall)
      .map((name) => [name, (input?: AnyInput, callOptions?: CallOptions) => call(name, input, callOptions)]),
  );
  // The route table and `Operations` come from the same schemas, so this cast is safe.
  return { ...calls, call } as unknown as Client;
}

function isCall(name: OperationName): name is CallName {
  const { answer, body } = routeTable[name];
  return answer !== 'events' && answer !== 'bytes' && body !== 'form';
}

async function send(
  name: CallName,
  input: AnyInput,
  { signal }: CallOptions,
  options: ClientOptions,
): Promise<unknown> {
  const { route, url, init } = requestOf(name, input, signal, options);
  return await reach(url, signal, async () => {
    const answer = await (options.fetch ?? fetch)(url, init);
    return decode(route, answer.status, await answer.text(), url);
  });
}

/** Returns the request of an operation, with a JSON body if it takes one. */
export function requestOf(
  name: OperationName,
  input: AnyInput,
  signal: AbortSignal | undefined,
  options: Pick<ClientOptions, 'baseUrl' | 'token'>,
): { route: Route; url: string; init: FetchInit } {
  const route = routeTable[name];
  const url = `${addressOf(options.baseUrl)}${pathOf(name, input.params)}${queryOf(input.query)}`;
  const init: FetchInit = { method: route.method, headers: credentialsOf(route, options.token) };
  if (signal) init.signal = signal;
  if (route.body && route.body !== 'form' && (input.body !== undefined || route.body === 'required')) {
    init.headers['content-type'] = 'application/json';
    init.body = JSON.stringify(input.body ?? {});
  }
  return { route, url, init };
}

export function addressOf(baseUrl: ClientOptions['baseUrl']): string {
  return typeof baseUrl === 'function' ? baseUrl() : baseUrl;
}

/** Returns the header with the token for operations that require one. */
export function credentialsOf({ auth }: Route, given: ClientOptions['token']): Record<string, string> {
  const token = typeof given === 'function' ? given() : given;
  return token && auth !== 'none' ? { authorization: `Bearer ${token}` } : {};
}

/** Calls `call` and turns the platform's network errors into ConnectionFailure. */
export async function reach<T>(url: string, signal: AbortSignal | undefined, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    // the caller's own abort or timeout is not a broken connection
    if (signal?.aborted || error instanceof ApiFailure || error instanceof ConnectionFailure) throw error;
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

/** Returns the data of an answer. Throws ApiFailure, or ConnectionFailure when the answer is not of this API. */
export function decode(route: Route, status: number, text: string, url: string): unknown {
  if (status === 204) return null;
  const value = parseJson(text);
  if (route.answer === 'document' && status < 300) return value;
  if (!isEnvelope(value))
    throw new ConnectionFailure(`not an answer of the API from ${new URL(url).origin} (status ${status})`);
  if (value.code === 0 || value.code === route.successCode) return value.data;
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
    // a proxy's page or a truncated answer; the caller reports it
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isEnvelope(value: unknown): value is Envelope {
  return isObject(value) && typeof value.code === 'number' && typeof value.msg === 'string' && 'data' in value;
}

/** Returns the path of an operation with its parameters filled in. */
export function pathOf(name: OperationName, params: object = {}): string {
  const values = new Map<string, string>(Object.entries(params));
  return routeTable[name].path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = values.get(key);
    // an empty parameter would silently match another route
    if (value === undefined || value === '') throw new TypeError(`${name} needs ${key}`);
    return encodeURIComponent(value);
  });
}

/** Returns the query string, which begins with `?` unless it is empty. */
export function queryOf(query: object = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) search.append(key, String(item));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
