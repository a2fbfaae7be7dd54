/** Drafts of the message box: stored on this device immediately, and shared with other devices later (web.md 5.6). */
import type { Client } from '../../../client/api/client.js';
import type { PermissionMode } from '../../../schemas/generated/types.js';
import { ownKey } from '../../live/base.js';
import { server } from '../../live/server.js';
import { createTabMap } from '../../live/tabmap.js';

export interface DraftFile {
  fileId: string;
  name: string;
  mediaType: string;
  size: number;
  /** epoch ms after which the server no longer has the file */
  expiresAt?: number;
  /** the session already has the file */
  isKept?: true;
}

export interface Draft {
  text: string;
  /** paths chosen from the list of files; other text after an @ stays text */
  mentions: readonly string[];
  files: readonly DraftFile[];
}

interface KeptDraft extends Draft {
  /** epoch ms of the last change */
  at: number;
}

const prefix = `${ownKey('agent.draft')}.`;
const storePrefix = 'web.draft.';
const indexKey = 'web.drafts';
const mostDrafts = 100;
const writtenAfterMs = 300;
const sharedAfterMs = 5_000;

interface Timers {
  /** draft that is not written yet */
  kept?: KeptDraft;
  write?: ReturnType<typeof setTimeout>;
  share?: ReturnType<typeof setTimeout>;
}

const timers = new Map<string, Timers>();

// a reload just after a key press loses nothing
addEventListener('pagehide', () => {
  for (const [id, { kept }] of timers) if (kept) writeHere(id, kept);
});

export const emptyDraft: Draft = { text: '', mentions: [], files: [] };

export function isEmptyDraft({ text, files }: Draft): boolean {
  return text === '' && files.length === 0;
}

export function joinDrafts(drafts: readonly Draft[]): Draft {
  return {
    text: drafts.flatMap(({ text }) => (text === '' ? [] : [text])).join('\n\n'),
    mentions: [...new Set(drafts.flatMap(({ mentions }) => mentions))],
    files: drafts.flatMap(({ files }) => files),
  };
}

/** Messages sent from a box that the server has not accepted yet, oldest first, and the text written after them. */
interface InFlight {
  sent: { draft: Draft; refusal?: { reason: unknown } }[];
  written: Draft;
}

/** by draft id */
const inFlight = new Map<string, InFlight>();

/** Adds unaccepted messages to the stored draft, so that closing the page loses nothing. */
function whole(id: string, draft: Draft): Draft {
  const flight = inFlight.get(id);
  if (!flight) return draft;
  flight.written = draft;
  return joinDrafts([...flight.sent.map((each) => each.draft), draft]);
}

/**
 * Marks `draft` as sent; the box is empty meanwhile. `accepted` removes it from the stored draft. Once all messages
 * are settled, `giveBack` receives the refused ones in order, with the reason of the first.
 */
export function beginFlight(
  id: string,
  draft: Draft,
  giveBack: (refused: Draft, written: Draft, reason: unknown) => void,
): { accepted(): void; refused(reason: unknown): void } {
  const flight = inFlight.get(id) ?? { sent: [], written: emptyDraft };
  const message: InFlight['sent'][number] = { draft };
  flight.sent.push(message);
  flight.written = emptyDraft;
  inFlight.set(id, flight);
  const settle = (): void => {
    const { sent, written } = flight;
    if (sent.some(({ refusal }) => !refusal)) return keepDraftNow(id, written);
    inFlight.delete(id);
    const [first] = sent;
    if (first) giveBack(joinDrafts(sent.map((each) => each.draft)), written, first.refusal?.reason);
    else keepDraftNow(id, written);
  };
  return {
    accepted() {
      flight.sent.splice(flight.sent.indexOf(message), 1);
      settle();
    },
    refused(reason) {
      message.refusal = { reason };
      settle();
    },
  };
}

/** Returns the draft that the box shows. */
export function readDraft(id: string): Draft {
  return inFlight.get(id)?.written ?? timers.get(id)?.kept ?? readKept(id) ?? emptyDraft;
}

/** Calls `listener` with each draft that another tab changes. */
export function watchDrafts(listener: (id: string, draft: Draft) => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (!key?.startsWith(prefix)) return;
    const id = key.slice(prefix.length);
    if (!inFlight.has(id)) listener(id, parseDraft(newValue) ?? emptyDraft);
  });
}

function readKept(id: string): KeptDraft | undefined {
  try {
    return parseDraft(localStorage.getItem(prefix + id));
  } catch {
    // storage is switched off
    return undefined;
  }
}

function parseDraft(value: string | null): KeptDraft | undefined {
  if (value === null) return undefined;
  try {
    const { text, mentions, files, at } = JSON.parse(value) as Partial<KeptDraft>;
    if (typeof text !== 'string' || !Array.isArray(files) || !Array.isArray(mentions)) return undefined;
    return { text, mentions, files, at: Number(at) || 0 };
  } catch {
    // damaged: treat it as absent
    return undefined;
  }
}

/** Stores the draft on this device soon, and for other devices after a pause. */
export function keepDraft(id: string, written: Draft): void {
  const kept = { ...whole(id, written), at: Date.now() };
  const { write, share } = timers.get(id) ?? {};
  clearTimeout(write);
  clearTimeout(share);
  timers.set(id, {
    kept,
    write: setTimeout(() => {
      delete timers.get(id)?.kept;
      writeHere(id, kept);
    }, writtenAfterMs),
    share: setTimeout(() => void shareDraft(id, kept), sharedAfterMs),
  });
}

/** Stores the draft everywhere now, because the box closes or the server accepted its prompt. */
export function keepDraftNow(id: string, written: Draft): void {
  const draft = whole(id, written);
  const { write, share } = timers.get(id) ?? {};
  clearTimeout(write);
  clearTimeout(share);
  timers.delete(id);
  const known = readKept(id);
  const isSame = known !== undefined && known.text === draft.text && known.files.length === draft.files.length;
  if (write === undefined && isSame) return;
  if (known === undefined && write === undefined && isEmptyDraft(draft)) return;
  const kept = { ...draft, at: Date.now() };
  writeHere(id, kept);
  void shareDraft(id, kept);
}

function writeHere(id: string, kept: KeptDraft): void {
  try {
    if (isEmptyDraft(kept)) localStorage.removeItem(prefix + id);
    else localStorage.setItem(prefix + id, JSON.stringify(kept));
  } catch {
    // storage is full or switched off: the draft lasts until the page is left
  }
}

/** The index keeps the time of every draft, even of a sent one, so that other devices clear theirs. */
async function shareDraft(id: string, kept: KeptDraft): Promise<void> {
  const client = server.peek()?.client;
  if (!client) return;
  try {
    const key = storePrefix + id;
    if (isEmptyDraft(kept)) await client.removeGuiItem({ body: { key } });
    else await client.setGuiItem({ body: { key, value: JSON.stringify(kept) } });
    const index = Object.entries({ ...(await readIndex(client)), [id]: kept.at }).sort(([, a], [, b]) => b - a);
    for (const [old] of index.splice(mostDrafts)) await client.removeGuiItem({ body: { key: storePrefix + old } });
    await client.setGuiItem({ body: { key: indexKey, value: JSON.stringify(Object.fromEntries(index)) } });
  } catch {
    // this device has the draft; the next change tries again
  }
}

async function readIndex(client: Client): Promise<Record<string, number>> {
  const { value } = await client.getGuiItem({ query: { key: indexKey } });
  try {
    return (JSON.parse(value ?? '{}') as Record<string, number> | null) ?? {};
  } catch {
    // damaged: treat it as empty
    return {};
  }
}

/** Returns the draft of another device if it is newer than the local one, else undefined. */
export async function readNewerDraft(id: string): Promise<Draft | undefined> {
  const client = server.peek()?.client;
  if (!client || inFlight.has(id)) return undefined;
  const here = readKept(id)?.at ?? 0;
  try {
    const [{ value }, index] = await Promise.all([
      client.getGuiItem({ query: { key: storePrefix + id } }),
      readIndex(client),
    ]);
    const there = parseDraft(value);
    const sentAt = index[id] ?? 0;
    const newer = there ?? (here > 0 ? { ...emptyDraft, at: sentAt } : undefined);
    if (!newer || newer.at <= here) return undefined;
    writeHere(id, newer);
    return newer;
  } catch {
    // keep the local draft
    return undefined;
  }
}

/** Choices for a session that does not exist yet. */
export interface Choices {
  directory?: string;
  model?: string;
  effort?: string;
  mode?: PermissionMode;
  isPlan?: boolean;
  /** name of an agent profile */
  agent?: string;
  /** additional directories, one per line */
  dirs?: string;
}

const choicesKey = `${prefix}new.choices`;

export function readChoices(): Choices {
  try {
    return (JSON.parse(localStorage.getItem(choicesKey) ?? '{}') as Choices | null) ?? {};
  } catch {
    // damaged, or storage is switched off
    return {};
  }
}

export function keepChoices(choices: Choices): void {
  try {
    localStorage.setItem(choicesKey, JSON.stringify(choices));
  } catch {
    // storage is full or switched off: the choices last until the page is left
  }
}

interface QueueEdit {
  promptId: string;
  /** the edited text */
  words: string;
}

/** session id → the unsaved edit of a queued prompt, restored when the session is shown again */
export const queueEdits = createTabMap<QueueEdit>('agent.queue', 50);

/** draft id → why its message was refused, shown above the box that got it back */
const reasons = new Map<string, unknown>();

export function keepReason(id: string, reason: unknown): void {
  reasons.set(id, reason);
}

export function takeReason(id: string): unknown {
  const reason = reasons.get(id);
  reasons.delete(id);
  return reason;
}

/** Removes all drafts; sign-out calls this together with removing the token. */
export function forgetDrafts(): void {
  queueEdits.clear();
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // storage is switched off, so it contains nothing
  }
}
