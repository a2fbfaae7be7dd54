/** Edit and resend: puts a prompt back into the box; sending it undoes what followed the original (web.md 5.12). */
import { signal } from '@preact/signals';
import type { TranscriptAttachment, TranscriptTurn } from '../../../../schemas/generated/types.js';
import type { Draft, DraftFile } from '../drafts.js';
import type { OpenSession } from '../open.js';
import { promptsFrom } from '../prompts.js';
import { boxes } from './box.js';

interface Resend {
  turnId: string;
  ordinal: number;
  /** content of the box before */
  before: Draft;
}

/** by session id */
const resends = signal<ReadonlyMap<string, Resend>>(new Map());

export function resendOf(id: string): Resend | undefined {
  return resends.value.get(id);
}

function set(id: string, resend: Resend | undefined): void {
  const next = new Map(resends.peek());
  if (resend) next.set(id, resend);
  else next.delete(id);
  resends.value = next;
}

export async function beginResend(session: OpenSession, turn: TranscriptTurn): Promise<void> {
  const { turnId, ordinal, prompt = '', attachmentIds = [] } = turn;
  const box = boxes.get(session.id);
  if (!box) return;
  // throws if the prompt is no longer there
  await promptsFrom(session, turnId);
  const { attachments } = session.state.peek().timeline;
  set(session.id, { turnId, ordinal, before: box.draft() });
  const files = attachmentIds.flatMap((id) => fileOf(attachments.get(id)));
  box.put({ text: prompt, mentions: mentionsIn(prompt), files });
  box.focus();
}

/** Treats every path after an @ as a mention, because the prompt no longer contains which ones were. */
function mentionsIn(prompt: string): string[] {
  return [...prompt.matchAll(/(?<=^|\s)@([^\s@:]+)/g)].map(([, path = '']) => path);
}

function fileOf(attachment: TranscriptAttachment | undefined): DraftFile[] {
  const { source, mediaType = '', name, size = 0 } = attachment ?? {};
  if (!source || source.kind === 'url') return [];
  return [
    {
      fileId: source.fileId,
      name: name ?? mediaType.split('/', 1)[0] ?? '',
      mediaType,
      size,
      ...(source.kind === 'session_media' && { isKept: true }),
    },
  ];
}

/** Cancels: the prompt in the transcript stays, and the box gets its previous content back. */
export function leaveResend(id: string): void {
  const resend = resends.peek().get(id);
  if (!resend) return;
  set(id, undefined);
  boxes.get(id)?.put(resend.before);
}

/** Undoes the turns from the prompt in the box on; files stay as they are. */
export async function undoForResend(session: OpenSession): Promise<void> {
  const resend = resends.peek().get(session.id);
  if (!resend) return;
  await session.model.undo({ count: await promptsFrom(session, resend.turnId), page_size: 1 });
  set(session.id, undefined);
}
