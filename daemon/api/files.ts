/** Uploads, and the stored media and files of sessions (rest.md 9.9, 21). */
import type { BytesAnswer, Handlers } from '../http/contract.js';
import type { StoredFile } from '../files/stored.js';
import type { ApiDeps } from './deps.js';

export function fileHandlers({ sessions, uploads }: ApiDeps) {
  return {
    async uploadFile({ body }) {
      const staged = uploads.stage();
      try {
        const { fields, file } = await body.read(({ bytes }) => staged.write(bytes));
        const { name = file.name, expires_in_sec: expiresInSec } = fields;
        return await staged.keep({ name, mediaType: file.mediaType, expiresInSec });
      } finally {
        await staged.discard();
      }
    },
    async getFile({ params }) {
      const { upload, stored } = await uploads.open(params.file_id);
      return bytesOf(stored, upload.name, upload.mediaType);
    },
    async deleteFile({ params }) {
      await uploads.remove(params.file_id);
      return { deleted: true };
    },
    async getSessionMedia({ params }) {
      const { stored, name, mediaType } = await sessions.openMedia(params.session_id, params.file_id);
      return bytesOf(stored, name, mediaType);
    },
  } satisfies Partial<Handlers>;
}

/** Serves media inline, because clients can show them; all other files are attachments. */
function bytesOf(stored: StoredFile, fileName: string, mediaType: string): BytesAnswer {
  const disposition = /^(?:image|video|audio)\//.test(mediaType) ? 'inline' : 'attachment';
  return { ...stored, fileName, mediaType, disposition };
}
