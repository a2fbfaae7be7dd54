/** The fields of a file of settings, in the spelling of the file and in that of answers. */
import type { Shape } from '../../schemas/generated/settings.js';
import { isTable } from '../../schemas/toml/document.js';

/** The field of a table that a client means, in either spelling; none for names that the file does not know. */
export function fieldNamed(fields: Readonly<Record<string, Shape>>, name: string): string | undefined {
  if (Object.hasOwn(fields, name)) return name;
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.hasOwn(fields, snake) ? snake : undefined;
}

/** A field of the file as answers spell it. */
export function camelCase(field: string): string {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The values of a table in the spelling of answers: those of the environment, else those of the file, else the defaults. */
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
