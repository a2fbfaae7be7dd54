/** The terminal UI in lines: prints what happens once, and reads answers as lines (tui.md 3.24). */
import type { Surface } from '../../commands/command.js';
import type { SessionState } from '../../session/state.js';
import { counted } from '../../view/format.js';
import type { App, ProcessSide } from '../app.js';
import { createMedia, type Medium } from '../input/media.js';
import type { Attention } from '../attention.js';
import { createCurrent, type Current } from '../current.js';
import type { Keymap } from '../keys/actions.js';
import { createLeaving } from '../leaving.js';
import { createFront, type Front } from '../panels/front.js';
import type { Size } from '../terminal/screen.js';
import { visibleText } from '../../view/clean.js';
import { createCommits } from '../transcript/commits.js';
import type { TranscriptLayout } from '../transcript/forms.js';
import { openDialogue, plainRows, type Dialogue } from './dialogue.js';
import { linearForms } from './forms.js';
import { createLines, type Asking, type Lines } from './lines.js';
import { createPages, type Pages } from './pages.js';

export interface LinearAppDeps {
  write(text: string): void;
  size(): Size;
  keymap: Keymap;
  layout(): TranscriptLayout;
  keepsDrafts(): boolean;
  cwd: string;
  userHome: string;
  version: string;
  now(): number;
  attention: Attention;
  surface(app: () => LinearApp): Surface;
  process: Pick<ProcessSide, 'suspend' | 'edit'>;
  startNew(cwd: string): Promise<void>;
  /** Whether the first prompt is not asked for yet. */
  isStarting(): boolean;
  /** Ends the UI with this exit code. */
  exit(code: number): void;
}

export interface LinearApp extends App {
  readonly pages: Pages;
  readonly lines: Lines;
  /** Prints the newest turns of the session. */
  transcript(turns: number): void;
}

const minuteMs = 60_000;
/** A second Ctrl-C or end of input exits within this time, in milliseconds. */
const twiceMs = 2_000;

export function createLinearApp(deps: LinearAppDeps): LinearApp {
  let dialogue: Dialogue | undefined;
  let busySince: number | undefined;
  let clock: NodeJS.Timeout | undefined;
  let connection = '';
  let waiting = 0;
  let armedUntil = -Infinity;
  let isClosed = false;

  const front: Front = createFront({
    keymap: deps.keymap,
    waiting: () => current.conversation?.panel(),
    now: deps.now,
    changed,
  });
  const lines: Lines = createLines({
    write: deps.write,
    columns: () => deps.size().columns,
    now: deps.now,
    isBusy: () => deps.isStarting() || current.conversation?.isBusy === true,
    history: () => current.conversation?.history.entries ?? [],
    onInterrupt: interrupt,
    onEnd: () => void leave(),
    onSuspend: deps.process.suspend,
    media: createMedia({
      server: () => current.link,
      model: () => current.conversation?.session.get().settings.model ?? '',
      cwd: () => current.cwd,
      home: deps.userHome,
      // a screen reader would read each progress line aloud
      notice: (text) => void (text.startsWith('Uploading') || notice(text)),
    }),
  });
  const print = (text: string): void => lines.print(text.split('\n'));
  const pages: Pages = createPages({
    print: lines.print,
    rows: () => deps.size().rows,
    layout: deps.layout,
    now: deps.now,
    ask: front.ask,
    submit,
    changed,
  });
  const current: Current = createCurrent({
    ...deps,
    forms: linearForms,
    surface: () => deps.surface(() => app),
    commit,
    notice,
    prefill: lines.prefill,
    restoreDraft: lines.restore,
    ask: front.ask,
    edit: deps.process.edit,
    preview(title, lines) {
      pages.open(title, lines);
      // printed pages stay
      return () => undefined;
    },
    chooseHunks: pages.hunks,
    changed,
    updated,
  });
  const leave = createLeaving({
    conversation: () => current.conversation,
    server: () => current.link,
    ask: front.ask,
    notice,
    exit: deps.exit,
  });
  const prompt: Asking = { label: 'Prompt: ', take: submit };

  function notice(text: string): void {
    if (text !== '') print(visibleText(text));
  }

  function commit(rows: Parameters<App['commit']>[0]): void {
    lines.print(plainRows(rows).filter((row) => row.trim() !== ''));
  }

  function submit(line: string, media: readonly Medium[] = []): void {
    const text = line.trim();
    const [, count] = /^\/transcript(?:\s+(\d+))?$/.exec(text) ?? [];
    if (text === '/stop') return interruptNow();
    if (count !== undefined || text === '/transcript') return transcript(Number(count ?? 1));
    if (/^\/transcript\s/.test(text)) return notice('/transcript takes a number of turns');
    if (text !== '') void current.conversation?.history.add(line);
    const isShell = line.startsWith('!');
    current.submit({ mode: isShell ? 'shell' : 'prompt', text: isShell ? line.slice(1) : line, media });
    const { held } = current;
    if (held.length > 0) print(`Queued: ${counted(held.length, 'prompt')}, until the server is there.`);
    else if (text !== '' && !text.startsWith('/') && current.conversation?.isBusy === true) print('Queued.');
  }

  function interruptNow(): void {
    if (current.conversation?.interrupt() !== true) print('Nothing runs.');
  }

  function interrupt(): void {
    const panel = front.panel();
    if (pages.isOpen) return pages.close();
    if (panel) return panel.key({ name: 'esc', text: '' });
    if (current.conversation?.interrupt()) return;
    if (deps.now() < armedUntil) return void leave();
    armedUntil = deps.now() + twiceMs;
    print('Press Ctrl-C again to exit');
  }

  function transcript(turns: number): void {
    const { conversation } = current;
    if (!conversation) return;
    const { session } = conversation;
    void (async () => {
      const loaded = (): number => session.get().timeline.items.filter(({ kind }) => kind === 'turn').length;
      while (loaded() < turns && session.get().timeline.hasOlder) await session.loadOlder();
      const state = session.get();
      const { items } = state.timeline;
      const starts = items.flatMap((item, at) => (item.kind === 'turn' ? [at] : []));
      const timeline = { ...state.timeline, hasOlder: false, items: items.slice(starts.at(-turns) ?? 0) };
      const all = createCommits({
        layout: () => ({ ...deps.layout(), toolLines: Infinity, thinking: 'show' }),
        isOwn: () => false,
        isOwnShell: () => false,
        isDecidedHere: () => true,
        interaction: (id) => session.interaction(id),
        now: deps.now,
        forms: linearForms,
        isWhole: true,
      });
      pages.open(
        'Transcript',
        all.take({ ...state, timeline }).filter((line) => line.length > 0),
      );
    })();
  }

  function asking(): Asking {
    if (pages.asking) return pages.asking;
    const panel = front.panel();
    if (!panel) dialogue = undefined;
    else if (dialogue?.panel !== panel)
      dialogue = openDialogue({
        panel,
        opensByItself: panel === current.conversation?.panel(),
        print: lines.print,
        page: () => deps.size().rows - 2,
        columns: () => deps.size().columns,
        isInFront: () => front.panel() === panel,
        changed,
      });
    else dialogue.update();
    return dialogue?.asking ?? prompt;
  }

  function changed(): void {
    if (isClosed) return;
    current.draft(lines.draft());
    lines.ask(asking());
  }

  function updated(state: SessionState): void {
    deps.attention.update(state);
    const isBusy = state.session?.busy === true;
    if (!isBusy) {
      clearInterval(clock);
      busySince = undefined;
    } else if (busySince === undefined) {
      const since = (busySince = deps.now());
      clock = setInterval(() => {
        if (front.panel() || connection !== '') return;
        print(`Working, ${counted(Math.round((deps.now() - since) / minuteMs), 'minute')}.`);
      }, minuteMs);
      clock.unref();
    }
  }

  const app: LinearApp = {
    pages,
    lines,
    transcript,
    key: lines.key,
    paste: lines.paste,
    focus: deps.attention.focus,
    enter: current.enter,
    ask: front.ask,
    show: front.show,
    prefill: lines.prefill,
    changed,
    leave,
    commit,
    notice,
    setConnection(text) {
      // further attempts to reconnect are not reported
      const isNews = text !== '' && (connection === '' || !text.startsWith('Connection lost: trying again'));
      connection = text;
      if (isNews) print(`${text}.`);
      current.setConnection(text);
    },
    setWaiting(count) {
      const { approvals = [], questions = [] } = current.conversation?.session.get() ?? {};
      const others = Math.max(0, count - approvals.length - questions.length);
      if (others > waiting) print(`${counted(others, 'other session')} waiting for you: /sessions`);
      waiting = others;
    },
    get conversation() {
      return current.conversation;
    },
    get cwd() {
      return current.cwd;
    },
    async close(keepsDraft) {
      isClosed = true;
      clearInterval(clock);
      await current.close(keepsDraft);
      lines.close();
    },
  };
  return app;
}
