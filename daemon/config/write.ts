/** The one way by which the program changes `config.toml`: locked, only the changed part, all or nothing. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError, invalid } from '../errors.js';
import { SETTLE_MS } from './config.js';
import { createLock } from './lock.js';
import { linksOf, stampOf, systemCode } from './stamp.js';
import { equal, parseDocument, type TomlDocument, TomlSyntaxError } from './toml.js';
import { editDocument, EditError } from './toml-edit.js';
import { type Move, withMoves } from './toml-rename.js';

type Table = Record<string, unknown>;

/** A change that is about to be made. */
export interface FileChange {
  /** documents, secrets included */
  before: Table;
  after: Table;
  /** of the file afterwards */
  text: string;
}

/** What the file shall say; `mark` names the state that it is in (`Stamp`). */
export type Decide = (document: Table, text: string, mark: string) => Table;

/** Calls `rename`, after which the file is the new one; nothing may be left of what it did when that throws. */
export type Commit = (change: FileChange, rename: () => void) => void;

export interface ConfigWriter {
  /**
   * Makes the file say what `decide` gives. It is asked with the document as it is, again when somebody else was
   * faster, and may throw to refuse. `commit` runs when all is ready: it calls `rename`, after which the file is the
   * new one, or throws, and nothing was changed. Gives undefined when there is nothing to change.
   * `moves`, asked after `decide`, tells which tables only get another name.
   * Throws what `decide` and `commit` throw, ApiError PERSISTENCE_FAILURE and VALIDATION_FAILED (too large).
   */
  change(decide: Decide, commit?: Commit, moves?: () => readonly Move[]): Promise<FileChange | undefined>;
}

export interface WriterOptions {
  path: string;
  /** a file of its own that all writers of this home lock */
  lockFile: string;
  now(): number;
  /**
   * Writes a file beside `path` and calls `finish`, whose `rename` puts it in the place of `path`; false from there
   * means that the file is to be left as it is.
   */
  replace(path: string, content: string, finish: (rename: () => void) => boolean): Promise<boolean>;
}

/** Bytes; a larger file would hold up every start and every change. */
const mostBytes = 1024 * 1024;
/** Milliseconds without a write before a file is read that somebody else wrote. */
const restMs = 50;
/** How often somebody else may be faster. */
const mostTries = 100;

export function createConfigWriter({ path, lockFile, now, replace }: WriterOptions): ConfigWriter {
  const name = basename(path);
  const lock = createLock(lockFile);
  /** the state that the last change here left */
  let own = '';

  /** The file as it is once nobody is in the middle of writing it. */
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
    throw restless(name);
  }

  async function attempt(
    decide: Decide,
    commit: Commit,
    moves: () => readonly Move[],
  ): Promise<FileChange | undefined | 'again'> {
    const { mark, text } = await settled();
    const document = documentOf(name, text);
    const before = document.values;
    const wanted = decide(before, text, mark);
    if (equal(before, wanted)) return undefined;
    const change = { before, ...edited(name, text, { document, wanted, moves: moves() }) };
    const target = linksOf(path).at(-1) ?? path;
    // whoever saved in the meantime must not lose it; `commit` may wait long for the database
    const isOurs = () => stampOf(path).mark === mark;
    const done = await replace(
      target,
      change.text,
      (rename) => isOurs() && committed(change, { commit, isOurs, rename }),
    );
    if (!done) return 'again';
    own = stampOf(path).mark;
    return change;
  }

  return {
    async change(decide, commit = (_change, rename) => rename(), moves = () => []) {
      try {
        return await lock(async () => {
          // an editor may have taken the file away to write it anew
          if (stampOf(path).mark === '') await wait(SETTLE_MS);
          for (let tries = 0; tries < mostTries; tries++) {
            const result = await attempt(decide, commit, moves);
            if (result !== 'again') return result;
          }
          throw restless(name);
        });
      } catch (error) {
        const code = systemCode(error);
        if (error instanceof ApiError || code === undefined) throw error;
        throw new ApiError('PERSISTENCE_FAILURE', { message: `${name} cannot be written: ${code}`, cause: error });
      }
    },
  };
}

/** Commits; false, and nothing happened, when the file is another one by the time of the renaming. */
function committed(
  change: FileChange,
  { commit, isOurs, rename }: { commit: Commit; isOurs: () => boolean; rename: () => void },
): boolean {
  let overtaken = false;
  try {
    commit(change, () => {
      overtaken = !isOurs();
      if (overtaken) throw new Error('somebody else saved the file');
      rename();
    });
    return true;
  } catch (error) {
    if (overtaken) return false;
    throw error;
  }
}

function restless(name: string): ApiError {
  return new ApiError('PERSISTENCE_FAILURE', { message: `another program writes ${name} all the time` });
}

function textOf(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return '';
    if (systemCode(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
      throw new ApiError('PERSISTENCE_FAILURE', { message: `${basename(path)} is not in UTF-8`, cause: error });
    }
    throw error;
  }
}

function documentOf(name: string, text: string): TomlDocument {
  try {
    return parseDocument(text.slice(markOf(text).length));
  } catch (error) {
    if (!(error instanceof TomlSyntaxError)) throw error;
    const { line, column } = error.position;
    const message = `${name} is broken at line ${line}, column ${column} (${error.message}); mend it first`;
    throw new ApiError('PERSISTENCE_FAILURE', { message, cause: error });
  }
}

/** The byte order mark that some editors put in front. */
function markOf(text: string): string {
  return text.startsWith('\uFEFF') ? '\uFEFF' : '';
}

function edited(
  name: string,
  text: string,
  { document, wanted, moves }: { document: TomlDocument; wanted: Table; moves: readonly Move[] },
): Pick<FileChange, 'text' | 'after'> {
  try {
    const mark = markOf(text);
    const start = withMoves(text.slice(mark.length), document, moves);
    const { text: result, values } = editDocument(start.text, start, wanted);
    if (Buffer.byteLength(result) > mostBytes) throw invalid('', 'the configuration would be larger than 1 MiB');
    return { text: mark + result, after: values };
  } catch (error) {
    if (!(error instanceof EditError || error instanceof TomlSyntaxError)) throw error;
    const message = `${name} cannot be changed in this way without losing something; edit it by hand`;
    throw new ApiError('PERSISTENCE_FAILURE', { message, cause: error });
  }
}
