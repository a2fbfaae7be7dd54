/** Modes, options and models of a session as the editor shows and changes them (acp-cli.md 1.7). */
import type { AgentConfigInput, Config, Model, PermissionMode } from '../../schemas/generated/types.js';
import { levelsOf as knownLevels } from '../commands/modes.js';
import { invalid } from './failures.js';
import type { Option, OptionValue, ShownSettings } from './update.js';

/** Maximum number of models shown. */
export const mostModels = 200;

const modes = [
  { id: 'default', name: 'Ask', description: 'Edits and commands wait for your approval.' },
  { id: 'plan', name: 'Plan', description: 'Only reads, and presents a plan before anything is changed.' },
  { id: 'auto', name: 'Never ask', description: 'Everything is decided automatically, questions too.' },
  { id: 'yolo', name: 'Approve all calls', description: 'Routine calls run by themselves; risky ones still ask.' },
] as const;

const permissions: Record<string, PermissionMode> = { default: 'manual', auto: 'auto', yolo: 'yolo' };

export function modeOf({ permissionMode, planMode }: ShownSettings): string {
  if (planMode) return 'plan';
  return permissionMode === 'manual' ? 'default' : permissionMode;
}

/** Returns the change for a mode; plan mode leaves the permission mode unchanged. */
export function configOfMode(id: string, field: string): AgentConfigInput {
  if (id === 'plan') return { plan_mode: true };
  const permission = Object.hasOwn(permissions, id) ? permissions[id] : undefined;
  if (permission === undefined) throw invalid(field, `no mode ${JSON.stringify(id)}`);
  return { permission_mode: permission, plan_mode: false };
}

export function modeState(settings: ShownSettings) {
  return { currentModeId: modeOf(settings), availableModes: modes.map((mode) => ({ ...mode })) };
}

/** Returns the older form of the model choice, which many editors still read. */
export function modelState(settings: ShownSettings, models: readonly Model[]) {
  const availableModels = modelValues(models, settings.model).map(({ value, name, description }) => ({
    modelId: value,
    name,
    ...(description !== undefined && { description }),
  }));
  return { availableModels, currentModelId: settings.model };
}

export function optionsOf(settings: ShownSettings, models: readonly Model[]): Option[] {
  const { model, thinking } = settings;
  const levels = levelsOf(model, models);
  const values = modelValues(models, model);
  return [
    ...(values.length === 0 ? [] : [{ id: 'model', name: 'Model', category: 'model', value: model, values } as const]),
    ...(levels.length < 2
      ? []
      : [
          {
            id: 'thinking',
            name: 'Thinking',
            category: 'thought_level',
            value: thinking,
            values: withPresent(levels, thinking).map((value) => ({ value, name: capital(value) })),
          } as const,
        ]),
    {
      id: 'mode',
      name: 'Mode',
      category: 'mode',
      value: modeOf(settings),
      values: modes.map(({ id, name, description }) => ({ value: id, name, description })),
    },
  ];
}

/** Returns the change for an option. Throws RequestError for an option that is not offered. */
export function configOfOption(
  id: string,
  value: unknown,
  settings: ShownSettings,
  models: readonly Model[],
): AgentConfigInput {
  if (!['model', 'thinking', 'mode'].includes(id)) throw invalid('configId', `no option ${JSON.stringify(id)}`);
  if (typeof value !== 'string') throw invalid('value', 'must be a text');
  if (id === 'mode') return configOfMode(value, 'value');
  if (id === 'model') return configOfModel(value, models, 'value');
  if (!levelsOf(settings.model, models).includes(value))
    throw invalid('value', `the model has no thinking level ${JSON.stringify(value)}`);
  return { thinking: value };
}

export function configOfModel(alias: string, models: readonly Model[], field: string): AgentConfigInput {
  if (!models.some(({ model }) => model === alias)) throw invalid(field, `no model ${JSON.stringify(alias)}`);
  return { model: alias };
}

function levelsOf(alias: string, models: readonly Model[]): readonly string[] {
  const model = models.find((each) => each.model === alias);
  const thinks = model?.capabilities?.some((name) => name.includes('thinking')) === true;
  return thinks || (model?.support_efforts ?? []).length > 0 ? knownLevels(model) : [];
}

/** Sorts configured default models first, so that a truncated list contains them. */
export function defaultsFirst(models: readonly Model[], config: Pick<Config, 'default_model' | 'providers'>): Model[] {
  const { default_model: own, providers } = config;
  const defaults = new Set([own, ...Object.values(providers).map((provider) => provider.default_model)]);
  const isDefault = ({ model }: Model): boolean => defaults.has(model);
  return [
    ...models.filter(({ model }) => model === own),
    ...models.filter((each) => isDefault(each) && each.model !== own),
    ...models.filter((each) => !isDefault(each)),
  ];
}

/** Returns the values, which always include the current model. */
function modelValues(models: readonly Model[], present: string): OptionValue[] {
  const providers = new Set(models.map(({ provider }) => provider));
  const own = models.find(({ model }) => model === present);
  const first = models.slice(0, mostModels);
  const shown = own && !first.includes(own) ? [...first.slice(0, mostModels - 1), own] : first;
  return shown.map(({ model, provider, display_name: name, max_context_size: size }) => ({
    value: model,
    name: name ?? model,
    ...(size > 0 && { description: `${Math.round(size / 1_000)}k tokens of context` }),
    ...(providers.size > 1 && { group: provider }),
  }));
}

function withPresent(levels: readonly string[], present: string): readonly string[] {
  return levels.includes(present) || present === '' ? levels : [...levels, present];
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
