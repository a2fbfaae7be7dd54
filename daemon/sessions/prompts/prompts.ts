/** The queue of prompts of an agent: submit, steer, edit, remove (engine.md 2.1, 2.6; rest.md 12). */
import { promptText } from '../../../schemas/folds/said.js';
import type { NewEvent } from '../../../schemas/generated/events.js';
import type {
  ContentPart,
  Prompt,
  PromptLimits,
  PromptQueue,
  SkillActivation,
} from '../../../schemas/generated/types.js';
import { ApiError, invalid } from '../../errors.js';
import type { SessionDeps } from '../deps.js';
import { iso } from '../store.js';
import type { Recorder } from '../live/record.js';
import type { LiveAgent, LiveSession, QueuedPrompt } from '../live/state.js';
import { firstTitle, lastPromptText } from './text.js';
import { steeredTogether } from './arrivals.js';
import { isEnding, type Turns } from '../turns/turns.js';

/** Maximum number of entries in a queue. */
const maxQueued = 100;

export interface Submission {
  promptId?: string;
  /** as stored: media are session_media */
  content: ContentPart[];
  unattended: boolean;
  metadata?: Record<string, unknown>;
  /** skills to load together with the prompt */
  skills: SkillActivation[];
  /** it consists only of the call of its skill */
  slash: boolean;
  limits?: PromptLimits;
  outputSchema?: Record<string, unknown>;
  fallbackModel?: string;
}

export interface Prompts {
  submit(session: LiveSession, agent: LiveAgent, submission: Submission, before: NewEvent[]): Prompt;
  /** throws like `submit`: 40927 and 40903 for an id that is taken */
  checkId(session: LiveSession, promptId: string | undefined): void;
  /** throws like `submit`: 40901 for a full queue */
  checkRoom(agent: LiveAgent): void;
  /** throws 40402 or 40903 for a prompt that does not wait */
  checkQueued(session: LiveSession, promptId: string): void;
  /** merges queued prompts into the running turn; with no turn they run as ordinary prompts */
  steer(session: LiveSession, agent: LiveAgent, promptIds: string[]): void;
  /** whether a stored prompt has ended, without loading its session; throws PROMPT_NOT_FOUND */
  isOver(sessionKey: number, promptId: string): boolean;
  /** aborts a running or queued prompt; false when it was over already */
  abort(session: LiveSession, promptId: string): { aborted: boolean; atSeq: number };
  edit(session: LiveSession, promptId: string, change: { content?: ContentPart[]; position?: number }): Prompt;
  remove(session: LiveSession, promptId: string): void;
}

/** The data of a prompt that its event does not contain. */
function optionsOf(
  agent: LiveAgent,
  { promptId, unattended, metadata, skills, slash, limits, outputSchema, fallbackModel }: QueuedPrompt,
): NewEvent {
  return {
    type: 'prompt.options',
    agentId: agent.id,
    promptId,
    unattended,
    ...(metadata === undefined ? {} : { metadata }),
    ...(skills.length === 0 ? {} : { skills }),
    ...(slash ? { slash } : {}),
    ...(limits === undefined ? {} : { limits }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(fallbackModel === undefined ? {} : { fallbackModel }),
  };
}

/** The skill call in an edited prompt; any other text turns it into an ordinary prompt. */
function calledBy({ skills }: QueuedPrompt, text: string): Pick<QueuedPrompt, 'skills' | 'slash'> {
  const [, name, args] = /^\s*\/(\S+)(?:\s+(.*))?$/s.exec(text) ?? [];
  const [first] = skills;
  if (!first || name?.toLowerCase() !== first.skillName.toLowerCase()) return { skills: [], slash: false };
  const { skillArgs: _before, ...rest } = first;
  const given = args?.trim() ?? '';
  return { skills: [{ ...rest, ...(given === '' ? {} : { skillArgs: given }) }], slash: true };
}

function hasOptions({ unattended, metadata, skills, limits, outputSchema, fallbackModel }: QueuedPrompt): boolean {
  const given = [metadata, limits, outputSchema, fallbackModel];
  return unattended || skills.length > 0 || given.some((each) => each !== undefined);
}

type Found = { agent: LiveAgent; prompt: QueuedPrompt; state: 'running' | 'queued' };

/** The running prompt and the queue of a loaded agent. */
export function queueOf(agent: LiveAgent): PromptQueue {
  return {
    active: agent.turn?.prompt ? item(agent.turn.prompt, 'running') : null,
    queued: agent.queue.map((prompt) => item(prompt, 'queued')),
    paused: agent.paused,
  };
}

function item(prompt: QueuedPrompt, status: Prompt['status']): Prompt {
  return {
    prompt_id: prompt.promptId,
    user_message_id: prompt.userMessageId,
    status,
    content: prompt.content,
    created_at: iso(prompt.createdAt),
  };
}

export function createPrompts(
  deps: Pick<SessionDeps, 'db' | 'now' | 'newId' | 'hostFiles'>,
  record: Recorder,
  turns: Turns,
): Prompts {
  const stored = deps.db.prepare<[number, string], { status: string }>(
    'SELECT status FROM prompts WHERE session_key = ? AND prompt_id = ?',
  );
  const titled = deps.db.prepare<[number], { title: string; last_prompt: string | null }>(
    'SELECT title, last_prompt FROM sessions WHERE key = ?',
  );

  function find(session: LiveSession, promptId: string): Found | undefined {
    for (const agent of session.agents.values()) {
      if (agent.turn?.prompt?.promptId === promptId) return { agent, prompt: agent.turn.prompt, state: 'running' };
      const prompt = agent.queue.find((each) => each.promptId === promptId);
      if (prompt) return { agent, prompt, state: 'queued' };
    }
    return undefined;
  }

  /** Finds a queued prompt; throws 40903 for one that runs or has ended, and 40402 for an unknown one. */
  function queued(session: LiveSession, promptId: string): Found {
    const found = find(session, promptId);
    if (found?.state === 'queued') return found;
    if (found || stored.get(session.ref.key, promptId))
      throw new ApiError('PROMPT_ALREADY_COMPLETED', { data: { aborted: false } });
    throw new ApiError('PROMPT_NOT_FOUND');
  }

  function claimId(session: LiveSession, promptId: string | undefined): string {
    if (promptId === undefined) return deps.newId('prompt');
    const status = stored.get(session.ref.key, promptId)?.status;
    if (status === undefined) return promptId;
    if (status === 'queued' || status === 'running') throw new ApiError('PROMPT_ID_CONFLICT');
    throw new ApiError('PROMPT_ALREADY_COMPLETED', { data: { aborted: false } });
  }

  function checkRoom(agent: LiveAgent): void {
    if (agent.queue.length >= maxQueued)
      throw new ApiError('SESSION_BUSY', { message: `the queue is full (${maxQueued} prompts)` });
  }

  return {
    checkId: (session, promptId) => void claimId(session, promptId),
    checkRoom,
    checkQueued: (session, promptId) => void queued(session, promptId),
    submit(session, agent, submission, before) {
      checkRoom(agent);
      const promptId = claimId(session, submission.promptId);
      const runs = turns.mayStart(session, agent) && agent.queue.length === 0;
      const { content } = submission;
      const prompt: QueuedPrompt = {
        promptId,
        userMessageId: deps.newId('msg'),
        content,
        createdAt: deps.now(),
        unattended: submission.unattended,
        skills: submission.skills,
        slash: submission.slash,
        ...(submission.metadata === undefined ? {} : { metadata: submission.metadata }),
        ...(submission.limits === undefined ? {} : { limits: submission.limits }),
        ...(submission.outputSchema === undefined ? {} : { outputSchema: submission.outputSchema }),
        ...(submission.fallbackModel === undefined ? {} : { fallbackModel: submission.fallbackModel }),
      };
      deps.hostFiles.prompted(session.ref.id);
      const status = runs ? 'running' : 'queued';
      const events: NewEvent[] = [
        ...before,
        {
          type: 'prompt.submitted',
          agentId: agent.id,
          promptId,
          userMessageId: prompt.userMessageId,
          status,
          content,
          createdAt: iso(prompt.createdAt),
        },
      ];
      if (hasOptions(prompt)) events.push(optionsOf(agent, prompt));
      if (!runs)
        events.push({
          type: 'prompt.queued',
          agentId: agent.id,
          promptId,
          content,
          queueLength: agent.queue.length + 1,
        });
      if (agent.id === 'main') events.push(metaUpdate(session, content));
      if (agent.paused) {
        events.push({
          type: 'prompt.updated',
          agentId: agent.id,
          change: 'resumed',
          queueLength: agent.queue.length + 1,
        });
      }
      if (runs) turns.start(session, agent, prompt, events);
      else {
        record(session, events);
        agent.queue.push(prompt);
        if (agent.turn && isEnding(agent.turn)) agent.turn.resumes = true;
        turns.startNext(session, agent);
      }
      return item(prompt, status);
    },
    steer(session, agent, promptIds) {
      const wanted = [...new Set(promptIds)];
      const prompts = wanted.map((id) => agent.queue.find((prompt) => prompt.promptId === id));
      if (prompts.some((prompt) => prompt === undefined)) throw new ApiError('PROMPT_NOT_FOUND');
      const steered = prompts as QueuedPrompt[];
      // engine.md 2.6
      const into = agent.turn && !isEnding(agent.turn) ? agent.turn : undefined;
      if (into && steered.some(({ slash }) => slash))
        throw invalid('prompt_ids', 'a prompt that calls a skill needs a separate turn');
      if (into && steered.some(({ limits, outputSchema, fallbackModel }) => limits ?? outputSchema ?? fallbackModel))
        throw invalid('prompt_ids', 'a prompt with limits, a schema or a fallback model needs a separate turn');
      const rest = agent.queue.filter((prompt) => !steered.includes(prompt));
      const active = into?.prompt?.promptId;
      if (!into) {
        const queueLength = agent.queue.length;
        const moved: NewEvent[] = [];
        const order = [...agent.queue];
        steered.forEach((prompt, position) => {
          if (order[position] === prompt) return;
          order.splice(order.indexOf(prompt), 1);
          order.splice(position, 0, prompt);
          moved.push({
            type: 'prompt.updated',
            agentId: agent.id,
            change: 'moved',
            promptId: prompt.promptId,
            position,
            queueLength,
          });
        });
        record(
          session,
          agent.paused
            ? [...moved, { type: 'prompt.updated', agentId: agent.id, change: 'resumed', queueLength }]
            : moved,
        );
        agent.queue = order;
        if (agent.turn) agent.turn.resumes = true;
        turns.startNext(session, agent);
        return;
      }
      const taken = steeredTogether(steered);
      record(session, [
        {
          type: 'prompt.steered',
          agentId: agent.id,
          activePromptId: active ?? '',
          promptIds: wanted,
          content: taken.content,
          steeredAt: iso(deps.now()),
        },
      ]);
      agent.queue = rest;
      agent.steered.push({
        promptIds: wanted,
        messageId: steered[0]?.userMessageId ?? deps.newId('msg'),
        ...taken,
      });
      for (const notify of agent.onSteer) notify();
    },
    isOver(sessionKey, promptId) {
      const status = stored.get(sessionKey, promptId)?.status;
      if (status === undefined) throw new ApiError('PROMPT_NOT_FOUND');
      return status !== 'queued' && status !== 'running';
    },
    abort(session, promptId) {
      const found = find(session, promptId);
      if (!found) {
        if (stored.get(session.ref.key, promptId)) return { aborted: false, atSeq: session.lastSeq };
        throw new ApiError('PROMPT_NOT_FOUND');
      }
      if (found.state === 'running') {
        turns.abort(session, found.agent, 'user');
      } else {
        record(session, [{ type: 'prompt.aborted', agentId: found.agent.id, promptId, abortedAt: iso(deps.now()) }]);
        found.agent.queue = found.agent.queue.filter((prompt) => prompt !== found.prompt);
      }
      return { aborted: true, atSeq: session.lastSeq };
    },
    edit(session, promptId, change) {
      const { agent, prompt } = queued(session, promptId);
      const queueLength = agent.queue.length;
      if (change.content !== undefined) {
        const called = prompt.slash ? calledBy(prompt, promptText(change.content)) : undefined;
        record(session, [
          ...(called ? [optionsOf(agent, { ...prompt, ...called })] : []),
          {
            type: 'prompt.updated',
            agentId: agent.id,
            change: 'edited',
            promptId,
            content: change.content,
            queueLength,
          },
        ]);
        prompt.content = change.content;
        Object.assign(prompt, called);
      }
      if (change.position !== undefined) {
        const position = Math.min(change.position, queueLength - 1);
        record(session, [
          { type: 'prompt.updated', agentId: agent.id, change: 'moved', promptId, position, queueLength },
        ]);
        agent.queue = agent.queue.filter((each) => each !== prompt);
        agent.queue.splice(position, 0, prompt);
      }
      return item(prompt, 'queued');
    },
    remove(session, promptId) {
      const { agent, prompt } = queued(session, promptId);
      record(session, [
        { type: 'prompt.updated', agentId: agent.id, change: 'removed', promptId, queueLength: agent.queue.length - 1 },
        { type: 'prompt.aborted', agentId: agent.id, promptId, abortedAt: iso(deps.now()) },
      ]);
      agent.queue = agent.queue.filter((each) => each !== prompt);
    },
  };

  function metaUpdate(session: LiveSession, content: ContentPart[]): NewEvent {
    const lastPrompt = lastPromptText(content);
    const before = titled.get(session.ref.key);
    if (before?.title !== '' || before.last_prompt !== null) {
      return { type: 'session.meta.updated', agentId: 'main', patch: { lastPrompt } };
    }
    const title = firstTitle(promptText(content));
    if (title === '') return { type: 'session.meta.updated', agentId: 'main', patch: { lastPrompt } };
    return {
      type: 'session.meta.updated',
      agentId: 'main',
      title,
      patch: { title, isCustomTitle: false, titleKind: 'replaceable', lastPrompt },
    };
  }
}
