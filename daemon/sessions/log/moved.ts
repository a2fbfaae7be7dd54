/** Notices that the database file is no longer the one that was opened: what is written then would be lost with it. */
import { statSync } from 'node:fs';
import { errorCode } from '../../base/fs/errno.js';
import { ApiError } from '../../errors.js';

export interface PathGuard {
  /** Throws ApiError PERSISTENCE_FAILURE while the path leads to no file or to another one; costs a look at the directory. */
  verify(): void;
}

/** The name that SQLite has for it. */
const movedCode = 'SQLITE_READONLY_DBMOVED';

/** To be made as soon as the database is open. `lost` is called once each time that the file goes. */
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

/** Undefined when there is no file. A directory without read permission reveals nothing about its files. */
function identity(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path);
    return `${dev} ${ino}`;
  } catch (error) {
    return errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR' ? undefined : 'unknown';
  }
}
