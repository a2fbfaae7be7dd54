/** Commands for how the session works: plan mode, permission modes, model and effort. */
import type { Model, SessionRuntime } from '../../schemas/generated/types.js';
import { isFailure } from '../api/failure.js';
import { closeNames } from '../view/nearest.js';
import {
  done,
  everywhere,
  group,
  onOrOff,
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
    description: 'Plan mode on or off; empty or show the plan',
    when: (args) => (args === 'clear' ? 'idle' : 'any'),
    surfaces: everywhere,
    async complete() {
      return [
        { value: 'on' },
        { value: 'off' },
        { value: 'clear', description: 'Empty the plan' },
        { value: 'show', description: 'Show the latest plan' },
      ];
    },
    run: plan,
  },
  {
    name: 'yolo',
    aliases: ['yes'],
    usage: '[on|off]',
    description: 'Approve every call, or ask again',
    when: 'any',
    complete: onOrOff,
    run: async (context, args) => await setMode(context, 'yolo', args),
  },
  {
    name: 'auto',
    usage: '[on|off]',
    description: 'Work without asking, or ask again',
    when: 'any',
    complete: onOrOff,
    run: async (context, args) => await setMode(context, 'auto', args),
  },
  {
    name: 'permission',
    description: 'Choose the permission mode, and remove rules of the session',
    when: 'any',
    run: showing({ kind: 'permissions' }),
  },
  {
    name: 'sandbox',
    usage: '[on|off|status]',
    description: 'Contain commands, so that they run without asking',
    when: 'any',
    async complete() {
      return [{ value: 'on' }, { value: 'off' }, { value: 'status' }];
    },
    run: sandbox,
  },
  {
    name: 'runtime',
    usage: '[id]',
    description: 'Choose where commands run',
    when: 'any',
    complete: async ({ client }) =>
      (await client.listRuntimes()).items.map(({ runtime_id: value, hint }) => ({
        value,
        ...(hint !== undefined && { description: hint }),
      })),
    run: async (context, id) => (id === '' ? await runtimeRows(context) : await setRuntime(context, id)),
  },
  {
    name: 'model',
    usage: '[alias]',
    description: 'Choose the model, from the next step on',
    when: 'any',
    surfaces: everywhere,
    complete: completeModels,
    run: setModel,
  },
  {
    name: 'effort',
    aliases: ['thinking'],
    usage: '[level]',
    description: 'Choose how much the model thinks',
    when: 'any',
    async complete(context) {
      return (await levels(context)).map((value) => ({ value }));
    },
    run: setEffort,
  },
]);

async function plan(context: CommandContext, args: string): Promise<Outcome> {
  const { client, session, surface } = context;
  if (args === 'clear') {
    await session.clearPlan();
    return done({ notice: 'The plan is empty.' });
  }
  if (args === 'show') {
    const { plans } = await client.listPlans({ ...sessionParams(context), query: { agent_id: 'main' } });
    const latest = plans.at(-1);
    if (!latest) return done({ notice: 'There is no plan yet.' });
    await surface.show({ kind: 'plan', plan: latest });
    return done();
  }
  // an editor shows modes of its own: there the bare command only enters this one (acp-cli.md 1.15)
  const isOn = switched(args, surface.kind !== 'editor' && session.get().settings.planMode);
  if (isOn === undefined) return refuse('/plan takes on, off, clear or show');
  await session.configure({ plan_mode: isOn });
  return done({ notice: `Plan mode: ${isOn ? 'on' : 'off'}` });
}

async function sandbox(context: CommandContext, args: string): Promise<Outcome> {
  if (args === '' || args === 'status') return await runtimeRows(context);
  const isOn = switched(args, false);
  if (isOn === undefined) return refuse('/sandbox takes on, off or status');
  const outcome = await setRuntime(context, isOn ? 'sandbox' : 'local');
  if (!isOn || outcome.kind === 'refused') return outcome;
  const { items } = await context.client.listRuntimes();
  if (items.some(({ runtime_id, default: isDefault }) => runtime_id === 'sandbox' && isDefault)) return outcome;
  const choice = await context.surface.ask({
    title: 'Use the sandbox in new sessions too?',
    choices: ['Only in this session', 'In new sessions too'],
    preset: 1,
  });
  if (choice === 2) await context.client.updateConfig({ body: { default_runtime: 'sandbox' } });
  return outcome;
}

async function setRuntime(context: CommandContext, id: string): Promise<Outcome> {
  try {
    await context.client.setRuntime({ ...sessionParams(context), body: { runtime_id: id } });
    return done({ notice: `Commands run in: ${id}` });
  } catch (error) {
    if (isFailure(error, 'RUNTIME_UNAVAILABLE')) return refuse(error.message);
    if (!isFailure(error, 'RUNTIME_NOT_FOUND')) throw error;
    const { items } = await context.client.listRuntimes();
    return refuse(`There is no runtime ${id}; there are ${items.map(({ runtime_id }) => runtime_id).join(', ')}.`);
  }
}

const profiles = {
  full: 'as you may',
  workspace: 'contained: they write only in the workspace',
  'read-only': 'contained: they only read',
};

/** Where commands of the session run, and what the sandbox lets them reach. */
async function runtimeRows(context: CommandContext): Promise<Outcome> {
  const [now, { items }] = await Promise.all([
    context.client.getRuntime(sessionParams(context)),
    context.client.listRuntimes(),
  ]);
  return done({
    rows: [
      `Commands run in: ${now.runtime_id}, ${profiles[now.profile]}`,
      ...(now.reason === undefined ? [] : [`They are not contained: ${now.reason}`]),
      `Network: ${now.network.mode}${now.network.rules.map(({ decision, pattern }) => `, ${decision} ${pattern}`).join('')}`,
      ...now.ports.map(portRow),
      ...now.quarantine.map(({ n, path }) => `Quarantine ${n}: ${path}`),
      ...items.map(
        ({ runtime_id: id, state, hint, reason, default: isDefault }) =>
          `  ${id}: ${state}${state === 'unavailable' ? ` (${hint ?? reason ?? ''})` : ''}${isDefault ? ', the default' : ''}`,
      ),
    ],
  });
}

type Port = SessionRuntime['ports'][number];

function portRow({ port, direction, host_port: hostPort, task_id: task }: Port): string {
  const by = task === undefined ? '' : `, by ${task}`;
  if (direction === 'listening') return `Port ${port}: listening inside${by}`;
  return direction === 'reach'
    ? `Port ${port}: leads out to 127.0.0.1:${hostPort}`
    : `Port ${port}: on this machine as 127.0.0.1:${hostPort}${by}`;
}

/** What is switched off leaves the mode `manual`. */
async function setMode({ session }: CommandContext, mode: 'yolo' | 'auto', args: string): Promise<Outcome> {
  const isOn = switched(args, session.get().settings.permissionMode === mode);
  if (isOn === undefined) return refuse(`/${mode} takes on or off`);
  const permissionMode = isOn ? mode : 'manual';
  await session.configure({ permission_mode: permissionMode });
  return done({ notice: `Mode: ${permissionMode}` });
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
  try {
    await session.configure({ model: alias });
  } catch (error) {
    if (!isFailure(error, 'MODEL_NOT_FOUND')) throw error;
    const { items } = await client.listModels();
    const [close] = closeNames(
      alias,
      items.map(({ model }) => model),
    );
    return refuse(`There is no model ${alias}.${close === undefined ? '' : ` Did you mean ${close}?`}`);
  }
  const isWorking = session.get().session?.main_turn_active === true;
  return done({ notice: `Model: ${alias}${isWorking ? ', from the next step on' : ''}` });
}

async function setEffort(context: CommandContext, level: string): Promise<Outcome> {
  if (level === '') return await showing({ kind: 'efforts' })(context);
  const known = await levels(context);
  if (!known.includes(level)) return refuse(`The levels of this model are ${known.join(', ')}.`);
  await context.session.configure({ thinking: level });
  return done({ notice: `Thinking: ${level}` });
}

/** Levels of the session's model (engine.md 10.2). */
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
