/** `/goal`: sets an objective over several turns, shows and controls it, and queues further ones (tui.md 3.13). */
import type { GoalSnapshot } from '../../schemas/generated/types.js';
import { isFailure } from '../api/failure.js';
import {
  done,
  everywhere,
  group,
  refuse,
  sessionParams,
  showing,
  type CommandContext,
  type Outcome,
  type When,
} from './command.js';
import type { CommandWords } from './texts.js';
import { oneLine } from '../view/clean.js';
import { formatCount, formatDuration } from '../view/format.js';

type Verb = 'status' | 'pause' | 'cancel' | 'resume' | 'replace' | 'next' | 'start';

interface Wanted {
  verb: Verb;
  /** objective; with `next` also `manage`, unless the text is literal */
  text: string;
  /** whether the text followed `--` */
  isLiteral: boolean;
}

export const goalCommands = group('Goals', [
  {
    name: 'goal',
    usage: '[status|pause|resume|cancel|replace|next|<objective>]',
    when: (args) => whenOf(wantedIn(args)),
    surfaces: everywhere,
    complete: async ({ words: { text } }) => [
      ...verbs.map((value) => ({ value, description: text(`/goal ${value}`) })),
      ...openVerbs.map((value) => ({ value, description: text(`/goal ${value}`), isOpen: true as const })),
      { value: 'next manage', description: text('/goal next manage') },
    ],
    run: async (context, args) => await act(context, wantedIn(args)),
  },
]);

const verbs = ['status', 'pause', 'resume', 'cancel'] as const;
/** verbs with further words */
const openVerbs = ['replace', 'next'] as const;

/** Parses the arguments. `--` makes the rest literal, at the beginning and after `replace` and `next`. */
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
  const { client, session, surface, words } = context;
  const { text } = words;
  switch (wanted.verb) {
    case 'status': {
      const goal = await client.getGoal(sessionParams(context));
      return done({ rows: goalRows(goal, words) });
    }
    case 'pause':
      await session.pauseGoal();
      return done();
    case 'resume':
      return pursued(await session.resumeGoal());
    case 'cancel': {
      const goal = await client.getGoal(sessionParams(context));
      if (!goal) return refuse(text('noGoal'));
      const choices = [text('goalGivenUp'), text('goalKept')];
      const asked = { title: text('goalCancel'), body: [goal.objective], choices, preset: 1 };
      if ((await surface.ask(asked)) === 1) await session.cancelGoal();
      return done();
    }
    case 'next':
      return await addNext(context, wanted);
    case 'replace':
    case 'start':
      return await start(context, wanted);
  }
}

/** Maximum number of goals in the contract. */
const mostGoals = 20;

async function addNext(context: CommandContext, { text: objective, isLiteral }: Wanted): Promise<Outcome> {
  const { text } = context.words;
  if (objective === 'manage' && !isLiteral) return await showing({ kind: 'goals' })(context);
  if (objective === '') return refuse(text('goalNextValues'));
  const { objectives } = await context.client.getGoalQueue(sessionParams(context));
  if (objectives.length >= mostGoals) return refuse(text('goalsFull', { n: mostGoals }));
  await context.session.setGoalQueue([...objectives, objective]);
  return done({ notice: text('goalsFollow', { n: objectives.length + 1 }) });
}

async function start({ session, surface, words }: CommandContext, { verb, text }: Wanted): Promise<Outcome> {
  if (text === '') return refuse(words.text('goalValues'));
  // the server's texts for this choice; a page shows its own
  const choice = await surface.ask({
    title: 'Start this goal?',
    body: [text],
    choices: ['Start in the present mode', 'Start in auto', 'Start in yolo', "Don't start"],
    preset: 1,
  });
  if (choice === undefined || choice === 4) return done();
  if (choice !== 1) await switchMode(choice === 2 ? 'auto' : 'yolo');
  try {
    return pursued(await session.setGoal({ objective: text, ...(verb === 'replace' && { replace: true }) }));
  } catch (error) {
    if (!isFailure(error, 'GOAL_ALREADY_EXISTS')) throw error;
    return refuse(words.text('goalExists'));
  }

  /** Switches the mode, which may settle waiting approvals; ignores one that another client answered first. */
  async function switchMode(mode: 'auto' | 'yolo'): Promise<void> {
    try {
      await session.configure({ permission_mode: mode });
    } catch (error) {
      if (!isFailure(error, 'APPROVAL_ALREADY_RESOLVED')) throw error;
    }
  }
}

/** The outcome of a command that starts work on a goal, which may take several turns. */
function pursued(goal: GoalSnapshot | null | undefined): Outcome {
  return done({ isStarted: true, ...(goal && { goalId: goal.goalId }) });
}

/** Returns the rows of `/goal`. */
function goalRows(goal: GoalSnapshot | null, { text, counted }: CommandWords): string[] {
  if (!goal) return [text('goalNone')];
  const { objective, completionCriterion: criterion, status, terminalReason: reason, turnsUsed, tokensUsed } = goal;
  return [
    text('goal', { objective: oneLine(objective) }),
    ...(criterion === undefined ? [] : [text('goalWhen', { criterion: oneLine(criterion) })]),
    `${text(status)}${reason === undefined ? '' : text('goalReason', { reason: oneLine(reason) })}`,
    counted('goalUsed', turnsUsed, { tokens: formatCount(tokensUsed), time: formatDuration(goal.wallClockMs) }),
  ];
}
