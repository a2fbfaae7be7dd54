/** Reaching the server that owns a session, when another one was asked (rest.md 1.9). */
import type { Owner } from '../../schemas/generated/types.js';
import { createClient, type Client, type ClientOptions } from './client.js';
import { ApiFailure, ConnectionFailure } from './failure.js';
import { createStream, type Stream, type StreamOptions } from './stream.js';

/** The owner that a refusal names; undefined when it is another failure. */
export function ownerOf(error: unknown): Owner | undefined {
  if (!(error instanceof ApiFailure) || error.name !== 'SESSION_BUSY') return undefined;
  const { data } = error;
  if (typeof data !== 'object' || data === null || !('owner' in data)) return undefined;
  const { owner } = data;
  const isKnown = typeof owner === 'object' && owner !== null && 'server_id' in owner && 'pid' in owner;
  return isKnown ? (owner as Owner) : undefined;
}

/** How long the owner may take to answer, milliseconds. */
const answerMs = 2_000;

export interface ServerConnection {
  client: Client;
  stream: Stream;
}

/**
 * A client and a stream of the owner: servers of one home share their token. Undefined when it names no address, does not
 * answer, refuses the token, or is another server by now.
 */
export async function connectToOwner(
  owner: Owner,
  options: Omit<StreamOptions, 'baseUrl'>,
): Promise<ServerConnection | undefined> {
  const { base_url: baseUrl } = owner;
  if (baseUrl === undefined) return undefined;
  const clientOptions: ClientOptions = {
    baseUrl,
    token: options.token,
    ...(options.fetch && { fetch: options.fetch }),
  };
  const client = createClient(clientOptions);
  try {
    const meta = await client.getMeta({}, { signal: AbortSignal.timeout(answerMs) });
    if (meta.server_id !== owner.server_id) return undefined;
  } catch (error) {
    const isTimeout = typeof error === 'object' && error !== null && 'name' in error && error.name === 'TimeoutError';
    if (error instanceof ApiFailure || error instanceof ConnectionFailure || isTimeout) return undefined;
    throw error;
  }
  return { client, stream: createStream({ ...options, baseUrl }) };
}
