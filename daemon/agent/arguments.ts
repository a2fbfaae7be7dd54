/** The arguments of a call, read from the text that the model sent. */
import type { Call } from './turn.js';

/** Arguments as events carry them: the object, or the raw text when it was none. */
export function argumentsOf(call: Call): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(call.argumentsText);
    return isRecord(value) ? value : call.argumentsText;
  } catch {
    return call.argumentsText;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
