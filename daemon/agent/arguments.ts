/** The arguments of a call, read from the text that the model sent. */
import { isLongJson, JsonLimitError, parseJson, parseShortJson, type JsonLimits } from '../base/text/jsonreading.js';
import { isRecord } from '../base/text/values.js';
import type { Call } from './turn.js';

/** What is deeper cannot be stored or searched as JSON, and no tool has a use for so many values. */
const limits: JsonLimits = { depth: 100, values: 100_000 };

interface Read {
  input: Record<string, unknown> | string;
  /** why it is the text: what the arguments are */
  fault?: string;
  isJson: boolean;
}

const read = new WeakMap<Call, Read>();

/** Reads the arguments of a call once, long ones in pieces. False: they are no JSON, as when the reply was cut off. */
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

/** Arguments as events carry them: the object, or the raw text when it was none, or one beyond the limits. Read-only. */
export function argumentsOf(call: Call): Record<string, unknown> | string {
  return readOnce(call).input;
}

/** Why the arguments of a call are no object: what they are. */
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

/** The same objects and arrays again; nothing in it is shared that could be changed. */
export function copyOf<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf) as Value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copyOf(each)])) as Value;
}
