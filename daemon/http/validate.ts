/** Runs the generated validators on path parameters, query and body (rest.md 1.4). */
import { errorDetails, type Validator } from '../../schemas/validation.js';
import { invalidAll } from '../errors.js';

/** Throws VALIDATION_FAILED with a detail per finding when `value` is invalid; fills in defaults in place. */
export function validate(validator: Validator, value: unknown): void {
  if (!validator(value)) throw invalidAll(errorDetails(validator.errors));
}

/** Parses a query string; several values of one name become a list. */
export function parseQuery(search: string): Record<string, string | string[]> {
  // Without a prototype, `__proto__` is an ordinary key.
  const values = Object.create(null) as Record<string, string | string[]>;
  if (search === '') return values;
  for (const [name, value] of new URLSearchParams(search)) {
    const earlier = values[name];
    if (earlier === undefined) values[name] = value;
    else if (Array.isArray(earlier)) earlier.push(value);
    else values[name] = [earlier, value];
  }
  return values;
}
