/** JSON Schemas that a user brings for a result (acp-cli.md 8.1): checked once, then used to judge what a model gives. */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { formats } from './formats.js';

/** What is wrong with a value, for the model that gave it; undefined when it fits. */
export type FaultOf = (value: object) => string | undefined;

/** Characters of the JSON of a schema, and of a value that fits one. */
export const longestSchema = 64 * 1024;
const longestResult = 256 * 1024;
const mostFaults = 10;

/** A schema that cannot be used; the message is its reason. */
export class BadOutputSchema extends Error {}

/** Throws BadOutputSchema for what is no schema of an object. */
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
