/** Converts failures to JSON-RPC errors for the editor: always a sentence, never a stack (acp-cli.md 1.14). */
import { RequestError } from '@agentclientprotocol/sdk';
import { ApiFailure, ConnectionFailure } from '../api/failure.js';
import { ownerOf } from '../api/owner.js';
import { StartFailure } from '../connect.js';
import { AddressFailure } from '../named-server.js';

export function invalid(path: string, message: string): RequestError {
  return new RequestError(-32602, `${path}: ${message}`, { path, message });
}

export function failed(message: string, data?: object): RequestError {
  return new RequestError(-32603, message, data);
}

export function notOpen(sessionId: string): RequestError {
  return new RequestError(-32002, 'session not found', { sessionId });
}

export function loginNeeded(message: string, data: object): RequestError {
  return new RequestError(-32000, message, data);
}

export function cancelled(): RequestError {
  return new RequestError(-32800, 'the request was cancelled');
}

const loginNames: readonly string[] = ['AUTH_PROVISIONING_REQUIRED', 'AUTH_TOKEN_MISSING', 'AUTH_TOKEN_UNAUTHORIZED'];

/** Returns undefined for a defect of this program. */
export function requestErrorOf(error: unknown): RequestError | undefined {
  if (error instanceof RequestError) return error;
  if (error instanceof ApiFailure) return refusalOf(error);
  if (error instanceof ConnectionFailure)
    return failed(`the server does not answer: ${error.message}`, { retryable: true });
  if (error instanceof StartFailure || error instanceof AddressFailure)
    return failed(error.message, { retryable: false });
  return undefined;
}

function refusalOf(error: ApiFailure): RequestError {
  const { name, code, message, data } = error;
  const owner = ownerOf(error);
  const facts = { server_code: code, name, retryable: name === 'PERSISTENCE_FAILURE', ...(owner && { owner }) };
  if (name === 'SESSION_NOT_FOUND') return new RequestError(-32002, message, facts);
  if (name === 'VALIDATION_FAILED' || name === 'MODEL_NOT_FOUND' || name === 'AUTH_MODEL_NOT_RESOLVED')
    return new RequestError(-32602, message, { ...facts, message });
  if (loginNames.includes(name)) return loginNeeded(message, { ...facts, ...providerIn(data) });
  return failed(message, facts);
}

function providerIn(data: unknown): { provider_id?: string } {
  if (typeof data !== 'object' || data === null || !('provider_id' in data)) return {};
  return typeof data.provider_id === 'string' ? { provider_id: data.provider_id } : {};
}

export function isCancelled(error: unknown): boolean {
  return error instanceof RequestError && error.code === -32800;
}
