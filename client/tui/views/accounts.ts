/** Sets up access to a model: the login, and providers with their keys (tui.md 2.5). */
import type { CatalogEntry, Provider } from '../../../schemas/generated/types.js';
import type { Client } from '../../api/client.js';
import type { Stream } from '../../api/stream.js';
import { openAccount, takeDefaultModel } from '../../session/account.js';
import { visibleRow } from '../../view/clean.js';
import { counted } from '../../view/format.js';
import type { App } from '../app.js';
import { attempt as attemptCall } from '../attempt.js';
import type { Keymap } from '../keys/actions.js';
import type { ListItem } from '../panels/list.js';
import { lineOf, span } from '../text/line.js';
import { createAskPanels } from './askpanels.js';
import { own } from '../../view/glyphs.js';

export interface AccountsDeps {
  app: App;
  keymap: Keymap;
  client: Client;
  stream: Stream;
  /** sets the model of the shown session */
  useModel(alias: string): Promise<void>;
}

export interface Accounts {
  /** Resolves when the user is logged in or has cancelled. */
  logIn(): Promise<void>;
  /** Lists the providers, and lets the user add or remove one. */
  providers(): Promise<void>;
  /** Resolves with whether a provider was added. */
  addProvider(): Promise<boolean>;
}

export function createAccounts({ app, keymap, client, stream, useModel }: AccountsDeps): Accounts {
  const attempt = <T>(action: () => Promise<T>): Promise<T | undefined> => attemptCall(action, app.notice);

  const { choose, askText: ask, showNote } = createAskPanels(app, keymap);

  /** Asks for a text in one field; undefined: the user cancelled. Secrets are shown as dots. */
  const askText = (title: string, about: string, isSecret: boolean): Promise<string | undefined> =>
    ask({ title, about, isSecret });

  return {
    async logIn() {
      const account = openAccount({ client, stream });
      const leave = account.subscribe(app.changed);
      const hide = showNote(
        () => {
          const { login } = account.get();
          if (!login) return [lineOf(own('Asking for a code…'), 'textDim')];
          return [
            [span('Log in', { token: 'primary', bold: true })],
            [span('Open  ', 'textDim'), span(visibleRow(login.verification_uri_complete))],
            [span('Code  ', 'textDim'), span(visibleRow(login.user_code), { bold: true })],
            lineOf('Esc to cancel', 'textMuted'),
          ];
        },
        () => void attempt(() => account.cancelLogin()),
      );
      const flow = await attempt(() => account.logIn());
      leave();
      account.close();
      hide();
      if (flow?.status === 'authenticated') {
        app.commit([lineOf('Logged in.', 'success')]);
        const session = app.conversation?.session;
        if (session) await attempt(() => takeDefaultModel(client, session));
      } else if (flow)
        app.commit([lineOf(`Not logged in: ${visibleRow(flow.error_message ?? flow.status)}`, 'warning')]);
    },

    async providers() {
      const answer = await attempt(() => client.listProviders());
      if (!answer) return;
      const items: ListItem<Provider | undefined>[] = [
        ...answer.items.map((provider) => ({
          value: provider,
          label: provider.id,
          about: [provider.type, provider.base_url ?? ''].filter((word) => word !== '').join(own(' · ')),
        })),
        { value: undefined, label: 'Add a provider' },
      ];
      let isRemoval = false;
      const chosen = await choose(
        'Providers',
        items.map((item) => ({ ...item, value: { provider: item.value } })),
        own('Enter choose · Ctrl-X remove'),
        {
          'ctrl+x': ({ provider }) => {
            isRemoval = true;
            if (provider) void removeProvider(provider);
          },
        },
      );
      if (isRemoval || !chosen) return;
      if (chosen.provider) return void (await chooseModel(chosen.provider.id));
      await this.addProvider();
    },

    async addProvider() {
      app.notice(own('Reading the list of providers…'));
      const answer = await attempt(() => client.listCatalogProviders());
      app.notice('');
      const entries = (answer?.items ?? []).filter(({ rejected }) => !rejected);
      const items: ListItem<{ entry: CatalogEntry | undefined }>[] = [
        ...entries.map((entry) => ({
          value: { entry },
          label: entry.name,
          about: counted(entry.models.length, 'model'),
          right: entry.id,
        })),
        { value: { entry: undefined }, label: 'Other (base URL)' },
      ];
      const chosen = await choose('Add a provider', items, own('type to filter · Enter choose'));
      if (!chosen) return false;
      return chosen.entry ? await importEntry(chosen.entry) : await addOther();
    },
  };

  async function importEntry(entry: CatalogEntry): Promise<boolean> {
    const base = entry.needs_base_url ? await askText(`Base URL of ${entry.name}`, own('https://…'), false) : undefined;
    if (entry.needs_base_url && !base) return false;
    const about =
      entry.env_key === null
        ? 'It is kept in the data directory, readable by you alone.'
        : `Empty: ${entry.env_key} of the environment counts.`;
    const key = await askText(`API key of ${visibleRow(entry.name)}`, about, true);
    if (key === undefined) return false;
    const body = { catalog_id: entry.id, ...(key !== '' && { api_key: key }), ...(base && { base_url: base }) };
    const added = await attempt(() => client.importCatalog({ body }));
    if (!added) return false;
    app.commit([lineOf(`Provider ${added.provider.id} added, ${counted(added.models_imported, 'model')}.`, 'success')]);
    await chooseModel(added.provider.id);
    return true;
  }

  /** Adds a server with the widespread chat protocol. */
  async function addOther(): Promise<boolean> {
    const id = await askText('A short name for the provider', 'letters, digits, - and _', false);
    if (!id) return false;
    const base = await askText('Base URL', 'https://host/v1', false);
    if (!base) return false;
    const key = await askText('API key', 'may be empty', true);
    if (key === undefined) return false;
    const model = await askText('Model', 'as the provider calls it', false);
    if (!model) return false;
    const body = {
      id,
      type: 'openai' as const,
      base_url: base,
      ...(key !== '' && { api_key: key }),
      models: [{ model, max_context_size: assumedContext }],
    };
    const added = await attempt(() => client.createProvider({ body }));
    if (!added) return false;
    app.commit([lineOf(`Provider ${added.id} added.`, 'success')]);
    await chooseModel(added.id);
    return true;
  }

  async function chooseModel(provider: string): Promise<void> {
    const answer = await attempt(() => client.listModels());
    const models = (answer?.items ?? []).filter((model) => model.provider === provider);
    const [only] = models;
    const chosen =
      models.length === 1 && only
        ? only.model
        : await choose(
            'Model',
            models.map((model) => ({ value: model.model, label: model.model, about: model.display_name ?? '' })),
            'Enter use it here and by default',
          );
    if (chosen === undefined) return;
    await attempt(async () => {
      await client.setDefaultModel({ params: { model_id: chosen } });
      await useModel(chosen);
    });
  }

  async function removeProvider({ id }: Provider): Promise<void> {
    const choice = await app.ask({ title: `Remove the provider ${id}?`, choices: ['Remove', 'Cancel'] });
    if (choice !== 1) return;
    const done = await attempt(() => client.deleteProvider({ params: { provider_id: id } }));
    if (done !== undefined) app.commit([lineOf(`Provider ${id} removed.`, 'textDim')]);
  }
}

/** Assumed context size of an unknown model, in tokens. */
const assumedContext = 128_000;
