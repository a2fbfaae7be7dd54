/** Uses contents of the workspace's git repository; hard links keep the objects when the repository is gone. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createPause } from '../base/async/pieces.js';
import { errorCode } from '../base/fs/errno.js';
import { factsOf, isSettled } from './stamps.js';
import type { Known } from './known.js';

/** Runs git in a directory without executing programs that a repository names; none may come from `real`. */
export type OpenGit = (place: { cwd: string; real: string }) => Promise<AskGit>;
export type AskGit = (
  args: readonly string[],
  onOutput: undefined,
  input?: string,
) => Promise<{ exitCode: number | null; stdout: Buffer }>;

export interface Repository {
  /** Queries git about a directory; undefined without information. May run during a scan. */
  survey(root: string): Promise<Survey | undefined>;
  /** Sets the object ids of files that are unchanged since git last saw them; skips files over `maxFile` bytes. */
  recognize(survey: Survey, files: ReadonlyMap<string, Known>, maxFile: number): Promise<void>;
  /** Passes the contents to `take`, once for all files with the same one; a missing or damaged one fails. */
  read(files: readonly Known[], take: (files: Known[], content: Buffer) => Promise<void>): Promise<void>;
  /** deletes the held objects in the background; true when there were some */
  close(): boolean;
}

/** What git has recorded about the files of a directory. */
export interface Survey {
  root: string;
  /** output of `git ls-files` */
  list: string;
  hasFilters: boolean;
  /** absolute path of git's object directory */
  source: string;
  /** when git wrote its index, in epoch milliseconds */
  written: number;
}

export interface RepositoryOptions {
  /** absolute path of a directory for this purpose alone */
  directory: string;
  openGit: OpenGit;
  /** maximum bytes of held packs */
  maxBytes(): number;
  report(error: unknown): void;
}

/** Maximum bytes of contents in memory at once. */
const READ_AT_ONCE = 8 * 1024 * 1024;
/** An index entry of git: mode, object, name, change and modification time, inode, size. */
const ENTRY =
  /(\d+) ([0-9a-f]{40}) 0\t([^\0]+)\0 {2}ctime: (\d+):(\d+)\n {2}mtime: (\d+):(\d+)\n {2}dev: \d+\tino: (\d+)\n {2}uid: \d+\tgid: \d+\n {2}size: (\d+)\tflags: [0-9a-f]+\n/gu;

export function createRepository(options: RepositoryOptions): Repository {
  /** one per keeper: the previous keeper may still be deleting its own */
  const directory = join(options.directory, randomBytes(6).toString('hex'));
  const objects = join(directory, 'objects');
  let isHeld = false;
  let held: Promise<AskGit> | undefined;
  let beginning: Promise<void> | undefined;
  let removing: Promise<unknown> = Promise.resolve();

  /** Runs git in the directory of the held objects. */
  async function ask(args: readonly string[], input?: string): Promise<Buffer> {
    if (!isHeld || !held) return Buffer.alloc(0);
    const { exitCode, stdout } = await (await held)(args, undefined, input);
    return exitCode === 0 ? stdout : Buffer.alloc(0);
  }

  async function begin(root: string): Promise<void> {
    isHeld = true;
    await removing;
    // leftovers of a crash
    await rm(options.directory, { recursive: true, force: true });
    mkdirSync(join(objects, 'pack'), { recursive: true, mode: 0o700 });
    mkdirSync(join(directory, 'refs'), { mode: 0o700 });
    writeFileSync(join(directory, 'HEAD'), 'ref: refs/heads/none\n', { mode: 0o600 });
    held = options.openGit({ cwd: directory, real: root });
  }

  async function survey(root: string): Promise<Survey | undefined> {
    if (!isInRepository(root)) return undefined;
    await (beginning ??= begin(root));
    const inRoot = (...args: string[]): Promise<Buffer> => ask(['-C', root, ...args]);
    const paths = await inRoot('rev-parse', '--show-object-format', '--git-path', 'index', '--git-path', 'objects');
    const [format, index, source] = paths.toString('utf8').split('\n');
    if (format !== 'sha1' || index === undefined || source === undefined) return undefined;
    const written = statSync(resolve(root, index), { throwIfNoEntry: false })?.mtimeMs;
    if (written === undefined || !holdPacks(resolve(root, source))) return undefined;
    const [list, filters] = await Promise.all([
      inRoot('ls-files', '-z', '--stage', '--debug'),
      inRoot('config', '--name-only', '--get-regexp', '^filter\\.'),
    ]);
    const hasFilters = filters.length > 0;
    return { root, list: list.toString('utf8'), hasFilters, source: resolve(root, source), written };
  }

  async function recognize(
    { root, list, hasFilters, source, written }: Survey,
    files: ReadonlyMap<string, Known>,
    maxFile: number,
  ): Promise<void> {
    // a file written around the time of the index may have changed after git read it
    const isSure = (known: Known): boolean => known.size <= maxFile && isSettled(known, written);
    const found = await sameFiles(root, list, files, isSure);
    if (hasFilters) await leaveFiltered(root, found);
    const missing = await confirm(found, files);
    if (missing.size === 0) return;
    await holdLoose(source, missing.values());
    await confirm(missing, files);
  }

  /** Files whose facts match git's, by object id. */
  async function sameFiles(
    root: string,
    list: string,
    files: ReadonlyMap<string, Known>,
    isSure: (known: Known) => boolean,
  ): Promise<Map<string, string>> {
    const pauseIfDue = createPause();
    const found = new Map<string, string>();
    const above = root === '/' ? root : `${root}/`;
    for (const [, mode, object, name, changed, changedPart, modified, modifiedPart, ino, size] of list.matchAll(
      ENTRY,
    )) {
      const path = above + (name as string);
      const known = files.get(path);
      if (
        known?.kind === 'file' &&
        mode?.startsWith('100') === true &&
        known.settled &&
        isSure(known) &&
        known.ctimeMs === timeOf(changed, changedPart) &&
        known.mtimeMs === timeOf(modified, modifiedPart) &&
        known.ino % 2 ** 32 === Number(ino) &&
        known.size === Number(size)
      )
        found.set(path, object as string);
      const pause = pauseIfDue();
      if (pause) await pause;
    }
    return found;
  }

  /** Drops files with a filter: git's contents differ from theirs. */
  async function leaveFiltered(root: string, found: Map<string, string>): Promise<void> {
    const above = root === '/' ? 1 : root.length + 1;
    const names = [...found.keys()].map((path) => path.slice(above));
    const words = (await ask(['-C', root, 'check-attr', '-z', '--stdin', 'filter'], `${names.join('\0')}\0`))
      .toString('utf8')
      .split('\0');
    const plain = new Set<string>();
    for (let at = 0; at + 2 < words.length; at += 3)
      if (words[at + 2] === 'unspecified') plain.add(words[at] as string);
    for (const path of found.keys()) if (!plain.has(path.slice(above))) found.delete(path);
  }

  /** Marks files whose objects are held, and returns the others. A different size shows converted line endings. */
  async function confirm(
    found: ReadonlyMap<string, string>,
    files: ReadonlyMap<string, Known>,
  ): Promise<Map<string, string>> {
    const missing = new Map<string, string>();
    if (found.size === 0) return missing;
    const answer = await ask(
      ['--git-dir', directory, 'cat-file', '--buffer', '--batch-check=%(objectname) %(objecttype) %(objectsize)'],
      `${[...found.values()].join('\n')}\n`,
    );
    const pauseIfDue = createPause();
    let at = 0;
    for (const [path, object] of found) {
      const end = answer.indexOf('\n', at);
      // format: "<object> blob <size>", or "<object> missing"
      const [id = '', kind, size] = answer.toString('latin1', at, end < 0 ? answer.length : end).split(' ');
      at = end < 0 ? answer.length : end + 1;
      const known = files.get(path);
      if (kind === 'blob' && id === object && known?.size === Number(size)) known.object = id;
      else if (kind === 'missing') missing.set(path, object);
      const pause = pauseIfDue();
      if (pause) await pause;
    }
    return missing;
  }

  /** Holds the packs; false when they are too large, or cannot be linked. */
  function holdPacks(source: string): boolean {
    const packs = join(source, 'pack');
    const names = existsSync(packs)
      ? readdirSync(packs).filter((name) => /^pack-[0-9a-f]+\.(?:pack|idx)$/.test(name))
      : [];
    const facts = names.flatMap((name) => factsOf(join(packs, name)) ?? []);
    const bytes = facts.reduce((sum, { size }) => sum + size, 0);
    const areUsable = facts.every((each) => each.isFile()) && bytes <= options.maxBytes();
    return areUsable && names.every((name) => hold(join(packs, name), join(objects, 'pack', name)));
  }

  async function holdLoose(source: string, ids: Iterable<string>): Promise<void> {
    const pauseIfDue = createPause(8);
    const made = new Set<string>();
    for (const id of ids) {
      const [shard, name] = [id.slice(0, 2), id.slice(2)];
      if (!made.has(shard)) mkdirSync(join(objects, shard), { recursive: true, mode: 0o700 });
      made.add(shard);
      if (!hold(join(source, shard, name), join(objects, shard, name))) return;
      const pause = pauseIfDue();
      if (pause) await pause;
    }
  }

  return {
    survey,
    recognize,
    async read(files, take) {
      const wanted = new Map<string, Known[]>();
      for (const file of files) {
        file.unkept = 'failed';
        const { object = '' } = file;
        wanted.set(object, [...(wanted.get(object) ?? []), file]);
      }
      const ids = [...wanted.keys()];
      while (ids.length > 0) {
        const some: string[] = [];
        for (let bytes = 0; ids.length > 0 && bytes < READ_AT_ONCE;) {
          const id = ids.pop() as string;
          bytes += wanted.get(id)?.[0]?.size ?? 0;
          some.push(id);
        }
        const output = await ask(['--git-dir', directory, 'cat-file', '--buffer', '--batch'], `${some.join('\n')}\n`);
        for (const [id, content] of contentsIn(output)) await take(wanted.get(id) ?? [], content);
      }
    },
    close() {
      if (!isHeld) return false;
      isHeld = false;
      beginning = undefined;
      // on a busy disk each directory takes a while
      removing = rm(directory, { recursive: true, force: true }).catch(options.report);
      return true;
    },
  };
}

function isInRepository(directory: string): boolean {
  for (let at = directory; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return true;
    if (at === dirname(at)) return false;
  }
}

/** Converts git's seconds and nanoseconds to the milliseconds of `Stats`. */
function timeOf(seconds: string | undefined, part: string | undefined): number {
  return Number(seconds) * 1_000 + Number(part) / 1e6;
}

/** Creates a hard link to an object, which may exist from an earlier query; false when that is not possible. */
function hold(path: string, name: string): boolean {
  try {
    linkSync(path, name);
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    // a missing object is noticed later
    return code === 'EEXIST' || code === 'ENOENT';
  }
}

/** The objects in an answer of `git cat-file` whose content matches their id. */
function* contentsIn(output: Buffer): Generator<[string, Buffer]> {
  for (let at = 0; at < output.length;) {
    const end = output.indexOf('\n', at);
    const [object = '', kind, size] = output.toString('latin1', at, end < 0 ? output.length : end).split(' ');
    at = end < 0 ? output.length : end + 1;
    if (kind !== 'blob') continue;
    const content = output.subarray(at, at + Number(size));
    at += Number(size) + 1;
    const id = createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
    if (id === object) yield [object, content];
  }
}
