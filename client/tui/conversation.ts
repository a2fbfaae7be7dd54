/** A session in the terminal UI: sends what is typed, prints what happens, opens panels for what waits for the user. */
import type { Client } from '../api/client.js';
import { ApiFailure, ConnectionFailure, isFailure } from '../api/failure.js';
import type { Files } from '../api/files.js';
import type { Stream } from '../api/stream.js';
import type { CommandContext, Surface } from '../commands/command.js';
import { parseTyped, skillsIn, type Typed } from '../commands/parse.js';
import { runTyped } from '../commands/run.js';
import type { NamedSkill } from '../commands/suggest.js';
import { english } from '../commands/texts.js';
import { openSession, type SessionModel } from '../session/session.js';
import type { OpenApproval, SessionState } from '../session/state.js';
import { isTurnActive, isWorking } from '../session/working.js';
import { attempt as attemptCall } from './attempt.js';
import { createHistory, type History } from './input/history.js';
import type { Submission } from './input/input.js';
import { contentOf, typedText } from './input/media.js';
import type { Keymap } from './keys/actions.js';
import type { Preview } from './panels/decisions.js';
import type { Decision } from '../view/approvals.js';
import { visibleRow } from '../view/clean.js';
import type { Panel } from './panels/panel.js';
import { lineOf, type Line } from './text/line.js';
import type { Shown } from './shown.js';
import type { Commits } from './transcript/commits.js';
import type { TranscriptLayout } from './transcript/forms.js';
import { quoted, refusalText } from './transcript/notes.js';
import { createWaiting } from './waiting.js';

/** Errors of the server for a prompt that it already has. */
const arrived: ReadonlySet<string> = new Set(['PROMPT_ID_CONFLICT', 'PROMPT_ALREADY_COMPLETED']);

/** Errors of the server for steering a prompt that no longer waits. */
const begun = ['PROMPT_NOT_FOUND', 'PROMPT_ALREADY_COMPLETED'] as const;

/** What a conversation needs from the screen around it. */
export interface ConversationDeps {
  client: Client;
  stream: Stream;
  files: Pick<Files, 'exportSession'>;
  sessionId: string;
  workspaceId: string;
  /** directory of the session */
  cwd: string;
  userHome: string;
  server: CommandContext['server'];
  version: string;
  surface: Surface;
  keymap: Keymap;
  shown: Shown;
  layout(): TranscriptLayout;
  now(): number;
  commit(lines: readonly Line[]): void;
  notice(text: string): void;
  /** puts a refused text back into the input; false when another text is there */
  restore(text: string): boolean;
  /** Keeps a submission whose server was lost before it answered, to submit it again on the next one. */
  hold(submission: HeldSubmission): void;
  preview: Preview;
  /** opens a text in the user's editor; undefined without an editor */
  edit(text: string): Promise<string | undefined>;
  /** lets the user choose hunks of an edit one by one */
  chooseHunks(approval: OpenApproval, decide: (decision: Decision) => void): void;
  changed(): void;
  /** called when the model's state has changed */
  updated(state: SessionState): void;
  /** Returns whether the terminal does not read, so that new lines would only fill memory. */
  isStalled?(): boolean;
}

/** A submission, with the id of its prompt when that may have reached a server. */
export interface HeldSubmission extends Submission {
  promptId?: string;
  /** its position among everything that was typed */
  place?: number;
}

export interface Conversation {
  readonly session: SessionModel;
  readonly history: History;
  readonly commits: Commits;
  readonly skills: readonly NamedSkill[];
  readonly context: CommandContext;
  submit(submission: HeldSubmission): Promise<void>;
  /** Sends the text into the running turn; without a text, the first queued prompt. */
  steer(submission: Submission): Promise<void>;
  /** Stops the turn, the compaction or the shell command; returns false when nothing runs. */
  interrupt(): boolean;
  /** Moves the newest running call or shell command to the background; returns false when nothing runs. */
  detach(): boolean;
  /** Removes the last queued prompt and returns it; undefined without one. */
  takeBack(): Promise<string | undefined>;
  readonly isBusy: boolean;
  /** shell commands that the server has not answered yet, as they were typed */
  readonly sending: readonly string[];
  /** the first panel that waits for the user; the same object while it waits */
  panel(): Panel | undefined;
  /** Prints what was held back while the terminal did not read. */
  refresh(): void;
  close(): void;
}

export function openConversation(deps: ConversationDeps): Conversation {
  const { client, stream, sessionId } = deps;
  const params = { session_id: sessionId };
  const { commits, ownPrompts, ownShells, repeated } = deps.shown;
  /** running shell commands of this client: task and command */
  const shells = new Map<string, string>();
  let sending: readonly string[] = [];
  let held: string | undefined;
  let skills: readonly NamedSkill[] = [];
  /** id of the prompt that is sent next */
  let sentId: string | undefined;

  /** number of prompts and shell commands being sent whose ids only the answer will contain */
  let unnamed = 0;
  let isClosed = false;

  const opened = openSession({
    sessionId,
    client,
    stream,
    createId() {
      const id = sentId ?? globalThis.crypto.randomUUID();
      sentId = undefined;
      ownPrompts.add(id);
      return id;
    },
    keptTurns: 20,
    // batches many events into one frame of the screen
    schedule: (notify) => void setTimeout(notify, 12),
  });
  const session: SessionModel = {
    ...opened,
    async send(content, options = {}) {
      if (options.skills === undefined) return await opened.send(content, options);
      return await showingAfter(async () => {
        const id = await opened.send(content, options);
        ownPrompts.add(id);
        return id;
      });
    },
  };
  deps.shown.session = session;
  const history = createHistory(client, deps.workspaceId);
  const context: CommandContext = {
    client,
    files: deps.files,
    session,
    surface: deps.surface,
    words: english,
    server: deps.server,
    version: deps.version,
    now: deps.now,
  };

  /** Holds back the display until the call is over, so that its work is not taken for that of another client. */
  async function showingAfter<T>(call: () => Promise<T>): Promise<T> {
    unnamed += 1;
    try {
      return await call();
    } finally {
      unnamed -= 1;
      if (!isClosed) update();
    }
  }

  function update(): void {
    const state = session.get();
    const { code } = deps.layout();
    // lines printed without highlighting would stay so
    if (code && !code.isLoaded && state.timeline.items.length > 0) return void code.load().then(update);
    if (isClosed) return;
    for (const { taskId, state: now } of state.tasks) if (now !== 'running') shells.delete(taskId);
    const lines = unnamed > 0 || deps.isStalled?.() ? [] : commits.take(state);
    if (lines.length > 0) deps.commit(lines);
    for (const { promptId: id, content, failure } of state.outgoing) {
      if (!failure) continue;
      session.discard(id);
      // the first attempt had arrived
      if (repeated.has(id) && arrived.has(failure.name)) continue;
      refused(typedText(content), refusalText(failure));
    }
    deps.updated(state);
    deps.changed();
  }

  function refused(text: string, why: string): void {
    deps.notice(why);
    if (!deps.restore(text)) deps.commit([...quoted(text), lineOf(`  not sent: ${visibleRow(why)}`, 'warning')]);
  }

  const attempt = <T>(action: () => T | Promise<T>): Promise<T | undefined> => attemptCall(action, deps.notice);

  async function submit(submission: HeldSubmission): Promise<void> {
    const { mode, text } = submission;
    if (mode === 'shell') return await runShell(text);
    if (text.trim() === '') {
      const [first] = session.get().queue.queued;
      if (session.get().queue.isPaused && first) await attempt(() => session.steer([first.prompt_id]));
      return;
    }
    const typed = typedAs(text);
    if (typed.kind !== 'text') return await runCommand(text, typed);
    held = undefined;
    await sendText(submission, skillsIn(text, skillNames()));
  }

  const skillNames = (): string[] => skills.map(({ name }) => name);

  /** A suggestion that is typed once more is text. */
  function typedAs(text: string): Typed {
    return text === held ? { kind: 'text' } : parseTyped(text, { surface: 'terminal', skills: skillNames() });
  }

  async function runCommand(text: string, typed: Exclude<Typed, { kind: 'text' }>): Promise<void> {
    held = undefined;
    if (typed.kind === 'suggestion') {
      held = text;
      return refused(text, typed.hint);
    }
    const outcome = await runTyped(typed, context);
    if (outcome.kind === 'refused') return refused(text, outcome.notice);
    if (outcome.rows) deps.commit([[], ...outcome.rows.map(commandRow)]);
    if (outcome.notice !== undefined) deps.notice(outcome.notice);
  }

  /** Resolves with the id of the prompt when the server has it. */
  async function sendText(
    submission: HeldSubmission,
    named: readonly { name: string }[] = [],
  ): Promise<string | undefined> {
    const { text, media } = submission;
    const id = submission.promptId ?? globalThis.crypto.randomUUID();
    if (submission.promptId !== undefined) repeated.add(id);
    sentId = id;
    try {
      return await session.send(contentOf(text, media), named.length > 0 ? { skills: [...named] } : {});
    } catch (error) {
      // a prompt with skills has no id: it may have arrived
      if (error instanceof ConnectionFailure && named.length > 0) refused(text, error.message);
      else if (error instanceof ConnectionFailure) deps.hold({ ...submission, promptId: id });
      // the state contains a refused prompt
      else if (!(error instanceof ApiFailure)) throw error;
      return undefined;
    }
  }

  async function runShell(command: string): Promise<void> {
    if (command.trim() === '') return;
    const typed = `!${command}`;
    if (isTurnActive(session.get())) return refused(typed, 'A turn runs: press Esc first');
    sending = [...sending, typed];
    deps.changed();
    await attemptCall(
      () =>
        showingAfter(async () => {
          try {
            const { task_id: task, command_id: id } = await client.runShell({ params, body: { command } });
            ownShells.add(task);
            shells.set(task, id);
          } finally {
            sending = sending.toSpliced(sending.indexOf(typed), 1);
          }
        }),
      (reason) => refused(typed, reason),
    );
  }

  function isBusy(): boolean {
    return isWorking(session.get()) || shells.size > 0;
  }

  async function stop(): Promise<void> {
    const commands = [...shells.values()];
    shells.clear();
    for (const id of commands) await attempt(() => client.cancelShell({ params: { ...params, command_id: id } }));
    if (commands.length > 0 && !isWorking(session.get())) return;
    await attempt(() => session.abort());
    await session.settled();
    // the first queued prompt goes back into the input
    const { queued, isPaused } = session.get().queue;
    const [first] = queued;
    if (!isPaused || !first) return;
    const text = typedText(first.content);
    if (text !== '' && deps.restore(text)) await attempt(() => session.removeQueued(first.prompt_id));
  }

  const waiting = createWaiting({ ...deps, session, refused });
  const leave = session.subscribe(update);
  void client.listSkills({ params }).then(
    ({ skills: found }) => (skills = found.map(({ name, description }) => ({ name, description }))),
    // completion of commands works without skills
    () => undefined,
  );
  void history.refresh();
  update();

  return {
    session,
    history,
    commits,
    get skills() {
      return skills;
    },
    context,
    submit,
    async steer(submission) {
      if (submission.mode === 'shell') return await submit(submission);
      const typed = submission.text.trim();
      const [first] = session.get().queue.queued;
      if (typed === '') return void (first && (await attempt(() => session.steer([first.prompt_id]))));
      // a command is not a text for the model, whichever key sends it
      const parsed = typedAs(submission.text);
      if (parsed.kind !== 'text') return await runCommand(submission.text, parsed);
      held = undefined;
      const id = await sendText(submission);
      if (id === undefined) return;
      await attempt(async () => {
        try {
          await session.steer([id]);
        } catch (error) {
          // without a running turn it has begun its own
          if (!isFailure(error, ...begun)) throw error;
        }
      });
    },
    interrupt() {
      if (!isBusy()) return false;
      void stop();
      return true;
    },
    detach() {
      const [task, command] = [...shells].at(-1) ?? [];
      const call = commits.running.at(-1)?.toolCallId ?? command;
      if (call === undefined) return false;
      void attempt(async () => {
        await client.detachToolCall({ params: { ...params, tool_call_id: call } });
        // nothing waits for the task any more
        if (task !== undefined && call === command) shells.delete(task);
      });
      return true;
    },
    async takeBack() {
      const last = session.get().queue.queued.at(-1);
      if (!last) return undefined;
      const isBack = await attempt(async () => {
        await session.removeQueued(last.prompt_id);
        return true;
      });
      return isBack === true ? typedText(last.content) : undefined;
    },
    get isBusy() {
      return isBusy();
    },
    get sending() {
      return sending;
    },
    panel: waiting.panel,
    refresh: update,
    close() {
      isClosed = true;
      waiting.close();
      leave();
      session.close();
    },
  };
}

/** Titles, paths and answers may hold anything. The source of an answer is shown in full (tui.md 3.7). */
function commandRow(row: string): Line {
  return lineOf(visibleRow(row.replace(/\r$/, ''), { length: Infinity }), 'textDim');
}
