/** Where the paths of a session lead, for programs outside of it. */
import { ApiError } from '../../errors.js';
import { withPath, type Reach } from '../files/reach.js';
import type { Place } from './opener.js';

/** Throws FS_PATH_NOT_FOUND, FS_PATH_ESCAPES_SESSION. */
export async function placeIn(reach: Reach, given: string, line?: number): Promise<Place> {
  try {
    return await withPath(reach, given, async ({ real, stats }) => ({
      path: real,
      isDirectory: stats.isDirectory(),
      tree: reach.cwd,
      ...(line === undefined ? {} : { line }),
    }));
  } catch (error) {
    // where one may not look there is nothing to be opened
    if (error instanceof ApiError && error.errorName === 'FS_PERMISSION_DENIED')
      throw new ApiError('FS_PATH_NOT_FOUND', { message: error.message, cause: error });
    throw error;
  }
}
