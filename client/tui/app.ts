/** The terminal UI: routes keys to the front layer, and draws the shown session. */
import type { SessionState } from '../session/state.js';
import { isWorking } from '../session/working.js';
import type { CommandContext, Surface } from '../commands/command.js';
import type { Client } from '../api/client.js';
import type { Files } from '../api/files.js';
import type { Stream } from '../api/stream.js';
import type { Attention } from './attention.js';
import type { ClipboardContent } from './clipboard.js';
import type { Conversation } from './conversation.js';
import { createCurrent, type Current, type ShownSession } from './current.js';
import { complete } from './input/complete.js';
import { createInput, type Input } from './input/input.js';
import { createMedia } from './input/media.js';
import { tipOf, type Keymap } from './keys/actions.js';
import { createKeyRouting } from './keys/routing.js';
import { createNotice, createSpinner } from './notice.js';
import { createFront, type Asked } from './panels/front.js';
import type { Panel } from './panels/panel.js';
import { layoutRegion } from './region.js';
import type { TuiSettings } from './settings.js';
import { createSessionFacts } from './sessionfacts.js';
import { createStatusCommand, statusInputOf } from './statuscommand.js';
import type { Key } from './terminal/keynames.js';
import type { Screen, Size } from './terminal/screen.js';
import type { Line, Painter } from './text/line.js';
import type { TranscriptLayout } from './transcript/forms.js';
import { isRunningShell } from './transcript/notes.js';
import { createPreview, openHunks } from './views/hunks.js';
import type { Pager } from './views/pager.js';

export interface AppDeps {
  screen: Screen;
  paint: Painter;
  keymap: Keymap;
  /** the current settings */
  settings: TuiSettings;
  layout(): TranscriptLayout;
  /** warnings that are already on the screen */
  noticed: ReadonlySet<string>;
  size(): Size;
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  userHome: string;
  version: string;
  now(): number;
  pager: Pager;
  attention: Attention;
  /** creates the surface for slash commands */
  surface(app: () => App): Surface;
  /** functions that need the process: suspend, editor, clipboard, files, browser */
  process: ProcessSide;
  /** Creates a session in this directory, and shows it. */
  startNew(cwd: string): Promise<void>;
  /** Ends the UI with this exit code. */
  exit(code: number): void;
}

export interface ProcessSide {
  suspend(): void;
  edit(text: string): Promise<string | undefined>;
  copy(text: string): Promise<string>;
  readClipboard(): Promise<ClipboardContent | undefined>;
  save: Surface['save'];
  /** Opens the page of the server; resolves with a sentence about it. */
  openPage(): Promise<string>;
  /** Opens the page of the desktop app; resolves with a sentence about it. */
  openDesktop(): Promise<string>;
}

/** The server that the UI currently uses. */
export interface Link {
  client: Client;
  stream: Stream;
  files: Pick<Files, 'exportSession' | 'uploadFile'>;
  server: CommandContext['server'];
}

export interface App {
  key(key: Key): void;
  paste(text: string): void;
  focus(isFocused: boolean): void;
  /** Switches to a session. */
  enter(link: Link, session: ShownSession): Promise<Conversation>;
  /** Asks the user with a panel; resolves with the number of the choice. */
  ask(asked: Asked): Promise<number | undefined>;
  show(panel: Panel | undefined): void;
  /** Puts a text into the input if that is empty; returns whether it did. */
  prefill(text: string): boolean;
  changed(): void;
  /** Exits; asks first when something runs. */
  leave(): Promise<void>;
  commit(lines: readonly Line[]): void;
  notice(text: string): void;
  setConnection(text: string): void;
  setWaiting(count: number): void;
  readonly conversation: Conversation | undefined;
  /** directory of the session, or of the shell before there is one */
  readonly cwd: string;
  /** Stops drawing; optionally keeps the input as the session's draft. */
  close(keepsDraft: boolean): Promise<void>;
}

export function createApp(deps: AppDeps): App {
  const { screen, paint, keymap, settings } = deps;
  let waiting = 0;
  let showsAllTodos = false;
  let isDirty = false;
  let isClosed = false;
  let wasBusy = false;
  let ranShell = false;
  /** number of turns that ended in this UI */
  let turns = 0;
  const since = new Map<string, number>();

  const spinner = createSpinner(() => settings.reducedMotion, changed);
  const notice = createNotice(deps.now, changed);
  const statusCommand = createStatusCommand({
    command: () => settings.statusCommand,
    cwd: () => current.cwd,
    env: deps.env,
    now: deps.now,
    changed,
  });
  const front = createFront({ keymap, waiting: () => current.conversation?.panel(), now: deps.now, changed });
  const current: Current = createCurrent({
    cwd: deps.cwd,
    userHome: deps.userHome,
    version: deps.version,
    keymap,
    keepsDrafts: () => settings.drafts,
    layout: deps.layout,
    noticed: deps.noticed,
    isStalled: () => screen.isStalled,
    now: deps.now,
    surface: () => deps.surface(() => app),
    commit,
    notice: notice.show,
    prefill,
    restoreDraft: (pieces) => input.restore(pieces),
    ask: front.ask,
    startNew: deps.startNew,
    preview: createPreview(deps.pager),
    edit: deps.process.edit,
    chooseHunks(approval, decide) {
      const { client } = current.link ?? {};
      const session = current.conversation?.session;
      if (!client || !session) return;
      openHunks(approval, { ...deps, client, session, edit: deps.process.edit, notice: notice.show, decide });
    },
    changed,
    updated,
  });
  const facts = createSessionFacts({
    session() {
      const { conversation, link } = current;
      return conversation && link && { client: link.client, id: conversation.session.get().id };
    },
    now: deps.now,
    changed,
  });
  const input: Input = createInput({
    keymap,
    history: () => current.conversation?.history,
    async complete(kind, word) {
      const { conversation, link, cwd } = current;
      return conversation && link
        ? await complete(kind, word, {
            client: link.client,
            cwd,
            skills: conversation.skills,
            context: conversation.context,
          })
        : [];
    },
    media: createMedia({
      server: () => current.link,
      model: () => current.conversation?.session.get().settings.model ?? '',
      cwd: () => current.cwd,
      home: deps.userHome,
      notice: notice.show,
    }),
    suggests: () => settings.historySuggestions,
    usesVim: () => settings.vim,
    submit(submission) {
      // the notice for the previous line does not apply to this one
      notice.show('');
      current.submit(submission);
    },
    changed,
    notice: notice.show,
  });

  function commit(lines: readonly Line[]): void {
    // lays out the live region before the frame that prints the rows, so that both show the same moment
    changed();
    screen.commit(lines.map(paint));
  }

  function changed(): void {
    if (isDirty || isClosed) return;
    isDirty = true;
    queueMicrotask(draw);
  }

  function draw(): void {
    isDirty = false;
    if (isClosed) return;
    current.draft(input.draft());
    const { conversation, connection, cwd } = current;
    const { columns: width, rows: height } = deps.size();
    const panel = front.panel();
    const state = conversation?.session.get();
    if (state?.isLoaded)
      statusCommand.update(statusInputOf(state, { cwd, gitBranch: facts.git?.branch ?? '', version: deps.version }));
    spinner.run(
      (conversation?.isBusy === true || ranShell) && connection === '',
      state !== undefined && state.approvals.length + state.questions.length > 0,
    );
    if (screen.isStalled) return;
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
        sending: conversation?.sending ?? [],
        held: current.held,
        notice: notice.text,
        connection,
        cwd,
        userHome: deps.userHome,
        git: facts.git,
        budget: facts.budget,
        isAsking: panel !== undefined,
        waiting: Math.max(0, waiting - (state ? state.approvals.length + state.questions.length : 0)),
        showsAllTodos,
        isNormal: input.isNormal,
        statusNames: settings.statusItems,
        statusLine: statusCommand.line,
        tip: tipOf(turns, keymap),
        spinner: panel ? '' : spinner.frame,
        now: deps.now(),
      },
      { width, height },
    );
    const lines = region.lines.map(paint);
    screen.draw({ rows: lines, caret: region.caret });
  }

  function updated(state: SessionState): void {
    deps.attention.update(state);
    const isBusy = isWorking(state);
    const runsShell = state.tasks.some(isRunningShell);
    if (wasBusy && !isBusy) turns += 1;
    if ((wasBusy && !isBusy) || (ranShell && !runsShell)) facts.refresh();
    wasBusy = isBusy;
    ranShell = runsShell;
  }

  function prefill(text: string): boolean {
    if (!input.buffer.isEmpty) return false;
    input.set(text);
    return true;
  }

  screen.onReady(() => {
    current.conversation?.refresh();
    changed();
  });
  const keys = createKeyRouting({
    keymap,
    input,
    front,
    notice,
    screen,
    pager: deps.pager,
    process: deps.process,
    conversation: () => current.conversation,
    server: () => current.link,
    submit: current.submit,
    toggleTodos() {
      showsAllTodos = !showsAllTodos;
    },
    exit: deps.exit,
    changed,
  });

  const app: App = {
    key(key) {
      facts.keyed();
      keys.key(key);
    },
    paste(text) {
      front.keyed();
      if (deps.pager.isOpen) return deps.pager.paste(text);
      const panel = front.panel();
      if (panel && front.isReady(panel) && panel.takesPaste?.() !== false) panel.paste(text);
      else input.paste(text);
    },
    focus(isFocused) {
      deps.attention.focus(isFocused);
      facts.focus(isFocused);
    },
    async enter(next, session) {
      const conversation = await current.enter(next, session);
      facts.refresh();
      return conversation;
    },
    ask: front.ask,
    show: front.show,
    prefill,
    changed,
    leave: keys.leave,
    commit,
    notice: notice.show,
    setConnection: current.setConnection,
    setWaiting(count) {
      waiting = count;
      changed();
    },
    get conversation() {
      return current.conversation;
    },
    get cwd() {
      return current.cwd;
    },
    async close(keepsDraft) {
      isClosed = true;
      spinner.run(false, false);
      notice.close();
      deps.attention.close();
      statusCommand.close();
      await current.close(keepsDraft);
    },
  };
  return app;
}
