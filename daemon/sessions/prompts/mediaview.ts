/** Opens the stored media and files of prompts (rest.md 9.9). */
import { ApiError } from '../../errors.js';
import { openStored, type StoredFile } from '../../files/stored.js';
import { locateMedia } from '../../workspace/media.js';
import { findFile, locateFile } from '../../workspace/sessionfiles.js';
import type { SessionDeps } from '../deps.js';

export interface OpenMedia {
  stored: StoredFile;
  name: string;
  mediaType: string;
}

/**
 * Looks in the session, then among the uploads; the caller has checked that the session exists.
 * Throws FILE_NOT_FOUND and PERSISTENCE_FAILURE.
 */
export async function openMedia(
  { sessionDirectory, uploads }: Pick<SessionDeps, 'sessionDirectory' | 'uploads'>,
  sessionId: string,
  fileId: string,
): Promise<OpenMedia> {
  const own = ownMedia(sessionDirectory(sessionId), fileId);
  const stored = own && (await openStored(own.path));
  if (stored) return { stored, name: own.name, mediaType: own.mediaType };
  try {
    const { upload, stored: found } = await uploads.open(fileId);
    return { stored: found, name: upload.name, mediaType: upload.mediaType };
  } catch (error) {
    // a session does not distinguish an unknown file from an expired one
    throw error instanceof ApiError && error.errorName === 'FILE_EXPIRED' ? new ApiError('FILE_NOT_FOUND') : error;
  }
}

function ownMedia(directory: string, fileId: string): { path: string; name: string; mediaType: string } | undefined {
  const media = locateMedia(directory, fileId);
  if (media) return { path: media.path, name: fileId, mediaType: media.media_type };
  const file = findFile(directory, fileId);
  if (!file) return undefined;
  const path = locateFile(directory, file);
  return path === undefined ? undefined : { path, name: file.name, mediaType: file.media_type };
}
