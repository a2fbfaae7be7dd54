/** Uploads with their progress, three at a time (web.md 5.6). */
import { ApiFailure, ConnectionFailure } from '../../client/api/failure.js';
import { credentialsOf, decode, pathOf } from '../../client/api/client.js';
import { routeTable } from '../../schemas/generated/routes.js';
import type { Upload } from '../../schemas/generated/types.js';
import { apiBase } from './base.js';
import { token } from './token.js';

export const mostUploadBytes = 256 * 1024 * 1024;
const atOnce = 3;

let running = 0;
const waiting: (() => void)[] = [];

/** `progress`: 0 to 1. `signal` aborts the upload. Rejects with ApiFailure or ConnectionFailure. */
export async function uploadFile(file: File, progress: (share: number) => void, signal: AbortSignal): Promise<Upload> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    signal.throwIfAborted();
    return await send(file, progress, signal);
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
function send(file: File, progress: (share: number) => void, signal: AbortSignal): Promise<Upload> {
  const route = routeTable.uploadFile;
  const url = `${apiBase}${pathOf('uploadFile')}`;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(route.method, url);
    for (const [name, value] of Object.entries(credentialsOf(route, token.peek())))
      request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new ConnectionFailure(`no answer from ${new URL(url).origin}`));
    request.onabort = () => reject(new DOMException('', 'AbortError'));
    request.onload = () => {
      try {
        resolve(decode(route, request.status, request.responseText, url) as Upload);
      } catch (error) {
        reject(error instanceof ApiFailure ? error : new ConnectionFailure(String(error)));
      }
    };
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.append('file', file, file.name);
    request.send(form);
  });
}
