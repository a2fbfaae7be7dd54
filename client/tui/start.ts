/** Starts the terminal UI from the command line, and restores the terminal at its end (tui.md 2). */
import type { ReadStream, WriteStream } from 'node:tty';
import type { Io } from '../cli/io.js';
import { homeAsNamed } from '../home.js';
import { visibleRow } from '../view/clean.js';
import { createApp, type App } from './app.js';
import { createAttention } from './attention.js';
import { createColors } from './colors.js';
import { createCodeColors } from './text/code.js';
import { colorDepth } from './text/theme.js';
import { createKeymap } from './keys/actions.js';
import { createLife, type Life } from './life.js';
import type { TuiRequest } from './opening.js';
import { createProcessSide } from './processside.js';
import { createSettingsFile } from './settingsfile.js';
import { createSurface } from './surface.js';
import { opensLinks } from './terminal/capabilities.js';
import type { Report } from './terminal/reports.js';
import { createTerminal } from './terminal/terminal.js';
import { createScreen } from './terminal/screen.js';
import type { TranscriptLayout } from './transcript/forms.js';
import { createPager } from './views/pager.js';
import { useGlyphs } from './text/glyphs.js';

/** Resolves with the exit code when the user has left; rejects when the start failed. */
export async function runTui(request: TuiRequest, io: Io): Promise<number> {
  if (request.isLinear) return await (await import('./linear/start.js')).runLinear(request, io);
  const { settings } = request;
  let ended: (code: number) => void = () => undefined;
  const end = new Promise<number>((resolve) => (ended = resolve));
  const keymap = createKeymap(settings.keys);
  const terminal = createTerminal({
    input: io.stdin as ReadStream,
    output: io.stdout as WriteStream & { fd: number },
    environment: io.env,
    onKey: (key) => app.key(key),
    onPaste: (text) => app.paste(text),
    onReport: report,
    detectsBursts: () => settings.pasteBurst,
    onResize(size) {
      screen.resize(size);
      pager.changed();
      app.changed();
    },
    onGone: () => ended(129),
    onStop: () => void suspend(),
    onContinue() {
      screen.redraw();
      app.changed();
    },
  });
  useGlyphs(terminal.capabilities);
  const screen = createScreen({
    write: terminal.write,
    size: terminal.size(),
    checkSize: terminal.checkSize,
    terminal: terminal.capabilities,
  });
  const hyperlinks = (): boolean =>
    settings.hyperlinks === 'auto' ? opensLinks(io.env, terminal.capabilities) : settings.hyperlinks === 'on';
  const { directory: home } = homeAsNamed(io);
  const theme = (): string => settings.theme;
  const colors = createColors({ home, env: io.env, theme, hyperlinks, changed: () => app.changed() });
  const settingsFile = createSettingsFile({ home, settings, changed: useSettings });
  const pager = createPager({ screen, terminal, paint: colors.paint });
  const processSide = createProcessSide({ io, terminal, screen, suspend, settings, pageUrl: () => life.pageUrl() });

  /** Handles reports of the terminal: `theme = "auto"` follows its background. */
  function report(news: Report): void {
    if (news.kind === 'focus') app.focus(news.isFocused);
    // the terminal's name decides whether it can open links
    if (news.kind === 'name') colors.apply();
    if (news.kind === 'background') colors.background(news.color);
    if (news.kind === 'scheme' && colors.isAuto) terminal.askBackground();
  }

  /** Updates what depends on the settings. */
  function useSettings(): void {
    keymap.use(settings.keys);
    colors.apply();
  }

  async function reloadSettings(): Promise<void> {
    await settingsFile.reload();
    const [problem] = [...settings.problems, ...keymap.problems];
    app.notice(problem === undefined ? 'Settings, keys and theme are read again.' : visibleRow(problem));
  }

  async function suspend(): Promise<void> {
    screen.hold();
    await terminal.suspend();
    screen.release();
    app.changed();
  }

  const code = colorDepth(io.env) === 'none' ? undefined : createCodeColors();
  const layout = (): TranscriptLayout => ({
    width: terminal.size().columns,
    places: { cwd: app.cwd, home: io.userHome },
    height: terminal.size().rows,
    thinking: settings.thinking,
    toolLines: settings.toolLines,
    isWrapped: settings.wrap === 'word',
    hyperlinks: hyperlinks(),
    hasFormulas: settings.renderLatex && terminal.capabilities.unicode,
    code,
  });
  const noticed = new Set<string>();
  const app: App = createApp({
    screen,
    paint: colors.paint,
    keymap,
    settings,
    layout,
    noticed,
    size: terminal.size,
    cwd: io.cwd,
    env: io.env,
    userHome: io.userHome,
    version: io.version,
    now: io.now,
    pager,
    attention: createAttention({
      send: terminal.send,
      env: io.env,
      terminal: terminal.capabilities,
      now: io.now,
      settings,
    }),
    process: processSide,
    surface: (theApp) =>
      createSurface({
        app: theApp,
        link: life.link,
        keymap,
        pager,
        process: processSide,
        preferences: { settings, file: settingsFile, colors, env: io.env },
        layout,
        cwd: io.cwd,
        userHome: io.userHome,
        now: io.now,
        enter: life.enter,
        leave: () => void app.leave(),
        reload: reloadSettings,
      }),
    startNew: (cwd) => life.startNew(cwd),
    exit: (code) => ended(code),
  });
  // called before the error is printed, which would otherwise be written into the live region
  const giveBack = (): void => {
    pager.close();
    screen.close();
    terminal.restore();
  };
  process.prependListener('uncaughtException', giveBack);
  process.prependListener('unhandledRejection', giveBack);
  const life: Life = createLife({
    request,
    noticed,
    io,
    app: () => app,
    keymap,
    pager: () => pager,
    size: terminal.size,
  });
  terminal.start();
  app.changed();
  // loads during the wait for the server
  void code?.load();

  try {
    return await life.run({
      end,
      async close(keepsDraft) {
        await app.close(keepsDraft);
        pager.close();
        screen.close();
        return await terminal.close();
      },
      isThere: terminal.isThere,
    });
  } finally {
    process.off('uncaughtException', giveBack);
    process.off('unhandledRejection', giveBack);
  }
}
