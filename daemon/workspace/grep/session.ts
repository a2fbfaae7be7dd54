/** Searching the contents of a session's files, within its working directory. */
import { ApiError } from '../../errors.js';
import { withPath, type Reach } from '../files/reach.js';
import { standsIn } from './confirm.js';
import { grepFiles, type GrepAnswer, type GrepPlace, type GrepWish } from './grep.js';

/** As `grepFiles`; a working directory that is gone has no files. */
export async function grepIn(
  reach: Reach,
  wish: GrepWish,
  place: Omit<GrepPlace, 'by' | 'real' | 'confirm'>,
): Promise<GrepAnswer> {
  try {
    return await withPath(reach, '.', ({ by, real }) => {
      const confirm: GrepPlace['confirm'] = (path, lines) => standsIn(reach, path, lines);
      return grepFiles({ by, real, confirm, ...place }, wish);
    });
  } catch (error) {
    if (
      error instanceof ApiError &&
      ['FS_PATH_NOT_FOUND', 'FS_PERMISSION_DENIED', 'FS_PATH_ESCAPES_SESSION'].includes(error.errorName)
    )
      return { files: [], files_scanned: 0, truncated: false, elapsed_ms: 0 };
    throw error;
  }
}
