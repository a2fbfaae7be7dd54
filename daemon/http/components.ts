/** The components of a document: the contract's types that it needs, and the schemas that it adds. */
import type { SchemaData } from '../../schemas/documents.js';
import { documents } from '../../schemas/generated/documents.js';

const prefix = '#/components/schemas/';

/** Registers a schema as a component and returns a reference to it. */
export type Naming = (name: string, schema: SchemaData) => SchemaData;

export function createComponents(): { schemas: Record<string, SchemaData>; name: Naming } {
  const schemas: Record<string, SchemaData> = {};
  return {
    schemas,
    name(component, schema) {
      schemas[component] ??= schema;
      return { $ref: `${prefix}${component}` };
    },
  };
}

/** The name of the component that a reference points to; undefined for a schema that is not a reference. */
export function componentName({ $ref }: SchemaData): string | undefined {
  return typeof $ref === 'string' ? $ref.slice(prefix.length) : undefined;
}

/** The types that the given schemas refer to, directly or indirectly, by name. */
export function reachableTypes(roots: readonly (SchemaData | undefined)[]): Record<string, SchemaData> {
  const names = new Set<string>();
  const add = (name: string): void => {
    if (names.has(name)) return;
    names.add(name);
    documents.types[name]?.refs.forEach(add);
  };
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      if (key === '$ref' && typeof part === 'string' && part.startsWith(prefix)) add(part.slice(prefix.length));
      else walk(part);
    }
  };
  roots.forEach(walk);
  return Object.fromEntries([...names].sort().map((name) => [name, documents.types[name]?.schema ?? {}]));
}
