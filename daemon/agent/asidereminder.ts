/** The reminder to a side agent before its first question (engine.md 17.5). */
import type { Reminder } from './turn.js';

const text =
  'From here on this is a side conversation: the user asks something about the work above, which continues elsewhere without knowing of it. Answer from what you know, briefly. You have no tools now, and you carry nothing out.';

/** `noted`: the reminders that the agent was given. */
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
