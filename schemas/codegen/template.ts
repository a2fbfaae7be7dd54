/** Generates the settings file of the first start: every line is a comment with a default or an example. */
import { isObject, properties, type Schema } from './schema.js';

/** Column of the comments after values. */
const column = 42;

/** Omits fields that have neither an example nor a default. */
export function templateOf(file: Schema): string {
  const fields = Object.entries(properties(file));
  const isTable = (field: Schema): boolean => isObject(field.properties) || Boolean(tableOfItems(field));
  const values = fields.filter(([, field]) => !isTable(field) && !isObject(field.additionalProperties));
  const tables = fields.filter(([, field]) => isTable(field) || isObject(field['x-example']));
  const note = String(file['x-comment']).split('\n');
  const blocks = [
    note.map((line) => `# ${line}`),
    values.flatMap(([name, field]) => lineOf(name, shownValue(field), field)),
    ...tables.flatMap(([name, field]) => (field['x-template'] === false ? [] : blocksOf(name, field))),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** The blocks of a table, of the members of a map, or of a list of tables. */
function blocksOf(name: string, field: Schema): string[][] {
  const example = field['x-example'];
  const member = field.additionalProperties;
  if (isObject(member) && isObject(example))
    return Object.entries(example).flatMap(([key, value]) => tableBlocks(`${name}.${keyOf(key)}`, member, value));
  const items = tableOfItems(field);
  if (items) return listBlocks(name, items, example);
  const shown = Object.entries(properties(field)).filter(([, part]) => part['x-template'] !== false);
  const defaults = shown.map(([key, part]) => [key, shownValue(part)] as const);
  return tableBlocks(name, field, example ?? Object.fromEntries(defaults));
}

function tableBlocks(name: string, table: Schema, values: unknown, header = `# [${name}]`): string[][] {
  const fields = properties(table);
  const entries = Object.entries(isObject(values) ? values : {});
  const isList = (key: string): boolean => tableOfItems(fields[key] ?? {}) !== undefined;
  const lines = entries
    .filter(([key]) => !isList(key))
    .flatMap(([key, value]) => lineOf(key, value, fields[key] ?? {}));
  const lists = entries.filter(([key]) => isList(key));
  return [
    ...(lines.length === 0 ? [] : [[header, ...lines]]),
    ...lists.flatMap(([key, value]) => listBlocks(`${name}.${key}`, tableOfItems(fields[key] ?? {}) ?? {}, value)),
  ];
}

function listBlocks(name: string, items: Schema, values: unknown): string[][] {
  const list: unknown[] = Array.isArray(values) ? values : [];
  return list.flatMap((value) => tableBlocks(name, items, value, `# [[${name}]]`));
}

/** The schema of the items when they are tables. */
export function tableOfItems({ items }: Schema): Schema | undefined {
  return isObject(items) && isObject(items.properties) ? items : undefined;
}

function shownValue(field: Schema): unknown {
  return field['x-example'] ?? field.default ?? field['x-usual'];
}

function lineOf(name: string, value: unknown, { 'x-comment': comment }: Schema): string[] {
  if (value === undefined) return [];
  const line = `# ${name} = ${JSON.stringify(value).replaceAll('","', '", "')}`;
  return [typeof comment === 'string' ? `${line.padEnd(column)}# ${comment}` : line];
}

function keyOf(name: string): string {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
}
