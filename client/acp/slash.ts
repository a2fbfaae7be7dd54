/** Slash commands in an editor: commands offered to this surface, and skills (acp-cli.md 1.15). */
import type { PromptResponse } from '@agentclientprotocol/sdk';
import type { PromptContentPart } from '../../schemas/generated/types.js';
import { createStream } from '../api/stream.js';
import type { EventFrame } from '../api/stream.js';
import {
  aboutOf,
  usageOf,
  type CommandContext,
  type Done,
  type Outcome,
  type Surface,
  type View,
} from '../commands/command.js';
import { parseTyped, type Typed } from '../commands/parse.js';
import { runTyped } from '../commands/run.js';
import { commandsOf, findCommand } from '../commands/table.js';
import { english } from '../commands/texts.js';
import { openSession } from '../session/session.js';
import type { Io } from '../cli/io.js';
import type { Prompts } from './prompts.js';
import type { Server } from './servers.js';
import type { OfferedCommand } from './update.js';

export interface SlashOptions {
  sessionId: string;
  io: Io;
  server(): Server;
  prompts: Prompts;
  /** writes a text into the conversation that is not sent to the model */
  sendText(text: string): void;
}

export interface Slash {
  /** Returns the commands for the editor's menu. */
  offered(): Promise<OfferedCommand[]>;
  /** Runs the command in the text; undefined when the text is for the model. */
  run(text: string, rest: PromptContentPart[], signal: AbortSignal): Promise<PromptResponse | undefined>;
}

export function createSlash({ sessionId, io, server, prompts, sendText }: SlashOptions): Slash {
  async function skillsOf() {
    const { skills } = await server().client.listSkills({ params: { session_id: sessionId } });
    return skills.filter(({ name }) => !findCommand(name)?.surfaces.includes('editor'));
  }

  /** Opens the session for the duration of a command, on a connection of its own. */
  async function inSession<T>(act: (context: CommandContext) => Promise<T>): Promise<T> {
    const { client, baseUrl, token, files, isOwn } = server();
    const stream = createStream({
      baseUrl,
      token,
      WebSocket: await io.webSocket(),
      fetch: io.fetch,
      clientId: `acp-${process.pid}-command`,
      reconnect: { delaysMs: [], endless: false },
      onEnd: () => undefined,
    });
    const session = openSession({ sessionId, client, stream, pageSize: 1 });
    try {
      await loaded(session);
      return await act({
        client,
        files,
        session,
        surface: surfaceOf(show),
        words: english,
        server: { baseUrl, isOwn },
        version: io.version,
        now: io.now,
      });
    } finally {
      session.close();
      stream.close();
    }
  }

  async function show(view: View): Promise<void> {
    const { client } = server();
    const params = { session_id: sessionId };
    if (view.kind === 'plan') sendText(view.plan.plan);
    if (view.kind === 'goals') {
      const { objectives } = await client.getGoalQueue({ params });
      sendText(
        objectives.length === 0 ? 'No goals follow.' : objectives.map((text, at) => `${at + 1}. ${text}`).join('\n'),
      );
    }
    if (view.kind !== 'models') return;
    const [{ items }, { model }] = await Promise.all([client.listModels(), client.getSessionStatus({ params })]);
    sendText([`Model: ${model}`, `Models: ${items.map((each) => each.model).join(', ')}`].join('\n'));
  }

  async function command(
    typed: Exclude<Typed, { kind: 'text' | 'suggestion' }>,
    signal: AbortSignal,
  ): Promise<PromptResponse> {
    const begun = followWork(typed.kind === 'command' ? typed.command.name : typed.name);
    const answer = await prompts.runWork(
      async () => {
        const outcome = await inSession((context) => runTyped(typed, context));
        for (const line of linesOf(outcome)) sendText(line);
        return outcome.kind === 'done' && outcome.isStarted === true && !begun.isOver(outcome);
      },
      (frame) => begun.take(frame),
      signal,
    );
    const words = answer.stopReason === 'cancelled' ? undefined : begun.words();
    if (words) sendText(words);
    return answer;
  }

  return {
    async offered() {
      const skills = await skillsOf();
      return [
        ...commandsOf('editor').map((command) => ({
          name: command.name,
          description: aboutOf(command, english),
          ...(command.usage !== '' && { hint: usageOf(command, english) }),
        })),
        ...skills.map(({ name, description }) => ({ name, description, hint: '[words]' })),
      ];
    },
    async run(text, rest, signal) {
      const names = (await skillsOf()).map(({ name }) => name);
      const typed = parseTyped(text.trim(), { surface: 'editor', skills: names });
      if (typed.kind === 'text' || typed.kind === 'suggestion') return undefined;
      if (typed.kind === 'command') return await command(typed, signal);
      const { name, args } = typed;
      const call = { type: 'text', text: args === '' ? `/${name}` : `/${name} ${args}` } as const;
      return await prompts.run([call, ...rest], { skills: [{ name, ...(args !== '' && { args }) }] }, signal);
    },
  };
}

interface Begun {
  /** Takes what only the answer of the server names. */
  isOver(named: Done): boolean;
  take(frame: EventFrame): boolean;
  /** the last words of an agent that did it */
  words(): string | undefined;
}

/** Follows what a command began to its end; events of it may come before the answer that names it. */
function followWork(command: string): Begun {
  const agents = new Map<string, string>();
  const pursued = new Map<string, boolean>();
  let named: Done | undefined;
  let hasTurn = false;
  let hasEnded = false;

  function note({ type, payload }: EventFrame): void {
    if (payload.agentId !== 'main') return;
    if (type === 'subagent.completed') agents.set(payload.subagentId, payload.resultSummary);
    if (type === 'subagent.failed') agents.set(payload.subagentId, payload.error);
    if (type === 'goal.updated') {
      for (const id of pursued.keys()) pursued.set(id, false);
      if (payload.snapshot) pursued.set(payload.snapshot.goalId, payload.snapshot.status === 'active');
    }
    if (type === 'turn.started') hasTurn = true;
    if (type === 'turn.ended') hasTurn = false;
    hasEnded ||=
      command === 'compact'
        ? type === 'compaction.completed' || type === 'compaction.cancelled'
        : type === 'turn.ended';
  }

  function isOver(): boolean {
    if (!named) return false;
    const { agentId, goalId } = named;
    if (agentId !== undefined) return agents.has(agentId);
    return goalId === undefined ? hasEnded : !hasTurn && pursued.get(goalId) === false;
  }

  return {
    isOver(done) {
      named = done;
      return isOver();
    },
    take(frame) {
      note(frame);
      return isOver();
    },
    words: () => agents.get(named?.agentId ?? ''),
  };
}

function linesOf(outcome: Outcome): string[] {
  if (outcome.kind === 'refused') return [outcome.notice];
  const { rows, reported, notice } = outcome;
  return [
    ...(rows && rows.length > 0 ? [rows.join('\n')] : []),
    ...[reported, notice].filter((line) => line !== undefined),
  ];
}

/** Resolves when the session has been read. */
function loaded(session: ReturnType<typeof openSession>): Promise<void> {
  const isReady = (): boolean => session.get().isLoaded || session.get().isGone;
  if (isReady()) return session.settled();
  return new Promise((resolve) => {
    const leave = session.subscribe(() => {
      if (!isReady()) return;
      leave();
      resolve(session.settled());
    });
  });
}

/** An editor has no views of this program: `show` says what they would hold; a question takes its preset answer. */
function surfaceOf(show: Surface['show']): Surface {
  return {
    kind: 'editor',
    busyNotice: (name) => `A turn runs: cancel it first, then /${name}`,
    show,
    perform: () => undefined,
    ask: async ({ preset }) => preset,
    enter: async () => undefined,
    prefill: () => undefined,
    copy: async () => '',
    save: async () => ({ problem: 'the editor saves files by itself' }),
  };
}
