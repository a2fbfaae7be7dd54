/** The bearer token of a request, and the check whether it is good (rest.md 1.7, ws.md 1.1). */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors.js';

/** Knows the tokens of this home; `accepts` compares in constant time and sees rotated tokens at once. */
export interface Credentials {
  accepts(token: string): boolean;
  /** why the valid token was not known at the last look; undefined: it was */
  problem(): string | undefined;
}

/** What a token is refused with that was not accepted. */
export function refusedToken({ problem }: Credentials): ApiError {
  const message = problem();
  return message === undefined ? unauthorized() : new ApiError('PERSISTENCE_FAILURE', { message });
}

// a password may hold blanks
const bearerPattern = /^bearer +(\S|\S.*\S) *$/i;

/** Token of `Authorization: Bearer <token>`; undefined when the header is missing or of another kind. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : bearerPattern.exec(textOf(authorization))?.[1];
}

/** Node takes each byte of a header for a letter; most clients send UTF-8. */
function textOf(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}

const protocolPrefix = 'agent-code.bearer.';

/** The first offered subprotocol that carries a token: the entry that the upgrade must echo unchanged. */
export function bearerProtocol(offered: Iterable<string>): string | undefined {
  for (const entry of offered) {
    if (entry.startsWith(protocolPrefix)) return entry;
  }
  return undefined;
}

/** Token of an upgrade: the header counts when there is one, else the bearer subprotocol; never the URL. */
export function upgradeToken(req: IncomingMessage): string | undefined {
  const { authorization } = req.headers;
  if (authorization !== undefined) return bearerToken(authorization);
  const offered = req.headers['sec-websocket-protocol']?.split(',').map((entry) => entry.trim());
  return bearerProtocol(offered ?? [])?.slice(protocolPrefix.length);
}

export function unauthorized(): ApiError {
  return new ApiError('UNAUTHORIZED', { headers: { 'WWW-Authenticate': 'Bearer' } });
}
