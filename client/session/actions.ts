/** The user's actions in a session: shown immediately where that helps, repeated after a lost answer if idempotent. */
import type { Operations } from '../../schemas/generated/operations.js';
import type { AgentConfigInput, Owner, PromptContentPart } from '../../schemas/generated/types.js';
import type { Client } from '../api/client.js';
import { ApiFailure, ConnectionFailure, isFailure } from '../api/failure.js';
import { ownerOf } from '../api/owner.js';
import type { Stream } from '../api/stream.js';
import type { OutgoingPrompt, Settings } from './state.js';
import type { ErrorName } from '../../schemas/generated/errors.js';
import { pause } from '../api/retry.js';

type Body<Name extends keyof Operations> = NonNullable<Operations[Name]['body']>;
export type PromptOptions = Omit<Body<'submitPrompt'>, 'content' | 'prompt_id'>;

/** What the client itself adds to the state. */
export interface Own {
  outgoing: Map<string, OutgoingPrompt>;
  /** ids of approvals and questions whose answers are being sent */
  answered: Set<string>;
  settings: Partial<Settings>;
  owner: Owner | undefined;
}

export function createOwn(): Own {
  return { outgoing: new Map(), answered: new Set(), settings: {}, owner: undefined };
}

export interface ActionDeps {
  sessionId: string;
  client: Client;
  stream: Stream;
  own: Own;
  /** called when what the client adds has changed */
  changed(): void;
  /** called when facts of REST may have changed */
  refresh(): void;
  /** creates ids; default: random UUIDs of the platform */
  createId?: () => string;
}

/** `elsewhere`: another client or an abort settled it first. */
export type AnswerOutcome = 'done' | 'elsewhere';

/**
 * All reject with ApiFailure when the server refuses. Actions that are not idempotent (undo, redo, compact, fork,
 * retry, runShell, init, setGoal) reject with ConnectionFailure when their answer is lost.
 */
export type Actions = ReturnType<typeof createActions>;

export function createActions(deps: ActionDeps) {
  const { sessionId, client, stream, own, changed, refresh } = deps;
  const createId = deps.createId ?? (() => globalThis.crypto.randomUUID());
  const params = { session_id: sessionId };
  /** Resolves when every prompt sent before has its answer, with the failure that lost the last one, if any. */
  let sentBefore: Promise<ConnectionFailure | undefined> = Promise.resolve(undefined);

  /** Remembers the owner that a refusal names. */
  async function acting<T>(action: () => Promise<T>): Promise<T> {
    try {
      const answer = await action();
      setOwner(undefined);
      return answer;
    } catch (error) {
      const owner = ownerOf(error);
      if (owner) setOwner(owner);
      throw error;
    } finally {
      refresh();
    }
  }

  function setOwner(owner: Owner | undefined): void {
    if (own.owner === owner) return;
    own.owner = owner;
    changed();
  }

  /**
   * Resolves with the prompt's id when the server has it. Prompts are sent one after another, because simultaneous
   * requests may arrive out of order; when one is lost with its server, so are the later ones. A refused prompt stays
   * in `outgoing`. `promptId`: its id in an earlier attempt on a server that is gone.
   */
  async function send(
    content: PromptContentPart[],
    options: PromptOptions = {},
    promptId = createId(),
  ): Promise<string> {
    // a prompt with skills has no id: when its answer is lost, it is not sent again
    const { skills } = options;
    const body = { ...options, content, ...(skills === undefined && { prompt_id: promptId }) };
    own.outgoing.set(promptId, { promptId, content });
    changed();
    const call = () => client.submitPrompt({ params, body });
    // the id belongs to this call, so a prompt that the server already has has arrived; browsers repeat requests on
    // their own after a reused connection breaks
    const callOnce = () =>
      call().catch((error: unknown) => {
        if (!isFailure(error, 'PROMPT_ID_CONFLICT', 'PROMPT_ALREADY_COMPLETED')) throw error;
      });
    const submitted = sentBefore.then((lost) => {
      // if the previous prompt has to go to another server, this one must not arrive there first
      if (lost) throw lost;
      return acting(() => (skills === undefined ? untilAnswered(stream, callOnce) : call()));
    });
    const settled = submitted.then(
      () => undefined,
      (error: unknown) => (error instanceof ConnectionFailure && skills === undefined ? error : undefined),
    );
    sentBefore = settled;
    void settled.then(() => {
      if (sentBefore === settled) sentBefore = Promise.resolve(undefined);
    });
    try {
      const item = await submitted;
      const id = item?.prompt_id ?? promptId;
      // the queue may never show a steered or finished prompt
      if (id !== promptId || (options.agent_id ?? 'main') !== 'main') own.outgoing.delete(promptId);
      return id;
    } catch (error) {
      if (error instanceof ApiFailure) own.outgoing.set(promptId, { promptId, content, failure: error });
      else own.outgoing.delete(promptId);
      throw error;
    } finally {
      changed();
    }
  }

  async function configure(config: AgentConfigInput): Promise<void> {
    const wanted = settingsIn(config);
    own.settings = { ...own.settings, ...wanted };
    changed();
    try {
      const body = { agent_config: config };
      await acting(() => untilAnswered(stream, () => client.updateSessionProfile({ params, body })));
    } finally {
      const kept = Object.entries(own.settings).filter(([key, value]) => wanted[key as keyof Settings] !== value);
      own.settings = Object.fromEntries(kept);
      changed();
    }
  }

  const again = <T>(call: () => Promise<T>, arrived?: readonly ErrorName[]) =>
    acting(() => untilAnswered(stream, call, arrived));

  return {
    send,
    /** removes a refused prompt from `outgoing` */
    discard(promptId: string): void {
      if (own.outgoing.get(promptId)?.failure && own.outgoing.delete(promptId)) changed();
    },
    steer: (promptIds: string[]) =>
      again(() => client.steerPrompts({ params, body: { prompt_ids: promptIds } }), ['PROMPT_NOT_FOUND']),
    editQueued: (promptId: string, body: Body<'editPrompt'>) =>
      again(() => client.editPrompt({ params: { ...params, prompt_id: promptId }, body })),
    removeQueued: (promptId: string) =>
      again(
        () => client.removePrompt({ params: { ...params, prompt_id: promptId } }),
        ['PROMPT_NOT_FOUND', 'PROMPT_ALREADY_COMPLETED'],
      ),
    abortPrompt: (promptId: string) =>
      again(() => client.abortPrompt({ params: { ...params, prompt_id: promptId } }), ['PROMPT_ALREADY_COMPLETED']),
    /** aborts the turn of the main agent and everything it waits for */
    abort: () => again(() => client.abortSession({ params })),
    ...createAnswers({ client, stream, answered: own.answered, changed, acting, sessionOf: () => sessionId }),
    /** sets model, thinking, permission mode, plan mode or goal */
    configure,
    rename: (title: string) => again(() => client.updateSessionProfile({ params, body: { title } })),
    cancelTask: (task_id: string) => again(() => client.cancelTask({ params: { ...params, task_id } })),
    closeTerminal: (terminal_id: string) =>
      again(() => client.closeTerminal({ params: { ...params, terminal_id } }), ['TERMINAL_NOT_FOUND']),
    undo: (body: Body<'undoSession'> = {}) => acting(() => client.undoSession({ params, body })),
    /** reverts changes of one file */
    revert: (body: Body<'revertChange'>) => acting(() => client.revertChange({ params, body })),
    unrevert: (revert_id: string) => acting(() => client.unrevertChange({ params, body: { revert_id } })),
    redo: (body: Body<'redoSession'> = {}) => acting(() => client.redoSession({ params, body })),
    compact: (body: Body<'compactSession'> = {}) => acting(() => client.compactSession({ params, body })),
    fork: (body: Body<'forkSession'> = {}) => acting(() => client.forkSession({ params, body })),
    retry: () => acting(() => client.retrySession({ params })),
    /** runs a shell command of the user, whose output enters the context */
    runShell: (command: string) => acting(() => client.runShell({ params, body: { command } })),
    /** lets the agent write AGENTS.md */
    init: () => acting(() => client.initSession({ params })),
    /** sets the goal; an idle session starts on it immediately */
    setGoal: (body: Body<'createGoal'>) => acting(() => client.createGoal({ params, body })),
    pauseGoal: () => again(() => client.pauseGoal({ params }), ['GOAL_STATUS_INVALID']),
    resumeGoal: () => again(() => client.resumeGoal({ params }), ['GOAL_NOT_RESUMABLE']),
    cancelGoal: () => again(() => client.cancelGoal({ params }), ['GOAL_NOT_FOUND']),
    /** replaces the queued goals */
    setGoalQueue: (objectives: string[]) => again(() => client.setGoalQueue({ params, body: { objectives } })),
    addDirectory: (body: Body<'addDirectory'>) => again(() => client.addDirectory({ params, body })),
    clearPlan: () => again(() => client.clearPlan({ params })),
    /** reloads configuration, skills and MCP servers */
    reload: () => again(() => client.reloadSession({ params })),
    removeRule: (rule_id: string) =>
      again(() => client.deletePermissionRule({ params: { ...params, rule_id } }), ['RESOURCE_NOT_FOUND']),
    restartMcpServer: (mcp_server_id: string) =>
      again(() => client.restartMcpServer({ params: { mcp_server_id }, query: params })),
  };
}

export interface AnswerDeps extends Pick<ActionDeps, 'client' | 'stream' | 'changed'> {
  /** ids of approvals and questions whose answers are being sent */
  answered: Set<string>;
  /** returns the session of a waiting item; undefined when it no longer waits */
  sessionOf(id: string): string | undefined;
  acting(action: () => Promise<unknown>): Promise<unknown>;
}

/** Answers approvals and questions. Each shows as answered until it disappears or the server refuses the answer. */
export function createAnswers({ client, stream, answered, changed, sessionOf, acting }: AnswerDeps) {
  async function answering(id: string, call: (sessionId: string) => Promise<unknown>): Promise<AnswerOutcome> {
    const sessionId = sessionOf(id);
    if (sessionId === undefined) return 'elsewhere';
    // pressed twice: the first decision counts
    if (answered.has(id)) return 'done';
    answered.add(id);
    changed();
    try {
      await acting(() => untilAnswered(stream, () => call(sessionId), ['APPROVAL_ALREADY_RESOLVED']));
      return 'done';
    } catch (error) {
      answered.delete(id);
      changed();
      if (isFailure(error, 'APPROVAL_ALREADY_RESOLVED', 'APPROVAL_EXPIRED', 'QUESTION_EXPIRED')) return 'elsewhere';
      throw error;
    }
  }

  return {
    decide: (approval_id: string, body: Body<'resolveApproval'>) =>
      answering(approval_id, (session_id) => client.resolveApproval({ params: { session_id, approval_id }, body })),
    answer: (question_id: string, body: Body<'answerQuestion'>) =>
      answering(question_id, (session_id) => client.answerQuestion({ params: { session_id, question_id }, body })),
    dismiss: (question_id: string) =>
      answering(question_id, (session_id) => client.dismissQuestion({ params: { session_id, question_id } })),
  };
}

/** Returns the settings that can be shown before the server confirms them. */
function settingsIn({ model, thinking, permission_mode, plan_mode }: AgentConfigInput): Partial<Settings> {
  return {
    ...(model && { model }),
    ...(thinking !== undefined && { thinking }),
    ...(permission_mode && { permissionMode: permission_mode }),
    ...(plan_mode !== undefined && { planMode: plan_mode }),
  };
}

/** Milliseconds between two attempts while the socket is live. */
const pauseMs = 200;

/**
 * Repeats a call until it is answered. `arrived` detects the server's answer to a repetition of a call that it already
 * carried out; then this resolves with undefined. Rejects with ApiFailure, or ConnectionFailure when the stream has
 * ended.
 */
async function untilAnswered<T>(
  stream: Stream,
  call: () => Promise<T>,
  arrived: readonly ErrorName[] = [],
): Promise<T | undefined> {
  for (let isRepeated = false; ; isRepeated = true) {
    try {
      return await beforeTheEnd(stream, call);
    } catch (error) {
      if (isRepeated && isFailure(error, ...arrived)) return undefined;
      if (!(error instanceof ConnectionFailure) || stream.state === 'ended') throw error;
      await pause(pauseMs);
      await live(stream);
    }
  }
}

/** Rejects with ConnectionFailure when the stream ends first; an unresponsive server may keep connections open. */
async function beforeTheEnd<T>(stream: Stream, call: () => Promise<T>): Promise<T> {
  let leave = (): void => undefined;
  const ended = new Promise<never>((_, reject) => {
    leave = stream.onState(() => {
      if (stream.state === 'ended') reject(new ConnectionFailure('the connection ended before the answer'));
    });
  });
  try {
    return await Promise.race([call(), ended]);
  } finally {
    leave();
  }
}

/** Resolves when the stream is live or has ended. */
function live(stream: Stream): Promise<void> {
  const isOver = (): boolean => stream.state === 'live' || stream.state === 'ended';
  if (isOver()) return Promise.resolve();
  return new Promise((resolve) => {
    const leave = stream.onState(() => {
      if (!isOver()) return;
      leave();
      resolve();
    });
  });
}
