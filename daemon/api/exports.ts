/** Exports of sessions (rest.md 9.9). */
import { invalid } from '../errors.js';
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

/** Bytes of a log that a page sends along. */
const maxWebLog = 262_144;

export function exportHandlers({ exports }: ApiDeps): Pick<Handlers, 'exportSession'> {
  return {
    async exportSession({ params, body, signal }) {
      const { web_log: webLog, desktop } = body;
      if (webLog !== undefined && Buffer.byteLength(webLog) > maxWebLog)
        throw invalid('web_log', `must NOT have more than ${maxWebLog} bytes`);
      const made = await exports.make(
        params.session_id,
        { desktop, ...(webLog === undefined ? {} : { webLog }) },
        signal,
      );
      return {
        ...made,
        mediaType: 'application/zip',
        fileName: `agent-session-${safeId(params.session_id)}.zip`,
        disposition: 'attachment',
        cacheControl: 'no-store',
      };
    },
  };
}

function safeId(id: string): string {
  return id.replace(/[^\w-]/g, '').slice(0, 48);
}
