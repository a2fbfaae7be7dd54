/** Providers as the API shows and changes them (rest.md 7.1, 7.2). */
import type {
  CreateProviderBody,
  Provider,
  RefreshReport,
  ReplaceProviderBody,
  SetDefaultModelData,
} from '../../schemas/generated/types.js';
import { ApiError } from '../errors.js';
import type { ConfigChanges } from './changes.js';
import type { LiveConfig } from './config.js';
import type { ProviderSettings } from './effective.js';
import { baseUrlOf, needsNoKey, providerKey } from './endpoints.js';
import { created, removed, replaced } from './forms.js';
import { refreshed, type Refresher } from './refresh.js';
import type { Move } from './toml-rename.js';
import type { Environment } from './variables.js';

export interface Providers {
  /** in the order of the file, then `env`, then the implicit offline provider */
  list(): Provider[];
  /** throws PROVIDER_NOT_FOUND */
  get(id: string): Provider;
  /** throws PROVIDER_ALREADY_EXISTS, and the errors of `ConfigChanges.change` */
  create(body: CreateProviderBody): Promise<Provider>;
  /** throws PROVIDER_NOT_FOUND, _OAUTH_MANAGED, _ALREADY_EXISTS, and the errors of `ConfigChanges.change` */
  replace(id: string, body: ReplaceProviderBody): Promise<Provider>;
  /** throws PROVIDER_NOT_FOUND, _OAUTH_MANAGED, and the errors of `ConfigChanges.change` */
  remove(id: string): Promise<void>;
  /** rereads the models of one provider from their source; throws PROVIDER_NOT_FOUND */
  refresh(id: string): Promise<RefreshReport>;
  /** rereads the models of all providers, or of those with this kind of source */
  refreshAll(kind?: Refresher['kind']): Promise<RefreshReport>;
  /** throws MODEL_NOT_FOUND, and the errors of `ConfigChanges.change` */
  setDefault(alias: string): Promise<SetDefaultModelData>;
}

export interface ProvidersOptions {
  config: LiveConfig;
  changes: Pick<ConfigChanges, 'change'>;
  env: Environment;
  /** whether a provider refused the last request with this credential */
  wasRefused(id: string, credential: string | undefined): boolean;
  refreshers: readonly Refresher[];
  /** called with the new aliases of models that replace others */
  renamed(pairs: [from: string, to: string][]): void;
  /** called with each report */
  notify(report: RefreshReport): void;
}

const STAND_IN: ProviderSettings = { type: 'offline' };

export function createProviders(options: ProvidersOptions): Providers {
  const { config, changes, env, wasRefused, refreshers, renamed, notify } = options;

  function ids(): string[] {
    const { providers, offline } = config.current();
    return [...providers.keys(), ...(offline.enabled ? ['offline'] : [])];
  }

  function aliasesOf(id: string): string[] {
    const { models, offline } = config.current();
    const own = [...models].filter(([, { provider }]) => provider === id).map(([alias]) => alias);
    return id === 'offline' && offline.enabled && !models.has('offline/echo') ? [...own, 'offline/echo'] : own;
  }

  /** `type`: the type of a provider that is in no file, or that was just removed. */
  function itemOf(id: string, type: ProviderSettings['type'] = 'offline'): Provider {
    const provider = config.current().providers.get(id) ?? { type };
    const shown = config.publicConfig().providers[id] ?? { type, has_api_key: false };
    const isUsable = shown.has_api_key || needsNoKey(provider.type, baseUrlOf(provider), id, env);
    return {
      id,
      ...shown,
      status: wasRefused(id, providerKey(provider, env)) ? 'error' : isUsable ? 'connected' : 'unconfigured',
      models: aliasesOf(id),
    };
  }

  function get(id: string): Provider {
    if (!ids().includes(id)) throw new ApiError('PROVIDER_NOT_FOUND');
    return itemOf(id);
  }

  async function refreshThese(asked: string[], sources: readonly Refresher[]): Promise<RefreshReport> {
    const { providers } = config.current();
    const report = await refreshed(new Map(asked.map((id) => [id, providers.get(id) ?? STAND_IN])), sources);
    notify(report);
    return report;
  }

  return {
    get,
    list: () => ids().map((id) => itemOf(id)),
    async create(body) {
      await changes.change((present) => created(present, body));
      return itemOf(body.id, body.type);
    },
    async replace(id, body) {
      let moves: readonly Move[] = [];
      await changes.change((present) => {
        const edit = replaced(present, id, body);
        moves = edit.moves ?? [];
        return edit;
      });
      renamed(aliasMoves(moves));
      return itemOf(body.new_id ?? id, body.type);
    },
    async remove(id) {
      await changes.change((present) => removed(present, id));
    },
    async refresh(id) {
      get(id);
      return refreshThese([id], refreshers);
    },
    refreshAll(kind) {
      const sources = refreshers.filter((refresher) => kind === undefined || refresher.kind === kind);
      const { providers } = config.current();
      const belongs = (id: string): boolean => {
        const provider = providers.get(id);
        return provider !== undefined && sources.some((source) => source.covers(id, provider));
      };
      return refreshThese(
        ids().filter((id) => kind === undefined || belongs(id)),
        sources,
      );
    },
    async setDefault(alias) {
      await changes.change(({ document }) => {
        const model = config.listModels().find((each) => each.model === alias);
        if (!model) throw new ApiError('MODEL_NOT_FOUND');
        // the environment's model is always the default while it exists, and cannot be stored as one
        if (model.provider === 'env') return { wanted: document, fields: [] };
        return { wanted: { ...document, default_model: alias }, fields: ['default_model'] };
      });
      const model = config.listModels().find((each) => each.model === alias);
      if (!model) throw new ApiError('MODEL_NOT_FOUND');
      return { default_model: config.defaultAlias() ?? alias, model };
    },
  };
}

function aliasMoves(moves: readonly Move[]): [from: string, to: string][] {
  return moves.flatMap(({ from: [domain, from], to: [, to] }) =>
    domain === 'models' && from !== undefined && to !== undefined ? [[from, to]] : [],
  );
}
