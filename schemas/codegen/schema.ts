/** JSON Schemas as plain data: traverses them, rewrites references, derives names. */

export type Schema = { [key: string]: unknown };

const single = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'propertyNames', 'contains'];
const lists = ['oneOf', 'anyOf', 'allOf', 'prefixItems'];
const maps = ['properties', 'patternProperties', '$defs'];

export function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy with `change` applied to every sub-schema, innermost first, and to the schema itself. */
export function mapSchema(schema: Schema, change: (schema: Schema) => Schema): Schema {
  const copy: Schema = {};
  for (const [key, value] of Object.entries(schema)) {
    if (single.includes(key) && isObject(value)) copy[key] = mapSchema(value, change);
    else if (lists.includes(key) && Array.isArray(value)) {
      copy[key] = value.map((item: unknown) => (isObject(item) ? mapSchema(item, change) : item));
    } else if (maps.includes(key) && isObject(value)) {
      copy[key] = Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, isObject(item) ? mapSchema(item, change) : item]),
      );
    } else copy[key] = value;
  }
  return change(copy);
}

/** Calls `visit` for the schema and all its sub-schemas. */
export function visitSchema(schema: Schema, visit: (schema: Schema) => void): void {
  mapSchema(schema, (part) => {
    visit(part);
    return part;
  });
}

/** The name of the type that a reference points to; undefined when it does not point into `types/`. */
export function refName(ref: unknown): string | undefined {
  return typeof ref === 'string' ? /^(?:\.\.\/)+types\/([A-Za-z]\w*)\.json$/.exec(ref)?.[1] : undefined;
}

/** A copy whose references are `target(name)` instead of the relative file name. */
export function retarget(schema: Schema, target: (name: string) => string): Schema {
  return mapSchema(schema, (part) => {
    const name = refName(part.$ref);
    return name === undefined ? part : { ...part, $ref: target(name) };
  });
}

/** Converts `turn.started`, `server_hello` or `forkSession` to `TurnStarted`, `ServerHello`, `ForkSession`. */
export function pascal(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** A copy with every reference replaced by its target; throws for recursion. */
export function inlineRefs(schema: Schema, types: ReadonlyMap<string, Schema>, open: string[] = []): Schema {
  return mapSchema(schema, (part) => {
    const name = refName(part.$ref);
    if (name === undefined) return part;
    if (open.includes(name)) throw new Error(`type ${name} contains itself and cannot be written inline`);
    const { $ref: _ref, ...beside } = part;
    const { $schema: _schema, title: _title, ...target } = types.get(name) ?? {};
    return { ...inlineRefs(target, types, [...open, name]), ...beside };
  });
}

export function properties(schema: Schema | undefined): Record<string, Schema> {
  return isObject(schema?.properties) ? (schema.properties as Record<string, Schema>) : {};
}
