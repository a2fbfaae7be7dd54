/** Actions on a session or a workspace in any list, with the note that reports the result. */
import { ApiFailure } from '../../../client/api/failure.js';
import type { Client } from '../../../client/api/client.js';
import { confirmAction } from '../../parts/dialog.js';
import { addressOf } from '../../live/base.js';
import { titleOf, type Entry } from '../../live/entries.js';
import { showNote } from '../../live/notes.js';
import { navigate, route } from '../../live/routes.js';
import { server } from '../../live/server.js';
import { refreshSessions } from '../../live/sessions.js';
import { text } from '../../live/text.js';
import { reasonOf } from '../../parts/failure.js';

/** Runs a call and shows a refusal as a note. Resolves with whether the call succeeded. */
export async function attempt(action: (client: Client) => Promise<unknown>): Promise<boolean> {
  const current = server.peek();
  if (!current) return false;
  try {
    await action(current.client);
    return true;
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) return false;
    showNote(reasonOf(error), { isError: true });
    return false;
  } finally {
    refreshSessions();
  }
}

export async function renameSession(id: string, title: string): Promise<boolean> {
  return await attempt((client) => client.updateSessionProfile({ params: { session_id: id }, body: { title } }));
}

export async function archiveSession(entry: Entry): Promise<void> {
  const params = { session_id: entry.id };
  if (!(await attempt((client) => client.archiveSession({ params })))) return;
  showNote(text('note.archived', { title: titleOf(entry) }), {
    action: { label: text('note.undo'), run: () => void restoreSession(entry.id) },
  });
}

export async function restoreSession(id: string): Promise<boolean> {
  return await attempt((client) => client.restoreSession({ params: { session_id: id } }));
}

export async function deleteSession(entry: Entry): Promise<void> {
  const title = titleOf(entry);
  const isSure = await confirmAction({
    title: text('delete.title'),
    text: text('delete.text', { title }),
    action: text('delete.action'),
  });
  if (!isSure) return;
  if (!(await attempt((client) => client.deleteSession({ params: { session_id: entry.id } })))) return;
  showNote(text('note.deleted', { title }));
  if (route.peek().parts[1] === entry.id) navigate('/');
}

export async function forkSession(entry: Entry): Promise<void> {
  let id = '';
  const isDone = await attempt(async (client) => {
    ({ id } = await client.forkSession({ params: { session_id: entry.id }, body: {} }));
  });
  if (!isDone) return;
  navigate(`/sessions/${id}`);
  showNote(text('note.forked', { title: titleOf(entry) }));
}

export async function generateTitle(id: string): Promise<void> {
  await attempt((client) => client.generateSessionTitle({ params: { session_id: id }, body: {} }));
}

export async function renameWorkspace(id: string, name: string): Promise<boolean> {
  return await attempt((client) => client.renameWorkspace({ params: { workspace_id: id }, body: { name } }));
}

export async function removeWorkspace(id: string): Promise<void> {
  await attempt((client) => client.unregisterWorkspace({ params: { workspace_id: id } }));
}

/** Returns the address of a session without a token, for sharing. */
export function sessionLink(id: string): string {
  return new URL(addressOf(`/sessions/${id}`), location.origin).href;
}
