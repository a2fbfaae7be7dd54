/** Finds keys of query and body that sound dangerous but are neither pinned nor listed as free. */
import type { Served, ServedContract } from '../served.js';
import { free, isSettled, soundsDangerous } from './pins.js';
import { richer } from './richer.js';

/** All keys that the schemas of an operation name. */
function keysOf({ name, body, form, parameters }: Served, { resolve }: Pick<ServedContract, 'resolve'>): Set<string> {
  const keys = new Set<string>();
  const seen = new Set<object>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const schema = resolve(value);
    if (seen.has(schema)) return;
    seen.add(schema);
    for (const key of Object.keys(schema.properties ?? {})) keys.add(key);
    Object.values(schema.properties ?? {}).forEach(walk);
    Object.values(schema).forEach(walk);
  };
  walk(body);
  walk(form);
  walk(richer[name]);
  for (const { in: place, name: key, schema } of parameters) {
    if (place === 'query') keys.add(key);
    walk(schema);
  }
  return keys;
}

/** Keys that sound dangerous and are in no table; an operation with such a key is not fuzzed. */
export function undecided(served: Served, contract: Pick<ServedContract, 'resolve'>): string[] {
  return [...keysOf(served, contract)].filter((key) => soundsDangerous(key) && !isSettled(key));
}

/** Keys of the table `free` that no operation has. */
export function idle({ operations, ...contract }: ServedContract): string[] {
  const keys = new Set(operations.flatMap((served) => [...keysOf(served, contract)]));
  return Object.keys(free).filter((key) => !keys.has(key));
}
