/** Schemas of bodies that accept more than their own schema lists. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SchemaObject } from 'openapi3-ts/oas31';
import type { OperationName } from '../../../../schemas/generated/operations.js';

/** The schema of a file on disk, by its title. */
const fileSchema = (title: string): SchemaObject =>
  JSON.parse(readFileSync(join('schemas', 'files', `${title}.json`), 'utf8')) as SchemaObject;

/** The patch accepts every key of the file, and is validated like the file. */
export const richer: Partial<Record<OperationName, SchemaObject>> = { updateConfig: fileSchema('ConfigFile') };
