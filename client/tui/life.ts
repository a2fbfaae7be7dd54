/** The life cycle of a terminal UI behind its screen: server, session, first questions, and the end (tui.md 2). */
import type { Session } from '../../schemas/generated/types.js';
import { ConnectionFailure } from '../api/failure.js';
import { inTime } from '../api/stream.js';
import { resumeHint, signalCodes, type Io } from '../cli/io.js';
import { visibleRow } from '../view/clean.js';
import type { App, Link } from './app.js';
import { attempt } from './attempt.js';
import type { ShownSession } from './current.js';
import type { Keymap } from './keys/actions.js';
import { firstQuestions } from './firstquestions.js';
import { sessionFor, type TuiRequest } from './opening.js';
import { createServers } from './servers.js';
import type { Size } from './terminal/screen.js';
import { cutLine, lineOf, span, type Line } from './text/line.js';
import type { Pager } from './views/pager.js';
import { coldCacheNotices, noticeLines, sessionNotices, welcomeLines } from './welcome.js';

export interface LifeDeps {
  request: TuiRequest;
  io: Io;
  app(): App;
  keymap: Keymap;
  pager(): Pager;
  size(): Size;
  /** warnings that are already on the screen */
  noticed?: Set<string>;
}

/** What surrounds a session on the terminal. */
export interface Surroundings {
  /** resolves with the exit code */
  end: Promise<number>;
  /** Restores the terminal; optionally keeps the draft of a remaining session. Returns whether the terminal reads. */
  close(keepsDraft: boolean): Promise<boolean>;
  /** whether the terminal still exists */
  isThere(): boolean;
}

export interface Life {
  /** Resolves with the exit code when the user has left; rejects when the start failed. */
  run(screen: Surroundings): Promise<number>;
  /** Whether input is not possible yet, or a question of the start is open. */
  readonly isStarting: boolean;
  /** Throws ConnectionFailure while there is no server. */
  link(): Link;
  pageUrl(): string | undefined;
  /** Switches to another session; `isNew`: this client created it. */
  enter(sessionId: string, isNew?: boolean): Promise<void>;
  startNew(cwd: string): Promise<void>;
}

/** Maximum wait at the end for answers of the server about the session, in milliseconds. */
const endWaitMs = 2_000;
/** A server of this process that stops within this time is not waited for visibly, in milliseconds. */
const quietStopMs = 1_000;

export function createLife({ request, io, app, keymap, pager, size, noticed }: LifeDeps): Life {
  let opened: Opened | undefined;
  let stopped: (code: number) => void = () => undefined;
  let isStarting = true;
  /** the session being created */
  let creating: Promise<unknown> | undefined;

  const servers = createServers({
    io,
    onConnection: (text) => app().setConnection(text),
    onBack: (text) => app().commit([[], lineOf(text, 'textDim')]),
    async onReplaced(link) {
      if (opened) await app().enter(link, opened);
      void countWaiting();
    },
    onGlobalEvent: ({ type }) => void (type === 'event.inbox.changed' && countWaiting()),
  });

  function link(): Link {
    if (!servers.link) throw new ConnectionFailure('no server yet');
    return servers.link;
  }

  async function countWaiting(): Promise<void> {
    const answer = await attempt(() => servers.link?.client.listInbox({ query: { limit: 1 } }));
    if (answer) app().setWaiting(answer.total);
  }

  async function show(session: Session, isNew: boolean): Promise<void> {
    if (opened && opened.id !== session.id) await dropEmpty();
    opened = shownOf(session, isNew);
    if (!isNew) app().commit(resumeLines(session));
    await enterOpened();
  }

  /** Deletes a session without messages. */
  async function dropEmpty(): Promise<void> {
    if (!opened?.isNew || !servers.link) return;
    const { client } = servers.link;
    const session = opened;
    const params = { session_id: session.id };
    // a server that does not answer keeps what was said
    session.isNew = !saysAnything();
    await attempt(async () => {
      const { message_count: count, title } = await client.getSession({ params });
      session.isNew = count === 0 && title === '';
      if (session.isNew) await client.deleteSession({ params });
    });
  }

  /** Returns whether the session on the screen has a turn. */
  function saysAnything(): boolean {
    const { items = [] } = app().conversation?.session.get().timeline ?? {};
    return items.some(({ kind }) => kind === 'turn');
  }

  async function startNew(cwd: string): Promise<void> {
    await show(await link().client.createSession({ body: { metadata: { cwd } } }), true);
  }

  /** Runs a step of the start, and repeats it on the next server when it loses one. */
  async function onServer<T>(step: (link: Link) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await step(link());
      } catch (error) {
        if (!(error instanceof ConnectionFailure)) throw error;
        await servers.restored();
      }
    }
  }

  async function enterOpened(): Promise<void> {
    const session = opened;
    if (session) await onServer((place) => app().enter(place, session));
  }

  /** Prints the model and the directory for the first session of this UI. */
  async function printWelcome(session: Session, isNew: boolean): Promise<void> {
    opened ??= shownOf(session, isNew);
    const { version, userHome } = io;
    const welcome = welcomeLines({ version, userHome, session, isResumed: !isNew, size: size() });
    app().commit(welcome);
    const reading = sessionNotices(link().client, session.id);
    await enterOpened();
    const coldCache = !isNew && request.settings.cacheExpiryHint ? coldCacheNotices(session, io.now()) : [];
    const known = [...request.settings.problems, ...keymap.problems, ...servers.warnings, ...coldCache];
    // not awaited, so that the user can type while a model server is slow
    void reading.then((found) => {
      const all = [...new Set([...known, ...found])];
      const lines = noticeLines(all, welcome.length, size());
      // the last row may only count the rest
      for (const each of all.slice(0, lines.length < all.length ? lines.length - 1 : lines.length)) noticed?.add(each);
      if (lines.length > 0) app().commit(lines);
    });
  }

  async function nameNewVersion(): Promise<void> {
    const { newVersionNotice } = await import('../cli/upgrade.js');
    // only a hint: the user can do nothing about a failed check
    const words = await newVersionNotice(io).catch(() => undefined);
    if (words !== undefined) app().commit([cutLine(lineOf(visibleRow(words), 'textMuted'), size().columns)]);
  }

  async function begin(): Promise<'leave' | undefined> {
    await servers.attach();
    const found = await onServer((place) => sessionFor(request, app(), place, io, keymap, pager()));
    if (found === 'leave') return 'leave';
    if (found) await printWelcome(found, false);
    else {
      const config = {
        ...(request.agent !== undefined && { profile: request.agent }),
        ...(request.model !== undefined && { model: request.model }),
        ...(request.mode !== undefined && { permission_mode: request.mode }),
        ...(request.plan && { plan_mode: true }),
      };
      const body = { metadata: { cwd: io.cwd }, launch: request.launch, agent_config: config };
      const made = onServer(({ client }) => client.createSession({ body })).then((session) => {
        opened = shownOf(session, true);
        return session;
      });
      creating = made;
      await printWelcome(await made, true);
    }
    const answer = await onServer((place) =>
      firstQuestions(
        { io, app: app(), keymap, pager: pager(), ...place },
        { model: request.model, workspaceId: opened?.workspaceId ?? '', isNew: !found },
      ),
    );
    isStarting = false;
    app().changed();
    void countWaiting();
    if (request.settings.checksUpgrade) void nameNewVersion();
    return answer === 'leave' ? 'leave' : undefined;
  }

  /** Deletes a session without messages; resolves with the id of a session that can be resumed. */
  async function leaveSession(): Promise<string | undefined> {
    // a session being created is deleted too
    if (creating) await inTime(creating, endWaitMs);
    if (!opened) return undefined;
    await inTime(dropEmpty(), endWaitMs);
    return opened.isNew ? undefined : opened.id;
  }

  return {
    get isStarting() {
      return isStarting;
    },
    async run({ end, close, isThere }) {
      const signalled = new Promise<number>((resolve) => (stopped = resolve));
      const signals = io.onSignal((signal) => stopped(signalCodes[signal]));
      let isRead = true;
      let code: number;
      try {
        code = await Promise.race([end, signalled, begin().then((left) => (left === 'leave' ? 0 : end))]);
      } finally {
        signals();
        const kept = await leaveSession();
        isRead = await close(kept !== undefined);
        // writing to a terminal that does not read would block the process
        const printRow = (row: string): void => void ((isRead || !io.stderr.isTTY) && io.stderr.write(`${row}\n`));
        if (kept !== undefined) printRow(resumeHint(io, kept));
        // the terminal is in its own mode again, in which Ctrl-C ends this process
        const late = setTimeout(() => printRow('Waiting for the server to stop. Ctrl-C leaves at once.'), quietStopMs);
        await servers.close();
        clearTimeout(late);
        // Node aborts at exit when the terminal that it resets no longer exists
        if (!isThere()) process.kill(process.pid, 'SIGKILL');
      }
      // a normal exit would wait for output that the terminal does not read
      if (!isRead) process.exit(code);
      return code;
    },
    link,
    pageUrl: servers.pageUrl,
    async enter(id, isNew = false) {
      await show(await link().client.getSession({ params: { session_id: id } }), isNew);
    },
    startNew,
  };
}

interface Opened extends ShownSession {
  isNew: boolean;
}

function shownOf({ id, workspace_id: workspaceId, metadata }: Session, isNew: boolean): Opened {
  return { id, workspaceId, cwd: metadata.cwd, isNew };
}

function resumeLines({ title, id }: Session): Line[] {
  return [[span(title === '' ? 'Session' : visibleRow(title), { bold: true }), span(`  ${id}`, 'textMuted')]];
}
