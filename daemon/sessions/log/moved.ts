/** Detects that the open database file was deleted or replaced: further writes would be lost with it. */
import { statSync } from 'node:fs';
import { errorCode } from '../../base/fs/errno.js';
import { ApiError } from '../../errors.js';

export interface PathGuard {
  /** Throws ApiError PERSISTENCE_FAILURE while the path has no file or another one; costs one look at the directory. */
  verify(): void;
}

/** SQLite's code for this condition. */
const movedCode = 'SQLITE_READONLY_DBMOVED';

/** Create it right after opening the database. It calls `lost` once each time that the file disappears. */
export function createPathGuard(path: string, lost: (message: string) => void): PathGuard {
  const opened = identity(path);
  let isLost = false;
  return {
    verify() {
      const now = identity(path);
      if (now === opened || now === 'unknown') {
        isLost = false;
        return;
      }
      const what = now === undefined ? 'is gone' : 'was replaced by another one';
      const message = `The database file ${what} while the server runs, so nothing can be stored. Put it back, or restart the server.`;
      if (!isLost) lost(message);
      isLost = true;
      throw new ApiError('PERSISTENCE_FAILURE', {
        message,
        cause: Object.assign(new Error(message), { code: movedCode }),
      });
    },
  };
}

/** Undefined when there is no file; `unknown` when that cannot be checked, as in an unreadable directory. */
function identity(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path);
    return `${dev} ${ino}`;
  } catch (error) {
    return errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR' ? undefined : 'unknown';
  }
}
