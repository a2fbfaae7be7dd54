/** A user's JSON Schema for a result (acp-cli.md 8.1): checks it once, then checks a model's values against it. */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { formats } from './formats.js';

/** Returns what is wrong with a value, as text for the model; undefined when the value is valid. */
export type FaultOf = (value: object) => string | undefined;

/** Maximum characters of a schema's JSON, and of a value's. */
export const longestSchema = 64 * 1024;
const longestResult = 256 * 1024;
const mostFaults = 10;

/** A schema that cannot be used; the message is the reason. */
export class BadOutputSchema extends Error {}

/** Throws BadOutputSchema when the schema is invalid or does not describe an object. */
export function compileOutputSchema(schema: Record<string, unknown>): FaultOf {
  if (JSON.stringify(schema).length > longestSchema) throw new BadOutputSchema('is longer than 64 KiB');
  if (schema['type'] !== 'object') throw new BadOutputSchema('must describe an object: its "type" must be "object"');
  const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, logger: false, formats });
  try {
    const validate = ajv.compile(schema);
    return (value) => {
      if (JSON.stringify(value).length > longestResult) return `longer than ${longestResult} characters`;
      return validate(value) ? undefined : faults(validate.errors ?? []);
    };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new BadOutputSchema(`cannot be used: ${error.message}`, { cause: error });
  }
}

function faults(errors: readonly ErrorObject[]): string {
  const lines = errors.slice(0, mostFaults).map(({ instancePath, message = 'is not valid', params, keyword }) => {
    const name = (params as Record<string, unknown>)['additionalProperty'];
    const what = keyword === 'additionalProperties' && typeof name === 'string' ? `${message}: ${name}` : message;
    return `${instancePath === '' ? '(the object itself)' : instancePath} ${what}`;
  });
  if (errors.length > mostFaults) lines.push(`and ${errors.length - mostFaults} more`);
  return lines.join('; ');
}
