/** Plans of calls that touch nothing outside of their session: rules know them by the name of the tool alone. */
import type { ToolDisplay } from '../../schemas/generated/types.js';
import type { ToolPlan } from './tool.js';

/** `display`: a string means a summary and nothing else. */
export function inwardPlan(display: ToolDisplay | string): ToolPlan {
  return {
    subject: { kind: 'none' },
    access: { kind: 'none' },
    display: typeof display === 'string' ? { kind: 'generic', summary: display } : display,
  };
}
