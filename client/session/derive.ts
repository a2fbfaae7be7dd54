/** Derives the state of a session from its transcripts and from REST, reusing the unchanged parts. */
import type {
  Approval,
  Question,
  TranscriptAgent,
  TranscriptInteraction,
  TranscriptOp,
} from '../../schemas/generated/types.js';
import type { Transcript } from '../../schemas/folds/transcript.js';
import type { AgentTranscript } from '../api/agent-transcript.js';
import type { Client } from '../api/client.js';
import { share } from '../api/share.js';
import type { AgentState, OpenApproval, OpenQuestion, Settings, Timeline } from './state.js';
import { sameFields, sameItems } from './store.js';

/** Immutable copies of the parts of a transcript that changes in place; operations refresh only what they touch. */
export interface View {
  timeline: Timeline;
  tasks: Transcript['tasks'] extends Map<string, infer Task> ? readonly Task[] : never;
  /** the open interactions */
  pending: readonly TranscriptInteraction[];
}

type Part = 'items' | 'tasks' | 'interactions' | 'attachments' | 'prompts';

const parts: { readonly [Op in TranscriptOp['op']]?: Part } = {
  'turn.upsert': 'items',
  'step.upsert': 'items',
  'frame.upsert': 'items',
  'marker.upsert': 'items',
  'taskref.upsert': 'items',
  'task.upsert': 'tasks',
  'interaction.upsert': 'interactions',
  'attachment.upsert': 'attachments',
  'prompt.upsert': 'prompts',
};

export interface Viewer {
  /** `ops` undefined: anything may have changed */
  touch(ops: readonly TranscriptOp[] | undefined): void;
  view(): View;
}

export function createViewer(agent: AgentTranscript): Viewer {
  const stale = new Set<Part>();
  let isWhole = true;
  let view: View | undefined;

  function fresh<T>(part: Part, old: T | undefined, copy: () => T): T {
    return old === undefined || isWhole || stale.has(part) ? copy() : old;
  }

  return {
    touch(ops) {
      if (!ops) isWhole = true;
      else
        for (const op of ops) {
          if (op.op === 'append') stale.add(op.target.type === 'frame' ? 'items' : 'tasks');
          else if (op.op === 'items.remove' || op.op === 'reset') isWhole = true;
          else if (parts[op.op]) stale.add(parts[op.op] as Part);
        }
    },
    view() {
      if (view && !isWhole && stale.size === 0) return view;
      const { transcript, hasOlder } = agent;
      const old = view;
      view = {
        timeline: sameFields(old?.timeline, {
          items: fresh('items', old?.timeline.items, () => [...transcript.items]),
          hasOlder,
          attachments: fresh('attachments', old?.timeline.attachments, () => new Map(transcript.attachments)),
          prompts: fresh('prompts', old?.timeline.prompts, () => new Map(transcript.prompts)),
        }),
        tasks: fresh('tasks', old?.tasks, () => [...transcript.tasks.values()]),
        pending: fresh('interactions', old?.pending, () =>
          [...transcript.interactions.values()].filter(({ state }) => state === 'pending'),
        ),
      };
      stale.clear();
      isWhole = false;
      return view;
    },
  };
}

/** What waits for the user, as REST lists it. */
export interface Waiting {
  approvals: readonly Approval[];
  questions: readonly Question[];
}

export async function readWaiting(client: Client, sessionId: string): Promise<Waiting> {
  const one = { params: { session_id: sessionId }, query: { status: 'pending' } } as const;
  const [approvals, questions] = await Promise.all([client.listApprovals(one), client.listQuestions(one)]);
  return { approvals: approvals.items, questions: questions.items };
}

/**
 * Returns the open approvals and questions of all agents. Transcripts have them first; REST also lists those of agents
 * that left memory, whose transcripts are not followed.
 */
export function openInteractions(
  agents: ReadonlyMap<string, AgentTranscript>,
  viewers: ReadonlyMap<string, Viewer>,
  listed: Waiting,
): Waiting {
  const approvals: Approval[] = listed.approvals.filter(({ agent_id }) => !agents.get(agent_id)?.isKnown);
  const questions: Question[] = listed.questions.filter(({ agent_id }) => !agents.get(agent_id)?.isKnown);
  // transcripts contain some facts under two names; the names of REST are kept
  for (const viewer of viewers.values())
    for (const interaction of viewer.view().pending) {
      if (!interaction.request) continue;
      if (interaction.interactionKind === 'approval') approvals.push(pick(interaction.request, approvalKeys));
      else questions.push(pick(interaction.request, questionKeys));
    }
  return { approvals: approvals.sort(byTime('approval_id')), questions: questions.sort(byTime('question_id')) };
}

const approvalKeys = [
  ...(['approval_id', 'session_id', 'agent_id', 'turn_id', 'tool_call_id', 'tool_name', 'action'] as const),
  ...(['tool_input_display', 'created_at', 'expires_at', 'reason', 'danger', 'session_scope'] as const),
  ...(['scope_rule', 'agent_type', 'editable', 'edit'] as const),
  ...(['asks', 'leave_reason', 'runtime_id', 'profile', 'scopes'] as const),
] satisfies (keyof Approval)[];

const questionKeys = [
  ...(['question_id', 'session_id', 'agent_id', 'turn_id', 'tool_call_id', 'questions'] as const),
  ...(['created_at', 'expires_at', 'background'] as const),
] satisfies (keyof Question)[];

/** Returns the named fields of an object, without the missing ones. */
export function pick<Item extends object, Key extends keyof Item>(item: Item, keys: readonly Key[]): Pick<Item, Key> {
  return Object.fromEntries(keys.flatMap((key) => (item[key] === undefined ? [] : [[key, item[key]]]))) as Pick<
    Item,
    Key
  >;
}

function byTime<Key extends string>(id: Key) {
  return (a: { created_at: string } & Record<Key, string>, b: { created_at: string } & Record<Key, string>): number =>
    a.created_at.localeCompare(b.created_at) || a[id].localeCompare(b[id]);
}

/** Adds `isAnswered`; unchanged items keep their identity. */
export function withAnswers<Item extends Approval | Question>(
  old: readonly (Item & { isAnswered: boolean })[] | undefined,
  items: readonly Item[],
  idOf: (item: Item) => string,
  answered: ReadonlySet<string>,
): readonly (Item & { isAnswered: boolean })[] {
  return sameItems(old, items, idOf, (item, before) =>
    share(before, { ...item, isAnswered: answered.has(idOf(item)) }),
  );
}

export const approvalId = ({ approval_id }: Approval | OpenApproval): string => approval_id;
export const questionId = ({ question_id }: Question | OpenQuestion): string => question_id;

/** Returns the agents that REST lists, completed with the data of their transcripts. */
export function agentStates(
  old: readonly AgentState[] | undefined,
  agents: readonly TranscriptAgent[],
  transcripts: ReadonlyMap<string, AgentTranscript>,
  timelineOf: (agentId: string) => Timeline | undefined,
): readonly AgentState[] {
  const idOf = ({ agentId }: TranscriptAgent): string => agentId;
  return sameItems(old, agents, idOf, (agent, before) => {
    const timeline = timelineOf(agent.agentId);
    const activity = transcripts.get(agent.agentId)?.transcript.meta.activity;
    const isActive = agent.disposedAt === undefined && activity === 'turn';
    return sameFields(before, { ...agent, isActive, ...(timeline && { timeline }) });
  });
}

/** The runtime until the agent's status is known. */
const asItIs: Settings['runtime'] = { runtime_id: 'local', profile: 'full', enforced: false };
const unknownSandbox: Settings['runtime'] = { ...asItIs, runtime_id: 'sandbox' };

/** Returns the settings of the main agent from its transcript, or else from the session. */
export function settingsOf(
  main: Transcript | undefined,
  config:
    { model: string; thinking?: string; permission_mode: Settings['permissionMode']; plan_mode: boolean } | undefined,
  runtimeId: string | undefined,
  wanted: Partial<Settings>,
): Settings {
  const agent = main?.meta.agent;
  return {
    model: agent?.model ?? config?.model ?? '',
    thinking: agent ? (agent.thinkingEffort ?? '') : (config?.thinking ?? ''),
    permissionMode: agent?.permission ?? config?.permission_mode ?? 'manual',
    planMode: agent ? main.meta.modes?.plan !== undefined : (config?.plan_mode ?? false),
    runtime: agent?.runtime ?? (runtimeId === 'sandbox' ? unknownSandbox : asItIs),
    ...wanted,
  };
}
