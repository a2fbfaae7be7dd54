/** Exports for clients, written to a file without a name that disappears when its reader closes it (rest.md 9.9). */
import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../base/fs/errno.js';
import { ApiError, storageReason } from '../../errors.js';
import type { HomePaths } from '../../home/paths.js';
import { createSemaphore } from '../../base/async/queues.js';
import { writeDocument, type DocumentOptions } from './document.js';
import { writeExport, type ExportOptions } from './export.js';

export interface Exports {
  /**
   * Writes the archive of a session; the caller closes the file. Throws SESSION_NOT_FOUND, PERSISTENCE_FAILURE.
   * `signal` aborts when the client no longer waits.
   */
  make(id: string, request: { webLog?: string; desktop: boolean }, signal: AbortSignal): Promise<MadeExport>;
  /** Like `make`, but writes one HTML file; also throws FILE_TOO_LARGE. */
  makeDocument(id: string, include: DocumentOptions['include'], signal: AbortSignal): Promise<MadeExport>;
}

export interface MadeExport {
  file: FileHandle;
  /** bytes */
  size: number;
}

export interface ExportsDeps
  extends
    Pick<ExportOptions, 'leases' | 'contextLimit' | 'now' | 'origin' | 'secrets'>,
    Pick<DocumentOptions, 'transcripts' | 'openMedia' | 'userHome'> {
  paths: HomePaths;
}

/** Maximum number of exports at the same time; each uses one processor core. */
const atOnce = 2;

export function createExports(deps: ExportsDeps): Exports {
  const limited = createSemaphore(atOnce);

  function runExport(write: (file: FileHandle) => Promise<number>, signal: AbortSignal): Promise<MadeExport> {
    return limited(async () => {
      if (signal.aborted) throw gaveUp();
      const file = await openNameless(deps.paths.files);
      try {
        return { file, size: await write(file) };
      } catch (error) {
        await file.close();
        throw signal.aborted ? gaveUp() : error;
      }
    });
  }

  return {
    make: (id, { webLog, desktop }, signal) =>
      runExport(
        (file) =>
          writeExport({
            ...deps,
            sessionId: id,
            file,
            globalLog: true,
            desktopLog: desktop,
            webLog,
            signal,
          }),
        signal,
      ),
    makeDocument: (id, include, signal) =>
      runExport(async (file) => {
        const { database } = deps.paths;
        const { version } = deps.origin;
        return writeDocument({
          ...deps,
          sessionId: id,
          file,
          database,
          version,
          include,
          signal,
        });
      }, signal),
  };
}

function gaveUp(): ApiError {
  return new ApiError('INTERNAL_ERROR', { message: 'the client no longer waits for the export' });
}

/**
 * Opens a file that disappears when it is closed, also by a crash. Where an open file keeps its name, it has the name
 * of an unfinished upload, so that the sweep of uploads deletes it.
 */
async function openNameless(directory: string): Promise<FileHandle> {
  const path = join(directory, `.f_${randomUUID()}.part`);
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const file = await open(path, 'wx+', 0o600);
    // if the system refuses this, the sweep of uploads deletes the file later
    await rm(path, { force: true }).catch(() => undefined);
    return file;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw new ApiError('PERSISTENCE_FAILURE', {
      message: `the archive cannot be written: ${storageReason(error) ?? errorCode(error)}`,
      cause: error,
    });
  }
}
