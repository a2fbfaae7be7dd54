/** The terminal UI: keys go to what is in front, and what a session shows goes to the screen. */
import type { SessionModel } from '../session/session.js';
import type { SessionState } from '../session/state.js';
import type { CommandContext, Surface } from '../commands/command.js';
import type { Client } from '../api/client.js';
import type { Files } from '../api/files.js';
import type { Stream } from '../api/stream.js';
import { attempt } from './attempt.js';
import type { Attention } from './attention.js';
import { createShown, openConversation, type Conversation, type Shown } from './conversation.js';
import { createDrafts, type Drafts } from './input/drafts.js';
import { complete } from './input/complete.js';
import { createInput, type Input, type Submission } from './input/input.js';
import type { Keymap } from './keys/actions.js';
import { createKeyRouting } from './keys/routing.js';
import { createNotice, createSpinner } from './notice.js';
import { createFront, type Asked } from './panels/front.js';
import type { Panel } from './panels/panel.js';
import { layoutRegion } from './region.js';
import type { Key } from './terminal/keynames.js';
import type { Screen, Size } from './terminal/screen.js';
import type { Line, Painter } from './text/line.js';
import type { TranscriptLayout } from './transcript/commits.js';
import type { Pager } from './views/pager.js';

export interface AppSettings {
  thinking: 'line' | 'show' | 'hide';
  wrap: 'word' | 'terminal';
  toolLines: number;
  historySuggestions: boolean;
  drafts: boolean;
  reducedMotion: boolean;
}

export interface AppDeps {
  screen: Screen;
  paint: Painter;
  keymap: Keymap;
  settings: AppSettings;
  hyperlinks: boolean;
  size(): Size;
  cwd: string;
  userHome: string;
  version: string;
  now(): number;
  pager: Pager;
  attention: Attention;
  /** what commands ask of the terminal */
  surface(app: () => App): Surface;
  /** what only the process can do: suspend, editor, clipboard, files, browser */
  process: ProcessSide;
  /** The UI ends with this code. */
  exit(code: number): void;
}

export interface ProcessSide {
  suspend(): void;
  edit(text: string): Promise<string | undefined>;
  copy(text: string): Promise<string>;
  save: Surface['save'];
  openPage(): Promise<string>;
}

/** The server that the UI talks to now. */
export interface Link {
  client: Client;
  stream: Stream;
  files: Pick<Files, 'exportSession'>;
  server: CommandContext['server'];
}

export interface App {
  key(key: Key): void;
  paste(text: string): void;
  focus(isFocused: boolean): void;
  /** Shows a session from now on. */
  enter(link: Link, session: { id: string; workspaceId: string; cwd: string }): Promise<Conversation>;
  /** Asks the user with a panel; resolves with the number of the choice. */
  ask(asked: Asked): Promise<number | undefined>;
  show(panel: Panel | undefined): void;
  /** Puts a text into the input when that is empty; says whether it did. */
  prefill(text: string): boolean;
  changed(): void;
  /** Leaves, after asking when something runs. */
  leave(): Promise<void>;
  commit(lines: readonly Line[]): void;
  notice(text: string): void;
  setConnection(text: string): void;
  setWaiting(count: number): void;
  readonly conversation: Conversation | undefined;
  /** Nothing is drawn any more; what is typed is kept for the session. */
  close(keepsDraft: boolean): Promise<void>;
}

export function createApp(deps: AppDeps): App {
  const { screen, paint, keymap, settings } = deps;
  let conversation: Conversation | undefined;
  let link: Link | undefined;
  let drafts: Drafts | undefined;
  let shown: { id: string; of: Shown } | undefined;
  let cwd = deps.cwd;
  let connection = '';
  let git: { branch: string; isDirty: boolean } | undefined;
  let waiting = 0;
  let showsAllTodos = false;
  let isDirty = false;
  let isClosed = false;
  let wasBusy = false;
  const heldPrompts: Submission[] = [];
  const since = new Map<string, number>();

  const spinner = createSpinner(settings.reducedMotion, changed);
  const notice = createNotice(deps.now, changed);
  const front = createFront({ keymap, waiting: () => conversation?.panel(), now: deps.now, changed });
  const input: Input = createInput({
    keymap,
    history: () => conversation?.history,
    complete: async (kind, word) =>
      conversation && link
        ? await complete(kind, word, {
            client: link.client,
            cwd,
            skills: conversation.skills,
            context: conversation.context,
          })
        : [],
    suggests: () => settings.historySuggestions,
    submit(submission) {
      if (conversation) void conversation.submit(submission);
      else if (submission.text.trim() !== '') heldPrompts.push(submission);
      changed();
    },
    changed,
    notice: notice.say,
  });

  function draftText(): string {
    return (input.mode === 'shell' ? '!' : '') + input.buffer.expanded();
  }

  function layout(): TranscriptLayout {
    const { columns, rows } = deps.size();
    const { thinking, toolLines, wrap } = settings;
    return {
      width: columns,
      height: rows,
      thinking,
      toolLines,
      isWrapped: wrap === 'word',
      hyperlinks: deps.hyperlinks,
    };
  }

  function commit(lines: readonly Line[]): void {
    screen.commit(lines.map(paint));
    changed();
  }

  function changed(): void {
    if (isDirty || isClosed) return;
    isDirty = true;
    queueMicrotask(draw);
  }

  function draw(): void {
    isDirty = false;
    if (isClosed) return;
    drafts?.changed(draftText());
    const { columns: width, rows: height } = deps.size();
    const panel = front.panel();
    const state = conversation?.session.get();
    spinner.run(
      conversation?.isBusy === true && connection === '',
      state !== undefined && state.approvals.length + state.questions.length > 0,
    );
    const rows = Math.max(1, height - 4);
    const center = panel
      ? panel.view({ width, rows }, front.isReady(panel))
      : input.view({ width, rows: Math.max(1, Math.min(10, Math.floor(height / 2))) });
    const running = conversation?.commits.running ?? [];
    for (const { frameId } of running) if (!since.has(frameId)) since.set(frameId, deps.now());
    if (running.length === 0) since.clear();
    const region = layoutRegion(
      {
        state,
        open: conversation?.commits.open() ?? [],
        running,
        since,
        center,
        held: heldPrompts.map(({ text }) => text),
        notice: notice.text,
        connection,
        cwd,
        userHome: deps.userHome,
        git,
        waiting: Math.max(0, waiting - (state ? state.approvals.length + state.questions.length : 0)),
        showsAllTodos,
        spinner: panel ? '' : spinner.frame,
        now: deps.now(),
      },
      { width, height },
    );
    const lines = region.lines.map(paint);
    screen.draw({ rows: lines, caret: region.caret });
  }

  async function refreshGit(): Promise<void> {
    if (!conversation || !link) return;
    const { client } = link;
    const params = { session_id: conversation.session.get().id };
    // there may be no repository
    const status = await attempt(() => client.getGitStatus({ params, body: {} }));
    git = status && { branch: status.branch, isDirty: Object.keys(status.entries).length > 0 };
    changed();
  }

  function updated(state: SessionState): void {
    deps.attention.update(state);
    const isBusy = state.session?.busy === true;
    if (wasBusy && !isBusy) void refreshGit();
    wasBusy = isBusy;
  }

  function prefill(text: string): boolean {
    if (!input.buffer.isEmpty) return false;
    input.set(text);
    return true;
  }

  const keys = createKeyRouting({
    keymap,
    input,
    front,
    notice,
    screen,
    pager: deps.pager,
    process: deps.process,
    conversation: () => conversation,
    server: () => link,
    toggleTodos() {
      showsAllTodos = !showsAllTodos;
    },
    exit: deps.exit,
    changed,
  });

  const app: App = {
    key: keys.key,
    paste(text) {
      front.keyed();
      const panel = front.panel();
      if (panel && front.isReady(panel)) panel.paste(text);
      else input.paste(text);
    },
    focus(isFocused) {
      deps.attention.focus(isFocused);
      if (isFocused) void refreshGit();
    },
    async enter(next, session) {
      conversation?.close();
      link = next;
      cwd = session.cwd;
      // the same session on another server continues where it was
      if (shown?.id !== session.id) shown = { id: session.id, of: createShown(layout, deps.now) };
      conversation = openConversation({
        ...next,
        sessionId: session.id,
        workspaceId: session.workspaceId,
        cwd,
        version: deps.version,
        surface: deps.surface(() => app),
        keymap,
        shown: shown.of,
        layout,
        now: deps.now,
        commit,
        notice: notice.say,
        restore: prefill,
        preview: (title, lines) => deps.pager.open(title, lines),
        chooseHunks: (approval, decide) => deps.pager.hunks(approval, decide),
        changed,
        updated,
      });
      const mine = conversation;
      await loaded(mine.session);
      const mineDrafts = settings.drafts ? createDrafts(next.client, session.id) : undefined;
      const kept = (await mineDrafts?.read()) ?? '';
      if (kept !== '' && heldPrompts.length === 0) prefill(kept);
      drafts = mineDrafts;
      for (const held of heldPrompts.splice(0)) void mine.submit(held);
      void refreshGit();
      changed();
      return mine;
    },
    ask: front.ask,
    show: front.show,
    prefill,
    changed,
    leave: keys.leave,
    commit,
    notice: notice.say,
    setConnection(text) {
      connection = text;
      changed();
    },
    setWaiting(count) {
      waiting = count;
      changed();
    },
    get conversation() {
      return conversation;
    },
    async close(keepsDraft) {
      isClosed = true;
      drafts?.changed(keepsDraft ? draftText() : '');
      await drafts?.flush();
      spinner.run(false, false);
      notice.close();
      conversation?.close();
    },
  };
  return app;
}

/** Resolves when the session has been read, or is not there. */
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
