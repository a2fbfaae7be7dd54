/** Selects due reminders and builds their texts: text of the engine to the model, beside messages (engine.md 3.2). */
import { createHash } from 'node:crypto';
import type { NewEvent } from '../../schemas/generated/events.js';
import type { Todo } from '../../schemas/generated/types.js';
import { waitAtMost } from '../base/async/wait.js';
import { localDate } from '../base/localdate.js';
import { hasText } from '../tools/stale.js';
import type { SeenFile } from '../tools/tool.js';
import type { NestedFile } from '../workspace/instructions.js';
import { plainName } from '../base/text/visible.js';
import { isTakenBack, takenBackText, type TakenBackFacts } from './takenback.js';
import type { Reminder } from './turn.js';

/**
 * Facts that the session knows. All are values or counters that it keeps anyway, so that no walk through history is
 * needed. When `stepReminders` runs, `noted` must include what `promptReminders` recorded: then a prompt and its first
 * step repeat nothing.
 */
export interface ReminderFacts {
  agentId: string;
  /** epoch milliseconds */
  now: number;
  /** IANA time zone name */
  timeZone: string;
  /** last key by variant, from `reminder.noted`, without undone and compacted reminders */
  noted: Readonly<Record<string, string>>;
  /** the mode that decides calls; always `auto` for unattended prompts */
  mode: 'manual' | 'yolo' | 'auto';
  /** `inherited`: the session is in plan mode, and the agent has no plan of its own */
  plan: { active: boolean; path?: string; inherited?: boolean };
  /** whether the kernel makes commands read-only in plan mode */
  isPlanHeld(): Promise<boolean>;
  todos: readonly Todo[];
  counts: {
    /** number of assistant messages so far */
    assistantMessages: number;
    /** of these, those since the last write of the todo list */
    sinceTodo: number;
    /** of these, those since the last `reminder.noted` of variant `plan_mode` */
    sincePlanNote: number;
  };
  /** how the last turn ended */
  lastTurn?: { turnId: number; reason: string; interruptReason?: string; recovered?: boolean };
  /** whether the model of the next step accepts pictures; absent: unknown */
  imageInput?: boolean;
  /** working directory of the session */
  cwd: string;
  /** whether the working directory exists */
  hasCwd(): Promise<boolean>;
  /** seen files by resolved absolute path, oldest first */
  seen: ReadonlyMap<string, SeenFile>;
  /** returns the current state of a file; undefined when it is gone. Rejects when the state cannot be determined */
  stat(path: string): Promise<SeenFile | undefined>;
  /** real directories that file tools have accessed since the last check */
  touched: readonly string[];
  takenBack: TakenBackFacts;
  /** `nestedInstructions` of workspace/instructions for this session */
  nested(directory: string, disclosed: (realPath: string) => boolean): Promise<NestedFile[]>;
}

/** Assistant messages without a TodoList write after which the open items are repeated. */
const todoAfter = 10;
/** Assistant messages between two plan mode reminders. */
const planAfter = 2;
/** Every n-th plan mode reminder is the full one. */
const planFullEvery = 5;
const maxChangedPaths = 10;
/** Maximum number of files that are checked at the start of a turn: those seen last. */
const maxStats = 200;
/** The time limit for these checks in milliseconds. */
const statMs = 500;
const pathLimit = 1_024;

/** Returns the reminders to attach to a prompt of the user, in `metadata.reminders`. */
export async function promptReminders(facts: ReminderFacts): Promise<Reminder[]> {
  const due = compact([
    date(facts),
    permissionMode(facts),
    await plan(facts, true),
    await directory(facts),
    interruption(facts),
    imageInput(facts),
    await takenBack(facts),
    await changedFiles(facts),
    ...(await nestedFiles(facts)),
    todo(facts),
  ]);
  const first = due[0];
  // records the initial state for later switches, without a text
  if (first && facts.imageInput !== undefined && facts.noted['image_input'] === undefined) {
    first.events = [...(first.events ?? []), noted(facts, 'image_input', imageKey(facts.imageInput))];
  }
  return due;
}

/** Returns the reminders that are due before a step. Each becomes a hidden system message. */
export async function stepReminders(facts: ReminderFacts): Promise<Reminder[]> {
  return compact([
    date(facts),
    permissionMode(facts),
    await plan(facts, false),
    imageInput(facts),
    await takenBack(facts),
    ...(await nestedFiles(facts)),
    todo(facts),
  ]);
}

function compact(reminders: (Reminder | undefined)[]): Reminder[] {
  return reminders.filter((reminder) => reminder !== undefined);
}

function reminder(facts: ReminderFacts, variant: string, key: string, text: string): Reminder {
  return { variant, text: `<system-reminder>\n${text}\n</system-reminder>`, events: [noted(facts, variant, key)] };
}

function noted({ agentId }: ReminderFacts, variant: string, key: string): NewEvent {
  return { type: 'reminder.noted', agentId, variant, key };
}

function date(facts: ReminderFacts): Reminder | undefined {
  const { day, weekday } = localDate(facts.now, facts.timeZone);
  const zone = facts.timeZone;
  const key = `${day} ${zone}`;
  const before = facts.noted['date'];
  if (before === key) return undefined;
  return reminder(
    facts,
    'date',
    key,
    `${before === undefined ? 'Today is' : 'The date has changed: today is'} ${weekday}, ${day} (time zone ${zone}).`,
  );
}

function permissionMode(facts: ReminderFacts): Reminder | undefined {
  const key = facts.mode === 'auto' ? 'auto' : 'ask';
  if ((facts.noted['permission_mode'] ?? 'ask') === key) return undefined;
  return reminder(
    facts,
    'permission_mode',
    key,
    key === 'auto'
      ? 'Permission mode is now auto: the user is not asked and questions cannot be answered. Make sensible decisions yourself, and name them at the end.'
      : 'Permission mode auto has ended: the user may be asked for approval, and questions can be answered again.',
  );
}

/** Returns the plan mode reminder. Its key is `<number of the reminder> <plan file>`, `inherited`, or `off`. */
async function plan(facts: ReminderFacts, withPrompt: boolean): Promise<Reminder | undefined> {
  const { active, path } = facts.plan;
  const before = facts.noted['plan_mode'] ?? 'off';
  const brief = path === undefined ? undefined : plainName(path, pathLimit);
  if (!active) return before === 'off' ? undefined : reminder(facts, 'plan_mode', 'off', planText('exit', brief));
  const count = Number.parseInt(before, 10);
  if (facts.plan.inherited) {
    return before === 'inherited'
      ? undefined
      : reminder(facts, 'plan_mode', 'inherited', planText('inherited', undefined, await facts.isPlanHeld()));
  }
  if (before === 'off' || withPrompt || before !== `${count} ${path ?? ''}`) {
    return reminder(facts, 'plan_mode', `1 ${path ?? ''}`, planText('full', brief, await facts.isPlanHeld()));
  }
  if (facts.counts.sincePlanNote < planAfter) return undefined;
  const next = count + 1;
  return reminder(
    facts,
    'plan_mode',
    `${next} ${path ?? ''}`,
    planText(next % planFullEvery === 0 ? 'full' : 'brief', brief, await facts.isPlanHeld()),
  );
}

/** Notifies user and model when the working directory is missing, and when it is back. */
async function directory(facts: ReminderFacts): Promise<Reminder | undefined> {
  const state = (await facts.hasCwd()) ? 'there' : 'gone';
  if ((facts.noted['directory'] ?? 'there') === state) return undefined;
  const name = plainName(facts.cwd, pathLimit);
  if (state === 'there') return reminder(facts, 'directory', state, `The working directory ${name} is back.`);
  const gone = reminder(
    facts,
    'directory',
    state,
    `The working directory ${name} does not exist any more: commands and relative paths fail. Inform the user; do not create it again unless asked.`,
  );
  const message = `The working directory ${name} does not exist any more.`;
  gone.events?.push({ type: 'warning', agentId: facts.agentId, message, code: 'directory-missing' });
  return gone;
}

function interruption(facts: ReminderFacts): Reminder | undefined {
  const last = facts.lastTurn;
  if (!last || facts.noted['interruption'] === String(last.turnId)) return undefined;
  const text = interruptionText(last);
  return text === undefined ? undefined : reminder(facts, 'interruption', String(last.turnId), text);
}

function interruptionText({
  reason,
  interruptReason,
  recovered,
}: NonNullable<ReminderFacts['lastTurn']>): string | undefined {
  if (recovered) {
    return 'Your last turn was broken off when the program stopped unexpectedly. Its last output is lost, and calls without a result may or may not have taken effect: check before repeating them. Continue only as far as the user asks now.';
  }
  if (reason !== 'cancelled') return undefined;
  return interruptReason === 'aborted'
    ? 'Your last turn was stopped before it was finished, because the program was closing or an answer did not come. Continue only as far as the user asks now.'
    : 'The user interrupted your last turn. Do not resume it by yourself; follow the present message of the user.';
}

function imageInput(facts: ReminderFacts): Reminder | undefined {
  const before = facts.noted['image_input'];
  if (facts.imageInput === undefined || before === undefined || before === imageKey(facts.imageInput)) return undefined;
  return reminder(
    facts,
    'image_input',
    imageKey(facts.imageInput),
    facts.imageInput
      ? 'The model in use now takes pictures again.'
      : 'The model in use now takes no pictures. Those of the conversation are replaced by notes with their paths; do not guess what they show.',
  );
}

function imageKey(takes: boolean): string {
  return takes ? 'yes' : 'no';
}

function todo(facts: ReminderFacts): Reminder | undefined {
  const open = facts.todos.filter(({ status }) => status !== 'done');
  const { assistantMessages, sinceTodo } = facts.counts;
  if (open.length === 0 || sinceTodo < todoAfter) return undefined;
  const since = assistantMessages - Number(facts.noted['todo'] ?? Number.NEGATIVE_INFINITY);
  // after an undo, the count may be below the noted one
  if (since >= 0 && since < todoAfter) return undefined;
  const items = open.map(({ status, title }) => `[${status}] ${plainName(title, 200)}`).join('\n');
  return reminder(
    facts,
    'todo',
    String(assistantMessages),
    `The todo list was not updated for a while. Bring it up to date, or clear it when it no longer fits. Open items:\n${items}`,
  );
}

async function takenBack(facts: ReminderFacts): Promise<Reminder | undefined> {
  const due = await takenBackText(facts.takenBack, Number(facts.noted['taken_back'] ?? 0));
  return due && reminder(facts, 'taken_back', due.key, due.text);
}

async function changedFiles(facts: ReminderFacts): Promise<Reminder | undefined> {
  const changed = await findChanged(facts);
  if (changed.length === 0) return undefined;
  const key = createHash('sha256')
    .update(changed.map(({ path, state }) => `${path}\0${state}`).join('\0'))
    .digest('hex')
    .slice(0, 16);
  if (facts.noted['files_changed'] === key) return undefined;
  const paths = changed
    .slice(0, maxChangedPaths)
    .map(({ path, state }) => `- ${plainName(path, pathLimit)}${state === 'gone' ? ' (gone)' : ''}`);
  const more = changed.length > maxChangedPaths ? [`- … and ${changed.length - maxChangedPaths} more`] : [];
  const head =
    'These files changed on disk since you last read them. Read them again before you rely on their content, and keep changes that are not yours:';
  return reminder(facts, 'files_changed', key, [head, ...paths, ...more].join('\n'));
}

/** Returns which of the files seen last have changed, sorted by path. */
async function findChanged(facts: ReminderFacts): Promise<{ path: string; state: string }[]> {
  if (facts.seen.size === 0) return [];
  const recent = [...facts.seen].slice(-maxStats).filter(([path]) => !isTakenBack(facts.takenBack, path));
  const changed: { path: string; state: string }[] = [];
  const checks = recent.map(async ([path, before]) => {
    const state = await facts.stat(path).then(
      (now) => (now === undefined ? 'gone' : `${now.mtimeMs} ${now.size}`),
      () => undefined,
    );
    if (state === undefined || state === `${before.mtimeMs} ${before.size}`) return;
    if (before.sha256 === undefined || !(await holdsText(path, state, before))) changed.push({ path, state });
  });
  await waitAtMost(Promise.all(checks), statMs);
  return [...changed].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Whether a file with text from a client is unchanged: the client may or may not have saved it. */
async function holdsText(path: string, state: string, { mtimeMs, sha256 = '' }: SeenFile): Promise<boolean> {
  if (state === 'gone') return mtimeMs === 0;
  return hasText(path, Number(state.split(' ')[1]), sha256).catch(() => false);
}

async function nestedFiles(facts: ReminderFacts): Promise<Reminder[]> {
  const reminded = new Set<string>();
  const due: Reminder[] = [];
  for (const directory of new Set(facts.touched)) {
    const files = await facts.nested(
      directory,
      (realPath) => reminded.has(realPath) || facts.noted[nestedVariant(realPath)] !== undefined,
    );
    for (const file of files) {
      reminded.add(file.realPath);
      due.push(nestedFile(facts, file));
    }
  }
  return due;
}

function nestedFile(facts: ReminderFacts, file: NestedFile): Reminder {
  const name = plainName(file.path, pathLimit);
  const text =
    file.text === undefined
      ? `You work in a directory with separate instructions, ${name}, which are not shown: ${file.problem ?? 'unknown reason'}.`
      : `You work in a directory with separate instructions. They apply to files in it and override those of the directories above:\n\n<!-- ${name} -->\n${file.text}`;
  const reminded = reminder(facts, 'nested_agents_md', '', text);
  return { ...reminded, events: [noted(facts, nestedVariant(file.realPath), '')] };
}

/** Returns a separate variant for each file, whose name has no special characters. */
function nestedVariant(realPath: string): string {
  return `nested_agents_md_${createHash('sha256').update(realPath).digest('hex').slice(0, 16)}`;
}

/** Added where the kernel enforces it (runtimes.md 9.1). */
const held = 'Commands are read-only: writing fails.';

/** `inherited`: for an agent that works for another in plan mode. `path`: the plan file, absent before it exists. */
function planText(kind: 'full' | 'brief' | 'exit' | 'inherited', path: string | undefined, isHeld = false): string {
  const file = path === undefined ? 'the plan file' : `the plan file ${path}`;
  if (kind === 'inherited') {
    return (
      'The session is in plan mode: change nothing, by no means, and run no command that changes state. Read, search, think, and report.' +
      (isHeld ? ` ${held}` : '')
    );
  }
  if (kind === 'exit') {
    return `Plan mode is off: you may change files again. ${path === undefined ? 'The plan is' : `The plan is in ${path}; it is`} binding only as far as the user approved it.`;
  }
  if (kind === 'brief') {
    return `Plan mode is still on: change nothing but ${file}. Ask open questions with AskUserQuestion, or hand in the plan with ExitPlanMode.`;
  }
  return `Plan mode is on: study the task and write a plan; do not carry it out yet.
- Change nothing but ${file} (Write or Edit). No other file, no commit, no command that changes state; reading, searching and commands that only look are fine.${isHeld ? ` ${held}` : ''}
- Describe in the plan what to change, where, in which order, and how to verify it. Keep it as short as the task allows.
- What only the user can decide: ask with AskUserQuestion.
- When the plan is complete, call ExitPlanMode, which shows it to the user. Do not ask for approval in any other way, and do not begin before the user approves.`;
}

const text =
  'From here on this is a side conversation: the user asks something about the work above, which continues elsewhere without knowing of it. Answer from what you know, briefly. You have no tools now, and you carry nothing out.';

/** Returns the reminder for a side agent once. `noted`: the reminders it has received. */
export function asideReminder(agentId: string, noted: Readonly<Record<string, string>>): Reminder[] {
  if (noted['aside'] !== undefined) return [];
  return [
    {
      variant: 'aside',
      text: `<system-reminder>\n${text}\n</system-reminder>`,
      events: [{ type: 'reminder.noted', agentId, variant: 'aside', key: 'yes' }],
    },
  ];
}
