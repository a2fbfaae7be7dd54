/** Why a request got no answer, as text without the address and its secrets. */
import { proxyFailure } from '../../errors.js';

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host was not found',
  EAI_AGAIN: 'the host was not found',
  ENODATA: 'the host was not found',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the host did not accept the connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'the host did not accept the connection in time',
  UND_ERR_SOCKET: 'the connection was lost',
  UND_ERR_HEADERS_OVERFLOW: 'the head of the answer is too large',
  Z_DATA_ERROR: 'the answer cannot be decompressed',
  Z_BUF_ERROR: 'the answer cannot be decompressed',
};

/** Why a connection failed, from the codes of its errors. */
export function connectionReason(error: unknown): string {
  const proxy = proxyFailure(error);
  if (proxy) return proxy.message;
  let found = error;
  for (let depth = 0; depth < 5 && typeof found === 'object' && found !== null; depth++) {
    const { code, cause, message, errors } = found as {
      code?: unknown;
      cause?: unknown;
      message?: unknown;
      errors?: unknown[];
    };
    const reason = reasonOf(code, message);
    if (reason !== undefined) return reason;
    // several addresses were tried, each with its own error
    found = cause ?? errors?.[0];
  }
  return 'the connection failed';
}

function reasonOf(code: unknown, message: unknown): string | undefined {
  if (message === 'bad port') return 'the port is not one of the web';
  if (message === 'redirect count exceeded') return 'it redirects too often';
  if (typeof code !== 'string') return undefined;
  const known = reasons[code];
  if (known !== undefined) return known;
  if (/CERT|SSL|TLS|SELF_SIGNED|VERIFY|ISSUER/.test(code)) return `the connection is not secure (${code})`;
  if (code.startsWith('HPE_')) return 'the answer is not HTTP';
  if (/^(?:ERR__?ERROR_FORMAT|ERR_BROTLI|Z_)/.test(code)) return 'the answer cannot be decompressed';
  return undefined;
}
