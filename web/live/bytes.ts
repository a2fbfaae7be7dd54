/** Downloads that need the token, which a plain link cannot send: images to show, files that the browser saves. */
import { createFiles, type Files } from '../../client/api/files.js';
import { apiBase } from './base.js';
import { token } from './token.js';

let calls: Files | undefined;

/** Returns the API calls that transfer bytes. */
export function fileCalls(): Files {
  calls ??= createFiles({ baseUrl: apiBase, token: () => token.peek() });
  return calls;
}

/** Saves the body of a response under the name that the server gave it. */
export async function saveAnswer(answer: Response, name: string): Promise<void> {
  saveBlob(await answer.blob(), nameIn(answer) ?? name);
}

/** Saves bytes under a name. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // the browser has started the download by then
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function nameIn({ headers }: Response): string | undefined {
  const given = headers.get('content-disposition') ?? '';
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(given) ?? [];
  const [, plain] = /filename="([^"]*)"/i.exec(given) ?? [];
  try {
    return encoded === undefined ? plain : decodeURIComponent(encoded);
  } catch {
    // the name is not encoded as its header claims
    return plain;
  }
}
