/** Reads sessions from the server of `agent vis` (web.md 8.2). */
import { decode, queryOf } from '../../client/api/client.js';
import type { Operations } from '../../schemas/generated/visoperations.js';
import { apiBase } from '../live/base.js';
import { text } from '../live/text.js';
import { askOtherTabs, keepToken, storedTokens, openHandOver, takeFromFragment, token } from '../live/token.js';
import type { Sessions } from './source.js';

type Data<Name extends keyof Operations> = Operations[Name]['data'];

/** Takes the token from the address, this tab, or another tab: a link opened in a new tab contains none. */
export async function takeToken(): Promise<void> {
  openHandOver();
  const given = takeFromFragment() ?? storedTokens()[0] ?? (await askOtherTabs());
  if (given !== undefined) keepToken(given);
}

async function request(path: string, signal?: AbortSignal): Promise<Response> {
  try {
    return await fetch(`${apiBase}/api/v1/vis/sessions${path}`, {
      headers: { authorization: `Bearer ${token.peek() ?? ''}` },
      cache: 'no-store',
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    // browsers give no reason, and their messages differ
    throw new Error(text('vis.gone'), { cause: error });
  }
}

async function read<Name extends keyof Operations>(path: string): Promise<Data<Name>> {
  const response = await request(path);
  const route = { method: 'GET', path } as const;
  return decode(route, response.status, await response.text(), response.url) as Data<Name>;
}

/** Reads a file; a refusal arrives as a JSON envelope. */
async function readFile(path: string, signal?: AbortSignal): Promise<Blob> {
  const response = await request(path, signal);
  if (response.headers.get('content-type')?.startsWith('application/json'))
    decode({ method: 'GET', path }, response.status, await response.text(), response.url);
  return response.blob();
}

const readText = async (path: string): Promise<string> => (await readFile(path)).text();

export const visSessions: Sessions = {
  list: (query) => read<'listVisSessions'>(queryOf(query)),
  open(id) {
    const at = `/${encodeURIComponent(id)}`;
    return {
      facts: () => read<'getVisSession'>(at),
      events: (after, limit) => read<'listVisEvents'>(`${at}/events${queryOf({ after_seq: after, limit })}`),
      taskOutput: (taskId) => readText(`${at}/tasks/${encodeURIComponent(taskId)}/output`),
      log: (which) => readText(`${at}/logs?which=${which}`),
      media: (fileId, signal) => readFile(`${at}/media/${encodeURIComponent(fileId)}`, signal),
    };
  },
};
