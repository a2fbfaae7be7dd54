/** Expected lines for common sequences of frames (ws.md 8). */

/** a first prompt, up to its message */
export const opening = [
  'prompt.submitted running',
  'session.meta.updated',
  'turn.started user',
  'event.session.work_changed busy none',
  'message.appended user',
];
/** a later prompt, after a completed turn */
export const later = [
  ...opening.slice(0, 3),
  'event.session.work_changed busy none completed',
  'message.appended user',
];
/** the end of a completed turn */
export const closing = [
  'turn.ended completed',
  'event.session.work_changed idle none completed',
  'prompt.completed completed',
];
/** a step with text only */
export const say = (step: number) => [
  `turn.step.started ${step}`,
  'message.appended assistant',
  `turn.step.completed ${step} end_turn`,
];
/** a step with one call */
export const call = (step: number, name: string, result = 'ok') => [
  `turn.step.started ${step}`,
  'message.appended assistant',
  `tool.call.started ${name}`,
  `tool.result ${result}`,
  `turn.step.completed ${step} tool_use`,
];
export const pending = (kind: string) => `event.session.work_changed busy ${kind}`;
/** the end of a turn aborted during a step */
export const cancelled = (step: number, by = 'user_cancelled') => [
  `turn.step.interrupted ${step} aborted`,
  `turn.ended cancelled ${by}`,
  'event.session.work_changed idle none cancelled',
  'prompt.aborted',
];
