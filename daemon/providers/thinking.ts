/** Decides how much a model should think (engine.md 10.2). */

/** A model's declared thinking support. */
export interface ThinkingModel {
  capabilities: readonly string[];
  /** levels, lowest first */
  supportEfforts?: readonly string[];
  defaultEffort?: string;
  /** level that switches thinking off */
  offEffort?: string;
}

/** Requested efforts, highest priority first. */
export interface ThinkingSettings {
  /** from the session or the request */
  session?: string;
  /** `AGENT_MODEL_THINKING_EFFORT` */
  environment?: string;
  /** `thinking.enabled` of the configuration */
  enabled?: boolean;
  /** `thinking.effort` of the configuration */
  effort?: string;
}

/** Known levels, lowest first; defines "the nearest lower one". */
const ladder = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

/** The level in effect; undefined when the model cannot think, so that nothing is sent. */
export function resolveEffort(settings: ThinkingSettings, model: ThinkingModel): string | undefined {
  const always = model.capabilities.includes('always_thinking');
  if (!always && !model.capabilities.includes('thinking')) return undefined;
  const wanted =
    settings.session ??
    settings.environment ??
    (settings.enabled === false ? 'off' : settings.effort) ??
    ownEffort(model);
  const levels = model.supportEfforts ?? [];
  if (wanted === 'off') {
    if (!always) return 'off';
    return levels.find((level) => level !== 'off') ?? 'on';
  }
  if (levels.length === 0 || levels.includes(wanted)) return wanted;
  return wanted === 'on' ? ownEffort(model) : nearestLower(wanted, levels);
}

/** The value to send for a level in effect: a model may have its own word for off. */
export function sentEffort(effort: string | undefined, model: Pick<ThinkingModel, 'offEffort'>): string | undefined {
  return effort === 'off' ? (model.offEffort ?? 'off') : effort;
}

function ownEffort(model: ThinkingModel): string {
  const levels = model.supportEfforts ?? [];
  return model.defaultEffort ?? levels[Math.floor((levels.length - 1) / 2)] ?? 'on';
}

function nearestLower(wanted: string, levels: readonly string[]): string {
  const rank = ladder.indexOf(wanted);
  const lower = levels
    .map((level) => ({ level, rank: ladder.indexOf(level) }))
    .filter((each) => each.rank >= 0 && each.rank < rank)
    .sort((one, other) => other.rank - one.rank);
  return lower[0]?.level ?? levels[0] ?? 'on';
}
