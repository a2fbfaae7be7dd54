/** What generated validators need at run time, and their findings as the API words them (rest.md 1.4). */
import type { ErrorDetail } from './generated/types.js';

/** One finding of a validator. */
export interface ValidatorError {
  keyword: string;
  /** JSON pointer into the data */
  instancePath: string;
  schemaPath: string;
  params: Record<string, unknown>;
  message?: string;
}

/** Checks data and fills in defaults in place; `errors` holds the findings of the last call. */
export interface Validator {
  (data: unknown): boolean;
  errors?: ValidatorError[] | null;
}

export type Coercion = 'string' | 'integer' | 'number' | 'boolean';

const booleans: Record<string, boolean> = { true: true, false: false, 1: true, 0: false };

/** Text of a path or query as the value its schema asks for; text that is no such value stays and is refused by the schema. */
function coerceText(text: unknown, kind: Coercion): unknown {
  if (typeof text !== 'string') return text;
  if (kind === 'boolean') return booleans[text] ?? text;
  if (kind === 'integer') return /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
  if (kind === 'number') return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
  return text;
}

/** A validator that first turns the text values of an object, in place, into numbers, booleans and lists. */
export function coercing(validate: Validator, kinds: Record<string, Coercion>, repeatable: string[]): Validator {
  const check: Validator = (data) => {
    const values = data as Record<string, unknown>;
    for (const [key, kind] of Object.entries(kinds)) {
      const value = values[key];
      if (value === undefined) continue;
      if (Array.isArray(value)) values[key] = value.map((item) => coerceText(item, kind));
      else values[key] = repeatable.includes(key) ? [coerceText(value, kind)] : coerceText(value, kind);
    }
    const valid = validate(values);
    check.errors = validate.errors;
    return valid;
  };
  return check;
}

/** More findings than this are of no use. */
const maxDetails = 50;

/** Findings as `details` of 40001; a union that nothing matched is one finding, not one per member. */
export function errorDetails(errors: readonly ValidatorError[] | null | undefined): ErrorDetail[] {
  const all = errors ?? [];
  const unions = all.filter((error) => error.keyword === 'anyOf' || error.keyword === 'oneOf');
  const details: ErrorDetail[] = [];
  for (const error of all) {
    if (details.length === maxDetails) break;
    if (error.keyword === 'if' || unions.some((union) => isBranch(error, union))) continue;
    const detail = toDetail(error, all);
    if (!details.some((other) => other.path === detail.path && other.message === detail.message)) details.push(detail);
  }
  return details;
}

/** `msg` of 40001: the first finding as `path: message`, the message alone for the whole object. */
export function detailsMessage(details: readonly ErrorDetail[]): string {
  const first = details[0];
  if (!first) return 'is not valid';
  return first.path === '' ? first.message : `${first.path}: ${first.message}`;
}

/** Whether an error was found while trying a member of a union at the same place. */
function isBranch(error: ValidatorError, union: ValidatorError): boolean {
  return (
    error !== union && error.instancePath === union.instancePath && error.schemaPath.startsWith(`${union.schemaPath}/`)
  );
}

function toDetail(error: ValidatorError, all: readonly ValidatorError[]): ErrorDetail {
  const { params } = error;
  switch (error.keyword) {
    case 'required':
      return { path: pathOf(error, params.missingProperty), message: 'is required' };
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return {
        path: pathOf(error, params.additionalProperty ?? params.unevaluatedProperty),
        message: 'is not a known field',
      };
    case 'discriminator':
      return { path: pathOf(error, params.tag), message: 'is not one of the known kinds' };
    case 'propertyNames':
      return { path: pathOf(error, params.propertyName), message: 'is not an allowed name' };
    case 'anyOf':
    case 'oneOf': {
      const branches = all.filter((other) => isBranch(other, error)).map(branchText);
      return { path: pathOf(error), message: [...new Set(branches)].join(' or ') || 'fits no allowed shape' };
    }
    default:
      return { path: pathOf(error), message: messageOf(error) };
  }
}

function branchText(error: ValidatorError): string {
  return error.keyword === 'required' ? `needs ${String(error.params.missingProperty)}` : messageOf(error);
}

function messageOf(error: ValidatorError): string {
  const { params } = error;
  if (error.keyword === 'enum' && Array.isArray(params.allowedValues))
    return `must be one of ${params.allowedValues.join(', ')}`;
  if (error.keyword === 'const') return `must be ${JSON.stringify(params.allowedValue)}`;
  return error.message ?? error.keyword;
}

/** `/models/0/model` as `models.0.model`. */
function pathOf(error: ValidatorError, last?: unknown): string {
  const parts = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return [...parts, ...(typeof last === 'string' ? [last] : [])].join('.');
}
