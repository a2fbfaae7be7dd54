/** Builds plans for calls that affect only their session. Rules match them by tool name alone. */
import type { ToolDisplay } from '../../schemas/generated/types.js';
import type { ToolPlan } from './tool.js';

/** `display`: a string is a summary without details. */
export function inwardPlan(display: ToolDisplay | string): ToolPlan {
  return {
    subject: { kind: 'none' },
    access: { kind: 'none' },
    display: typeof display === 'string' ? { kind: 'generic', summary: display } : display,
  };
}
