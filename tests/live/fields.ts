/** The fields that the contract's schemas define for each event, and which of them a frame has. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The part of JSON Schema that the contract uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  minimum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
}

export interface EventSchema {
  scope: 'session' | 'global';
  delivery: 'durable' | 'volatile' | 'internal';
  offset?: boolean;
  payload: Schema;
}

const folder = resolve('schemas');
const read = <T>(...path: string[]): T => JSON.parse(readFileSync(join(folder, ...path), 'utf8')) as T;

/** All events that clients receive, by type. */
export const events: ReadonlyMap<string, EventSchema> = new Map(
  readdirSync(join(folder, 'events'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name.slice(0, -5), read<EventSchema>('events', name)] as const)
    .filter(([, { delivery }]) => delivery !== 'internal'),
);

const types = new Map<string, Schema>();

/** Returns the shared type of this name. */
export function typeNamed(name: string): Schema {
  let type = types.get(name);
  if (!type) types.set(name, (type = read<Schema>('types', `${name}.json`)));
  return type;
}

export function resolved(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : resolved(typeNamed(refName(schema)));
}

const refName = ({ $ref = '' }: Schema): string => ($ref.split('/').at(-1) ?? '').replace('.json', '');

/** The name that distinguishes an alternative: the constant of its `kind` or `type`. */
export function nameOf(variant: Schema): string | undefined {
  for (const key of ['kind', 'type']) {
    const found = variant.properties?.[key]?.const;
    if (typeof found === 'string') return found;
  }
  return undefined;
}

/** Names of a payload's fields, as in `turn.ended reason`; shared types use their own name: `Phase[running].step`. */
export function fieldsOf(schema: Schema, at: string, known: Set<string> = new Set()): Set<string> {
  const here = schema.$ref === undefined ? at : refName(schema);
  if (schema.$ref !== undefined) {
    if (known.has(here)) return known;
    known.add(here);
  }
  const shape = resolved(schema);
  for (const variant of shape.oneOf ?? shape.anyOf ?? []) fieldsOf(variant, nameAt(variant, here), known);
  if (shape.items) fieldsOf(shape.items, here, known);
  for (const [key, field] of Object.entries(shape.properties ?? {})) {
    known.add(`${here}.${key}`);
    fieldsOf(field, `${here}.${key}`, known);
  }
  return known;
}

/** Adds those names of `fieldsOf` that occur in a value. */
export function noteShown(schema: Schema, value: unknown, at: string, shown: Set<string>): void {
  const here = schema.$ref === undefined ? at : refName(schema);
  if (value === null || value === undefined) return;
  if (schema.$ref !== undefined) shown.add(here);
  const shape = resolved(schema);
  for (const variant of shape.oneOf ?? shape.anyOf ?? []) {
    const name = nameOf(resolved(variant));
    const { kind, type } = value as { kind?: unknown; type?: unknown };
    if (name === undefined || kind === name || type === name) noteShown(variant, value, nameAt(variant, here), shown);
  }
  if (typeof value !== 'object') return;
  if (Array.isArray(value)) {
    for (const item of value) if (shape.items) noteShown(shape.items, item, here, shown);
    return;
  }
  for (const [key, field] of Object.entries(shape.properties ?? {})) {
    const found = (value as Record<string, unknown>)[key];
    if (found === undefined) continue;
    shown.add(`${here}.${key}`);
    noteShown(field, found, `${here}.${key}`, shown);
  }
}

function nameAt(variant: Schema, at: string): string {
  const name = variant.$ref === undefined ? nameOf(variant) : undefined;
  return name === undefined ? at : `${at}[${name}]`;
}
