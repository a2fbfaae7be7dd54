/** Attachments that `--file` and `--stdin` add to a prompt (acp-cli.md 8.1). */
import { open, readFile, stat } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import type { PromptContentPart } from '../../schemas/generated/types.js';
import { createFiles } from '../api/files.js';
import { bytesFetch } from '../socket-fetch.js';
import type { Connection } from '../connect.js';
import { CommandFailure, unreadable } from './failures.js';
import { placeOfFiles, type Io } from './io.js';

/** The facts about a file before anything runs. */
export interface Attachment {
  path: string;
  kind: 'image' | 'video' | 'file' | 'mention';
}

const kinds: Readonly<Record<string, Attachment['kind']>> = {
  '.png': 'image',
  '.jpg': 'image',
  '.jpeg': 'image',
  '.gif': 'image',
  '.webp': 'image',
  '.mp4': 'video',
  '.mov': 'video',
  '.webm': 'video',
};
/** Number of bytes to examine for whether a file is text. */
const examinedBytes = 8_192;
/** Maximum size of an upload in bytes (schemas/operations/files/uploadFile.json). */
const mostBytes = 256 * 1024 * 1024;

/** Throws CommandFailure for a file that is missing, unreadable or too large to send. */
export async function findAttachments(
  paths: readonly string[],
  io: Pick<Io, 'cwd' | 'localCwd' | 'remote'>,
): Promise<Attachment[]> {
  const found = await Promise.all(paths.map((path) => attachmentAt(resolve(placeOfFiles(io), path))));
  return io.remote ? await Promise.all(found.map(carried)) : found;
}

/** Includes the content of a text file when the server on another machine cannot read its path. */
async function carried(found: Attachment): Promise<Attachment> {
  if (found.kind !== 'mention') return found;
  const facts = await stat(found.path);
  if (facts.isDirectory()) throw new CommandFailure(`--file: ${found.path} is a directory of this machine`);
  if (facts.size > mostBytes) throw new CommandFailure(`--file: ${found.path} is larger than 256 MiB`);
  return { ...found, kind: 'file' };
}

async function attachmentAt(path: string): Promise<Attachment> {
  try {
    const facts = await stat(path);
    if (facts.isDirectory()) return { path, kind: 'mention' };
    if (!facts.isFile()) throw new CommandFailure(`--file: ${path} is neither a file nor a directory`);
    const kind = kinds[extname(path).toLowerCase()] ?? ((await isText(path)) ? 'mention' : 'file');
    if (kind !== 'mention' && facts.size > mostBytes)
      throw new CommandFailure(`--file: ${path} is larger than 256 MiB`);
    return { path, kind };
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw unreadable('--file', path, error);
  }
}

async function isText(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(examinedBytes), 0, examinedBytes, 0);
    return !buffer.subarray(0, bytesRead).includes(0);
  } finally {
    await file.close();
  }
}

/** Returns the parts of a prompt; uploads files that the model cannot read by path. */
export async function attachedParts(
  attachments: readonly Attachment[],
  { baseUrl, token }: Connection,
): Promise<PromptContentPart[]> {
  // uses the `fetch` of Node: the one for other requests supports only texts
  const files = createFiles({ baseUrl, token, fetch: bytesFetch(baseUrl) });
  return await Promise.all(
    attachments.map(async ({ path, kind }): Promise<PromptContentPart> => {
      if (kind === 'mention') return { type: 'mention', path };
      const file = new File([await readFile(path)], basename(path));
      const { id } = await files.uploadFile({ body: { file } });
      if (kind === 'file') return { type: 'file', file_id: id };
      return { type: kind, source: { kind: 'file', file_id: id } };
    }),
  );
}

/** Wraps a text in fences that it does not contain; returns nothing for blank text. */
export function fenced(text: string): PromptContentPart[] {
  if (text.trim() === '') return [];
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [{ type: 'text', text: `${fence}\n${text.replace(/\n$/, '')}\n${fence}` }];
}
