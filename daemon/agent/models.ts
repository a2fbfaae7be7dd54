/** Models as sessions see them: the configuration's aliases joined with the providers that speak their protocols. */
import { isLoopback } from '../base/net/outgoing.js';
import type { LiveConfig } from '../config/config.js';
import type { ResolvedModel } from '../config/models.js';
import type { ErrorName } from '../errors.js';
import type { Logger } from '../home/logs.js';
import { createProvider, type ProviderDeps, type ProviderSettings } from '../providers/index.js';
import type { Provider } from '../providers/provider.js';
import type { Uses } from '../providers/uses.js';
import { resolveEffort, sentEffort } from '../providers/thinking.js';
import { createLocalModels, type LocalModels } from './localmodels.js';
import { noPrice, type ModelPrice } from './price.js';

/** A model that is ready to be asked. */
export interface ReadyModel {
  alias: string;
  /** the provider's name of the model */
  model: string;
  provider: Provider;
  capabilities: readonly string[];
  /** what to send for a session's effort; undefined: send nothing about thinking */
  thinking(wish: string | undefined): string | undefined;
  keepThinking: boolean;
  maxOutputTokens?: number;
  temperature?: number;
  topP?: number;
  /** absent: unknown */
  price?: ModelPrice;
  /** its address is on this machine */
  isLocal: boolean;
}

export interface ModelFailure {
  error: ErrorName;
  message?: string;
  details?: unknown;
}

export interface Models {
  /** the alias of the default; credentials are not looked at */
  choose(): { alias: string } | ModelFailure;
  ready(alias: string): ReadyModel | ModelFailure;
  exists(alias: string): boolean;
  /** the alias under which a model is known now: it got another one with its provider */
  current(alias: string): string;
  /** tokens that may be sent */
  contextLimit(alias: string): number | undefined;
  /** what a model can do; undefined when the alias is unknown */
  capabilities(alias: string): readonly string[] | undefined;
  /** effective level, `""` without model */
  thinkingLevel(alias: string, wish: string | undefined): string;
  /** true when the offline provider is used only because nothing is configured */
  standInOnly(alias: string): boolean;
  /** those that run on this machine */
  local: LocalModels;
}

/** What models are asked with. */
export interface ModelDeps extends ProviderDeps {
  /** of the managed login, as `ProviderSettings` has it */
  accessToken?: ProviderSettings['accessToken'];
  /** notes who refuses */
  uses?: Uses;
  log?: Pick<Logger, 'debug'>;
  /** what an alias became that is configured no more */
  successor?(alias: string): string | undefined;
}

export function createModels(config: LiveConfig, deps: ModelDeps): Models {
  const providers = new Map<string, Provider>();

  const isUncapped = (): boolean => config.current().request.maxCompletionTokens === 0;

  /** One provider per settings, so that what it keeps (connections) outlives a request. */
  function providerOf(model: ResolvedModel): Provider {
    const settings = {
      name: model.providerId,
      keySource: model.keySource,
      type: model.providerType,
      baseUrl: model.baseUrl,
      apiKey: model.apiKey,
      headers: model.headers,
      reasoningKey: model.reasoningKey,
      userAgent: config.current().identity.slug,
      adaptiveThinking: model.adaptiveThinking,
      vertex: model.vertex,
      // a cap of 0 means none, and Anthropic's protocol cannot do without
      maxOutputTokens: isUncapped() && model.providerType !== 'anthropic' ? undefined : model.maxOutputSize,
    };
    const key = JSON.stringify([model.providerId, settings, model.login]);
    let provider = providers.get(key);
    if (!provider) {
      if (providers.size > 100) providers.clear();
      const made = createProvider({ ...settings, accessToken: model.login && deps.accessToken }, deps);
      providers.set(key, (provider = deps.uses?.noted(made, model.providerId, model.apiKey) ?? made));
    }
    return provider;
  }

  function exists(alias: string): boolean {
    const found = config.resolveModel(alias);
    return !('failure' in found) || found.failure === 'auth_missing';
  }

  function current(alias: string): string {
    if (alias === '' || exists(alias)) return alias;
    const next = deps.successor?.(alias);
    return next !== undefined && exists(next) ? next : alias;
  }

  function resolved(alias: string): ResolvedModel | undefined {
    const found = config.resolveModel(current(alias));
    return 'model' in found ? found.model : undefined;
  }

  function effort(model: ResolvedModel, wish: string | undefined): string | undefined {
    const { thinking, thinkingEffortOverride } = config.current();
    return resolveEffort(
      { session: wish, environment: thinkingEffortOverride, enabled: thinking.enabled, effort: thinking.effort },
      {
        capabilities: model.capabilities,
        supportEfforts: model.supportEfforts,
        defaultEffort: model.defaultEffort,
        offEffort: model.offEffort,
      },
    );
  }

  return {
    choose() {
      const choice = config.chooseModel();
      if ('model' in choice) return { alias: choice.model.alias };
      const alias = config.defaultAlias();
      // a missing credential is met when a prompt needs it
      return choice.error === 'AUTH_TOKEN_MISSING' && alias !== undefined ? { alias } : choice;
    },
    ready(alias) {
      const choice = config.chooseModel(alias === '' ? undefined : current(alias));
      if (!('model' in choice)) return choice;
      const { model } = choice;
      const { request, thinking } = config.current();
      const limit = request.maxCompletionTokens ?? model.maxOutputSize;
      const price = model.providerType === 'offline' ? noPrice : model.price;
      return {
        alias: model.alias,
        model: model.model,
        provider: providerOf(model),
        capabilities: model.capabilities,
        thinking: (wish) => sentEffort(effort(model, wish), model),
        keepThinking: thinking.keep !== 'none',
        isLocal: model.baseUrl !== undefined && isLoopback(model.baseUrl),
        ...(limit === undefined || limit === 0 ? {} : { maxOutputTokens: limit }),
        ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
        ...(request.topP === undefined ? {} : { topP: request.topP }),
        ...(price === undefined ? {} : { price }),
      };
    },
    exists,
    current,
    contextLimit(alias) {
      const model = resolved(alias);
      return model && (model.maxInputSize ?? model.maxContextSize);
    },
    capabilities: (alias) => resolved(alias)?.capabilities,
    thinkingLevel(alias, wish) {
      const model = resolved(alias);
      return model ? (effort(model, wish) ?? 'off') : '';
    },
    standInOnly(alias) {
      const choice = config.chooseModel();
      return 'model' in choice && choice.unconfigured && choice.model.alias === alias;
    },
    local: createLocalModels({
      resolve: resolved,
      send: deps.send,
      now: deps.now,
      log: deps.log,
      hide: deps.secrets && ((text) => deps.secrets?.hide(text) ?? text),
    }),
  };
}
