/** Sends settings and usage of a session to the editor when they differ from what it shows (acp-cli.md 1.7, 1.10). */
import type { Model, Session } from '../../schemas/generated/types.js';
import type { Client } from '../api/client.js';
import { ApiFailure, ConnectionFailure } from '../api/failure.js';
import type { EventFrame } from '../api/stream.js';
import { defaultsFirst, modeOf, modelState, modeState, mostModels, optionsOf } from './settings.js';
import type { ShownSettings, Update } from './update.js';
import { optionOnWire } from './wire.js';

export interface ShownOptions {
  session: Session;
  client(): Client;
  now: () => number;
  send(update: Update): void;
}

export interface Shown {
  take(frame: EventFrame): Promise<void>;
  /** Takes over the settings that the server reports. */
  changed(session: Session): void;
  /** returns the settings for answers to requests that open a session */
  answer(): Promise<SettingsAnswer>;
  readonly settings: ShownSettings;
  models(): Promise<readonly Model[]>;
}

export interface SettingsAnswer {
  modes: ReturnType<typeof modeState>;
  configOptions: ReturnType<typeof optionOnWire>[];
  models: ReturnType<typeof modelState>;
}

/** Milliseconds between two updates of the usage. */
const usageMs = 1_000;

export function createShown({ session, client, now, send }: ShownOptions): Shown {
  let settings = settingsOf(session);
  let known: Promise<readonly Model[]> | undefined;
  let sentMode = modeOf(settings);
  /** undefined until the answer that opens the session has them */
  let sentOptions: string | undefined;
  const use = { used: undefined as number | undefined, size: undefined as number | undefined, at: -Infinity };

  function models(): Promise<readonly Model[]> {
    known ??= readModels();
    known.catch(() => (known = undefined));
    return known;
  }

  async function readModels(): Promise<readonly Model[]> {
    const { items } = await client().listModels();
    return items.length > mostModels ? defaultsFirst(items, await client().getConfig()) : items;
  }

  /** Reads the level, which the session object lacks while the model's default applies. */
  async function readLevel(): Promise<void> {
    const { thinking_level: thinking } = await client().getSessionStatus({ params: { session_id: session.id } });
    settings = { ...settings, thinking };
  }

  async function sendSettings(): Promise<void> {
    if (sentOptions === undefined) return;
    const mode = modeOf(settings);
    const options = optionsOf(settings, await models());
    if (mode !== sentMode) send({ kind: 'mode', id: mode });
    if (JSON.stringify(options) !== sentOptions) send({ kind: 'options', options });
    sentMode = mode;
    sentOptions = JSON.stringify(options);
  }

  function sendUse(costUsd?: number): void {
    const { used, size } = use;
    if (used === undefined || size === undefined) return;
    use.at = now();
    send({ kind: 'usage', used, size, ...(costUsd !== undefined && { costUsd }) });
  }

  async function useAtEnd(): Promise<void> {
    const { usage } = await client().getSession({ params: { session_id: session.id } });
    const { context_tokens: used, context_limit: size, total_cost_usd: cost } = usage;
    Object.assign(use, { used, size: size ?? use.size });
    sendUse(cost);
  }

  async function onEvent({ type, payload }: EventFrame): Promise<void> {
    if (type === 'event.config.changed' || type === 'event.model_catalog.changed') {
      known = undefined;
      return await sendSettings();
    }
    if (payload.agentId !== 'main') return;
    if (type === 'turn.ended') return await useAtEnd();
    if (type !== 'agent.status.updated') return;
    const { model, thinkingEffort, planMode, permission, contextTokens, maxContextTokens } = payload;
    const before = settings;
    settings = {
      model: model ?? before.model,
      thinking: thinkingEffort ?? before.thinking,
      planMode: planMode ?? before.planMode,
      permissionMode: permission ?? before.permissionMode,
    };
    use.used = contextTokens ?? use.used;
    use.size = maxContextTokens ?? use.size;
    if (contextTokens !== undefined && now() - use.at >= usageMs) sendUse();
    if ([model, thinkingEffort, planMode, permission].some((value) => value !== undefined)) await sendSettings();
  }

  return {
    async take(frame) {
      try {
        await onEvent(frame);
      } catch (error) {
        // the next event tries again
        if (!(error instanceof ApiFailure || error instanceof ConnectionFailure)) throw error;
      }
    },
    changed(now) {
      settings = settingsOf(now);
      // settings already in an answer are not sent again, later differences are
      readLevel()
        .then(sendSettings)
        .catch(() => undefined);
    },
    async answer() {
      const [list] = await Promise.all([models(), readLevel()]);
      const options = optionsOf(settings, list);
      sentMode = modeOf(settings);
      sentOptions = JSON.stringify(options);
      return {
        modes: modeState(settings),
        configOptions: options.map(optionOnWire),
        models: modelState(settings, list),
      };
    },
    models,
    get settings() {
      return settings;
    },
  };
}

function settingsOf({ agent_config: config }: Session): ShownSettings {
  const { model, thinking = '', permission_mode: permissionMode, plan_mode: planMode } = config;
  return { model, thinking, permissionMode, planMode };
}
