/** The types of images and videos in sessions: one table for the daemon and the clients. */

/** By extension of a stored file. */
export const mediaTypes = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
} as const;
