/** `/goal`: an objective over several turns, what becomes of it, and those that follow (tui.md 3.13). */
import { isFailure } from '../api/failure.js';
import {
  done,
  everywhere,
  group,
  refuse,
  sessionParams,
  showing,
  type CommandContext,
  type Completion,
  type Outcome,
  type When,
} from './command.js';
import { goalRows } from './rows.js';

type Verb = 'status' | 'pause' | 'cancel' | 'resume' | 'replace' | 'next' | 'start';

interface Wanted {
  verb: Verb;
  /** objective; for `next` also `manage`, unless it is literal */
  text: string;
  /** behind `--` */
  isLiteral: boolean;
}

export const goalCommands = group('Goals', [
  {
    name: 'goal',
    usage: '[status|pause|resume|cancel|replace|next|<objective>]',
    description: 'Pursue an objective over several turns',
    when: (args) => whenOf(wantedIn(args)),
    surfaces: everywhere,
    async complete() {
      return verbs;
    },
    run: async (context, args) => await act(context, wantedIn(args)),
  },
]);

const verbs: readonly Completion[] = [
  { value: 'status', description: 'Show the goal' },
  { value: 'pause', description: 'Pause it' },
  { value: 'resume', description: 'Take it up again' },
  { value: 'cancel', description: 'Give it up' },
  { value: 'replace', description: 'Give it up for another objective', isOpen: true },
  { value: 'next', description: 'Add a goal that follows', isOpen: true },
  { value: 'next manage', description: 'Edit the goals that follow' },
];

/** `--` takes the rest literally, at the beginning and behind `replace` and `next`. */
function wantedIn(args: string): Wanted {
  if (['', 'status', 'pause', 'cancel', 'resume'].includes(args))
    return { verb: (args || 'status') as Verb, text: '', isLiteral: false };
  const [, word = '', rest = ''] = /^(replace|next)(?:\s+(.*))?$/s.exec(args) ?? [];
  const verb = word === '' ? 'start' : (word as Verb);
  const text = word === '' ? args : rest;
  const literal = /^--(?:\s+(.*))?$/s.exec(text);
  return literal ? { verb, text: literal[1] ?? '', isLiteral: true } : { verb, text, isLiteral: false };
}

function whenOf({ verb }: Wanted): When {
  return verb === 'resume' || verb === 'replace' || verb === 'start' ? 'idle' : 'any';
}

async function act(context: CommandContext, wanted: Wanted): Promise<Outcome> {
  const { client, session, surface } = context;
  switch (wanted.verb) {
    case 'status': {
      const goal = await client.getGoal(sessionParams(context));
      return done({ rows: goalRows(goal) });
    }
    case 'pause':
      await session.pauseGoal();
      return done();
    case 'resume':
      await session.resumeGoal();
      return done({ isStarted: true });
    case 'cancel': {
      const goal = await client.getGoal(sessionParams(context));
      if (!goal) return refuse('The session has no goal.');
      const asked = { title: 'Give up this goal?', body: [goal.objective], choices: ['Give it up', 'Keep it'] };
      if ((await surface.ask({ ...asked, preset: 1 })) === 1) await session.cancelGoal();
      return done();
    }
    case 'next':
      return await addNext(context, wanted);
    case 'replace':
    case 'start':
      return await start(context, wanted);
  }
}

async function addNext(context: CommandContext, { text, isLiteral }: Wanted): Promise<Outcome> {
  if (text === 'manage' && !isLiteral) return await showing({ kind: 'goals' })(context);
  if (text === '') return refuse('/goal next takes an objective, or manage');
  const { objectives } = await context.client.getGoalQueue(sessionParams(context));
  // the contract has room for so many
  if (objectives.length >= 20) return refuse('20 goals follow already.');
  await context.session.setGoalQueue([...objectives, text]);
  return done({ notice: `Goals that follow: ${objectives.length + 1}` });
}

async function start({ session, surface }: CommandContext, { verb, text }: Wanted): Promise<Outcome> {
  if (text === '') return refuse('/goal needs an objective');
  const choice = await surface.ask({
    title: 'Start this goal?',
    body: [text],
    choices: ['Start in the present mode', 'Start in auto', 'Start in yolo', "Don't start"],
    preset: 1,
  });
  if (choice === undefined || choice === 4) return done();
  if (choice !== 1) await switchMode(choice === 2 ? 'auto' : 'yolo');
  try {
    await session.setGoal({ objective: text, ...(verb === 'replace' && { replace: true }) });
  } catch (error) {
    if (!isFailure(error, 'GOAL_ALREADY_EXISTS')) throw error;
    return refuse('The session has a goal already: /goal replace <objective> gives it up.');
  }
  return done({ isStarted: true });

  /** The mode decides what waits; an answer that came before it is no error. */
  async function switchMode(mode: 'auto' | 'yolo'): Promise<void> {
    try {
      await session.configure({ permission_mode: mode });
    } catch (error) {
      if (!isFailure(error, 'APPROVAL_ALREADY_RESOLVED')) throw error;
    }
  }
}
