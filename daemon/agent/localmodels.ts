/** What the servers of local models report about them, and what of it contradicts the configuration. */
import type { ResolvedModel } from '../config/models.js';
import type { Logger } from '../home/logs.js';
import type { Send } from '../base/net/outgoing.js';
import { askServer, isLocal, windowOf, type ServedFacts } from '../providers/local.js';
import { plainName } from '../base/text/visible.js';
import type { Notice } from './scan.js';

export interface LocalModels {
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

export function createLocalModels({ resolve, send, now, log, hide = (text) => text }: Deps): LocalModels {
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
  if (facts.others) add('model-not-served', `${name} asks its server for ${notListed(model.model, facts.others, hide)}`);
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
