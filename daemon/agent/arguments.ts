/** The arguments of a call, read from the text that the model sent. */
import type { Call } from './turn.js';

/** Levels of arguments. What is deeper cannot be stored or searched as JSON, and no tool has a use for it. */
const maxDepth = 100;

/** Arguments as events carry them: the object, or the raw text when it was none, or one that is nested too deeply. */
export function argumentsOf(call: Call): Record<string, unknown> | string {
  if (isTooDeep(call.argumentsText)) return call.argumentsText;
  try {
    const value: unknown = JSON.parse(call.argumentsText);
    return isRecord(value) ? value : call.argumentsText;
  } catch {
    return call.argumentsText;
  }
}

/** Counts brackets outside of strings, because walking through the value could go too deep itself. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/gsu)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
