/** What a client knows of a session, as one value; each part keeps its identity until it changes. */
import type {
  Approval,
  McpServer,
  Owner,
  PermissionMode,
  Prompt,
  PromptContentPart,
  Question,
  Session,
  Todo,
  TranscriptAgent,
  TranscriptAttachment,
  TranscriptGoal,
  TranscriptItem,
  TranscriptPhase,
  TranscriptPrompt,
  TranscriptTask,
  UsageStatus,
  RuntimeStatus,
} from '../../schemas/generated/types.js';
import type { ApiFailure } from '../api/failure.js';
import type { LinkState } from '../api/stream.js';

/** The session object without what changes with every event, and without what `settings` has. */
export type SessionFacts = Omit<
  Session,
  'last_seq' | 'message_count' | 'updated_at' | 'permission_rules' | 'agent_config'
>;

export interface Settings {
  /** alias; empty while none resolves */
  model: string;
  /** effective level; empty without a model */
  thinking: string;
  permissionMode: PermissionMode;
  planMode: boolean;
  /** where commands of the main agent run, and what the kernel lets them do */
  runtime: RuntimeStatus;
}

/** The turns of an agent, with what happened between them. */
export interface Timeline {
  /** oldest first */
  items: readonly TranscriptItem[];
  hasOlder: boolean;
  attachments: ReadonlyMap<string, TranscriptAttachment>;
  prompts: ReadonlyMap<string, TranscriptPrompt>;
}

export interface AgentState extends TranscriptAgent {
  /** a turn of it runs */
  isActive: boolean;
  /** while it is shown */
  timeline?: Timeline;
}

/** A prompt of this client on its way: it is in neither timeline nor queue yet. */
export interface OutgoingPrompt {
  promptId: string;
  content: readonly PromptContentPart[];
  /** refused; it stays here until it is discarded */
  failure?: ApiFailure;
}

export interface Queue {
  active: Prompt | null;
  /** next one first */
  queued: readonly Prompt[];
  /** it waits for the user */
  isPaused: boolean;
}

/** `isAnswered`: an answer of this client is on its way. */
export type OpenApproval = Approval & { isAnswered: boolean };
export type OpenQuestion = Question & { isAnswered: boolean };

export interface Usage {
  /** tokens of the main agent */
  tokens: UsageStatus | undefined;
  contextTokens: number | undefined;
  /** absent when unknown */
  maxContextTokens: number | undefined;
  /** of the whole session, by the prices at the time; absent when nothing had a price */
  costUsd: number | undefined;
}

export interface SessionState {
  readonly id: string;
  readonly connection: LinkState;
  /** everything has been read at least once */
  readonly isLoaded: boolean;
  /** unknown, or deleted */
  readonly isGone: boolean;
  /** the other server that runs the session, as an action of this client learned it */
  readonly owner: Owner | undefined;
  readonly session: SessionFacts | undefined;
  readonly settings: Settings;
  /** what the main agent is doing */
  readonly phase: TranscriptPhase | undefined;
  readonly timeline: Timeline;
  /** of all agents, oldest first */
  readonly approvals: readonly OpenApproval[];
  readonly questions: readonly OpenQuestion[];
  readonly queue: Queue;
  readonly outgoing: readonly OutgoingPrompt[];
  readonly usage: Usage;
  readonly todos: readonly Todo[];
  readonly goal: TranscriptGoal | undefined;
  readonly planReviewPath: string | undefined;
  /** of the main agent */
  readonly tasks: readonly TranscriptTask[];
  readonly agents: readonly AgentState[];
  readonly mcpServers: readonly McpServer[];
  /** grows whenever the list of changed files may be another one */
  readonly fileChanges: number;
}
