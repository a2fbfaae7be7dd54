/** Resolves models for sessions: aliases of the configuration, their providers, and what local servers report. */
import { isLoopback, type Send } from '../base/net/outgoing.js';
import { plainName } from '../base/text/visible.js';
import type { LiveConfig } from '../config/config.js';
import type { ResolvedModel } from '../config/models.js';
import type { ErrorName } from '../errors.js';
import type { Logger } from '../home/logs.js';
import { createProvider, type ProviderDeps, type ProviderSettings } from '../providers/index.js';
import { askServer, isLocal, windowOf, type ServedFacts } from '../providers/local.js';
import type { Provider } from '../providers/provider.js';
import type { Uses } from '../providers/uses.js';
import { resolveEffort, sentEffort } from '../providers/thinking.js';
import { noPrice, type ModelPrice } from './price.js';
import type { Notice } from './scan.js';

/** A model that can receive requests. */
export interface ReadyModel {
  alias: string;
  /** the provider's name for the model */
  model: string;
  provider: Provider;
  capabilities: readonly string[];
  /** returns the level to send for a session's effort; undefined: send nothing about thinking */
  thinking(level: string | undefined): string | undefined;
  keepThinking: boolean;
  maxOutputTokens?: number;
  temperature?: number;
  topP?: number;
  /** absent: unknown price */
  price?: ModelPrice;
  /** its server's address is on this machine */
  isLocal: boolean;
}

export interface ModelFailure {
  error: ErrorName;
  message?: string;
  details?: unknown;
}

export interface Models {
  /** returns the alias of the default model, without checking credentials */
  choose(): { alias: string } | ModelFailure;
  ready(alias: string): ReadyModel | ModelFailure;
  exists(alias: string): boolean;
  /** returns the current alias of a model, which may have changed with its provider */
  current(alias: string): string;
  /** returns the maximum number of tokens of a request */
  contextLimit(alias: string): number | undefined;
  /** returns the capabilities of a model; undefined for an unknown alias */
  capabilities(alias: string): readonly string[] | undefined;
  /** returns the effective thinking level, `""` without a model */
  thinkingLevel(alias: string, level: string | undefined): string;
  /** whether the offline provider is used only because nothing is configured */
  standInOnly(alias: string): boolean;
  /** models on this machine */
  local: LocalModels;
}

/** What requests to models need. */
export interface ModelDeps extends ProviderDeps {
  /** access token of the managed login, as in `ProviderSettings` */
  accessToken?: ProviderSettings['accessToken'];
  /** records refusals by providers */
  uses?: Uses;
  log?: Pick<Logger, 'debug'>;
  /** returns the new alias for one that is no longer configured */
  successor?(alias: string): string | undefined;
}

export function createModels(config: LiveConfig, deps: ModelDeps): Models {
  const providers = new Map<string, Provider>();

  const isUncapped = (): boolean => config.current().request.maxCompletionTokens === 0;

  /** Returns one provider for each combination of settings, so that its connections outlive a request. */
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
      // a cap of 0 means no limit, but Anthropic's protocol requires one
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

  function effort(model: ResolvedModel, level: string | undefined): string | undefined {
    const { thinking, thinkingEffortOverride } = config.current();
    return resolveEffort(
      { session: level, environment: thinkingEffortOverride, enabled: thinking.enabled, effort: thinking.effort },
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
      // a missing credential is reported when a prompt needs it
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
        thinking: (level) => sentEffort(effort(model, level), model),
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
    thinkingLevel(alias, level) {
      const model = resolved(alias);
      return model ? (effort(model, level) ?? 'off') : '';
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

/** Reports what the servers of local models know about them, and contradictions to the configuration. */
interface LocalModels {
  /**
   * Returns the problems of a model that its server reports; undefined for remote models. Queries the server at the
   * first use, and again when the model's configuration changed. Takes at most a second and never rejects. `idly`:
   * does not repeat the query after an incomplete answer, because the model is not used now.
   */
  refreshLimits(alias: string, idly?: boolean): Promise<Notice[]> | undefined;
  /** returns the window in tokens that the server has reported; never waits */
  window(alias: string): number | undefined;
}

interface Deps {
  /** returns the configuration of an alias; the same object as long as nothing changes */
  resolve(alias: string): ResolvedModel | undefined;
  send: Send;
  now(): number;
  log?: Pick<Logger, 'debug'> | undefined;
  /** removes secrets from a text: a server may repeat what it received */
  hide?: ((text: string) => string) | undefined;
}

interface Known {
  /** the configuration at the time of the query */
  key: string;
  facts: ServedFacts;
  asking?: Promise<void> | undefined;
  /** epoch milliseconds; Infinity once the answer was complete */
  askAgainAt: number;
  asked: number;
}

/** Milliseconds before a server that did not answer is queried again. */
const pauseMs = 60_000;
/** Queries without a pause for a model that is not in memory: before its use, while it loads, and with its window. */
const roundsAtOnce = 3;
const shownNames = 5;

function createLocalModels({ resolve, send, now, log, hide = (text) => text }: Deps): LocalModels {
  const byAlias = new Map<string, Known>();
  /** keys by settings; empty for remote models */
  const keys = new WeakMap<ResolvedModel, string>();

  function keyOf(model: ResolvedModel): string {
    let key = keys.get(model);
    if (key === undefined) keys.set(model, (key = isLocal(model) ? JSON.stringify(model) : ''));
    return key;
  }

  async function ask(model: ResolvedModel, known: Known): Promise<void> {
    const { facts, complete } = await askServer(model, send);
    known.facts = complete ? facts : { ...known.facts, ...facts };
    known.asked += 1;
    known.asking = undefined;
    if (facts.serving !== undefined || (complete && !facts.later)) known.askAgainAt = Number.POSITIVE_INFINITY;
    else known.askAgainAt = complete && known.asked < roundsAtOnce ? 0 : now() + pauseMs;
    const { serving, largest, tools } = facts;
    log?.debug('a model server on this machine was asked', { model: model.alias, complete, serving, largest, tools });
  }

  return {
    refreshLimits(alias, idly = false) {
      const model = resolve(alias);
      const key = model && keyOf(model);
      if (!model || !key) return undefined;
      let known = byAlias.get(alias);
      if (known?.key !== key) byAlias.set(alias, (known = { key, facts: {}, askAgainAt: 0, asked: 0 }));
      const entry = known;
      if (!entry.asking && now() >= entry.askAgainAt && !(idly && entry.asked > 0)) entry.asking = ask(model, entry);
      return (entry.asking ?? Promise.resolve()).then(() => findings(model, entry.facts, hide));
    },
    window(alias) {
      const known = byAlias.get(alias);
      const model = known && resolve(alias);
      return model && known.key === keyOf(model) ? windowOf(known.facts) : undefined;
    },
  };
}

function findings(model: ResolvedModel, facts: ServedFacts, hide: (text: string) => string): Notice[] {
  const name = `The model "${plainName(model.alias)}"`;
  const window = windowOf(facts);
  const found: Notice[] = [];
  const add = (code: Notice['code'], message: string): void => void found.push({ code, message, severity: 'warning' });
  if (window !== undefined && window < model.maxContextSize) {
    add(
      'model-window-oversized',
      `${name} is configured with a window of ${model.maxContextSize} tokens, but its server has ${window}. ` +
        `The smaller one counts; set ${placeOf(model)} to ${window}, or have the server use more.`,
    );
  }
  if (facts.tools === false && model.capabilities.includes('tool_use')) {
    add(
      'model-without-tools',
      `${name} cannot call tools, as its server reports: it can talk, but neither read files nor run commands.` +
        (model.providerId === 'env'
          ? ''
          : ` It is sent none with capabilities = [] in [models."${plainName(model.alias)}".overrides].`),
    );
  }
  if (facts.others)
    add('model-not-served', `${name} asks its server for ${notListed(model.model, facts.others, hide)}`);
  return found;
}

/** Returns where the window is configured. */
function placeOf({ alias, providerId }: ResolvedModel): string {
  return providerId === 'env' ? 'AGENT_MODEL_MAX_CONTEXT_SIZE' : `max_context_size in [models."${plainName(alias)}"]`;
}

function notListed(wanted: string, others: readonly string[], hide: (text: string) => string): string {
  // hide secrets before shortening, so that no part of a key remains
  const names = others.slice(0, shownNames).map((each) => plainName(hide(each)));
  const more = others.length - names.length;
  return `${plainName(wanted)}, which is not among those it lists: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
