/** Reads the bearer token of a request or upgrade, and makes the error for a refused one (rest.md 1.7, ws.md 1.1). */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors.js';

/** Knows the tokens of this home; `accepts` compares in constant time and notices rotated tokens immediately. */
export interface Credentials {
  accepts(token: string): boolean;
  /** why the last check could not read the valid token; undefined when it could */
  problem(): string | undefined;
}

/** The error for a token that was not accepted. */
export function refusedToken({ problem }: Credentials): ApiError {
  const message = problem();
  return message === undefined ? unauthorized() : new ApiError('PERSISTENCE_FAILURE', { message });
}

// a password may contain spaces
const bearerPattern = /^bearer +(\S|\S.*\S) *$/i;

/** Token of `Authorization: Bearer <token>`; undefined when the header is missing or of another kind. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : bearerPattern.exec(textOf(authorization))?.[1];
}

/** Node decodes headers as Latin-1; most clients send UTF-8. */
function textOf(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}

const protocolPrefix = 'agent-code.bearer.';

/** The first offered subprotocol that carries a token: the upgrade must echo it unchanged. */
export function bearerProtocol(offered: Iterable<string>): string | undefined {
  for (const entry of offered) {
    if (entry.startsWith(protocolPrefix)) return entry;
  }
  return undefined;
}

/** The token of an upgrade: from the header if there is one, else from the bearer subprotocol; never from the URL. */
export function upgradeToken(req: IncomingMessage): string | undefined {
  const { authorization } = req.headers;
  if (authorization !== undefined) return bearerToken(authorization);
  const offered = req.headers['sec-websocket-protocol']?.split(',').map((entry) => entry.trim());
  return bearerProtocol(offered ?? [])?.slice(protocolPrefix.length);
}

export function unauthorized(): ApiError {
  return new ApiError('UNAUTHORIZED', { headers: { 'WWW-Authenticate': 'Bearer' } });
}
