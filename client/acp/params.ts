/** Reads parameters of requests field by field: errors name the invalid field, unknown fields are ignored. */
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { invalid } from './failures.js';

export type Params = Readonly<Record<string, unknown>>;

export function paramsOf(value: unknown): Params {
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) throw invalid('params', 'must be an object');
  return value;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a nested object; empty when it is missing. */
export function recordIn(value: unknown, name: string): Params {
  const inner = isRecord(value) ? value[name] : undefined;
  return isRecord(inner) ? inner : {};
}

export function textIn(params: Params, name: string): string {
  const value = params[name];
  if (typeof value !== 'string' || value === '') throw invalid(name, 'must be a text that is not empty');
  return value;
}

export function optionalText(params: Params, name: string): string | undefined {
  const value = params[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw invalid(name, 'must be a text');
  return value;
}

export function listIn(params: Params, name: string): readonly unknown[] {
  const value = params[name] ?? [];
  if (!Array.isArray(value)) throw invalid(name, 'must be a list');
  return value;
}

/** Returns the canonical path of a directory, which must be absolute and exist. */
/** `isHere`: the directory is on this machine, so its existence can be checked. */
export async function directoryIn(params: Params, name: string, isHere = true): Promise<string> {
  return await directory(textIn(params, name), name, isHere);
}

export async function directoriesIn(params: Params, name: string, isHere: boolean): Promise<string[]> {
  const given = listIn(params, name).map((value, at) => {
    if (typeof value !== 'string') throw invalid(`${name}[${at}]`, 'must be a path');
    return directory(value, `${name}[${at}]`, isHere);
  });
  return await Promise.all(given);
}

async function directory(path: string, name: string, isHere: boolean): Promise<string> {
  if (!isAbsolute(path)) throw invalid(name, `${path} is not an absolute path`);
  if (!isHere) return path;
  try {
    if ((await stat(path)).isDirectory()) return await realpath(path);
  } catch {
    // missing or unreachable: unusable in both cases
    throw invalid(name, `${path} does not exist`);
  }
  throw invalid(name, `${path} is not a directory`);
}
