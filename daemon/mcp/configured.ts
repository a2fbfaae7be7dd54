/** The entries of some configuration files, as they stand there (engine.md 16.1). */
import { readFile, stat } from 'node:fs/promises';
import { maxDocumentBytes, readDocument, type Unusable } from './entries.js';
import type { McpEntry } from './server.js';

/** An entry of a file; of one name only the one that counts. */
export interface Configured {
  name: string;
  /** absolute path of the file */
  origin: string;
  entry: McpEntry | Unusable;
  /** as it stands in the file */
  written: unknown;
}

/** A configuration file. */
export interface ConfiguredFile {
  /** absolute */
  path: string;
  /** the directory that a relative `cwd` starts from */
  base?: string;
}

/** Of one name the entry of the later file counts. A file that is missing or no configuration has none. */
export async function readConfigured(files: readonly ConfiguredFile[]): Promise<Configured[]> {
  const texts = await Promise.all(files.map(({ path }) => textOf(path)));
  const byName = new Map<string, Configured>();
  for (const [index, { path, base }] of files.entries()) {
    const text = texts[index];
    const document = text === undefined ? undefined : readDocument(text, base);
    if (text === undefined || !document || 'error' in document) continue;
    const written = new Map(Object.entries(serversIn(text)));
    for (const [name, entry] of document.entries)
      byName.set(name, { name, origin: path, entry, written: written.get(name) });
  }
  return [...byName.values()];
}

function serversIn(text: string): object {
  const { mcpServers = {} } = JSON.parse(text.replace(/^\ufeff/, '')) as { mcpServers?: object };
  return mcpServers;
}

/** Undefined for what is no file of a bearable size: opening a pipe would wait for somebody who writes. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    const facts = await stat(path);
    if (!facts.isFile() || facts.size > maxDocumentBytes) return undefined;
    return await readFile(path, 'utf8');
  } catch (error) {
    // whatever the system says: nothing can be read from there, as if there were no file
    if (typeof error === 'object' && error !== null && 'code' in error) return undefined;
    throw error;
  }
}
