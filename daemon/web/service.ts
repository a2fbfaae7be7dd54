/** Calls a configured service: one POST with its key, one answer of limited size; masks the key in its results. */
import { readBody } from './get.js';
import { connectionReason } from '../base/net/connectionreason.js';
import { WebFailure } from './failure.js';

/** A service of the configuration; contains a secret. */
export interface Endpoint {
  url: string;
  headers: Record<string, string>;
  key?: string;
  /** instead of a key: returns a valid token, never the `refused` one; throws WebFailure */
  accessToken?(refused?: string): Promise<string>;
  /** values to mask in answers */
  readonly secrets: readonly string[];
}

export interface ServiceAnswer {
  contentType?: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A service that answered with an error, or not at all. */
export class ServiceFailure extends WebFailure {
  constructor(
    message: string,
    /** whether a retry may help */
    readonly passing: boolean,
  ) {
    super(message);
  }
}

export interface AskOptions {
  fetch: typeof globalThis.fetch;
  accept: string;
  userAgent: string;
  signal: AbortSignal;
  /** maximum bytes */
  limit: number;
}

/** Throws ServiceFailure, or the signal's reason. */
export async function askService(endpoint: Endpoint, question: object, options: AskOptions): Promise<ServiceAnswer> {
  const body = JSON.stringify(question);
  // a redirect would carry the key to a host that the user did not choose
  const ask = (key: string | undefined): Promise<Response> =>
    options.fetch(endpoint.url, {
      method: 'POST',
      headers: headersOf(endpoint, key, options),
      body,
      signal: options.signal,
      redirect: 'manual',
    });
  try {
    const token = await endpoint.accessToken?.();
    let response = await ask(token ?? endpoint.key);
    if (response.status === 401 && token !== undefined) {
      await response.body?.cancel();
      response = await ask(await endpoint.accessToken?.(token));
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new ServiceFailure(`it answered HTTP ${response.status}`, isPassing(response.status));
    }
    const { bytes, cut } = await readBody(response.body, options.limit);
    if (cut) throw new ServiceFailure(`its answer is larger than ${options.limit / 1024 / 1024} MiB`, false);
    const contentType = response.headers.get('content-type');
    return { bytes, ...(contentType === null ? {} : { contentType }) };
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof WebFailure) throw error;
    throw new ServiceFailure(connectionReason(error), true);
  }
}

/** Masks every secret of the service in a text. */
export function withoutSecrets(text: string, { secrets }: Endpoint): string {
  // shorter values would match ordinary text
  return secrets.reduce((rest, secret) => (secret.length < 6 ? rest : rest.replaceAll(secret, '***')), text);
}

function isPassing(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

function headersOf(endpoint: Endpoint, key: string | undefined, { accept, userAgent }: AskOptions): Headers {
  const headers = new Headers({ 'content-type': 'application/json', accept, 'user-agent': userAgent });
  try {
    for (const [name, value] of Object.entries(endpoint.headers)) headers.set(name, value);
    if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
  } catch {
    // the original message quotes the value, which may be a key
    throw new ServiceFailure('its key or a header of it holds characters that cannot be sent', false);
  }
  return headers;
}
