/** What the user needs to work: server, ready models, providers, logins. */
import type { AuthSnapshot, LoginFlow, Meta } from '../../schemas/generated/types.js';
import type { Client } from '../api/client.js';
import { share } from '../api/share.js';
import type { Stream } from '../api/stream.js';
import { pause } from '../api/retry.js';
import { keepCurrent } from './reading.js';
import type { SessionModel } from './session.js';
import { createStore, sameFields, type Readable, type Schedule } from './store.js';

/** The model that answers without a network; a session uses it when nothing is configured. */
export const offlineModel = 'offline/echo';

export interface AccountState {
  readonly isLoaded: boolean;
  readonly server: Meta | undefined;
  /** models, providers, and the login to the managed provider */
  readonly auth: AuthSnapshot | undefined;
  /** the login that this client follows, until the next one begins */
  readonly login: LoginFlow | undefined;
}

export interface Account extends Readable<AccountState> {
  /**
   * Begins a login and follows it; meanwhile the state shows the address and the code. Resolves with its end, or with
   * undefined when the user is already logged in. Rejects with ApiFailure or ConnectionFailure.
   */
  logIn(region?: 'mainland-cn' | 'global'): Promise<LoginFlow | undefined>;
  cancelLogin(): Promise<void>;
  logOut(): Promise<void>;
  settled(): Promise<void>;
  close(): void;
}

export interface AccountOptions {
  client: Client;
  stream: Stream;
  schedule?: Schedule;
}

export function openAccount({ client, stream, schedule }: AccountOptions): Account {
  let server: Meta | undefined;
  let auth: AuthSnapshot | undefined;
  let login: LoginFlow | undefined;
  let isClosed = false;
  /** ends the wait before the next poll of the login */
  let pollNow = (): void => {};

  const store = createStore<AccountState>(
    (previous) => sameFields(previous, { isLoaded: auth !== undefined, server, auth, login }),
    schedule,
  );

  const reading = keepCurrent({
    stream,
    async read() {
      const [meta, snapshot] = await Promise.all([client.getMeta(), client.getAuth()]);
      server = share(server, meta);
      auth = share(auth, snapshot);
      store.changed();
    },
    onEvent({ type }) {
      if (type === 'event.config.changed' || type === 'event.model_catalog.changed') reading.refresh();
    },
  });

  return {
    get: store.get,
    subscribe: store.subscribe,
    async logIn(region) {
      const begun = await client.startLogin({ body: region === undefined ? {} : { region } });
      let flow: LoginFlow | null = begun.user_code === undefined ? null : await client.getLogin();
      // another client may replace the login, or end it
      while (flow?.flow_id === begun.flow_id && !isClosed) {
        login = share(login, flow);
        store.changed();
        if (flow.status !== 'pending') break;
        const pollRequested = new Promise<void>((resolve) => (pollNow = resolve));
        await Promise.race([pause(flow.interval * 1_000), pollRequested]);
        flow = await client.getLogin();
      }
      reading.refresh();
      return flow?.flow_id === begun.flow_id ? flow : undefined;
    },
    async cancelLogin() {
      await client.cancelLogin();
      pollNow();
    },
    async logOut() {
      await client.logout();
      reading.refresh();
    },
    settled: reading.settled,
    close() {
      isClosed = true;
      reading.close();
    },
  };
}

/** Sets the default model in a session that is older than it, unless the session has a model that uses a network. */
export async function takeDefaultModel(client: Client, session: SessionModel): Promise<void> {
  const { default_model: model } = await client.getConfig();
  if (model && ['', offlineModel].includes(session.get().settings.model)) await session.configure({ model });
}
