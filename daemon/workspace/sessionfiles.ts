/** Stores files of prompts beside the session's media, each with a note of its name and type (engine.md 2.1-5). */
import { readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ulid } from 'ulid';
import type { FilePart } from '../../schemas/generated/types.js';
import { copyNew, syncFile } from '../base/fs/copy.js';

/** A copy keeps the id of its upload, under which clients know it. */
const idPattern = /^f_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Programs recognize files by extension. No other part of a name gets into a path. */
const endingPattern = /\.[a-z0-9]{1,10}$/i;

/** Prompts that use a copy and are not accepted yet. `isFresh`: the copy is for them, and none of them was accepted. */
const claims = new Map<string, { holders: number; isFresh: boolean }>();

/** Ends the claim of an accepted or refused prompt. Deletes a copy that no prompt needs. */
export type Release = (isAccepted: boolean) => Promise<void>;

/** Returns the session's file with an id; undefined without one. */
export function findFile(sessionDirectory: string, fileId: string): FilePart | undefined {
  if (!idPattern.test(fileId)) return undefined;
  try {
    const { name, media_type, size } = JSON.parse(readFileSync(notePath(sessionDirectory, fileId), 'utf8')) as FilePart;
    return { type: 'file', file_id: fileId, name, media_type, size };
  } catch {
    // A file counts only with its note, which is written last and atomically.
    return undefined;
  }
}

/** Returns the path of a file's bytes, whether or not they exist; undefined for a malformed id. */
export function locateFile(sessionDirectory: string, file: Pick<FilePart, 'file_id' | 'name'>): string | undefined {
  if (!idPattern.test(file.file_id)) return undefined;
  const ending = endingPattern.exec(file.name)?.[0].toLowerCase() ?? '';
  return path.join(sessionDirectory, 'media', `${file.file_id}${ending}`);
}

/** Copies a file into the session if it is missing there, and claims it. Rejects with ENOENT without the source. */
export async function storeFile(sessionDirectory: string, file: FilePart, source: string): Promise<Release> {
  const target = locateFile(sessionDirectory, file);
  if (target === undefined) throw new Error(`${file.file_id} is not an id of a file`);
  const note = notePath(sessionDirectory, file.file_id);
  const claim = claims.get(target) ?? { holders: 0, isFresh: false };
  claims.set(target, claim);
  claim.holders += 1;
  const release: Release = async (isAccepted) => {
    claim.holders -= 1;
    if (isAccepted) claim.isFresh = false;
    if (claim.holders > 0) return;
    claims.delete(target);
    if (claim.isFresh) await Promise.all([rm(note, { force: true }), rm(target, { force: true })]);
  };
  try {
    if (findFile(sessionDirectory, file.file_id)) return release;
    claim.isFresh = true;
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await placeNew(target, (temporary) => copyNew(source, temporary));
    const { name, media_type, size } = file;
    await placeNew(note, (temporary) => writeNote(temporary, JSON.stringify({ name, media_type, size })));
    return release;
  } catch (error) {
    await release(false);
    throw error;
  }
}

function notePath(sessionDirectory: string, fileId: string): string {
  return path.join(sessionDirectory, 'media', `.${fileId}.json`);
}

/** Writes a file completely or not at all. */
async function placeNew(target: string, make: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = path.join(path.dirname(target), `.${ulid().toLowerCase()}.part`);
  try {
    await make(temporary);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeNote(file: string, text: string): Promise<void> {
  await writeFile(file, text, { flag: 'wx', mode: 0o600 });
  await syncFile(file);
}
