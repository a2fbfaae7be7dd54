/** Reads the files that configure servers, from the user's to a directory's; caches unchanged ones (engine.md 16.1). */
import { closeSync, constants, fstatSync, openSync, readSync, statSync, type BigIntStats } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../base/fs/errno.js';
import { isHeldBack } from '../../base/fs/heldback.js';
import { maxDocumentBytes, readDocument, type McpDocument, type Unusable } from './entries.js';
import type { McpEntry } from '../server.js';

export type LayerName = 'user' | 'project' | 'directory' | 'session';

/** Where a session works; both paths are canonical. */
export interface WorkDirectory {
  /** root of the project that contains the directory */
  root: string;
  cwd: string;
}

/** One existing file. */
export interface FileLayer {
  layer: 'user' | 'project' | 'directory';
  /** absolute */
  file: string;
  /** empty when the file cannot be used */
  entries: ReadonlyMap<string, McpEntry | Unusable>;
  /** the same entries as written in the file */
  written: ReadonlyMap<string, unknown>;
  /** why the file cannot be used */
  error?: string;
  /** the entries of an unusable file as of its last usable state */
  last?: ReadonlyMap<string, McpEntry | Unusable>;
}

export interface Layers {
  /** the existing files; a later one overrides an earlier one */
  read(place: WorkDirectory): FileLayer[];
  /** the paths of all possible files, in the same order */
  paths(place: WorkDirectory): Pick<FileLayer, 'layer' | 'file'>[];
  /** names of variables that hold tokens of servers, trusted or not; never those that every command needs */
  tokenVariables(place: WorkDirectory): Set<string>;
}

/** Variables that a repository's file must not withhold from commands. */
const needed = new Set(['PATH', 'HOME', 'SHELL', 'USER', 'LOGNAME', 'LANG', 'PWD', 'TMPDIR', 'TZ']);
/** Maximum number of cached files. */
const keptFiles = 200;

type Document = Pick<FileLayer, 'layer' | 'file'> & Pick<Kept, 'content' | 'usable'>;

interface Kept {
  stamp: string;
  content: McpDocument | Unusable;
  /** the content as of the last usable state */
  usable?: McpDocument;
}

/** `home`: the data directory. */
export function createLayers(home: string): Layers {
  const kept = new Map<string, Kept>();
  const userFile = join(home, 'mcp.json');

  const paths: Layers['paths'] = ({ root, cwd }) => [
    { layer: 'user', file: userFile },
    { layer: 'project', file: join(root, '.mcp.json') },
    { layer: 'directory', file: join(cwd, '.agent-code', 'mcp.json') },
  ];

  /** The content of a file, cached until the file changes. */
  function contentOf(file: string, base: string | undefined, facts: BigIntStats): Kept {
    const before = kept.get(file);
    const stamp = stampOf(facts);
    if (before?.stamp === stamp) return before;
    const read = readBounded(file);
    const content = 'error' in read ? read : readDocument(read.text, base);
    const usable = 'error' in content ? before?.usable : content;
    const now = { stamp: 'stamp' in read ? read.stamp : stamp, content, ...(usable ? { usable } : {}) };
    kept.delete(file);
    kept.set(file, now);
    const [oldest] = kept.keys();
    if (kept.size > keptFiles && oldest !== undefined) kept.delete(oldest);
    return now;
  }

  function documents(place: WorkDirectory): Document[] {
    const user = factsOf(userFile);
    return paths(place).flatMap(({ layer, file }): Document[] => {
      const facts = layer === 'user' ? user : factsOf(file);
      if (facts === undefined) {
        kept.delete(file);
        return [];
      }
      if (typeof facts === 'string')
        return [{ ...kept.get(file), layer, file, content: { error: `it cannot be read (${facts})` } }];
      // in the user's own directory both are the same file, which needs no trust
      if (layer !== 'user' && typeof user === 'object' && user.dev === facts.dev && user.ino === facts.ino) return [];
      const base = { user: undefined, project: place.root, directory: place.cwd }[layer];
      return [{ layer, file, ...contentOf(file, base, facts) }];
    });
  }

  return {
    paths,
    read: (place) =>
      documents(place).map(({ layer, file, content, usable }) =>
        'error' in content
          ? {
              layer,
              file,
              entries: new Map(),
              written: new Map(),
              error: content.error,
              ...(usable ? { last: usable.entries } : {}),
            }
          : { layer, file, entries: content.entries, written: content.written },
      ),
    tokenVariables: (place) =>
      new Set(
        // a half-written file does not remove the names of secrets
        documents(place).flatMap(({ usable }) => usable?.tokenVariables.filter((name) => !needed.has(name)) ?? []),
      ),
  };
}

/** Follows links; undefined when the file is missing, the system's error code when it cannot be examined. */
function factsOf(file: string): BigIntStats | string | undefined {
  if (isHeldBack(file)) return undefined;
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    const code = errorCode(error) ?? 'unknown error';
    return code === 'ENOTDIR' ? undefined : code;
  }
}

/** The text of a regular file within the size limit, and its stamp at that time. */
function readBounded(file: string): { text: string; stamp: string } | Unusable {
  let handle: number | undefined;
  try {
    // does not block on a pipe
    handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const facts = fstatSync(handle, { bigint: true });
    if (!facts.isFile()) return { error: 'it is not a regular file' };
    if (facts.size > BigInt(maxDocumentBytes)) return { error: 'it is larger than 1 MiB' };
    const bytes = Buffer.alloc(maxDocumentBytes + 1);
    let size = 0;
    for (let more = -1; more !== 0 && size < bytes.length; size += more)
      more = readSync(handle, bytes, size, bytes.length - size, null);
    if (size === bytes.length) return { error: 'it is larger than 1 MiB' };
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, size)), stamp: stampOf(facts) };
  } catch (error) {
    const code = errorCode(error) ?? 'unknown error';
    return {
      error: code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is not UTF-8 text' : `it cannot be read (${code})`,
    };
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function stampOf({ dev, ino, mtimeNs, ctimeNs, size }: BigIntStats): string {
  return [dev, ino, mtimeNs, ctimeNs, size].join(':');
}
