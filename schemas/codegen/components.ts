/** Names every object, choice and enum inside the documented schemas, so that no generator has to invent names. */
import { isObject, pascal, visitSchema, type Schema } from './schema.js';

/** Schemas by component name; references inside have the form `#/components/schemas/<Name>`. */
export type Components = Map<string, Schema>;

const prefix = '#/components/schemas/';

/** `reserved`: names of the types that have their own files. */
export function createNaming(components: Components, reserved: ReadonlySet<string>) {
  /** Adds a component; throws for two different ones with the same name, a mistake in the schema files. */
  function add(name: string, schema: Schema): Schema {
    const known = components.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`two schemas would be the component ${name}; rename one of the properties or types`);
    components.set(name, schema);
    return { $ref: `${prefix}${name}` };
  }

  /** Returns a reference to a new component; returns null schemas and references unchanged. */
  function component(name: string, schema: Schema): Schema {
    if (typeof schema.$ref === 'string' || schema.type === 'null') return schema;
    return add(name, parts(name, schema));
  }

  /** Copies a schema and replaces the parts that need a name by references; `name` is the prefix of their names. */
  function parts(name: string, schema: Schema): Schema {
    const copy: Schema = { ...schema };
    if (isObject(schema.properties))
      copy.properties = mapValues(schema.properties, (part, key) => inner(`${name}${pascal(key)}`, part));
    if (isObject(schema.additionalProperties))
      copy.additionalProperties = inner(`${name}Value`, schema.additionalProperties);
    if (isObject(schema.items)) copy.items = inner(`${name}Item`, schema.items);
    for (const list of ['oneOf', 'anyOf', 'allOf'] as const) {
      const members = schema[list];
      if (!Array.isArray(members)) continue;
      const named = members.filter((member) => needsName(member as Schema));
      const suffix = (member: Schema) => (isChoice(schema) ? variant(member, named) : '');
      copy[list] = (members as Schema[]).map((member) => inner(`${name}${suffix(member)}`, member));
    }
    return copy;
  }

  function inner(place: string, schema: Schema): Schema {
    const name = reserved.has(place) ? `${place}Field` : place;
    const optional = somethingOrNull(schema);
    if (optional) return nullable(name, optional);
    if (!needsName(schema)) return parts(name, schema);
    const { default: fallback, ...rest } = schema;
    return { ...component(name, rest), ...(fallback === undefined ? {} : { default: fallback }) };
  }

  /** A value or null: one component for all places with the same value. */
  function nullable(name: string, { something, beside }: Optional): Schema {
    const part = needsName(something) ? component(name, something) : parts(name, something);
    if (typeof part.$ref === 'string') {
      const target = part.$ref.slice(prefix.length);
      return { ...add(`Nullable${target}`, { oneOf: [{ $ref: part.$ref }, { type: 'null' }] }), ...beside };
    }
    const { type, ...limits } = part;
    const isPlain = typeof type === 'string' && Object.keys(limits).length === 0;
    const schema = { ...part, type: [type, 'null'] };
    return { ...add(isPlain ? `Nullable${pascal(type)}` : name, schema), ...beside };
  }

  return { component, parts, type: (name: string, schema: Schema) => add(name, parts(name, schema)) };
}

/** The components that a schema refers to directly. */
export function refsIn(schema: Schema): string[] {
  const names = new Set<string>();
  visitSchema(schema, ({ $ref }) => {
    if (typeof $ref === 'string') names.add($ref.slice(prefix.length));
  });
  return [...names];
}

/** Whether a generator writes a separate type for a schema. */
function needsName(schema: Schema): boolean {
  if (schema.$ref !== undefined) return false;
  return (
    Array.isArray(schema.enum) || isChoice(schema) || schema.type === 'object' || somethingOrNull(schema) !== undefined
  );
}

function isChoice({ oneOf, anyOf, allOf }: Schema): boolean {
  return [oneOf, anyOf, allOf].some(
    (list) => Array.isArray(list) && list.filter((member) => !isNull(member)).length > 1,
  );
}

function isNull(schema: unknown): boolean {
  return isObject(schema) && schema.type === 'null';
}

/** The schema of a nullable value without null, and the description at this place. */
interface Optional {
  something: Schema;
  beside: Schema;
}

const annotations = ['default', 'deprecated', 'description', 'examples'];

function somethingOrNull(schema: Schema): Optional | undefined {
  const keep = (isKept: (key: string) => boolean): Schema =>
    Object.fromEntries(Object.entries(schema).filter(([key]) => isKept(key)));
  const beside = keep((key) => annotations.includes(key));
  for (const list of ['oneOf', 'anyOf'] as const) {
    const members = schema[list];
    if (!Array.isArray(members) || members.length !== 2 || !members.some(isNull)) continue;
    const something = members.find((member) => !isNull(member)) as Schema;
    return { something: { ...keep((key) => key !== list && !annotations.includes(key)), ...something }, beside };
  }
  const { type } = schema;
  if (!Array.isArray(type) || type.length !== 2 || !type.includes('null')) return undefined;
  const something = keep((key) => !annotations.includes(key));
  if (Array.isArray(something.enum)) something.enum = something.enum.filter((value) => value !== null);
  return { something: { ...something, type: type.find((each) => each !== 'null') as unknown }, beside };
}

/** The part of a name that distinguishes a member of a choice: its constant, or its position if it has none. */
function variant(member: Schema, named: readonly Schema[]): string {
  if (named.length < 2) return 'Form';
  const constants = Object.values(isObject(member.properties) ? member.properties : {}).flatMap((part) =>
    isObject(part) && (typeof part.const === 'string' || typeof part.const === 'boolean') ? [String(part.const)] : [],
  );
  const [constant] = constants;
  if (constant !== undefined) return pascal(constant);
  const required = Array.isArray(member.required) ? (member.required as string[]) : [];
  const own = required.filter((key) => named.every((other) => other === member || !hasProperty(other, key)));
  return own.length > 0 ? `With${pascal(own[0] ?? '')}` : `Form${named.indexOf(member) + 1}`;
}

function hasProperty({ properties }: Schema, key: string): boolean {
  return isObject(properties) && key in properties;
}

function mapValues(source: Schema, change: (part: Schema, key: string) => Schema): Schema {
  return Object.fromEntries(
    Object.entries(source).map(([key, part]) => [key, isObject(part) ? change(part, key) : part]),
  );
}
