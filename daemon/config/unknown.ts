/** Names in a document that no field of its file has. */
import type { Shape } from '../../schemas/generated/settings.js';
import { fieldNamed } from './fields.js';
import { isTable, type Path } from '../../schemas/toml/document.js';

export interface Unknown {
  path: Path;
  /** the field that was meant in another spelling */
  meant?: string;
  /** a name among those of variables */
  variable?: boolean;
}

/** Every unknown table and field below fields of these shapes; what has another type than its shape is not looked into. */
export function findUnknown(
  table: Record<string, unknown>,
  fields: Readonly<Record<string, Shape>>,
  path: Path = [],
): Unknown[] {
  return Object.entries(table).flatMap(([key, value]) => {
    const shape = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (shape) return inside(value, shape, [...path, key]);
    const meant = fieldNamed(fields, key);
    return [{ path: [...path, key], ...(meant === undefined ? {} : { meant }) }];
  });
}

function inside(value: unknown, shape: Shape, path: Path): Unknown[] {
  if (shape.kind === 'items') {
    // a closed list reports such fields itself, as mistakes
    if (shape.closed || !Array.isArray(value)) return [];
    const known = Object.fromEntries(shape.fields.map((name) => [name, { kind: 'value' } as const]));
    return value.flatMap((item: unknown, index) =>
      isTable(item) ? findUnknown(item, known, [...path, String(index)]) : [],
    );
  }
  if (!isTable(value)) return [];
  if (shape.kind === 'table') return findUnknown(value, shape.fields, path);
  if (shape.kind === 'value') return [];
  return Object.entries(value).flatMap(([key, item]) =>
    shape.names?.includes(key) === false
      ? [{ path: [...path, key], variable: true }]
      : inside(item, shape.of, [...path, key]),
  );
}

/** What a user reads about it. */
export function remarkOf({ meant, variable }: Unknown): string {
  if (variable) return 'is no variable that is read here';
  return `is not a known ${meant === undefined ? 'field' : `field; did you mean ${meant}?`}`;
}

/** Whether a document holds a text of a secret field. */
export function holdsSecret(value: unknown, shape: Shape): boolean {
  if (shape.kind === 'value') return shape.secret === true && typeof value === 'string' && value !== '';
  if (shape.kind === 'items' || !isTable(value)) return false;
  return Object.entries(value).some(([key, item]) => {
    const inner = shape.kind === 'map' ? shape.of : Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined;
    return inner !== undefined && holdsSecret(item, inner);
  });
}
