/** Reminders of tasks, schedules, skills and the goal after a compaction, and after a resume (engine.md 3.2, 9). */
import { goalLines } from '../../agent/goals.js';
import type { Reminder } from '../../agent/turn.js';
import { kindOf } from '../../tools/tasktext.js';
import { plainName } from '../../base/text/visible.js';
import type { LiveAgent, LiveSession } from '../live/state.js';

/** Maximum number of items of one kind in a reminder, and maximum characters of each. */
const maxItems = 20;
const itemLength = 200;

/** Returns them once after each compaction or resume; empty when there is nothing to restate. */
export function restatedReminders(session: LiveSession, agent: LiveAgent): Reminder[] {
  const { recall } = agent;
  if (recall === undefined) return [];
  delete agent.recall;
  return [
    ...tasks(session, agent),
    ...(agent.kind === 'main' ? jobs(session) : []),
    ...(recall === 'compaction' ? [...skills(agent), ...(agent.kind === 'main' ? goal(session) : [])] : []),
  ];
}

function tasks(session: LiveSession, agent: LiveAgent): Reminder[] {
  const own = [...session.tasks.values()].filter(({ agentId }) => agentId === agent.id);
  return listed(
    'active_tasks',
    'Your background tasks that still run; you are notified of their ends:',
    own.map(({ info }) => `${info.taskId} (${kindOf(info)}): ${plainName(info.description, itemLength)}`),
  );
}

function jobs(session: LiveSession): Reminder[] {
  return listed(
    'active_cron_jobs',
    'Scheduled prompts of this session:',
    [...session.jobs.values()].map(({ id, human, prompt }) => `${id}, ${human}: ${plainName(prompt, itemLength)}`),
  );
}

function skills({ earlierSkills }: LiveAgent): Reminder[] {
  return listed(
    'loaded_skills',
    'Skills that were loaded so far. Load one again when you need it and its text is not above:',
    earlierSkills.map((name) => plainName(name)),
  );
}

function goal({ goal }: LiveSession): Reminder[] {
  if (!goal) return [];
  const lines = goalLines(goal.snapshot).map((line) => plainName(line, 5_000));
  return [reminder('goal', ['The goal of this session:', ...lines])];
}

function listed(variant: string, head: string, items: readonly string[]): Reminder[] {
  if (items.length === 0) return [];
  const more = items.length > maxItems ? [`- … and ${items.length - maxItems} more`] : [];
  return [reminder(variant, [head, ...items.slice(0, maxItems).map((item) => `- ${item}`), ...more])];
}

function reminder(variant: string, lines: readonly string[]): Reminder {
  return { variant, text: `<system-reminder>\n${lines.join('\n')}\n</system-reminder>` };
}
