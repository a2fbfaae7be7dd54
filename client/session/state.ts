/** The state of a session on a client, as one immutable value; each part keeps its identity until it changes. */
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
  /** alias; empty while no model resolves */
  model: string;
  /** effective level; empty without a model */
  thinking: string;
  permissionMode: PermissionMode;
  planMode: boolean;
  /** where commands of the main agent run, and what the sandbox allows them */
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
  /** whether a turn of the agent runs */
  isActive: boolean;
  /** present while it is shown */
  timeline?: Timeline;
}

/** A prompt that this client is sending, which is in neither timeline nor queue yet. */
export interface OutgoingPrompt {
  promptId: string;
  content: readonly PromptContentPart[];
  /** the refusal; the prompt stays here until it is discarded */
  failure?: ApiFailure;
}

export interface Queue {
  active: Prompt | null;
  /** in order of execution */
  queued: readonly Prompt[];
  /** whether the queue waits for the user */
  isPaused: boolean;
}

/** `isAnswered`: an answer of this client is being sent. */
export type OpenApproval = Approval & { isAnswered: boolean };
export type OpenQuestion = Question & { isAnswered: boolean };

export interface Usage {
  /** tokens of the main agent */
  tokens: UsageStatus | undefined;
  contextTokens: number | undefined;
  /** absent when unknown */
  maxContextTokens: number | undefined;
  /** of the whole session, at the prices of each call; absent when no call had a price */
  costUsd: number | undefined;
}

export interface SessionState {
  readonly id: string;
  readonly connection: LinkState;
  /** whether everything has been read at least once */
  readonly isLoaded: boolean;
  /** whether the session is unknown or deleted */
  readonly isGone: boolean;
  /** another server that runs the session, learned from a refused action of this client */
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
  /** increases whenever the list of changed files may have changed */
  readonly fileChanges: number;
}
