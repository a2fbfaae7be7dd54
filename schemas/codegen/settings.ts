/** Generates data about settings files: their fields, overriding variables, and the content of the first start. */
import type { Model } from './model.js';
import { isObject, properties, visitSchema, type Schema } from './schema.js';
import { tableOfItems, templateOf } from './template.js';

/** The `x-` attributes of fields in the schema of a settings file, with the types of their values. */
const attributes: Readonly<Record<string, 'boolean' | 'string' | 'any'>> = {
  /** environment variable that overrides the field */
  'x-env': 'string',
  /** never shown; on a table: each of its values */
  'x-secret': 'boolean',
  /** an address: shown with its secrets masked */
  'x-address': 'boolean',
  /** a table or value in which any mistake makes the file unusable */
  'x-strict': 'boolean',
  /** a table that answers contain with all of its fields */
  'x-complete': 'boolean',
  /** the usual default, which another one replaces in some circumstances */
  'x-usual': 'any',
  /** in the file of the first start: a value instead of the default, a comment after it, whether the field appears */
  'x-example': 'any',
  'x-comment': 'string',
  'x-template': 'boolean',
};

/** Finds unknown attributes and attributes with a value of the wrong type. */
export function attributeProblems(schema: Schema): string[] {
  const problems: string[] = [];
  visitSchema(schema, (part) => {
    for (const [key, value] of Object.entries(part)) {
      if (!key.startsWith('x-')) continue;
      const type = attributes[key];
      if (type === undefined) problems.push(`unknown attribute ${key}`);
      else if (type !== 'any' && typeof value !== type) problems.push(`${key} must be a ${type}`);
    }
  });
  return problems;
}

/** Returns undefined when the contract has no settings files. */
export function settingsModule({ annotated }: Model, header: string): string | undefined {
  const [config, tui] = [annotated.get('ConfigFile'), annotated.get('TuiFile')];
  if (!config || !tui) return undefined;
  return `${header}
import type { ConfigFile, TuiFile } from './types.js';

/** What a field of a file is, and how a part of a patch is laid over it. */
export type Shape =
  /** replaced whole; \`secret\`: never shown, \`address\`: shown with its secrets masked, \`usual\`: a default that depends on other things */
  | { kind: 'value'; secret?: boolean; address?: boolean; default?: unknown; usual?: unknown; strict?: boolean }
  /** fields by their name in the file */
  | { kind: 'table'; fields: Readonly<Record<string, Shape>>; strict?: boolean }
  /** keys are names chosen by the user, taken as they are; \`names\`: those that have an effect */
  | { kind: 'map'; of: Shape; names?: readonly string[]; default?: unknown }
  /** a list replaced whole, whose items are tables; unknown fields are ignored, or reported as a mistake */
  | { kind: 'items'; fields: readonly string[]; closed: boolean; strict?: boolean };

/** A variable of the environment that has priority over a field of \`config.toml\`. */
export interface FieldVariable {
  name: string;
  path: readonly string[];
  reads: 'text' | 'boolean' | 'integer' | 'choice' | 'address';
  least?: number;
  choices?: readonly string[];
  secret?: boolean;
}

/** By top-level key of \`config.toml\`; a mistake in a \`strict\` one makes the file unusable. */
export const configShapes: Readonly<Record<keyof ConfigFile, Shape>> = ${data(shapesOf(config))};

export const tuiShapes: Readonly<Record<keyof TuiFile, Shape>> = ${data(shapesOf(tui))};

export const configVariables: readonly FieldVariable[] = ${data(variablesOf(config, []))};

/** What the first start writes into \`config.toml\`. */
export const CONFIG_TEMPLATE = ${JSON.stringify(templateOf(config))};

/** What the first start writes into \`tui.toml\`. */
export const TUI_TEMPLATE = ${JSON.stringify(templateOf(tui))};
`;
}

/** The fields of both files for clients that read and show them. */
export function fieldsModule({ annotated }: Model, header: string): string | undefined {
  const [config, tui] = [annotated.get('ConfigFile'), annotated.get('TuiFile')];
  if (!config || !tui) return undefined;
  return `${header}

/** A field: its place in the file, what it may be, what it is when it is absent. */
export type TuiField = { readonly path: readonly string[]; readonly about: string } & (
  | { readonly kind: 'flag'; readonly default: boolean }
  | { readonly kind: 'choice'; readonly default: string; readonly values: readonly string[] }
  | { readonly kind: 'number'; readonly default: number; readonly least: number; readonly most: number }
  | { readonly kind: 'text'; readonly default: string }
  /** the default has all of them */
  | { readonly kind: 'names'; readonly default: readonly string[] }
);

/** Of \`tui.toml\`, in the order of the file; the keys, which are a map, are none of them. */
export const tuiFields = ${data(tuiFieldsOf(tui, []))} as const satisfies readonly TuiField[];

/** A field of \`config.toml\` with one value; \`variable\`: of the environment, which has priority. */
export interface ConfigField {
  readonly path: readonly string[];
  readonly about: string;
  readonly kind: 'flag' | 'choice' | 'number' | 'text';
  readonly default?: boolean | number | string;
  readonly values?: readonly string[];
  readonly variable?: string;
}

/** In the order of the file, without secrets. */
export const configFields: readonly ConfigField[] = ${data(configFieldsOf(config, []))};
`;
}

function tuiFieldsOf(table: Schema, above: string[]): Schema[] {
  return Object.entries(properties(table)).flatMap(([name, field]): Schema[] => {
    const path = [...above, name];
    if (isObject(field.properties)) return tuiFieldsOf(field, path);
    const { type, default: fallback, description: about, enum: values } = field;
    if (type === 'boolean') return [{ path, about, kind: 'flag', default: fallback }];
    if (type === 'integer')
      return [{ path, about, kind: 'number', default: fallback, least: field.minimum, most: field.maximum }];
    if (type === 'array') return [{ path, about, kind: 'names', default: field['x-example'] }];
    if (type !== 'string') return [];
    return [{ path, about, kind: values ? 'choice' : 'text', default: fallback, ...(values ? { values } : {}) }];
  });
}

const kinds: Readonly<Record<string, string>> = {
  boolean: 'flag',
  integer: 'number',
  number: 'number',
  string: 'text',
};

function configFieldsOf(table: Schema, above: string[]): Schema[] {
  return Object.entries(properties(table)).flatMap(([name, field]): Schema[] => {
    const path = [...above, name];
    if (isObject(field.properties)) return configFieldsOf(field, path);
    const values = Array.isArray(field.enum) && field.enum.every((each) => typeof each === 'string') && field.enum;
    const kind = values ? 'choice' : field.enum ? 'text' : kinds[String(field.type)];
    if (kind === undefined || field['x-secret'] === true) return [];
    const about = field.description ?? field['x-comment'] ?? '';
    return [{ path, about, kind, default: field.default, ...(values ? { values } : {}), variable: field['x-env'] }];
  });
}

/** Adds to the types of answers and patches each field of the file that they do not define themselves. */
export function withSettings(name: string, type: Schema, file: Schema): Schema {
  const derive = name === 'Config' ? shownOf : name === 'ConfigPatch' ? patchOf : undefined;
  if (!derive) return type;
  const own = properties(type);
  const derived = Object.entries(properties(file)).flatMap(([key, field]) =>
    key in own ? [] : [[key, derive(field)] as const],
  );
  return { ...type, properties: { ...own, ...Object.fromEntries(derived) } };
}

/** The schema of a field in answers: with camel-case names inside tables. */
function shownOf(field: Schema): Schema {
  const { default: _default, ...rest } = Object.fromEntries(
    Object.entries(field).filter(([key]) => !key.startsWith('x-')),
  );
  if (!isObject(field.properties)) return rest;
  const fields = Object.entries(properties(field)).map(([key, part]) => [camelCase(key), part] as const);
  return {
    ...rest,
    properties: Object.fromEntries(fields.map(([key, part]) => [key, shownOf(part)])),
    ...(field['x-complete'] === true ? { required: fields.map(([key]) => key) } : {}),
    additionalProperties: false,
  };
}

/** The schema of a field in patches: loose, because the server checks it as a part of the file, in either spelling. */
function patchOf({ type, description, properties: fields }: Schema): Schema {
  const names = isObject(fields) ? Object.keys(fields).map((key) => `\`${camelCase(key)}\``) : [];
  return {
    type: [type, 'null'],
    ...(type === 'object' ? { additionalProperties: true } : type === 'array' ? { items: {} } : {}),
    description: names.join(', ') || description || String(type),
  };
}

const camelCase = (field: string): string => field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const data = (value: unknown): string => JSON.stringify(value, null, 2);

function shapesOf(table: Schema): Schema {
  return Object.fromEntries(Object.entries(properties(table)).map(([name, field]) => [name, shapeOf(field)]));
}

function shapeOf(field: Schema): Schema {
  const { additionalProperties: member, default: fallback, 'x-strict': strict, 'x-secret': secret } = field;
  const names = isObject(field.properties) ? Object.keys(field.properties) : undefined;
  if (field.type === 'object' && (secret === true || !names)) {
    const of = secret === true ? { kind: 'value', secret } : isObject(member) ? shapeOf(member) : { kind: 'value' };
    return { kind: 'map', of, names, default: fallback };
  }
  if (names) return { kind: 'table', fields: shapesOf(field), strict };
  const items = tableOfItems(field);
  if (items) {
    const closed = items.additionalProperties === false;
    return { kind: 'items', fields: Object.keys(properties(items)), closed, strict };
  }
  return { kind: 'value', secret, address: field['x-address'], default: fallback, usual: field['x-usual'], strict };
}

function variablesOf(table: Schema, above: string[]): Schema[] {
  return Object.entries(properties(table)).flatMap(([name, field]) => {
    const path = [...above, name];
    const variable = field['x-env'];
    if (variable === undefined) return variablesOf(field, path);
    const choices = Array.isArray(field.enum) ? field.enum.filter((each) => typeof each === 'string') : undefined;
    const reads = choices
      ? 'choice'
      : field['x-address'] === true
        ? 'address'
        : field.type === 'string'
          ? 'text'
          : field.type;
    return [{ name: variable, path, reads, least: field.minimum, choices, secret: field['x-secret'] }];
  });
}
