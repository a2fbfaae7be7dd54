/** Translates system errors about files into errors of the API. */
import { errorCode } from '../../base/fs/errno.js';
import { ApiError, type ErrorName } from '../../errors.js';
import { short } from './names.js';
import type { Pin } from './pin.js';

const names: Readonly<Record<string, ErrorName>> = {
  ENOENT: 'FS_PATH_NOT_FOUND',
  ENOTDIR: 'FS_PATH_NOT_FOUND',
  ENAMETOOLONG: 'FS_PATH_NOT_FOUND',
  ELOOP: 'FS_PATH_NOT_FOUND',
  ESTALE: 'FS_PATH_NOT_FOUND',
  // the directory of an ended process in /proc
  ESRCH: 'FS_PATH_NOT_FOUND',
  // names that the file system rejects
  EINVAL: 'FS_PATH_NOT_FOUND',
  EILSEQ: 'FS_PATH_NOT_FOUND',
  ENXIO: 'FS_PERMISSION_DENIED',
  ENODEV: 'FS_PERMISSION_DENIED',
  EACCES: 'FS_PERMISSION_DENIED',
  EPERM: 'FS_PERMISSION_DENIED',
  EROFS: 'FS_PERMISSION_DENIED',
  // a disk, a mount or a system file that cannot be read
  EIO: 'FS_PERMISSION_DENIED',
  EAGAIN: 'FS_PERMISSION_DENIED',
  EBUSY: 'FS_PERMISSION_DENIED',
  ENOTCONN: 'FS_PERMISSION_DENIED',
  EHOSTDOWN: 'FS_PERMISSION_DENIED',
  EHOSTUNREACH: 'FS_PERMISSION_DENIED',
  ETIMEDOUT: 'FS_PERMISSION_DENIED',
  EISDIR: 'FS_IS_DIRECTORY',
  EEXIST: 'FS_ALREADY_EXISTS',
};

const texts: Partial<Record<ErrorName, string>> = {
  FS_PATH_NOT_FOUND: 'no such path',
  FS_PERMISSION_DENIED: 'no permission for, or nothing to be had from',
  FS_IS_DIRECTORY: 'this is a directory',
  FS_ALREADY_EXISTS: 'this exists already',
};

/** Translates a system error about a path into an ApiError. Returns any other error unchanged. */
export function fileError(error: unknown, path: string): unknown {
  const name = names[errorCode(error) ?? ''];
  if (!name) return error;
  return new ApiError(name, { message: `${texts[name] ?? name}: ${short(path)}`, cause: error });
}

/** Returns error 40409 for a file where a directory is needed, error 40411 for a pipe, socket or device. */
export function noDirectory({ stats }: Pick<Pin, 'stats'>, path: string): ApiError {
  if (!stats.isFile()) return noRegularFile(path);
  return new ApiError('FS_PATH_NOT_FOUND', { message: `this is not a directory: ${short(path)}` });
}

/** Returns error 40411 for a pipe, socket or device. */
export function noRegularFile(path: string): ApiError {
  return new ApiError('FS_PERMISSION_DENIED', { message: `this is neither a file nor a directory: ${short(path)}` });
}
