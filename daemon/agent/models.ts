/** Models as sessions see them: aliases of the configuration, the providers that speak their protocols, what local servers report. */
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

/** A model that is ready to be asked. */
export interface ReadyModel {
  alias: string;
  /** the provider's name of the model */
  model: string;
  provider: Provider;
  capabilities: readonly string[];
  /** what to send for a session's effort; undefined: send nothing about thinking */
  thinking(level: string | undefined): string | undefined;
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
  thinkingLevel(alias: string, level: string | undefined): string;
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

/** What the servers of local models report about them, and what of it contradicts the configuration. */
interface LocalModels {
  /**
   * The problems of a model as its server reports them. The server is queried at the first use, and again when the
   * configuration of the model changed. Takes a second at most and never rejects; undefined for models elsewhere.
   * `idly`: nothing is used now, so a server with an incomplete answer is not queried again.
   */
  look(alias: string, idly?: boolean): Promise<Notice[]> | undefined;
  /** the window that the server has reported, tokens; never waits */
  window(alias: string): number | undefined;
}

interface Deps {
  /** the configuration of an alias; the same object as long as nothing changed */
  resolve(alias: string): ResolvedModel | undefined;
  send: Send;
  now(): number;
  log?: Pick<Logger, 'debug'> | undefined;
  /** the text without secrets: a server may repeat what it was sent */
  hide?: ((text: string) => string) | undefined;
}

interface Known {
  /** configuration that it was asked for */
  key: string;
  facts: ServedFacts;
  asking?: Promise<void> | undefined;
  /** epoch milliseconds; Infinity: the answer was complete */
  askAgainAt: number;
  asked: number;
}

/** Milliseconds before a server that did not answer is asked again. */
const pauseMs = 60_000;
/** Rounds without a pause for a model that is not in memory: before it is used, as it is loaded, and with its window. */
const roundsAtOnce = 3;
const shownNames = 5;

function createLocalModels({ resolve, send, now, log, hide = (text) => text }: Deps): LocalModels {
  const byAlias = new Map<string, Known>();
  /** keys by settings; empty for models elsewhere */
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
    look(alias, idly = false) {
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

/** Where its window is written. */
function placeOf({ alias, providerId }: ResolvedModel): string {
  return providerId === 'env' ? 'AGENT_MODEL_MAX_CONTEXT_SIZE' : `max_context_size in [models."${plainName(alias)}"]`;
}

function notListed(wanted: string, others: readonly string[], hide: (text: string) => string): string {
  // before they are cut, so that no half of a key stays
  const names = others.slice(0, shownNames).map((each) => plainName(hide(each)));
  const more = others.length - names.length;
  return `${plainName(wanted)}, which is not among those it lists: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
