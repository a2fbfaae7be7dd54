/** Generates the tables of agent.db as data: the statements of each, and the tables with rows of sessions. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Model } from './model.js';
import { readersOf } from './modules.js';

/** Placeholder in `schema.sql` for the types of events with one of these readers, such as `:events(all, latest)`. */
const eventList = /:events\(([^)]*)\)/g;

const quoted = (type: string): string => `'${type}'`;

/** Returns undefined when the contract has no database. */
export function databaseModule(root: string, model: Model, header: string): string | undefined {
  const file = join(root, 'database', 'schema.sql');
  if (!existsSync(file)) return undefined;
  const events = readersOf(model);
  const typesOf = (readers: string): string => {
    const types = readers.split(/,\s*/).flatMap((reader) => events[reader] ?? []);
    return `(${[...new Set(types)].sort().map(quoted).join(', ')})`;
  };
  const blocks = readFileSync(file, 'utf8')
    .replace(eventList, (_, readers: string) => typesOf(readers))
    .split(/\n\n+/)
    .slice(1);
  const tables = blocks.map((block) => {
    const name = /^CREATE (?:VIRTUAL )?TABLE (\w+)/m.exec(block)?.[1];
    if (name === undefined) throw new Error(`${file}: no table in ${JSON.stringify(block.slice(0, 80))}`);
    return { name, sql: block.trim() };
  });
  const ofSessions = tables.filter(
    ({ sql }) => /^ {2}session_key INTEGER/m.test(sql) && !/^CREATE TABLE search_(?!text)/m.test(sql),
  );
  return `${header}

/** Statements that create a table, its indexes and triggers, by its name and in their order. */
export const tables = {
${tables.map(({ name, sql }) => `  ${name}: \`${sql.replaceAll(/[\\`$]/g, '\\$&')}\`,\n`).join('')}} as const;

/** Tables whose rows belong to a session, by \`session_key\`. */
export const sessionTables = ${JSON.stringify(ofSessions.map(({ name }) => name))} as const;
`;
}
