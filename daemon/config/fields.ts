/** Converts field names and tables between the spelling of settings files and of API answers. */
import type { Shape } from '../../schemas/generated/settings.js';
import { isTable } from '../../schemas/toml/document.js';

/** The field for a client's name in either spelling; undefined for names that the file does not know. */
export function fieldNamed(fields: Readonly<Record<string, Shape>>, name: string): string | undefined {
  if (Object.hasOwn(fields, name)) return name;
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.hasOwn(fields, snake) ? snake : undefined;
}

/** The spelling of a field in API answers. */
export function camelCase(field: string): string {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A table in the spelling of answers, with values from the environment, else the file, else the defaults. */
export function filled(shape: Shape, environment: unknown, file: unknown): unknown {
  if (shape.kind === 'items') return file ?? [];
  if (shape.kind !== 'table') return environment ?? file ?? structuredClone(shape.default);
  const fields = Object.entries(shape.fields).map(([name, field]) => [
    camelCase(name),
    filled(field, memberOf(environment, name), memberOf(file, name)),
  ]);
  return Object.fromEntries(fields);
}

function memberOf(table: unknown, key: string): unknown {
  return isTable(table) ? table[key] : undefined;
}
