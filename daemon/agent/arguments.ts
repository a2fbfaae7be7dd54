/** Parses the arguments of a call from the model's text. */
import { isLongJson, JsonLimitError, parseJson, parseShortJson, type JsonLimits } from '../base/text/jsonreading.js';
import { isRecord } from '../base/text/values.js';
import type { Call } from './turn.js';

/** Deeper JSON cannot be stored or searched, and no tool needs more values. */
const limits: JsonLimits = { depth: 100, values: 100_000 };

interface Read {
  input: Record<string, unknown> | string;
  /** why `input` is the text: what is wrong with the arguments */
  fault?: string;
  isJson: boolean;
}

const read = new WeakMap<Call, Read>();

/** Parses a call's arguments once, long ones in pieces. Returns false for invalid JSON, such as a cut-off reply. */
export async function readArguments(call: Call): Promise<boolean> {
  if (!isLongJson(call.argumentsText)) return readOnce(call).isJson;
  let found: Read;
  try {
    found = whole(call, await parseJson(call.argumentsText, limits));
  } catch (error) {
    found = unread(call, error);
  }
  read.set(call, found);
  return found.isJson;
}

/** Returns the arguments for events: the object, or the text if it is no object or exceeds the limits. Read-only. */
export function argumentsOf(call: Call): Record<string, unknown> | string {
  return readOnce(call).input;
}

/** Returns what is wrong with arguments that are not an object. */
export function argumentsFault(call: Call): string | undefined {
  return readOnce(call).fault;
}

function readOnce(call: Call): Read {
  let found = read.get(call);
  if (found) return found;
  try {
    found = whole(call, parseShortJson(call.argumentsText, limits));
  } catch (error) {
    found = unread(call, error);
  }
  read.set(call, found);
  return found;
}

function whole({ argumentsText }: Call, value: unknown): Read {
  if (isRecord(value)) return { input: value, isJson: true };
  return { input: argumentsText, fault: 'are not a JSON object', isJson: true };
}

function unread({ argumentsText: input }: Call, error: unknown): Read {
  if (error instanceof JsonLimitError) {
    const fault = error.limit === 'depth' ? 'are nested too deeply' : 'hold too many values';
    return { input, fault, isJson: true };
  }
  if (!(error instanceof SyntaxError)) throw error;
  return { input, fault: 'are not a JSON object', isJson: false };
}

/** Deep-copies objects and arrays. */
export function copyOf<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf) as Value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copyOf(each)])) as Value;
}
