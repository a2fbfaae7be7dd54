/** Run-time support of the generated validators, and their findings in the words of the API (rest.md 1.4). */
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

/** Checks data and fills in defaults in place; `errors` has the findings of the last call. */
export interface Validator {
  (data: unknown): boolean;
  errors?: ValidatorError[] | null;
}

export type Coercion = 'string' | 'integer' | 'number' | 'boolean';

const booleans: Record<string, boolean> = { true: true, false: false, 1: true, 0: false };

/** Converts the text of a path or query to the schema's type; other text stays, and the schema refuses it. */
function coerceText(text: unknown, kind: Coercion): unknown {
  if (typeof text !== 'string') return text;
  if (kind === 'boolean') return booleans[text] ?? text;
  if (kind === 'integer') return /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
  if (kind === 'number') return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
  return text;
}

/** Wraps a validator: first converts the text values of an object, in place, to numbers, booleans and lists. */
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

/** Maximum number of reported findings. */
const maxDetails = 50;

/** Findings as `details` of 40001; a union that nothing matched is one finding, not one per member. */
export function errorDetails(errors: readonly ValidatorError[] | null | undefined): ErrorDetail[] {
  const all = errors ?? [];
  const unions = all.filter((error) => error.keyword === 'anyOf' || error.keyword === 'oneOf');
  const details: ErrorDetail[] = [];
  for (const error of all) {
    if (details.length === maxDetails) break;
    // the values of a tag are a finding of their own
    if (error.keyword === 'discriminator' && error.params.tagValue !== undefined) continue;
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

/** Whether an error comes from trying a member of a union at the same place. */
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
    case 'discriminator':
      return { path: pathOf(error, params.tag), message: 'is required' };
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return {
        path: pathOf(error, params.additionalProperty ?? params.unevaluatedProperty),
        message: 'is not a known field',
      };
    case 'propertyNames':
      return { path: pathOf(error, params.propertyName), message: 'is not an allowed name' };
    case 'anyOf':
    case 'oneOf': {
      const findings = all.filter((other) => isBranch(other, error));
      const parentOf = ({ schemaPath }: ValidatorError): string => schemaPath.replace(/\/\w+$/, '');
      // drop the finding about a value's type when the same member also reports its constants or range
      const telling = findings.filter(
        (each) =>
          each.keyword !== 'type' || !findings.some((other) => other !== each && parentOf(other) === parentOf(each)),
      );
      const branches = telling.map(branchText);
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
  const what = counted[error.keyword];
  if (what !== undefined) return countMessage(error.keyword.startsWith('min'), Number(params.limit), what);
  if (error.keyword === 'pattern') return patternWords[String(params.pattern)] ?? 'does not have the expected form';
  if (error.keyword === 'format') return formatWords[String(params.format)] ?? 'does not have the expected form';
  if (error.keyword === 'type')
    return `must be ${[params.type]
      .flat()
      .map((type) => typeWords[String(type)])
      .join(' or ')}`;
  const range = rangeWords[error.keyword];
  if (range !== undefined) return `must be ${range(Number(params.limit))}`;
  if (error.keyword === 'uniqueItems') return 'must not name anything twice';
  return error.message ?? error.keyword;
}

const typeWords: Readonly<Record<string, string | undefined>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const rangeWords: Readonly<Record<string, ((limit: number) => string) | undefined>> = {
  minimum: (limit) => `${limit} or more`,
  maximum: (limit) => `${limit} or less`,
  exclusiveMinimum: (limit) => `more than ${limit}`,
  exclusiveMaximum: (limit) => `less than ${limit}`,
};

/** Nouns for the unit of a keyword: singular and plural. */
const counted: Record<string, readonly [one: string, more: string] | undefined> = {
  minLength: ['character', 'characters'],
  maxLength: ['character', 'characters'],
  minItems: ['item', 'items'],
  maxItems: ['item', 'items'],
  minProperties: ['field', 'fields'],
  maxProperties: ['field', 'fields'],
};

function countMessage(isLeast: boolean, limit: number, [one, more]: readonly [string, string]): string {
  if (isLeast && limit === 1) return 'must not be empty';
  return `must have at ${isLeast ? 'least' : 'most'} ${limit} ${limit === 1 ? one : more}`;
}

/** Descriptions of the contract's patterns. */
export const patternWords: Readonly<Record<string, string | undefined>> = {
  '\\S': 'must not be blank',
  '^/': 'must begin with /',
  '^[0-9a-f]{64}$': 'must be a SHA-256 sum: 64 characters of 0-9 and a-f',
  '^[A-Za-z0-9_-]{1,64}$': 'must have 1 to 64 letters, digits, _ or -',
  '^[A-Za-z0-9._-]{1,128}$': 'must have 1 to 128 letters, digits, ., _ or -',
  '^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$': 'must have 1 to 128 letters, digits, ., _ or -',
  '^(\\*|(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128})$': 'must be * or have 1 to 128 letters, digits, ., _ or -',
  '^(?!\\.+$)[A-Za-z0-9._-]{1,64}$': 'must have 1 to 64 letters, digits, ., _ or -',
  '^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$':
    'must have 1 to 64 characters: lower-case letters and digits, with - between them',
  '^[A-Za-z_][A-Za-z0-9_-]{0,63}$': 'must begin with a letter or _, and have at most 64 letters, digits, _ or -',
  '^\\s*(?:[A-Za-z_][A-Za-z0-9_-]{0,63}(?:\\s+|$)){0,50}$':
    'must be at most 50 names of letters, digits, _ or -, with blanks between them',
  '^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$': 'must be the id of a workspace: wd_<name>_<12 of 0-9 and a-f>',
  '^(?:git|dirs)(?:,(?:git|dirs))*$': 'must be git, dirs, or both with a comma between them',
  '^[A-Za-z_][A-Za-z0-9_]*$': 'must be the name of a variable: letters, digits and _',
  '^[0-7][0-9a-hjkmnp-tv-z]{25}$': 'must be a ULID',
};

const formatWords: Readonly<Record<string, string | undefined>> = {
  date: 'must be a day of the calendar such as 2026-01-31',
  'date-time': 'must be a date and time such as 2026-01-31T12:00:00Z',
};

/** Converts `/models/0/model` to `models.0.model`. */
function pathOf(error: ValidatorError, last?: unknown): string {
  const parts = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return [...parts, ...(typeof last === 'string' ? [last] : [])].join('.');
}
