/** Exports of sessions (rest.md 9.9). */
import { invalid } from '../errors.js';
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

/** Maximum bytes of a log that the page sends. */
const maxWebLog = 262_144;

export function exportHandlers({ exports }: ApiDeps) {
  return {
    async exportSession({ params, body, signal }) {
      const { web_log: webLog, desktop, format, include } = body;
      const { session_id: id } = params;
      if (format === 'html') {
        const made = await exports.makeDocument(id, shownOf(include), signal);
        return { ...made, ...download, mediaType: 'text/html; charset=utf-8', fileName: nameOf(id, 'html') };
      }
      if (include !== undefined) throw invalid('include', 'only with format html');
      if (webLog !== undefined && Buffer.byteLength(webLog) > maxWebLog)
        throw invalid('web_log', `must have at most ${maxWebLog} bytes`);
      const made = await exports.make(id, { desktop, webLog }, signal);
      return { ...made, ...download, mediaType: 'application/zip', fileName: nameOf(id, 'zip') };
    },
  } satisfies Partial<Handlers>;
}

const download = { disposition: 'attachment', cacheControl: 'no-store' } as const;

type Include = Parameters<Handlers['exportSession']>[0]['body']['include'];

function shownOf(include: Include) {
  return {
    toolOutput: include?.tool_output ?? true,
    thinking: include?.thinking ?? true,
    fileContents: include?.file_contents ?? true,
    paths: include?.paths ?? false,
  };
}

function nameOf(id: string, ending: string): string {
  return `agent-session-${id.replace(/[^\w-]/g, '').slice(0, 48)}.${ending}`;
}
