/** The only way in which the program changes `config.toml`: locked, only the changed part, all or nothing. */
import { basename } from 'node:path';
import { ApiError, invalid } from '../errors.js';
import { createSharedFile, type Commit, type SharedFileOptions } from './sharedfile.js';
import { equal, parseDocument, type TomlDocument, TomlSyntaxError } from '../../schemas/toml/document.js';
import { editDocument, EditError } from '../../schemas/toml/edit.js';
import { type Move, withMoves } from './toml-rename.js';

type Table = Record<string, unknown>;

/** A change that is about to be made. */
export interface FileChange {
  /** documents, secrets included */
  before: Table;
  after: Table;
  /** new text of the file */
  text: string;
}

/** Returns the wanted content of the file; `mark` identifies its current state (`Stamp`). */
export type Decide = (document: Table, text: string, mark: string) => Table;

export interface ConfigWriter {
  /**
   * Writes the result of `decide` into the file. `decide` gets the current document, is called again when another
   * writer was faster, and may throw to refuse. `commit` runs when all is ready: it calls `rename`, which puts the new
   * file in place, or throws, and nothing has changed. Returns undefined when there is nothing to change. `moves`,
   * called after `decide`, returns the tables that are only renamed. Throws the errors of `decide` and `commit`,
   * ApiError PERSISTENCE_FAILURE and VALIDATION_FAILED (too large).
   */
  change(decide: Decide, commit?: Commit<FileChange>, moves?: () => readonly Move[]): Promise<FileChange | undefined>;
}

/** Maximum bytes; a larger file would delay every start and every change. */
const mostBytes = 1024 * 1024;

export function createConfigWriter(options: SharedFileOptions): ConfigWriter {
  const name = basename(options.path);
  const file = createSharedFile(options);
  return {
    change(decide, commit, moves = () => []) {
      return file.change((text, mark): FileChange | undefined => {
        const document = documentOf(name, text);
        const before = document.values;
        const wanted = decide(before, text, mark);
        if (equal(before, wanted)) return undefined;
        return { before, ...edited(name, text, { document, wanted, moves: moves() }) };
      }, commit);
    },
  };
}

function documentOf(name: string, text: string): TomlDocument {
  try {
    return parseDocument(text.slice(markOf(text).length));
  } catch (error) {
    if (!(error instanceof TomlSyntaxError)) throw error;
    const { line, column } = error.position;
    const message = `${name} is broken at line ${line}, column ${column} (${error.message}); fix it first`;
    throw new ApiError('PERSISTENCE_FAILURE', { message, cause: error });
  }
}

/** The byte order mark that some editors add. */
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
