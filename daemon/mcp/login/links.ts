/** Links connections of sessions to the logins of their servers, and reconnects them when a login comes or goes. */
import { ApiError } from '../../errors.js';
import type { Logins } from './logins.js';
import { loginOf } from './servers.js';
import { credentialKey, type LoginTarget } from './store.js';
import { ServerFailure, type Connection, type McpEntry, type ServerAuth } from '../server.js';

/** A login in progress; `url` is absent when the stored login is sufficient. */
export interface LinkLogin {
  url?: string;
  /** resolves when the login is stored; rejects with ServerFailure */
  done: Promise<void>;
}

export interface LoginLinks {
  /** Opens a connection with the login of its server, if it can have one. */
  open(entry: McpEntry, connect: (auth?: ServerAuth) => Connection): Connection;
  /** Returns how the user logs in to a connection's server; the signal leaves the login. Throws ServerFailure. */
  loginOf(connection: Connection): ((signal: AbortSignal) => Promise<LinkLogin>) | undefined;
}

/** Milliseconds that the user has for a login. */
const loginMs = 15 * 60_000;

export function createLoginLinks(
  logins: Pick<Logins, 'auth' | 'begin' | 'complete' | 'onChange' | 'state'>,
): LoginLinks {
  const open = new Map<Connection, LoginTarget>();

  logins.onChange((key) => {
    for (const [connection, target] of open) {
      const { status } = connection.status();
      // connections that share a process share the login of the first one
      if (credentialKey(target) !== key || status === 'pending') continue;
      // a working connection continues with the new token
      if (status !== 'connected' || logins.state(target) !== 'usable') connection.restart();
    }
  });

  return {
    open(entry, connect) {
      const login = loginOf(entry);
      if ('none' in login) return connect();
      const made = connect(logins.auth(login.target));
      const connection: Connection = {
        ...made,
        close() {
          open.delete(connection);
          return made.close();
        },
        release() {
          open.delete(connection);
          return made.release();
        },
      };
      open.set(connection, login.target);
      return connection;
    },
    loginOf(connection) {
      const target = open.get(connection);
      return target && ((signal) => begin(target, signal));
    },
  };

  async function begin(target: LoginTarget, signal: AbortSignal): Promise<LinkLogin> {
    try {
      const begun = await logins.begin(target);
      if (begun === 'authorized') return { done: Promise.resolve() };
      const { flowId, url } = begun;
      return { url, done: logins.complete(flowId, { timeoutMs: loginMs, signal }).catch(asFailure) };
    } catch (error) {
      return asFailure(error);
    }
  }
}

function asFailure(error: unknown): never {
  throw error instanceof ApiError ? new ServerFailure('auth', error.message) : error;
}
