/** The JSON Schema of `--schema`, checked before anything runs (acp-cli.md 8.1). */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageFailure, unreadable } from './failures.js';
import { placeOfFiles, type Io } from './io.js';

/** Throws CommandFailure for a file that cannot be read, and UsageFailure for one that is no schema of an object. */
export async function readSchema(path: string, io: Pick<Io, 'cwd' | 'localCwd'>): Promise<Record<string, unknown>> {
  const file = resolve(placeOfFiles(io), path);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw unreadable('--schema', file, error);
  }
  const refuse = (problem: string, cause?: unknown) => new UsageFailure(`--schema: ${file} ${problem}`, { cause });
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw refuse('is not JSON', error);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw refuse('is not a schema of an object');
  const schema = content as Record<string, unknown>;
  const { BadOutputSchema, compileOutputSchema } = await import('../../schemas/outputschema.js');
  try {
    compileOutputSchema(schema);
  } catch (error) {
    if (!(error instanceof BadOutputSchema)) throw error;
    throw refuse(error.message, error);
  }
  return schema;
}
