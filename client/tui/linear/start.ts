/** Starts the linear mode for screen readers and terminals without escape sequences (tui.md 3.24). */
import type { ReadStream, WriteStream } from 'node:tty';
import type { Io } from '../../cli/io.js';
import { homeAsNamed } from '../../home.js';
import { visibleRow } from '../../view/clean.js';
import { createAttention } from '../attention.js';
import { createColors } from '../colors.js';
import { createKeymap } from '../keys/actions.js';
import { createLife, type Life } from '../life.js';
import type { TuiRequest } from '../opening.js';
import { createProcessSide } from '../processside.js';
import { createSettingsFile } from '../settingsfile.js';
import { createSurface } from '../surface.js';
import { createTerminal } from '../terminal/terminal.js';
import type { TranscriptLayout } from '../transcript/forms.js';
import { createLinearApp, type LinearApp } from './app.js';
import { useGlyphs } from '../text/glyphs.js';

/** Resolves with the exit code when the user has left; rejects when the start failed. */
export async function runLinear(request: TuiRequest, io: Io): Promise<number> {
  const { settings } = request;
  let ended: (code: number) => void = () => undefined;
  const end = new Promise<number>((resolve) => (ended = resolve));
  const keymap = createKeymap(settings.keys);
  const terminal = createTerminal({
    input: io.stdin as ReadStream,
    output: io.stdout as WriteStream & { fd: number },
    environment: io.env,
    isLinear: true,
    onKey: (key) => app.key(key),
    onPaste: (text) => app.paste(text),
    onReport: () => undefined,
    detectsBursts: () => settings.pasteBurst,
    onResize: () => undefined,
    onGone: () => ended(129),
    onStop: () => void suspend(),
  });

  useGlyphs({ unicode: false });

  async function suspend(): Promise<void> {
    app.lines.hold();
    await terminal.suspend();
    app.lines.release();
  }

  const layout = (): TranscriptLayout => ({
    // no wrapping: the terminal breaks the rows
    width: widest,
    // a line is printed only when it is complete
    height: 1,
    isWrapped: false,
    hyperlinks: false,
    places: { cwd: app.cwd, home: io.userHome },
    thinking: settings.thinking,
    toolLines: settings.toolLines,
    more: '/transcript',
  });
  const { directory: home } = homeAsNamed(io);
  const theme = (): string => settings.theme;
  const changed = (): void => app.changed();
  const colors = createColors({ home, env: io.env, theme, hyperlinks: () => false, changed });
  const settingsFile = createSettingsFile({ home, settings, changed: () => keymap.use(settings.keys) });
  const processSide = createProcessSide({
    io,
    terminal,
    screen: { hold: () => app.lines.hold(), release: () => app.lines.release() },
    suspend,
    settings,
    pageUrl: () => life.pageUrl(),
    isLinear: true,
  });
  const app: LinearApp = createLinearApp({
    write: (text) => terminal.send(text),
    size: terminal.size,
    keymap,
    layout,
    keepsDrafts: () => settings.drafts,
    cwd: io.cwd,
    userHome: io.userHome,
    version: io.version,
    now: io.now,
    attention: createAttention({
      send: terminal.send,
      env: io.env,
      terminal: { tmux: false, console: false, progress: false },
      now: io.now,
      // a bell is no escape sequence
      settings: { title: false, notifies: settings.notifies, notifyBy: 'bell', progress: 'off' },
    }),
    process: processSide,
    surface(theApp) {
      const surface = createSurface({
        app: theApp,
        link: life.link,
        keymap,
        pager: theApp().pages,
        process: processSide,
        preferences: { settings, file: settingsFile, colors, env: io.env },
        layout,
        cwd: io.cwd,
        userHome: io.userHome,
        now: io.now,
        enter: life.enter,
        leave: () => void theApp().leave(),
        async reload() {
          await settingsFile.reload();
          const [problem] = [...settings.problems, ...keymap.problems];
          theApp().notice(problem === undefined ? 'Settings and keys are read again.' : visibleRow(problem));
        },
      });
      // the whole transcript of a long session would be too much to read
      return { ...surface, show: (view) => (view.kind === 'transcript' ? theApp().transcript(1) : surface.show(view)) };
    },
    startNew: (cwd) => life.startNew(cwd),
    isStarting: () => life.isStarting,
    exit: (code) => ended(code),
  });
  const life: Life = createLife({
    request,
    io,
    app: () => app,
    keymap,
    pager: () => app.pages,
    size: () => ({ ...terminal.size(), columns: widest }),
  });
  terminal.start();
  app.changed();
  return await life.run({
    end,
    async close(keepsDraft) {
      await app.close(keepsDraft);
      return await terminal.close();
    },
    isThere: terminal.isThere,
  });
}

const widest = 2_000;
