/** Changes a text file that users and other programs change too: one writer at a time, and no change is lost. */
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { replaceFileAtomic } from '../base/fs/atomic.js';
import { errorCode } from '../base/fs/errno.js';
import { ApiError } from '../errors.js';
import { SETTLE_MS } from './config.js';
import { fileText } from '../../schemas/toml/filetext.js';
import { createLock } from '../base/fs/lock.js';
import { linksOf, stampOf } from './stamp.js';

/** Calls `rename`, which puts the new file in place; if that throws, it must undo its own work. */
export type Commit<Change> = (change: Change, rename: () => void) => void;

export interface SharedFile {
  /**
   * Replaces the file by the `text` that `edit` returns. `edit` gets the current text (empty: no file), is called again
   * when another writer was faster, and may throw to refuse; `mark` identifies the file's state (`Stamp`). `commit`
   * runs when all is ready: it calls `rename`, which puts the new file in place, or throws, and nothing has changed.
   * Returns undefined when `edit` does: there is nothing to change. Throws the errors of `edit` and `commit`, and
   * ApiError PERSISTENCE_FAILURE.
   */
  change<Change extends { text: string }>(
    edit: (text: string, mark: string) => Change | undefined,
    commit?: Commit<Change>,
  ): Promise<Change | undefined>;
}

export interface SharedFileOptions {
  path: string;
  /** a separate file that all writers of this home lock */
  lockFile: string;
  now(): number;
  /** writes the new file; replaced in tests */
  replace?: typeof replaceFileAtomic;
}

/** Milliseconds without a write before reading a file that another program wrote. */
const restMs = 50;
/** How often another writer may be faster before the change fails. */
const mostTries = 100;

export function createSharedFile({ path, lockFile, now, replace = replaceFileAtomic }: SharedFileOptions): SharedFile {
  const name = basename(path);
  const lock = createLock(lockFile);
  /** mark of the state that the last change here left */
  let own = '';

  /** Reads the file once no other program is writing it. */
  async function settled(): Promise<{ mark: string; text: string }> {
    for (let tries = 0; tries < mostTries; tries++) {
      const { mark, writtenAt } = stampOf(path);
      const age = now() - writtenAt;
      if (mark !== own && age >= 0 && age < restMs) {
        await wait(restMs - age);
        continue;
      }
      const text = textOf(path);
      if (stampOf(path).mark === mark) return { mark, text };
    }
    throw alwaysWritten(name);
  }

  async function attempt<Change extends { text: string }>(
    edit: (text: string, mark: string) => Change | undefined,
    commit: Commit<Change>,
  ): Promise<Change | undefined | 'again'> {
    const { mark, text } = await settled();
    const change = edit(text, mark);
    if (!change) return undefined;
    const target = linksOf(path).at(-1) ?? path;
    // a concurrent save must not be lost; `commit` may wait long for the database
    const isUnchanged = () => stampOf(path).mark === mark;
    const done = await replace(
      target,
      change.text,
      (rename) => isUnchanged() && committed(change, { commit, isUnchanged, rename }),
    );
    if (!done) return 'again';
    own = stampOf(path).mark;
    return change;
  }

  return {
    async change(edit, commit = (_change, rename) => rename()) {
      try {
        return await lock(async () => {
          // an editor may have deleted the file to write it again
          if (stampOf(path).mark === '') await wait(SETTLE_MS);
          for (let tries = 0; tries < mostTries; tries++) {
            const result = await attempt(edit, commit);
            if (result !== 'again') return result;
          }
          throw alwaysWritten(name);
        });
      } catch (error) {
        const code = errorCode(error);
        if (error instanceof ApiError || code === undefined) throw error;
        throw new ApiError('PERSISTENCE_FAILURE', { message: `${name} cannot be written: ${code}`, cause: error });
      }
    },
  };
}

/** Commits; false, without any effect, when the file has changed before the rename. */
function committed<Change>(
  change: Change,
  { commit, isUnchanged, rename }: { commit: Commit<Change>; isUnchanged: () => boolean; rename: () => void },
): boolean {
  let overtaken = false;
  try {
    commit(change, () => {
      overtaken = !isUnchanged();
      if (overtaken) throw new Error('another process saved the file');
      rename();
    });
    return true;
  } catch (error) {
    if (overtaken) return false;
    throw error;
  }
}

function alwaysWritten(name: string): ApiError {
  return new ApiError('PERSISTENCE_FAILURE', { message: `another program writes ${name} all the time` });
}

function textOf(path: string): string {
  const content = fileText(path);
  if ('text' in content) return content.before + content.text;
  if (content.missing) return '';
  throw new ApiError('PERSISTENCE_FAILURE', { message: `${basename(path)}: ${content.problem}` });
}
