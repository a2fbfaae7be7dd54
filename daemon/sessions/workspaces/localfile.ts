/** `.agent-code/local.toml` of a project: further directories of its workspace (cli.md 6.9). */
import { constants, lstatSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { errorCode } from '../../base/fs/errno.js';
import { editToml } from '../../../schemas/toml/edit.js';
import { isTable, parseToml, TomlSyntaxError } from '../../../schemas/toml/document.js';
import { invalid } from '../../errors.js';
import { writeFileAtomic } from '../../base/fs/atomic.js';

const folder = '.agent-code';
const fileName = 'local.toml';
const maxBytes = 256 * 1024;

interface Content {
  text: string;
  values: Record<string, unknown>;
  /** absolute paths, as they are written */
  directories: string[];
  /** other entries as they are written; undefined for one that is no text */
  unusable: (string | undefined)[];
}

/** The content of the file; `problem` when it cannot be used. A missing file counts as empty. */
export async function readLocalFile(root: string): Promise<Content | { problem: string }> {
  const text = await textOf(root);
  if (typeof text !== 'string') return text;
  try {
    const values = parseToml(text);
    return { text, values, ...listed(values) };
  } catch (error) {
    if (error instanceof TomlSyntaxError) return { problem: 'it is no TOML' };
    throw error;
  }
}

/** Adds a directory to the file and keeps everything else in it; throws VALIDATION_FAILED for a file that cannot be read. */
export async function rememberDirectory(root: string, directory: string): Promise<void> {
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

/** A repository must not lead what is read and written here to another place: links are not followed. */
async function textOf(root: string): Promise<string | { problem: string }> {
  try {
    // most projects have none
    const outer = lstatSync(join(root, folder), { throwIfNoEntry: false });
    if (outer === undefined) return '';
    if (outer.isSymbolicLink()) return { problem: `${folder} is a link` };
    const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
    const handle = await open(join(root, folder, fileName), flags);
    try {
      const facts = await handle.stat();
      if (!facts.isFile()) return { problem: 'it is no regular file' };
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
