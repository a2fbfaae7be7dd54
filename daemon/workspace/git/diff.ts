/** Computes how files differ from the last commit, as a unified diff (rest.md 19). */
import { constants } from 'node:fs';
import { open, readlink, type FileHandle } from 'node:fs/promises';
import { withCopies, type CopySource } from './copies.js';
import { gitFailed, openGit, type GitPlace, type RunGit } from './command.js';
import { emptyTree, readPathStatus, originOf, type GitPathStatus } from './status.js';

interface DiffTarget extends GitPlace, Omit<CopySource, 'prefix'> {
  /** path below `parent`; it need not exist */
  name: string;
  /** a path that leads to the file or link itself; absent when there is none */
  by?: string;
}

export interface Diff {
  diff: string;
  truncated: boolean;
}

/** Maximum size of a diff in bytes. */
const maxDiff = 1024 * 1024;
/** A NUL within this many first bytes makes a file binary, as in git. */
const examinedBytes = 8_000;
const chunkSize = 64 * 1024;
/** Maximum number of bytes to read from a file to count its lines. */
const maxCounted = 64 * 1024 * 1024;

/** Returns undefined when the path is neither on disk nor in the last commit. Throws FS_GIT_UNAVAILABLE. */
export async function diffPath(target: DiffTarget): Promise<Diff | undefined> {
  const run = await openGit(target);
  const pathStatus = await readPathStatus(run, { paths: [target.name], untracked: 'files', ignored: true });
  const status = pathStatus.of(target.name);
  const unknown = isUnknown(status);
  // a dangling link counts as missing when git does not know it either
  if (target.by === undefined && (pathStatus.entries.size === 0 || unknown)) return undefined;
  if (target.by !== undefined && unknown) return await newFile(`${pathStatus.prefix}${target.name}`, target.by);
  const origin = status === 'added' ? await originOf(run, target.name) : undefined;
  return await tracked(run, pathStatus, { ...target, prefix: pathStatus.prefix }, origin);
}

function isUnknown(status: string): boolean {
  return status === 'untracked' || status === 'ignored';
}

/** Diffs files that git knows. `origin` is the former path of a single renamed file, from the top of the work tree. */
async function tracked(run: RunGit, pathStatus: GitPathStatus, source: CopySource, origin?: string): Promise<Diff> {
  const from = pathStatus.hasNoCommit ? await emptyTree(run) : 'HEAD';
  const chunks: Buffer[] = [];
  let size = 0;
  let names = [...pathStatus.entries]
    .filter(([, status]) => !isUnknown(status))
    .map(([name]) => pathStatus.prefix + name);
  const compare = async (tree: string, copied: readonly string[]): Promise<void> => {
    const origins = copied.map((name) => origin ?? pathStatus.origins.get(name)).filter((path) => path !== undefined);
    const ended = await run(
      [
        ...[`--work-tree=${tree}`, 'diff', '--no-color', '--no-ext-diff', '--no-textconv', '--no-relative'],
        ...['--find-renames', '--unified=3', '--src-prefix=a/', '--dst-prefix=b/', '--submodule=short'],
        ...['--ignore-submodules=dirty', from, '--', ...copied, ...origins],
      ],
      (chunk) => {
        chunks.push(chunk);
        return (size += chunk.length) <= maxDiff;
      },
    );
    if (ended.exitCode !== 0 && ended.stopped === undefined) throw gitFailed(ended);
    names = names.slice(copied.length);
  };
  while (names.length > 0 && size <= maxDiff) await withCopies(source, names, compare);
  return cut(Buffer.concat(chunks));
}

function cut(bytes: Buffer): Diff {
  if (bytes.length <= maxDiff) return { diff: bytes.toString('utf8'), truncated: false };
  // drop a line that is longer than the whole limit
  return { diff: bytes.toString('utf8', 0, bytes.lastIndexOf(10, maxDiff - 1) + 1), truncated: true };
}

/** Formats a new file as a diff in git's form. `path` starts at the top of the repository. */
async function newFile(path: string, by: string): Promise<Diff | undefined> {
  const content = await contentOf(by);
  if (!content) return { diff: '', truncated: false };
  const [from, to] = [quoted(`a/${path}`), quoted(`b/${path}`)];
  const head = `diff --git ${from} ${to}\nnew file mode ${content.mode}\n`;
  if (content.binary) return { diff: `${head}Binary files /dev/null and ${to} differ\n`, truncated: false };
  const { bytes, lines, whole } = content;
  if (bytes.length === 0) return { diff: head, truncated: false };
  const text = bytes.toString('utf8');
  const ended = text.endsWith('\n');
  const added = (ended ? text.slice(0, -1) : text).split('\n').map((line) => `+${line}\n`);
  const span = lines === 1 ? '1' : `1,${lines}`;
  const body = [
    `--- /dev/null\n+++ ${to}${/\s/.test(to) ? '\t' : ''}\n@@ -0,0 +${span} @@\n`,
    ...added,
    ended ? '' : '\\ No newline at end of file\n',
  ].join('');
  const diff = cut(Buffer.from(head + body));
  return { ...diff, truncated: diff.truncated || !whole };
}

interface Content {
  mode: string;
  binary: boolean;
  /** the first bytes */
  bytes: Buffer;
  /** number of lines in the whole file */
  lines: number;
  whole: boolean;
}

/** Returns undefined for a missing file and for anything but a file or a link. */
async function contentOf(by: string): Promise<Content | undefined> {
  const link = await readlink(by, { encoding: 'buffer' }).catch(() => undefined);
  if (link) return { mode: '120000', binary: false, bytes: link, lines: 1, whole: true };
  const file = await open(by, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW).catch(() => undefined);
  try {
    const facts = await file?.stat();
    if (!file || !facts?.isFile()) return undefined;
    return { mode: facts.mode & 0o111 ? '100755' : '100644', ...(await readStart(file)) };
  } finally {
    await file?.close();
  }
}

async function readStart(file: FileHandle): Promise<Omit<Content, 'mode'>> {
  const kept: Buffer[] = [];
  let size = 0;
  let [lines, open, binary] = [0, false, false];
  while (size < maxCounted) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(chunkSize), 0, chunkSize);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    if (size < examinedBytes && chunk.subarray(0, examinedBytes - size).includes(0)) binary = true;
    if (binary) break;
    if (size < maxDiff) kept.push(chunk);
    size += bytesRead;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
    open = chunk[chunk.length - 1] !== 10;
  }
  const bytes = Buffer.concat(kept);
  return { binary, bytes, lines: lines + (open ? 1 : 0), whole: bytes.length === size };
}

const escapes: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '"': '\\"', '\\': '\\\\' };

/** Quotes a path as git does when it contains control characters, quotes or backslashes. */
function quoted(path: string): string {
  if (!/[\0-\x1f"\\\x7f]/.test(path)) return path;
  const text = path.replace(
    /[\0-\x1f"\\\x7f]/g,
    (char) => escapes[char] ?? `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return `"${text}"`;
}
