/** A session open in the editor: turns its events into updates, and handles its prompts, approvals and settings. */
import type { Cursor, Model, Session } from '../../schemas/generated/types.js';
import { ApiFailure, ConnectionFailure } from '../api/failure.js';
import type { EventFrame, Stream } from '../api/stream.js';
import { type Actions, createActions, createOwn } from '../session/actions.js';
import { readWaiting } from '../session/derive.js';
import type { Io } from '../cli/io.js';
import { createApprovals } from './approvals.js';
import { createCalls } from './calls.js';
import type { Editor } from './editor.js';
import { createPrompts, type Prompts } from './prompts.js';
import { createQuestions } from './questions.js';
import { replay } from './replay.js';
import type { Server } from './servers.js';
import { createShown, type SettingsAnswer } from './shown.js';
import { createSlash, type Slash } from './slash.js';
import { createTranslator } from './translate.js';
import type { ShownSettings, Update } from './update.js';
import { stateKey, updateOnWire } from './wire.js';
import { recordIn } from './params.js';

export interface EditorSessionOptions {
  session: Session;
  server: Server;
  editor: Editor;
  io: Io;
  /** loads the session again, with what this process adds to it */
  load(server: Server): Promise<unknown>;
}

export interface EditorSession {
  readonly id: string;
  readonly server: Server;
  readonly prompts: Prompts;
  readonly slash: Slash;
  readonly actions: Actions;
  /** `since`: the last known event; `history`: how much of the past conversation is shown */
  open(since: number, history: 'none' | 'running' | 'all'): Promise<void>;
  /** Called when the editor knows the session: sends what was held back, and asks what waits for the user. */
  release(): Promise<void>;
  readonly settings: ShownSettings;
  /** returns modes, options and models for an answer */
  answer(): Promise<SettingsAnswer>;
  models(): Promise<readonly Model[]>;
  sendText(text: string): void;
  notice(title: string): void;
  /** Called when the server lost the session, or another server has it. */
  moveTo(server: Server): Promise<void>;
  /** Called after a call of this bridge changed the session. */
  changed(session: Session): void;
  cancel(): Promise<void>;
  close(): void;
}

const nothing = (): void => undefined;

export function createEditorSession(options: EditorSessionOptions): EditorSession {
  const { editor, io, load } = options;
  const { id } = options.session;
  const { cwd } = options.session.metadata;
  const params = { session_id: id };
  let { server } = options;
  let actions = actionsOn(server);
  let held: Update[] | undefined = [];
  let cursor: Cursor = { seq: 0 };
  let withdrawFiles: (() => void) | undefined;
  let isClosed = false;
  let moves = 0;
  let subscribed: Promise<void> = Promise.resolve();
  let sentTexts = 0;

  function actionsOn({ client, stream }: Server): Actions {
    return createActions({ sessionId: id, client, stream, own: createOwn(), changed: nothing, refresh: nothing });
  }

  function send(update: Update): void {
    if (isClosed) return;
    if (held) return void held.push(update);
    const wire = updateOnWire(update, editor.capabilities);
    if (wire) editor.update(id, wire, stateKey(update));
  }

  function sendText(text: string): void {
    sentTexts += 1;
    send({
      kind: 'text',
      of: 'answer',
      messageId: `bridge:${sentTexts}`,
      text: text.endsWith('\n') ? text : `${text}\n`,
    });
  }

  function notice(title: string): void {
    sentTexts += 1;
    send({ kind: 'notice', id: `bridge:${sentTexts}`, severity: 'warning', title });
  }

  const { terminalOutput: hasTerminals, subagents: showsSubagents } = editor.capabilities;
  const calls = createCalls({ cwd, now: io.now, hasTerminals, showsSubagents });
  const prompts = createPrompts({ actions: () => actions, sendText });
  const translator = createTranslator({
    calls,
    isOwn: prompts.isOwn,
    readMessage: (message_id) => server.client.getMessage({ params: { ...params, message_id } }),
  });
  const client = () => server.client;
  const asking = { sessionId: id, cwd, editor, calls, client, actions: () => actions, send };
  const approvals = createApprovals(asking);
  const questions = createQuestions({ ...asking, connectionId: () => server.stream.hello?.ws_connection_id });
  const shown = createShown({ session: options.session, client, now: io.now, send });
  const slash = createSlash({ sessionId: id, io, server: () => server, prompts, sendText });

  async function take(frame: EventFrame): Promise<void> {
    if (isClosed) return;
    if (!frame.volatile) cursor = { seq: frame.seq, ...(frame.epoch !== undefined && { epoch: frame.epoch }) };
    // needs the ids of prompts being sent, to recognize their events
    await prompts.sent();
    for (const update of await translator.take(frame)) send(update);
    await shown.take(frame);
    prompts.take(frame);
    ask(frame);
    if (frame.type === 'prompt.completed' || frame.type === 'event.config.changed') void offerCommands();
    await editor.room();
  }

  function ask({ type, payload }: EventFrame): void {
    if (type === 'event.approval.requested') inBackground(approvals.ask({ ...payload, agent_id: payload.agentId }));
    if (type === 'event.approval.resolved') approvals.withdraw(payload.approval_id);
    if (type === 'event.question.requested')
      inBackground(questions.ask({ background: false, ...payload, agent_id: payload.agentId }));
    if (type === 'event.question.answered' || type === 'event.question.dismissed')
      questions.withdraw(payload.question_id);
  }

  function inBackground(work: Promise<unknown>): void {
    work.catch((error: unknown) => editor.warn(error instanceof Error ? error.message : String(error)));
  }

  async function askWaiting(): Promise<void> {
    const before = { approvals: approvals.openIds(), questions: questions.openIds() };
    const waiting = await readWaiting(server.client, id);
    // the events that decided them may be missing
    const approvalIds = new Set(waiting.approvals.map(({ approval_id }) => approval_id));
    const questionIds = new Set(waiting.questions.map(({ question_id }) => question_id));
    for (const each of before.approvals) if (!approvalIds.has(each)) approvals.withdraw(each);
    for (const each of before.questions) if (!questionIds.has(each)) questions.withdraw(each);
    for (const approval of waiting.approvals) inBackground(approvals.ask(approval));
    for (const question of waiting.questions) inBackground(questions.ask(question));
  }

  let offered = '';
  async function offerCommands(): Promise<void> {
    try {
      const commands = await slash.offered();
      if (JSON.stringify(commands) === offered) return;
      offered = JSON.stringify(commands);
      send({ kind: 'commands', commands });
    } catch (error) {
      // the next prompt tries again
      if (!(error instanceof ApiFailure || error instanceof ConnectionFailure)) throw error;
    }
  }

  /** Called when the log cannot be continued: takes over the present state of the session. */
  async function readAgain(): Promise<Cursor> {
    const snapshot = await server.client.getSessionSnapshot({ params });
    prompts.missed(snapshot);
    shown.changed(snapshot.session);
    await askWaiting();
    return { seq: snapshot.as_of_seq, epoch: snapshot.epoch };
  }

  async function subscribe(): Promise<void> {
    await server.stream.subscribe(id, { cursor, onEvent: take, onResync: readAgain });
    withdrawFiles = await offerFiles(server.stream, id, editor);
  }

  return {
    id,
    get server() {
      return server;
    },
    get actions() {
      return actions;
    },
    prompts,
    slash,
    sendText,
    notice,
    async open(since, history) {
      cursor = { seq: since };
      if (history !== 'none') {
        const kept = held;
        // the protocol places the history before the answer, and everything else after it
        if (history === 'all') held = undefined;
        const from = { sessionId: id, cwd, client: server.client, files: server.files, calls, send };
        const running = await replay({ ...from, room: () => editor.room() }, { isSilent: history === 'running' });
        held = kept;
        if (running) translator.joinStep(running.turnId, running.step);
      }
      await subscribe();
    },
    async release() {
      const waiting = held ?? [];
      held = undefined;
      for (const update of waiting) send(update);
      await offerCommands();
      await askWaiting();
    },
    get settings() {
      return shown.settings;
    },
    answer: () => shown.answer(),
    models: () => shown.models(),
    async moveTo(next) {
      moves += 1;
      const move = moves;
      server.stream.unsubscribe(id);
      if (next !== server) {
        server = next;
        actions = actionsOn(next);
      }
      await load(next);
      await subscribed.catch(() => undefined);
      // the server went away again, and a later move has the session
      if (move !== moves || isClosed) return;
      // before its events are read: they wait for a prompt that waits for this server
      prompts.moved();
      subscribed = subscribe();
      await subscribed;
      await askWaiting();
    },
    changed: (session) => shown.changed(session),
    async cancel() {
      approvals.withdrawAll();
      questions.withdrawAll();
      await prompts.cancel();
    },
    close() {
      isClosed = true;
      approvals.withdrawAll();
      questions.withdrawAll();
      withdrawFiles?.();
      server.stream.unsubscribe(id);
    },
  };
}

/** Maximum time for an answer of the editor in milliseconds. */
const readMs = 5_000;
const writeMs = 10_000;

/** Resolves with a function that withdraws the offer; undefined when this editor has no files to offer. */
async function offerFiles(stream: Stream, sessionId: string, editor: Editor): Promise<(() => void) | undefined> {
  const { readTextFile, writeTextFile } = editor.capabilities;
  if (!readTextFile && !writeTextFile) return undefined;
  try {
    return await stream.offerFiles({
      sessionId,
      ...(readTextFile && {
        async read({ path }) {
          const answer = await inTime(readMs, (signal) => editor.ask('fs/read_text_file', { sessionId, path }, signal));
          const { content } = recordIn({ answer }, 'answer');
          return typeof content === 'string' ? content : undefined;
        },
      }),
      ...(writeTextFile && {
        async write({ path }, content) {
          await inTime(writeMs, (signal) => editor.ask('fs/write_text_file', { sessionId, path, content }, signal));
        },
      }),
    });
  } catch (error) {
    // the agent uses the files on disk
    if (error instanceof ApiFailure || error instanceof ConnectionFailure) return undefined;
    throw error;
  }
}

async function inTime<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(ms);
  const answer = await work(signal);
  if (signal.aborted) throw new Error(`no answer within ${ms / 1_000} s`);
  return answer;
}
