/** The shown session: holds submissions while there is no server, and keeps its draft (tui.md 2.1, 2.4, 2.6, 4.4). */
import { inTime } from '../api/stream.js';
import type { Surface } from '../commands/command.js';
import type { SessionModel } from '../session/session.js';
import type { SessionState } from '../session/state.js';
import type { Link } from './app.js';
import { attempt } from './attempt.js';
import { openConversation, type Conversation, type ConversationDeps, type HeldSubmission } from './conversation.js';
import { createShown, type Shown } from './shown.js';
import type { TranscriptForms } from './transcript/forms.js';
import type { Piece } from './input/buffer.js';
import { createDrafts, piecesOf, type Draft, type Drafts } from './input/drafts.js';
import type { Asked } from './panels/front.js';

/** Maximum wait at the end for a server that stores the draft, in milliseconds. */
const closeWaitMs = 1_000;

export interface CurrentDeps extends Pick<
  ConversationDeps,
  | 'userHome'
  | 'version'
  | 'keymap'
  | 'layout'
  | 'now'
  | 'commit'
  | 'notice'
  | 'preview'
  | 'edit'
  | 'chooseHunks'
  | 'changed'
  | 'updated'
  | 'isStalled'
> {
  /** the forms of transcript texts */
  forms?: TranscriptForms;
  /** warnings that are already on the screen */
  noticed?: ReadonlySet<string>;
  /** the directory until a session exists */
  cwd: string;
  surface(): Surface;
  keepsDrafts(): boolean;
  /** Puts a text into the input if that is empty; returns whether it did. */
  prefill(text: string): boolean;
  /** Restores the input from when the session was last open. */
  restoreDraft(pieces: readonly Piece[]): boolean;
  ask(asked: Asked): Promise<number | undefined>;
  /** Creates a session in this directory, and shows it. */
  startNew(cwd: string): Promise<void>;
}

export interface ShownSession {
  id: string;
  workspaceId: string;
  cwd: string;
}

export interface Current {
  readonly conversation: Conversation | undefined;
  readonly link: Link | undefined;
  readonly cwd: string;
  /** prompts that wait locally for a server or a session */
  readonly held: readonly string[];
  /** the problem of the connection; empty when there is none */
  readonly connection: string;
  enter(link: Link, session: ShownSession): Promise<Conversation>;
  submit(submission: HeldSubmission): void;
  setConnection(text: string): void;
  /** Takes over unsent input. */
  draft(draft: Draft): void;
  /** `keepsDraft`: the session continues to exist, and its draft is kept. */
  close(keepsDraft: boolean): Promise<void>;
}

export function createCurrent(deps: CurrentDeps): Current {
  const { changed } = deps;
  let conversation: Conversation | undefined;
  let link: Link | undefined;
  let { cwd } = deps;
  let drafts: Drafts | undefined;
  let typed: Draft = { version: '', isEmpty: true, pieces: () => [] };
  let shown: { id: string; of: Shown } | undefined;
  let connection = '';
  let held: HeldSubmission[] = [];
  let typedBefore = 0;
  let isEntering = false;
  /** what other clients did to the session */
  let presence: 'there' | 'archived' | 'deleted' = 'there';

  function submit(typed: HeldSubmission): void {
    const submission = { ...typed, place: typed.place ?? (typedBefore += 1) };
    const { mode, text } = submission;
    // slash commands handle a missing server themselves
    const waits = mode === 'shell' || !text.startsWith('/');
    if (conversation && !isEntering && (connection === '' || !waits)) void send(conversation, submission);
    else if (text.trim() !== '') hold(submission);
    changed();
  }

  /** Keeps typing order: what was being sent when the server was lost precedes later input. */
  function hold(submission: HeldSubmission): void {
    const place = submission.place ?? (typedBefore += 1);
    held = [...held, { ...submission, place }].sort((a, b) => (a.place ?? 0) - (b.place ?? 0));
  }

  function sendHeld(): void {
    if (!conversation || isEntering || connection !== '') return;
    const waiting = held;
    held = [];
    for (const each of waiting) void send(conversation, each);
    changed();
  }

  async function send(to: Conversation, submission: HeldSubmission): Promise<void> {
    const isPrompt = submission.mode === 'shell' || !submission.text.trim().startsWith('/');
    if (presence === 'there' || !isPrompt || submission.text.trim() === '') return await to.submit(submission);
    const isArchived = presence === 'archived';
    const back = isArchived ? ['Restore it and send'] : [];
    const choices = [...back, 'Start a new session', 'Cancel'];
    const title = isArchived ? 'This session is archived.' : 'This session was deleted.';
    const choice = await deps.ask({ title, choices });
    const chosen = choices[(choice ?? choices.length) - 1];
    if (chosen === 'Cancel' || chosen === undefined) return keep(submission);
    const done = await attempt(async () => {
      if (chosen === 'Start a new session') await deps.startNew(cwd);
      else await link?.client.restoreSession({ params: { session_id: to.session.get().id } });
      presence = 'there';
      return true;
    }, deps.notice);
    if (done === true) submit(submission);
    else keep(submission);
  }

  function keep({ mode, text }: HeldSubmission): void {
    const typed = mode === 'shell' ? `!${text}` : text;
    if (!deps.prefill(typed)) deps.notice('Not sent: clear the input first, it is in the history');
  }

  function notePresence(state: SessionState): void {
    const before = presence;
    presence = state.isGone ? 'deleted' : state.session?.archived === true ? 'archived' : 'there';
    if (presence === before || presence === 'there') return;
    deps.notice(`This session was ${presence} elsewhere.`);
  }

  return {
    get conversation() {
      return conversation;
    },
    get link() {
      return link;
    },
    get cwd() {
      return cwd;
    },
    get held() {
      return held.map(({ text }) => text);
    },
    get connection() {
      return connection;
    },
    async enter(next, session) {
      conversation?.close();
      link = next;
      cwd = session.cwd;
      isEntering = true;
      presence = 'there';
      // the same session on another server continues in place
      const isReplaced = shown?.id === session.id;
      if (shown?.id !== session.id) shown = { id: session.id, of: createShown(deps) };
      const mine = openConversation({
        ...deps,
        ...next,
        sessionId: session.id,
        workspaceId: session.workspaceId,
        cwd,
        surface: deps.surface(),
        shown: shown.of,
        restore: deps.prefill,
        hold(submission) {
          if (shown?.id !== session.id) {
            deps.notice('Not sent to the session before: its server was lost');
            return keep(submission);
          }
          hold(submission);
          sendHeld();
        },
        updated(state) {
          notePresence(state);
          deps.updated(state);
        },
      });
      conversation = mine;
      await loaded(mine.session);
      // prints the history before waiting submissions
      await deps.layout().code?.load();
      const mineDrafts = deps.keepsDrafts() ? createDrafts(next.client, session.id) : undefined;
      const kept = (await mineDrafts?.read()) ?? [];
      // another session was entered meanwhile
      if (conversation !== mine) return mine;
      // newer input replaces the draft
      if (kept.length > 0 && held.length === 0 && !isReplaced) deps.restoreDraft(kept);
      drafts = mineDrafts;
      if (isReplaced) drafts?.changed(typed);
      isEntering = false;
      sendHeld();
      changed();
      return mine;
    },
    submit,
    setConnection(text) {
      connection = text;
      sendHeld();
      changed();
    },
    draft(draft) {
      const isEmptied = draft.isEmpty && !typed.isEmpty;
      typed = draft;
      drafts?.changed(draft);
      // sent input is no longer a draft
      if (isEmptied) void drafts?.flush();
    },
    async close(keepsDraft) {
      const unsent = held.flatMap(({ mode, text, media }): Piece[] => [
        mode === 'shell' ? '!' : '',
        ...piecesOf(text, media),
        '\n',
      ]);
      const { pieces } = typed;
      const all = keepsDraft ? (): Piece[] => trimmed([...unsent, ...pieces()]) : (): Piece[] => [];
      drafts?.changed({ version: 'closed', isEmpty: false, pieces: all });
      if (drafts) await inTime(drafts.flush(), closeWaitMs);
      conversation?.close();
    },
  };
}

/** Removes an empty row at the end. */
function trimmed(pieces: readonly Piece[]): Piece[] {
  return pieces.at(-1) === '\n' ? pieces.slice(0, -1) : [...pieces];
}

/** Resolves when the session has been read, or does not exist. */
function loaded(session: Pick<SessionModel, 'get' | 'subscribe'>): Promise<void> {
  const isThere = (): boolean => session.get().isLoaded || session.get().isGone;
  if (isThere()) return Promise.resolve();
  return new Promise((resolve) => {
    const leave = session.subscribe(() => {
      if (!isThere()) return;
      leave();
      resolve();
    });
  });
}
