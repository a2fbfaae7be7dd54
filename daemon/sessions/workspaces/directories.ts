/** The additional directories of a session: added by the user, remembered for the project (cli.md 6.9). */
import { constants, lstatSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { SessionWarning } from '../../../schemas/generated/types.js';
import { isTable, parseToml, TomlSyntaxError } from '../../../schemas/toml/document.js';
import { editToml } from '../../../schemas/toml/edit.js';
import { writeFileAtomic } from '../../base/fs/atomic.js';
import { errorCode } from '../../base/fs/errno.js';
import { isHeldBack } from '../../base/fs/heldback.js';
import { ApiError, invalid } from '../../errors.js';
import { rootOf } from '../../workspace/git.js';
import { canonicalDirectories, inside } from '../../base/fs/paths.js';
import { plainName } from '../../base/text/visible.js';
import type { SessionDeps } from '../deps.js';
import type { Recorder } from '../live/record.js';
import type { LiveSession } from '../live/state.js';

/** Maximum number of problems of one file that get a warning each. */
const mostWarnings = 10;

export interface Directories {
  /** throws VALIDATION_FAILED, FS_PATH_NOT_FOUND */
  add(id: string, request: { path: string; remember: boolean }): Promise<void>;
  /** sets all directories except those from the project's own file; throws like `add` */
  replace(id: string, paths: readonly string[]): Promise<void>;
}

export function createDirectories(
  deps: Pick<SessionDeps, 'trust'>,
  record: Recorder,
  open: (id: string) => LiveSession,
): Directories {
  /** Sets the additional directories of a session; their order counts. */
  function set(session: LiveSession, wanted: readonly string[]): void {
    const directories = canonicalDirectories([session.cwd, ...wanted]).directories.slice(1);
    if (directories.join('\0') !== session.workspace.slice(1).join('\0'))
      record(session, [{ type: 'directories.changed', agentId: 'main', directories }]);
  }

  return {
    async add(id, { path, remember }) {
      const { cwd } = open(id);
      if (!isAbsolute(path)) throw invalid('path', 'must be an absolute path');
      const directory = directoryOf(path, 'path');
      if (remember) {
        const root = rootOf(cwd);
        deps.trust.remember(root, directory);
        await rememberDirectory(root, directory);
      }
      // the session may have been archived, unloaded or changed in the meantime
      const session = open(id);
      set(session, [...session.workspace.slice(1), directory]);
    },
    async replace(id, paths) {
      const { cwd } = open(id);
      const directories = existing(paths, 'paths');
      const local = (await localDirectories(deps, cwd)).directories;
      const session = open(id);
      // a directory below another one is not listed separately
      const kept = local.filter((directory) => inside(session.workspace.slice(1), directory));
      set(session, [...kept, ...directories]);
    },
  };
}

/** Directories that the project's own file adds to a new session, and warnings about entries that are left out. */
export async function localDirectories(
  deps: Pick<SessionDeps, 'trust'>,
  cwd: string,
): Promise<{ directories: string[]; warnings: SessionWarning[] }> {
  const root = rootOf(cwd);
  const file = await readLocalFile(root);
  if ('problem' in file) return { directories: [], warnings: [warning(`was skipped: ${file.problem}`)] };
  const { directories, missing } = canonicalDirectories([cwd, ...file.directories]);
  const listed = directories.slice(1);
  // a file that comes with a repository must not widen the workspace on its own
  const known = new Set(listed.filter((directory) => deps.trust.isKnown(root, directory)));
  const leftOut = new Set([
    ...file.unusable.map((entry) =>
      entry === undefined
        ? 'names something that is not a path'
        : `names ${plainName(entry, 1_024)}, which is not an absolute path`,
    ),
    ...missing.map((path) => `names ${plainName(path, 1_024)}, where no directory is`),
    ...listed
      .filter((directory) => !known.has(directory))
      .map((path) => `names ${plainName(path, 1_024)}, which is not taken: the project is not trusted`),
  ]);
  return { directories: [...known], warnings: firstOf([...leftOut]).map(warning) };
}

/** Shortens the list, since a file may name thousands of places. */
function firstOf(problems: readonly string[]): string[] {
  const rest = problems.length - mostWarnings;
  return rest <= 1
    ? [...problems]
    : [...problems.slice(0, mostWarnings), `names ${rest} more places that are not taken`];
}

function warning(what: string): SessionWarning {
  return { code: 'config-invalid', message: `.agent-code/local.toml ${what}.`, severity: 'warning' };
}

/** The canonical paths of a list; throws for a path that is relative or does not exist. */
export function existing(paths: readonly string[], field: string): string[] {
  const directories: string[] = [];
  for (const [index, path] of paths.entries()) {
    if (!isAbsolute(path)) throw invalid(`${field}.${index}`, 'must be an absolute path');
    directories.push(directoryOf(path, `${field}.${index}`));
  }
  return directories;
}

/** The canonical path of an existing directory; FS_PATH_NOT_FOUND otherwise. */
export function directoryOf(path: string, field: string): string {
  const [directory] = canonicalDirectories([path]).directories;
  if (directory === undefined)
    throw new ApiError('FS_PATH_NOT_FOUND', { message: `${field}: no directory at ${path}` });
  return directory;
}

const folder = '.agent-code';
const fileName = 'local.toml';
const maxBytes = 256 * 1024;

interface Content {
  text: string;
  values: Record<string, unknown>;
  /** absolute paths, as they are written */
  directories: string[];
  /** other entries as they are written; undefined for one that is not a string */
  unusable: (string | undefined)[];
}

/** The content of the file; `problem` when it cannot be used. A missing file counts as empty. */
async function readLocalFile(root: string): Promise<Content | { problem: string }> {
  const text = await textOf(root);
  if (typeof text !== 'string') return text;
  try {
    const values = parseToml(text);
    return { text, values, ...listed(values) };
  } catch (error) {
    if (error instanceof TomlSyntaxError) return { problem: 'it is not TOML' };
    throw error;
  }
}

/** Adds a directory to the file and keeps everything else; throws VALIDATION_FAILED for a file that cannot be used. */
async function rememberDirectory(root: string, directory: string): Promise<void> {
  const content = await readLocalFile(root);
  if ('problem' in content) throw invalid('remember', `${folder}/${fileName} cannot be used: ${content.problem}`);
  if (content.directories.includes(directory)) return;
  const { workspace } = content.values;
  const table = isTable(workspace) ? workspace : {};
  const values = {
    ...content.values,
    workspace: { ...table, additional_dir: [...content.directories, directory] },
  };
  await mkdir(join(root, folder), { recursive: true });
  await writeFileAtomic(join(root, folder, fileName), editToml(content.text, values), 0o644);
}

function listed({ workspace }: Record<string, unknown>): Pick<Content, 'directories' | 'unusable'> {
  const list: unknown = (workspace as { additional_dir?: unknown } | undefined)?.additional_dir;
  if (list === undefined) return { directories: [], unusable: [] };
  const entries: unknown[] = Array.isArray(list) ? list : [undefined];
  return {
    directories: entries.filter(isUsable),
    unusable: entries
      .filter((entry) => !isUsable(entry))
      .map((entry) => (typeof entry === 'string' ? entry : undefined)),
  };
}

function isUsable(entry: unknown): entry is string {
  return typeof entry === 'string' && isAbsolute(entry) && !entry.includes('\0');
}

/** The text of the file; does not follow links, so that a repository cannot redirect what is read and written. */
async function textOf(root: string): Promise<string | { problem: string }> {
  try {
    // most projects have no such folder
    const outer = lstatSync(join(root, folder), { throwIfNoEntry: false });
    if (outer === undefined || isHeldBack(join(root, folder))) return '';
    if (outer.isSymbolicLink()) return { problem: `${folder} is a link` };
    const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
    const handle = await open(join(root, folder, fileName), flags);
    try {
      const facts = await handle.stat();
      if (!facts.isFile()) return { problem: 'it is not a regular file' };
      if (facts.size > maxBytes) return { problem: 'it is too large' };
      return await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return '';
    return { problem: code === 'ELOOP' ? 'it is a link' : `it cannot be read (${code ?? 'unknown'})` };
  }
}
