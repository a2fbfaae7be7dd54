/** The configured MCP servers, whether they need a login, and the user's login to one of them (rest.md 17.2). */
import type { McpAuthStatus, McpManagedServer } from '../../schemas/generated/types.js';
import type { Client } from '../api/client.js';
import { ApiFailure } from '../api/failure.js';
import { share } from '../api/share.js';
import type { EventFrame, Stream } from '../api/stream.js';
import { keepCurrent } from './reading.js';
import { createStore, sameFields, sameItems, type Readable, type Schedule } from './store.js';

export type ConfiguredServer = McpManagedServer & {
  /** absent until known, since the servers must be asked */
  readonly authStatus?: McpAuthStatus;
};

export interface McpLogin {
  readonly name: string;
  /** to be opened in a browser on the server's machine */
  readonly url: string;
  readonly status: 'pending' | 'authorized' | 'failed';
  /** why the login failed */
  readonly error?: string;
}

export interface McpServersState {
  readonly isLoaded: boolean;
  /** sorted by name */
  readonly servers: readonly ConfiguredServer[];
  /** the login that this client follows, until the next one begins */
  readonly login: McpLogin | undefined;
}

export interface McpServers extends Readable<McpServersState> {
  /**
   * Begins a login and waits for its end; meanwhile the state shows the address. Resolves with undefined when the
   * stored login is still valid. Rejects with ApiFailure when it cannot begin, and with ConnectionFailure, which ends
   * it.
   */
  logIn(name: string): Promise<McpLogin | undefined>;
  /** Ends the login in progress as failed. */
  cancelLogin(): Promise<void>;
  /** Deletes the stored login to a server. */
  logOut(name: string): Promise<void>;
  /** Reads the servers again, because the files may have changed. */
  refresh(): void;
  settled(): Promise<void>;
  close(): void;
}

export interface McpServersOptions {
  client: Client;
  stream: Stream;
  /** absolute path; adds the servers of this directory's project where it is trusted */
  cwd?: string;
  schedule?: Schedule;
}

export function openMcpServers({ client, stream, cwd, schedule }: McpServersOptions): McpServers {
  const query = cwd === undefined ? {} : { cwd };
  let configured: readonly McpManagedServer[] = [];
  let statuses: ReadonlyMap<string, McpAuthStatus> = new Map();
  let isLoaded = false;
  let login: McpLogin | undefined;
  let flowId: string | undefined;

  const store = createStore<McpServersState>((previous) => {
    const nameOf = ({ name }: McpManagedServer): string => name;
    const servers = sameItems<McpManagedServer, ConfiguredServer>(
      previous?.servers,
      configured,
      nameOf,
      (server, before) => {
        const authStatus = statuses.get(server.name);
        return share(before, { ...server, ...(authStatus && { authStatus }) });
      },
    );
    return sameFields(previous, { isLoaded, servers, login });
  }, schedule);

  const onEvent = ({ type }: EventFrame): void => {
    if (type === 'event.config.changed') refresh();
  };
  const reading = keepCurrent({
    stream,
    onEvent,
    async read() {
      configured = await client.listManagedMcpServers({ query });
      isLoaded = true;
      store.changed();
    },
  });
  // asks the servers without a stored login, which takes as long as they need
  const statusReading = keepCurrent({
    stream,
    onEvent,
    async read() {
      const listed = await client.listMcpAuthStatuses({ query });
      statuses = new Map(listed.map(({ name, authStatus }) => [name, authStatus]));
      store.changed();
    },
  });

  function refresh(): void {
    reading.refresh();
    statusReading.refresh();
  }

  function show(next: McpLogin): McpLogin {
    login = next;
    store.changed();
    return next;
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    async logIn(name) {
      const begun = await client.beginMcpAuth({ query, body: { source: 'global', name } });
      if (begun.status === 'already-authorized') {
        refresh();
        return undefined;
      }
      const flow = begun.flowId;
      flowId = flow;
      const pending = show({ name, url: begun.authorizationUrl, status: 'pending' });
      // a login that began meanwhile is shown instead
      const end = (status: 'authorized' | 'failed', error?: string): McpLogin => {
        const ended: McpLogin = { ...pending, status, ...(error !== undefined && { error }) };
        if (flowId !== flow) return ended;
        flowId = undefined;
        return show(ended);
      };
      try {
        await client.completeMcpAuth({ body: { flowId: flow } });
        return end('authorized');
      } catch (error) {
        const ended = end('failed', error instanceof Error ? error.message : undefined);
        if (error instanceof ApiFailure) return ended;
        throw error;
      } finally {
        refresh();
      }
    },
    async cancelLogin() {
      if (flowId !== undefined) await client.cancelMcpAuth({ body: { flowId } });
    },
    async logOut(name) {
      await client.resetMcpAuth({ query, body: { source: 'global', name } });
      refresh();
    },
    refresh,
    async settled() {
      await Promise.all([reading.settled(), statusReading.settled()]);
    },
    close() {
      reading.close();
      statusReading.close();
    },
  };
}
