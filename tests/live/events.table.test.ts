/** The schemas of the events equal the tables of ws.md 6 and 7: scope, durability, fields, marks and types. */
import { describe, expect, test } from '@jest/globals';
import { events, nameOf, resolved, typeNamed, type Schema } from './fields.js';
import { eventRows, ownEvents, typeRows } from './table.js';

/** Field names as the table writes them: `name?` for an optional field. */
const marked = ({ properties = {}, required = [] }: Schema): string[] =>
  Object.keys(properties)
    .map((name) => (required.includes(name) ? name : `${name}?`))
    .sort();
const fieldsIn = (text: string): string[] => text.split(' ').sort();

describe('ws.md 7', () => {
  test('every event of the table has its schema, and every schema its row', () => {
    const wire = [...events.keys()].filter((type) => !type.startsWith('transcript.'));
    expect(wire.sort()).toEqual([...Object.keys(eventRows), ...ownEvents].sort());
  });

  test.each(Object.entries(eventRows))('%s', (type, row) => {
    const schema = events.get(type);
    const [scope, delivery, ...fields] = row.split(' ');
    expect(schema?.scope).toBe(scope === 'G' ? 'global' : 'session');
    expect(schema?.delivery).toBe(delivery === 'D' ? 'durable' : 'volatile');
    expect(marked(schema?.payload ?? {})).toEqual(fields.sort());
  });
});

describe('ws.md 6', () => {
  test.each(Object.entries(typeRows))('%s', (name, row) => {
    const [, type = '', kind] = /^(\w+)(?:\[(\w+)\])?$/.exec(name) ?? [];
    const whole = typeNamed(type);
    const shape = kind === undefined ? whole : whole.oneOf?.map(resolved).find((each) => nameOf(each) === kind);
    expect(marked(shape ?? {})).toEqual(fieldsIn(row));
  });
});

/** The types by name, as the rule at the top of ws.md defines them. */
const numbers =
  /(?:Ms|_ms|Tokens|Count|_count|Length|Attempts?|Used|Budget)$|^remaining|^(?:seq|\w*[sS]eq|offset|turnId|turn_id|step|attempt|ordinal|version|size|bytes|count|position|statusCode|pid|exitCode|exit_code|added|removed|hunks|line|steps|inputOther|output|inputCacheRead|inputCacheCreation|reasoning)$/;
const booleans =
  /^(?:is|has)[A-Z_]|^planMode$|Reached$|_active$|^(?:allow_other|append|archived|background|blocked|busy|complete|detached|exists|fatal|hidden|multi_select|overBudget|partial|recovered|recurring|replace|retryable|runInBackground|stale|synthetic|truncated)$/;

/** Names that also have another meaning: the text of a result, a section of the configuration, the hunks themselves. */
const exempt: ReadonlySet<string> = new Set(['output', 'background', 'hunks']);

const wanted = (name: string): string | undefined => {
  if (name === 'contextUsage' || name === 'percent') return 'number';
  if (booleans.test(name)) return 'boolean';
  return numbers.test(name) ? 'integer' : undefined;
};

test('fields have the types that their names promise', () => {
  const wrong: string[] = [];
  const look = (schema: Schema, at: string, inside: readonly Schema[]): void => {
    const shape = resolved(schema);
    if (inside.includes(shape)) return;
    const within = [...inside, shape];
    for (const each of [...(shape.oneOf ?? []), ...(shape.anyOf ?? []), ...(shape.items ? [shape.items] : [])])
      look(each, at, within);
    for (const [name, field] of Object.entries(shape.properties ?? {})) {
      const here = `${at}.${name}`;
      const type = [resolved(field).type ?? []].flat().filter((each) => each !== 'null');
      const promised = wanted(name);
      const other =
        exempt.has(name) && promised !== type.join() && ['string', 'object', 'array', ''].includes(type.join());
      if (promised !== undefined && type.join() !== promised && !other) wrong.push(`${here}: ${type.join()}`);
      look(field, here, within);
    }
  };
  for (const [type, { payload }] of events) look(payload, type, []);
  expect(wrong).toEqual([]);
});
