/** Asks a configured service: one POST with its key, one answer of limited size; the key is in nothing that comes back. */
import { readBody } from './get.js';
import { connectionReason, WebFailure } from './failure.js';

/** A service of the configuration; holds a secret. */
export interface Endpoint {
  url: string;
  headers: Record<string, string>;
  key?: string;
  /** instead of a key: a token that is valid now, another one than `refused`; throws WebFailure */
  accessToken?(refused?: string): Promise<string>;
  /** what must not come back */
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
    /** asking once more may help */
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
  /** bytes */
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

/** The text with every secret of the service replaced. */
export function withoutSecrets(text: string, { secrets }: Endpoint): string {
  // shorter ones are no secrets, and would be found in ordinary text
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
