/** The reminders about plan mode for the model (engine.md 3.2, 8). */

/** Where the kernel holds it (runtimes.md 9.1). */
const held = 'Commands are read-only: writing fails.';

/** `inherited`: for an agent that works for another one in plan mode; `path`: the plan file, fit to be shown; absent when the plan has no file yet. */
export function planText(
  kind: 'full' | 'brief' | 'exit' | 'inherited',
  path: string | undefined,
  isHeld = false,
): string {
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
