/** Schemas of bodies that may hold more than their own schema says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SchemaObject } from 'openapi3-ts/oas31';
import type { OperationName } from '../../../../schemas/generated/operations.js';

/** The shape of a file on disk, by its title. */
const fileSchema = (title: string): SchemaObject =>
  JSON.parse(readFileSync(join('schemas', 'files', `${title}.json`), 'utf8')) as SchemaObject;

/** The patch takes what the file may hold, and checks it as a file. */
export const richer: Partial<Record<OperationName, SchemaObject>> = { updateConfig: fileSchema('ConfigFile') };
