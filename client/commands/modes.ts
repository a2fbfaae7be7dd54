/** Commands for how the session works: plan mode, permission modes, model and effort. */
import type { Model } from '../../schemas/generated/types.js';
import { isFailure } from '../api/failure.js';
import { closeNames } from '../view/nearest.js';
import {
  done,
  everywhere,
  group,
  onOrOff,
  onPage,
  refuse,
  sessionParams,
  showing,
  switched,
  type CommandContext,
  type Completion,
  type Outcome,
} from './command.js';

export const modeCommands = group('Modes and model', [
  {
    name: 'plan',
    usage: '[on|off|clear|show]',
    when: (args) => (args === 'clear' ? 'idle' : 'any'),
    surfaces: everywhere,
    async complete({ words: { text } }) {
      return [
        { value: 'on' },
        { value: 'off' },
        { value: 'clear', description: text('/plan clear') },
        { value: 'show', description: text('/plan show') },
      ];
    },
    run: plan,
  },
  {
    name: 'yolo',
    aliases: ['yes'],
    usage: '[on|off]',
    when: 'any',
    complete: onOrOff,
    run: async (context, args) => await setMode(context, 'yolo', args),
  },
  {
    name: 'auto',
    usage: '[on|off]',
    when: 'any',
    complete: onOrOff,
    run: async (context, args) => await setMode(context, 'auto', args),
  },
  {
    name: 'permission',
    when: 'any',
    run: showing({ kind: 'permissions' }),
  },
  {
    name: 'sandbox',
    usage: '[on|off|status]',
    when: 'any',
    async complete() {
      return [{ value: 'on' }, { value: 'off' }, { value: 'status' }];
    },
    run: sandbox,
  },
  {
    name: 'runtime',
    usage: '[id]',
    when: 'any',
    complete: async ({ client }) =>
      (await client.listRuntimes()).items.map(({ runtime_id: value, hint }) => ({
        value,
        ...(hint !== undefined && { description: hint }),
      })),
    run: async (context, id) => (id === '' ? await showRuntime(context) : await setRuntime(context, id)),
  },
  {
    name: 'model',
    usage: '[alias]',
    when: 'any',
    surfaces: everywhere,
    complete: completeModels,
    run: setModel,
  },
  {
    name: 'effort',
    aliases: ['thinking'],
    usage: '[level]',
    when: 'any',
    async complete(context) {
      return (await levels(context)).map((value) => ({ value }));
    },
    run: setEffort,
  },
]);

async function plan(context: CommandContext, args: string): Promise<Outcome> {
  const { client, session, surface } = context;
  const { text } = context.words;
  if (args === 'clear') {
    await session.clearPlan();
    return done({ notice: text('planCleared') });
  }
  if (args === 'show') {
    const { plans } = await client.listPlans({ ...sessionParams(context), query: { agent_id: 'main' } });
    const latest = plans.at(-1);
    if (!latest) return done({ notice: text('noPlan') });
    await surface.show({ kind: 'plan', plan: latest });
    return done();
  }
  // editors have their own switch for modes: there the bare command only enters plan mode (acp-cli.md 1.15)
  const isOn = switched(args, surface.kind !== 'editor' && session.get().settings.planMode);
  if (isOn === undefined) return refuse(text('planValues'));
  await session.configure({ plan_mode: isOn });
  return done({ notice: text(isOn ? 'planOn' : 'planOff') });
}

async function sandbox(context: CommandContext, args: string): Promise<Outcome> {
  const { text } = context.words;
  if (args === '' || args === 'status') return await showRuntime(context);
  const isOn = switched(args, false);
  if (isOn === undefined) return refuse(text('sandboxValues'));
  const outcome = await setRuntime(context, isOn ? 'sandbox' : 'local');
  if (!isOn || outcome.kind === 'refused') return outcome;
  const { items } = await context.client.listRuntimes();
  if (items.some(({ runtime_id, default: isDefault }) => runtime_id === 'sandbox' && isDefault)) return outcome;
  const choice = await context.surface.ask({
    title: text('sandboxDefault'),
    choices: [text('sandboxHere'), text('sandboxAlways')],
    preset: 1,
  });
  if (choice === 2) await context.client.updateConfig({ body: { default_runtime: 'sandbox' } });
  return outcome;
}

async function setRuntime(context: CommandContext, id: string): Promise<Outcome> {
  const { text } = context.words;
  try {
    await context.client.setRuntime({ ...sessionParams(context), body: { runtime_id: id } });
    return done({ notice: text('runtime', { id }) });
  } catch (error) {
    if (isFailure(error, 'RUNTIME_UNAVAILABLE')) return refuse(error.message);
    if (!isFailure(error, 'RUNTIME_NOT_FOUND')) throw error;
    const { items } = await context.client.listRuntimes();
    return refuse(text('noRuntime', { id, all: items.map(({ runtime_id }) => runtime_id).join(', ') }));
  }
}

/** Shows where commands of the session run, and what the sandbox allows; on a page the details show it. */
const showRuntime = onPage({ kind: 'status' }, async (context) => {
  const [{ runtimeRows }, runtime, { items }] = await Promise.all([
    import('./rows.js'),
    context.client.getRuntime(sessionParams(context)),
    context.client.listRuntimes(),
  ]);
  return done({ rows: runtimeRows(runtime, items) });
});

/** Sets the mode, or `manual` when it is switched off. */
async function setMode(
  { session, words: { text } }: CommandContext,
  mode: 'yolo' | 'auto',
  args: string,
): Promise<Outcome> {
  const isOn = switched(args, session.get().settings.permissionMode === mode);
  if (isOn === undefined) return refuse(text('modeValues', { name: mode }));
  const permissionMode = isOn ? mode : 'manual';
  await session.configure({ permission_mode: permissionMode });
  return done({ notice: text('mode', { mode: permissionMode }) });
}

async function completeModels({ client }: CommandContext): Promise<readonly Completion[]> {
  const { items } = await client.listModels();
  return items.map(({ model, display_name: name }) => ({
    value: model,
    ...(name !== undefined && { description: name }),
  }));
}

async function setModel(context: CommandContext, alias: string): Promise<Outcome> {
  if (alias === '') return await showing({ kind: 'models' })(context);
  const { client, session } = context;
  const { text } = context.words;
  try {
    await session.configure({ model: alias });
  } catch (error) {
    if (!isFailure(error, 'MODEL_NOT_FOUND')) throw error;
    const { items } = await client.listModels();
    const [close] = closeNames(
      alias,
      items.map(({ model }) => model),
    );
    return refuse(close === undefined ? text('noModel', { alias }) : text('nearModel', { alias, close }));
  }
  const isWorking = session.get().session?.main_turn_active === true;
  return done({ notice: text(isWorking ? 'modelLater' : 'model', { alias }) });
}

async function setEffort(context: CommandContext, level: string): Promise<Outcome> {
  if (level === '') return await showing({ kind: 'efforts' })(context);
  const known = await levels(context);
  if (!known.includes(level)) return refuse(context.words.text('effortValues', { all: known.join(', ') }));
  await context.session.configure({ thinking: level });
  return done({ notice: context.words.text('effort', { level }) });
}

/** Returns the thinking levels of the session's model (engine.md 10.2). */
async function levels({ client, session }: CommandContext): Promise<readonly string[]> {
  const { model: alias } = session.get().settings;
  const { items } = await client.listModels();
  return levelsOf(items.find(({ model }) => model === alias));
}

export function levelsOf(model: Model | undefined): readonly string[] {
  const listed = model?.support_efforts ?? [];
  const isAlwaysOn = model?.capabilities?.includes('always_thinking') === true;
  return [...new Set([...(isAlwaysOn ? [] : ['off']), ...(listed.length > 0 ? listed : ['on'])])];
}
