/** From the command line to a session on the screen, and back (tui.md 2). */
import type { ReadStream, WriteStream } from 'node:tty';
import { createFiles } from '../api/files.js';
import { ConnectionFailure, type ApiFailure } from '../api/failure.js';
import { createStream } from '../api/stream.js';
import type { Session } from '../../schemas/generated/types.js';
import { connect, type Connection } from '../connect.js';
import { startOwnServer } from '../ownserver.js';
import { formatPath } from '../view/format.js';
import { visibleRow } from '../view/clean.js';
import { attempt } from './attempt.js';
import { createApp, type App, type Link } from './app.js';
import { createAttention } from './attention.js';
import { firstQuestions, sessionFor, type TuiRequest } from './opening.js';
import { createKeymap } from './keys/actions.js';
import { createProcessSide } from './processside.js';
import { createSurface } from './surface.js';
import type { Report } from './terminal/reports.js';
import { createTerminal } from './terminal/terminal.js';
import { createScreen } from './terminal/screen.js';
import { createPainter, lineOf, span, wrapLine, type Line, type Painter } from './text/line.js';
import { colorDepth, dark, isLight, light, type Theme } from './text/theme.js';
import type { TranscriptLayout } from './transcript/commits.js';
import { createPager } from './views/pager.js';
import { connectOptions, type Io } from '../cli/io.js';

/** Attempts to reconnect before the client looks for a server again. */
const reconnect = { delaysMs: [500, 1_000, 2_000, 4_000, 7_500], endless: false };

/** Resolves with the exit code when the user has left, or the start failed (then it rejects). */
export async function runTui(request: TuiRequest, io: Io): Promise<number> {
  const { settings } = request;
  let painter = painterOf(themeOf(settings.theme, io.env));
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
  const screen = createScreen({ write: terminal.write, size: terminal.size(), terminal: terminal.capabilities });
  const pager = createPager({ screen, terminal, paint: (line) => painter(line) });
  const processSide = createProcessSide({ io, terminal, screen, suspend, settings, pageUrl: () => place?.pageUrl });
  let place: (Link & { connection: Connection; pageUrl: string }) | undefined;
  let opened: { id: string; isNew: boolean } | undefined;
  let isLooking = false;
  let isLeaving = false;

  function painterOf(theme: Theme): Painter {
    return createPainter({ theme, depth: colorDepth(io.env), hyperlinks: settings.hyperlinks === 'on' });
  }

  /** What the terminal says of itself: `theme = "auto"` follows its background. */
  function report(news: Report): void {
    if (news.kind === 'focus') app.focus(news.isFocused);
    if (settings.theme !== 'auto') return;
    if (news.kind === 'scheme') terminal.askBackground();
    if (news.kind !== 'background') return;
    painter = painterOf(isLight(news.color) ? light : dark);
    app.changed();
  }

  async function suspend(): Promise<void> {
    screen.hold();
    await terminal.suspend();
    screen.release();
    app.changed();
  }

  const layout = (): TranscriptLayout => ({
    width: terminal.size().columns,
    height: terminal.size().rows,
    thinking: settings.thinking,
    toolLines: settings.toolLines,
    isWrapped: settings.wrap === 'word',
    hyperlinks: settings.hyperlinks === 'on',
  });
  const linkNow = (): Link => {
    if (!place) throw new ConnectionFailure('no server yet');
    return place;
  };
  const app: App = createApp({
    screen,
    paint: (line) => painter(line),
    keymap,
    settings,
    hyperlinks: settings.hyperlinks === 'on',
    size: terminal.size,
    cwd: io.cwd,
    userHome: io.userHome,
    version: io.version,
    now: io.now,
    pager,
    attention: createAttention({
      send: terminal.send,
      env: io.env,
      tmux: terminal.capabilities.tmux,
      now: io.now,
      hasTitle: settings.title && !terminal.capabilities.console,
      notifies: settings.notifies,
      method: settings.notifyBy,
    }),
    process: processSide,
    surface: (theApp) =>
      createSurface({
        app: theApp,
        link: linkNow,
        keymap,
        pager,
        process: processSide,
        layout,
        cwd: io.cwd,
        userHome: io.userHome,
        now: io.now,
        enter: (id) => enter(id, false),
        leave: () => void app.leave(),
        reload: async () => app.notice('Settings are read at the next start'),
      }),
    exit: (code) => ended(code),
  });
  const signals = io.onSignal((signal) => ended({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal]));
  terminal.start();
  app.changed();

  async function attach(): Promise<NonNullable<typeof place>> {
    const options = connectOptions(io);
    const connection = await connect({
      ...options,
      async startDaemon(wanted) {
        const daemon = await startOwnServer(io.serverFile, wanted);
        // nothing will start it again: another one is needed at once
        void daemon.closed.then(() => {
          if (!isLeaving && place?.server.isOwn) void lost(new ConnectionFailure('the server ended'));
        });
        return daemon;
      },
    });
    const { client, baseUrl, token } = connection;
    const stream = createStream({
      baseUrl,
      token,
      WebSocket: io.WebSocket,
      fetch: io.fetch,
      clientId: `tui-${process.pid}`,
      reconnect,
      onEnd: (failure) => void lost(failure),
    });
    stream.onState((state) => app.setConnection(state === 'reconnecting' ? 'Connection lost: trying again' : ''));
    stream.onGlobalEvent(({ type }) => void (type === 'event.inbox.changed' && countWaiting()));
    const files = createFiles({ baseUrl, token });
    const pageUrl = `${baseUrl}/#token=${token() ?? ''}`;
    return { connection, client, stream, files, pageUrl, server: { baseUrl, isOwn: connection.embedded } };
  }

  async function countWaiting(): Promise<void> {
    const answer = await attempt(() => place?.client.listInbox({ query: { limit: 1 } }));
    if (answer) app.setWaiting(answer.total);
  }

  /** The server is gone for good: another one is found or started, and the session continues there. */
  async function lost(failure: ApiFailure | ConnectionFailure): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    app.setConnection('Connection lost: looking for a server');
    place?.stream.close();
    const before = place?.stream.hello?.server_id;
    try {
      place = await attach();
      if (opened) await enter(opened.id, false, true);
      app.setConnection('');
      const isSame = before !== undefined && place.stream.hello?.server_id === before;
      app.commit([[], lineOf(isSame ? 'Reconnected.' : 'Reconnected to a new server.', 'textDim')]);
    } catch (error) {
      app.setConnection(`No server: ${error instanceof Error ? error.message : failure.message}`);
    } finally {
      isLooking = false;
    }
  }

  async function enter(id: string, isNew: boolean, isAgain = false): Promise<void> {
    const link = linkNow();
    const session = await link.client.getSession({ params: { session_id: id } });
    if (opened && opened.id !== id) await dropEmpty();
    opened = { id, isNew };
    if (!isAgain && !isNew) app.commit(resumeLines(session));
    await app.enter(link, { id, workspaceId: session.workspace_id, cwd: session.metadata.cwd });
  }

  /** A session in which nothing was said leaves no trace. */
  async function dropEmpty(): Promise<void> {
    if (!opened?.isNew || !place) return;
    const params = { session_id: opened.id };
    await attempt(async () => {
      if (!opened || !place) return;
      const { message_count: count, title } = await place.client.getSession({ params });
      if (count === 0 && title === '') await place.client.deleteSession({ params });
      else opened.isNew = false;
    });
  }

  async function begin(): Promise<void> {
    place = await attach();
    const { client } = place;
    const { columns } = terminal.size();
    app.commit(
      welcomeLines(io, connectionWarnings(place.connection)).flatMap((line) => wrapLine(line, { width: columns })),
    );
    const found = await sessionFor(request, app, place, io, keymap, pager);
    if (found === 'leave') return ended(0);
    if (found) await enter(found.id, false);
    else {
      const config = {
        ...(request.agent !== undefined && { profile: request.agent }),
        ...(request.model !== undefined && { model: request.model }),
        ...(request.mode !== undefined && { permission_mode: request.mode }),
        ...(request.plan && { plan_mode: true }),
      };
      const session = await client.createSession({
        body: { metadata: { cwd: io.cwd }, launch: request.launch, agent_config: config },
      });
      await enter(session.id, true);
    }
    for (const problem of [...settings.problems, ...keymap.problems])
      app.commit([lineOf(visibleRow(problem), 'warning')]);
    if (!found) await firstQuestions(request, place, app);
    void countWaiting();
  }

  try {
    const code = await Promise.race([end, begin().then(() => end)]);
    return code;
  } finally {
    signals();
    isLeaving = true;
    const kept = await left(opened, dropEmpty, place);
    await app.close(kept !== undefined);
    pager.close();
    screen.close();
    await terminal.close();
    place?.stream.close();
    if (place?.connection.embedded) await place.connection.close();
    if (kept !== undefined) io.stderr.write(`To resume this session: agent -r ${kept}\n`);
    // Node aborts at its exit when the terminal that it wants to reset is not there any more
    if (!terminal.isThere()) process.kill(process.pid, 'SIGKILL');
  }
}

/** The session that can be resumed; undefined when it was empty. */
async function left(
  opened: { id: string; isNew: boolean } | undefined,
  dropEmpty: () => Promise<void>,
  place: Link | undefined,
): Promise<string | undefined> {
  if (!opened || !place) return undefined;
  const wasNew = opened.isNew;
  await dropEmpty();
  return wasNew && opened.isNew ? undefined : opened.id;
}

function welcomeLines(io: Io, warnings: readonly string[]): Line[] {
  return [
    [],
    [span('agent', { token: 'primary', bold: true }), span(` ${io.version}`, 'textDim')],
    [span(visibleRow(formatPath(io.cwd, io.userHome)), 'textDim')],
    [span('/ for commands, ! for the shell, @ for files', 'textMuted')],
    ...warnings.slice(0, 4).map((warning) => lineOf(visibleRow(warning), 'warning')),
    [],
  ];
}

function resumeLines({ title, id }: Session): Line[] {
  return [[span(title === '' ? 'Session' : visibleRow(title), { bold: true }), span(`  ${id}`, 'textMuted')]];
}

function connectionWarnings({ warnings }: Connection): readonly string[] {
  return warnings.map((warning) => `configuration: ${warning}`);
}

function themeOf(name: string, env: Readonly<Record<string, string | undefined>>): Theme {
  if (name === 'light') return light;
  if (name === 'dark') return dark;
  const background = Number(env['COLORFGBG']?.split(';').at(-1));
  return background === 7 || background === 15 ? light : dark;
}
