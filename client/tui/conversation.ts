/** One session as the terminal UI uses it: what is typed is sent, what happens is committed, what waits for the user opens a panel. */
import type { Client } from '../api/client.js';
import { ApiFailure, ConnectionFailure } from '../api/failure.js';
import type { Files } from '../api/files.js';
import type { Stream } from '../api/stream.js';
import type { CommandContext, Surface } from '../commands/command.js';
import { parseTyped, skillsIn } from '../commands/parse.js';
import { isTurnActive, runTyped } from '../commands/run.js';
import type { NamedSkill } from '../commands/suggest.js';
import { openSession, type SessionModel } from '../session/session.js';
import type { OpenApproval, OpenQuestion, SessionState } from '../session/state.js';
import { plainText } from '../view/content.js';
import { attempt as attemptCall } from './attempt.js';
import { createHistory, type History } from './input/history.js';
import type { Submission } from './input/input.js';
import type { Keymap } from './keys/actions.js';
import { approvalPanel, questionPanel } from './panels/decisions.js';
import type { Panel } from './panels/panel.js';
import { lineOf, type Line } from './text/line.js';
import { createCommits, type Commits, type TranscriptLayout } from './transcript/commits.js';
import { quoted } from './transcript/notes.js';
import { markdownBlocks } from '../view/markdown.js';
import { markdownLines } from './text/markdown.js';

/** What a conversation needs of the screen around it. */
export interface ConversationDeps {
  client: Client;
  stream: Stream;
  files: Pick<Files, 'exportSession'>;
  sessionId: string;
  workspaceId: string;
  /** of the session */
  cwd: string;
  server: CommandContext['server'];
  version: string;
  surface: Surface;
  keymap: Keymap;
  shown: Shown;
  layout(): TranscriptLayout;
  now(): number;
  commit(lines: readonly Line[]): void;
  notice(text: string): void;
  /** a text that was not taken goes back where it was typed; false when something else was typed there */
  restore(text: string): boolean;
  preview(title: string, lines: readonly Line[]): void;
  /** hunks of an edit are chosen one by one */
  chooseHunks(approval: OpenApproval, decide: (ids: readonly string[]) => void): void;
  changed(): void;
  /** the model's state is different */
  updated(state: SessionState): void;
}

/** What outlives the connection: a session that is opened again on another server continues where it was. */
export interface Shown {
  commits: Commits;
  ownPrompts: Set<string>;
  ownShells: Set<string>;
  decidedHere: Set<string>;
  /** the session as it is read now */
  session?: SessionModel;
}

export function createShown(layout: () => TranscriptLayout, now: () => number): Shown {
  const ids = { ownPrompts: new Set<string>(), ownShells: new Set<string>(), decidedHere: new Set<string>() };
  const shown: Shown = {
    ...ids,
    commits: createCommits({
      layout,
      isOwn: (id) => ids.ownPrompts.has(id),
      isOwnShell: (id) => ids.ownShells.has(id),
      isDecidedHere: (id) => ids.decidedHere.has(id),
      interaction: (id) => shown.session?.interaction(id),
      now,
    }),
  };
  return shown;
}

export interface Conversation {
  readonly session: SessionModel;
  readonly history: History;
  readonly commits: Commits;
  readonly skills: readonly NamedSkill[];
  readonly context: CommandContext;
  submit(submission: Submission): Promise<void>;
  /** Sends what is typed into the running turn; without a text the first queued prompt. */
  steer(text: string): Promise<void>;
  /** Stops the turn, the compaction or the shell command; false when nothing runs. */
  interrupt(): boolean;
  /** The last queued prompt; undefined without one. */
  takeBack(): Promise<string | undefined>;
  readonly isBusy: boolean;
  /** what waits for the user first; the same object while it waits */
  panel(): Panel | undefined;
  close(): void;
}

export function openConversation(deps: ConversationDeps): Conversation {
  const { client, stream, sessionId } = deps;
  const params = { session_id: sessionId };
  const { commits, ownPrompts, ownShells, decidedHere } = deps.shown;
  /** shell commands of this client that run: task and command */
  const shells = new Map<string, string>();
  let held: string | undefined;
  let skills: readonly NamedSkill[] = [];
  let open: { id: string; count: number; panel: Panel } | undefined;
  let reviewed: string | undefined;

  const session = openSession({
    sessionId,
    client,
    stream,
    createId() {
      const id = globalThis.crypto.randomUUID();
      ownPrompts.add(id);
      return id;
    },
    // one frame of the screen for many events
    schedule: (notify) => void setTimeout(notify, 12),
  });
  deps.shown.session = session;
  const history = createHistory(client, deps.workspaceId);
  const context: CommandContext = {
    client,
    files: deps.files,
    session,
    surface: deps.surface,
    server: deps.server,
    version: deps.version,
    now: deps.now,
  };

  function update(): void {
    const state = session.get();
    for (const { taskId, state: now } of state.tasks) if (now !== 'running') shells.delete(taskId);
    const lines = commits.take(state);
    if (lines.length > 0) deps.commit(lines);
    for (const { promptId, content, failure } of state.outgoing) {
      if (!failure) continue;
      session.discard(promptId);
      refused(content.map((part) => ('text' in part ? part.text : '')).join('\n'), failure.message);
    }
    deps.updated(state);
    deps.changed();
  }

  function refused(text: string, why: string): void {
    deps.notice(why);
    if (!deps.restore(text)) deps.commit([...quoted(text), lineOf(`  not sent: ${why}`, 'warning')]);
  }

  const attempt = <T>(action: () => T | Promise<T>): Promise<T | undefined> => attemptCall(action, deps.notice);

  async function submit({ mode, text }: Submission): Promise<void> {
    if (mode === 'shell') return await runShell(text);
    if (text.trim() === '') {
      const [first] = session.get().queue.queued;
      if (session.get().queue.isPaused && first) await attempt(() => session.steer([first.prompt_id]));
      return;
    }
    const names = skills.map(({ name }) => name);
    const typed =
      text === held ? ({ kind: 'text' } as const) : parseTyped(text, { surface: 'terminal', skills: names });
    held = undefined;
    if (typed.kind === 'suggestion') {
      held = text;
      deps.restore(text);
      return deps.notice(typed.hint);
    }
    if (typed.kind !== 'text') {
      const outcome = await runTyped(typed, context);
      if (outcome.kind === 'refused') return refused(text, outcome.notice);
      if (outcome.rows) deps.commit([[], ...outcome.rows.map((row) => lineOf(row, 'textDim'))]);
      if (outcome.notice !== undefined) deps.notice(outcome.notice);
      return;
    }
    const named = skillsIn(text, names);
    try {
      await session.send([{ type: 'text', text }], named.length > 0 ? { skills: named } : {});
    } catch (error) {
      // a refused prompt is found in the state
      if (error instanceof ConnectionFailure) refused(text, error.message);
      else if (!(error instanceof ApiFailure)) throw error;
    }
  }

  async function runShell(command: string): Promise<void> {
    if (command.trim() === '') return;
    if (isTurnActive(session.get())) return refused(`!${command}`, 'A turn runs: press Esc first');
    const begun = await attempt(() => client.runShell({ params, body: { command } }));
    if (!begun) return void deps.restore(`!${command}`);
    ownShells.add(begun.task_id);
    shells.set(begun.task_id, begun.command_id);
  }

  function isBusy(): boolean {
    const state = session.get();
    return isTurnActive(state) || state.session?.busy === true || shells.size > 0;
  }

  async function stop(): Promise<void> {
    const commands = [...shells.values()];
    shells.clear();
    for (const id of commands) await attempt(() => client.cancelShell({ params: { ...params, command_id: id } }));
    if (commands.length > 0 && !isTurnActive(session.get())) return;
    await attempt(() => session.abort());
    await session.settled();
    // the first of the queue comes back where it was typed
    const { queued, isPaused } = session.get().queue;
    const [first] = queued;
    if (!isPaused || !first) return;
    const text = plainText(first.content);
    if (text !== '' && deps.restore(text)) await attempt(() => session.removeQueued(first.prompt_id));
  }

  function approvalOf(approval: OpenApproval, count: number): Panel {
    const id = approval.approval_id;
    const { tool_input_display: display } = approval;
    if (display.kind === 'plan_review' && reviewed !== id) {
      reviewed = id;
      const lines = markdownBlocks(display.plan).flatMap((block) => [[], ...markdownLines(block, deps.layout())]);
      deps.commit(lines);
    }
    return approvalPanel(approval, count, {
      keymap: deps.keymap,
      cwd: deps.cwd,
      changed: deps.changed,
      preview: deps.preview,
      decide(decision, mode) {
        decidedHere.add(id);
        void attempt(async () => {
          if (mode !== undefined) await session.configure({ permission_mode: mode });
          await session.decide(id, decision);
        });
      },
      amend: () =>
        deps.chooseHunks(approval, (ids) => {
          decidedHere.add(id);
          const all = approval.edit?.hunks.length === ids.length;
          void attempt(() => session.decide(id, { decision: 'approved', ...(!all && { amend: { hunks: [...ids] } }) }));
        }),
    });
  }

  function questionOf(question: OpenQuestion, count: number): Panel {
    const id = question.question_id;
    return questionPanel(question, count, {
      keymap: deps.keymap,
      cwd: deps.cwd,
      changed: deps.changed,
      preview: deps.preview,
      answer(answers) {
        decidedHere.add(id);
        void attempt(() => session.answer(id, { answers }));
      },
      dismiss() {
        decidedHere.add(id);
        void attempt(() => session.dismiss(id));
      },
    });
  }

  const leave = session.subscribe(update);
  void client.listSkills({ params }).then(
    ({ skills: found }) => (skills = found.map(({ name, description }) => ({ name, description }))),
    // without them the commands complete as well
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
    async steer(text) {
      const typed = text.trim();
      const [first] = session.get().queue.queued;
      if (typed === '') return void (first && (await attempt(() => session.steer([first.prompt_id]))));
      const id = await attempt(() => session.send([{ type: 'text', text }]));
      if (id !== undefined) await attempt(() => session.steer([id]));
    },
    interrupt() {
      if (!isBusy()) return false;
      void stop();
      return true;
    },
    async takeBack() {
      const last = session.get().queue.queued.at(-1);
      if (!last) return undefined;
      await attempt(() => session.removeQueued(last.prompt_id));
      return plainText(last.content);
    },
    get isBusy() {
      return isBusy();
    },
    panel() {
      const { approvals, questions } = session.get();
      const waiting = [
        ...approvals
          .filter(({ isAnswered }) => !isAnswered)
          .map((item) => ({ at: item.created_at, id: item.approval_id, item })),
        ...questions
          .filter(({ isAnswered }) => !isAnswered)
          .map((item) => ({ at: item.created_at, id: item.question_id, item })),
      ].sort((a, b) => a.at.localeCompare(b.at));
      const [first] = waiting;
      if (!first) return void (open = undefined);
      if (open?.id !== first.id) {
        const { item } = first;
        const panel = 'approval_id' in item ? approvalOf(item, waiting.length) : questionOf(item, waiting.length);
        open = { id: first.id, count: waiting.length, panel };
      }
      return open.panel;
    },
    close() {
      leave();
      session.close();
    },
  };
}
