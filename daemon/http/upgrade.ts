/** Decides about a WebSocket upgrade by the rules of REST, before the protocol changes (ws.md 1.1). */
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors.js';
import type { Access } from './access.js';
import { upgradeToken } from './auth.js';
import { openExchange, type ExchangeTools } from './exchange.js';
import type { Refusal, Reply } from './reply.js';
import { logOutcome, type Log } from './log.js';

export const socketPath = '/api/v1/ws';

/** Accept, with the connection's token (undefined only without authentication), or answer with a refusal. */
export type UpgradeVerdict = { ok: true; token: string | undefined; requestId: string } | ({ ok: false } & Refusal);

interface UpgradeOptions extends ExchangeTools {
  access: Access;
  reply: Reply;
  /** Sent with every refusal. */
  headers: readonly (readonly [string, string])[];
  log: Log;
}

/** Checks in the order of requests: ban, host, origin, token, and only then whether the path is the socket's. */
export function createUpgradeCheck(options: UpgradeOptions): (req: IncomingMessage) => UpgradeVerdict {
  const { access, reply, headers, log, now } = options;
  return (incoming) => {
    const req = openExchange(incoming, options);
    const { requestId, pathname, authority, startedAt } = req.exchange;
    req.exchange.operation = 'upgrade';
    try {
      access.ban(req);
      access.host(req);
      access.origin(req);
      access.token(req, upgradeToken);
      if (pathname !== socketPath || authority !== undefined) throw new ApiError('ROUTE_NOT_FOUND');
      return { ok: true, token: upgradeToken(req), requestId };
    } catch (error) {
      const refused = reply.refusal(req.exchange, error);
      // a success status would mean that the protocol was changed
      const refusal = refused.status === 200 ? { ...refused, status: 500 } : refused;
      logOutcome(log, 'upgrade', refusal.status, req.exchange, now() - startedAt);
      return {
        ok: false,
        ...refusal,
        headers: { ...Object.fromEntries(headers), ...refusal.headers, 'X-Request-Id': requestId },
      };
    }
  };
}
