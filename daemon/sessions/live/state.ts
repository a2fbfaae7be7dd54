/** What a loaded session keeps in memory; all of it can be read again from storage. */
import type { EventPayload, NewEvent } from '../../../schemas/generated/events.js';
import type {
  AgentBinding,
  ContentPart,
  MessageMetadata,
  Origin,
  PromptLimits,
  Session,
  SessionPermissionRule,
  SkillActivation,
  TokenUsage,
  ToolDisplay,
} from '../../../schemas/generated/types.js';
import type { Allowance } from '../../agent/allowance.js';
import type { Gauge } from '../../agent/fill.js';
import type { TakenBack } from '../../agent/takenback.js';
import type { ApprovalOutcome, CallReview, ContextEntry, LastRequest, RefusedImages } from '../../agent/turn.js';
import type { RuntimeId } from '../../runtimes/runtimes.js';
import type { AgentMemory, QuestionOutcome } from '../../tools/tool.js';
import type { SessionRef } from '../log/log.js';
import type { LiveShell } from '../shells/shells.js';
import type { LiveTask } from '../tasks/tasks.js';
import type { LiveTerminal } from '../terminals/terminals.js';
import type { LiveJob } from '../schedules/cron.js';
import type { GivenServers } from '../mcp/room.js';
import type { LiveGoal } from '../goals/goals.js';
import type { LastEnd } from '../turns/phase.js';

export interface LiveSession {
  ref: SessionRef;
  workspaceId: string;
  cwd: string;
  /** canonical, cwd first */
  workspace: string[];
  /** named: chosen by name, not because it was the only model */
  model: { alias: string; named: boolean };
  thinking?: string;
  mode: 'manual' | 'yolo' | 'auto';
  /** where its commands run */
  runtimeId: RuntimeId;
  rules: SessionPermissionRule[];
  /** allow rules of the request that created or loaded the session; memory only */
  launchRules: string[];
  /** patterns of the deny rules of the newest launch that had any */
  launchDenials: string[];
  /** environment of the client's shell; memory only */
  launchEnv: Record<string, string>;
  /** MCP servers that a client sent; memory only */
  givenServers: GivenServers;
  /** directories that replace the skills of project and user; memory only */
  skillsDirs?: string[];
  /** notices about files that were published since the session was loaded */
  notified?: Set<string>;
  clientType: 'tui' | 'cli' | 'web' | 'acp' | 'api';
  archived: boolean;
  agents: Map<string, LiveAgent>;
  waits: Map<string, Wait>;
  /** running background tasks, by id */
  tasks: Map<string, LiveTask>;
  /** shell commands of the user that run in the foreground, by id */
  shells: Map<string, LiveShell>;
  /** terminals of the user, by id, oldest first; includes the newest ended ones */
  terminals: Map<string, LiveTerminal>;
  /** by call id of a running call: moves it to the background and returns the id of the task */
  detachable: Map<string, () => string>;
  /** agents whose next request waits for a decision about the budget */
  held?: Set<string>;
  work: Work;
  goal?: LiveGoal;
  /** the model has set a goal that is not recorded yet; parallel calls must know of it */
  goalComing?: true;
  /** objectives that follow the current goal */
  goalQueue: string[];
  /** scheduled prompts by id */
  jobs: Map<string, LiveJob>;
  /** what keeps the session busy; folded from the log */
  open: OpenWork;
  /** subagents at work for their callers, by their id; folded from the log */
  calls: Map<string, ChildCall>;
  /** number of the next subagent or side agent */
  nextAgent: number;
  lastSeq: number;
  loadedAt: number;
  lastUsedAt: number;
  /** files are being restored, and no turn may begin; settles when this is over */
  restoring?: Promise<void>;
  /** the server is stopping: no turn begins any more */
  closing: boolean;
  /** storage failed or another server took over: nothing is recorded any more */
  dead: boolean;
}

export type Work = Required<Pick<Session, 'busy' | 'main_turn_active' | 'pending_interaction'>> &
  Pick<Session, 'last_turn_reason'>;

/** Ids of running work, by kind. */
export interface OpenWork {
  /** agents with a turn */
  turns: Set<string>;
  /** background tasks */
  tasks: Set<string>;
  /** agents in a compaction */
  compactions: Set<string>;
}

/** A subagent at work for its caller. */
export interface ChildCall {
  agentId: string;
  /** type of the agent */
  type: string;
  callerId: string;
  /** empty when no tool call started it */
  callId: string;
  background: boolean;
  taskId: string;
  description: string;
  startedAt: number;
}

/** Text of the engine that waits for the next step boundary, or begins a new turn when the agent is idle. */
export interface Delivery {
  origin: Origin;
  content: ContentPart[];
  metadata?: Pick<MessageMetadata, 'hidden'>;
  /** recorded before the message in either case */
  records: NewEvent[];
  /** recorded before the message only when a turn is already running (`task.notified`) */
  whenRunning: NewEvent[];
  /** does not begin a turn, but waits for the next one */
  passive?: boolean;
  /** the task whose end it reports; it is withdrawn when the agent learns of the end in another way */
  taskId?: string;
}

export interface LiveAgent {
  id: string;
  kind: 'main' | 'sub' | 'independent';
  /** the agent that created it; absent for main */
  parentId?: string;
  /** its depth in the tree of agents */
  depth: number;
  /** the log records that it was unloaded, and it has done nothing since */
  disposed?: boolean;
  label?: string;
  /** the definition it was created from */
  binding: AgentBinding;
  entries: ContextEntry[];
  memory: AgentMemory;
  tools: {
    allow?: string[];
    disabled: string[];
    /** names of the only MCP servers the session connects to; absent: all */
    mcpServers?: string[];
  };
  /** replaces the body of the agent's system prompt */
  systemBody?: string;
  /** the rendered system prompt */
  rendered?: string;
  /** fingerprint of the skills in the rendered prompt */
  listed: string;
  noted: Record<string, string>;
  refusedImages?: RefusedImages;
  /** token count of the context up to and including a message */
  anchor?: {
    messageId: string;
    tokens: number;
    /** the request that counted them; absent after a compaction or an undo */
    last?: LastRequest & { /** alias */ model: string };
  };
  /** skills that were loaded before the last compaction */
  earlierSkills: string[];
  /** why its current state must be restated to it */
  recall?: 'compaction' | 'resume';
  /** running counts of its context */
  gauge: Gauge;
  lastTurn: number;
  lastEnd?: LastEnd;
  turn?: ActiveTurn;
  /** what the prompt behind its turn, or behind work that the turn began, may use */
  allowance?: Allowance;
  /** a compaction that the user requested; a compaction within a turn belongs to the turn */
  compaction?: { controller: AbortController; done: Promise<void> };
  queue: QueuedPrompt[];
  paused: boolean;
  /** engine messages that wait to be delivered to it */
  inbox: Delivery[];
  /** turns without a prompt use the mode of the last prompt (rest.md 12) */
  unattended: boolean;
  /** called when a prompt is steered into the running turn, to end its waits */
  onSteer: Set<() => void>;
  /** prompts steered into the running turn, not yet taken */
  steered: (SteeredPrompts & { promptIds: string[]; messageId: string })[];
  usedCalls: Set<string>;
  /** resolved directories that file tools touched since reminders were last determined */
  touched: string[];
  /** reverts by the user since its last step */
  takenBack: TakenBack[];
  counts: { assistantMessages: number; sinceTodo: number; sincePlanNote: number };
  inflight?: Inflight;
  /** the approval it waits for */
  asking?: { approval: { approvalId: string; toolCallId: string }; since: number };
  endedAt?: number;
  /** how long it, or an agent it waits for, has waited for the user; milliseconds */
  waited: { open: number; since: number; total: number };
  usage: { byModel: Record<string, TokenUsage>; turn?: TokenUsage };
}

export interface QueuedPrompt {
  promptId: string;
  userMessageId: string;
  content: ContentPart[];
  createdAt: number;
  unattended: boolean;
  metadata?: Record<string, unknown>;
  /** skills to load together with the prompt */
  skills: SkillActivation[];
  /** it consists only of the call of its skill */
  slash: boolean;
  /** limits on what its turn may use */
  limits?: PromptLimits;
  /** schema of the result that its turn ends with */
  outputSchema?: Record<string, unknown>;
  /** alias of the model that continues its turn when the other one is not available */
  fallbackModel?: string;
}

/** The content of prompts that are steered into a turn. */
export type SteeredPrompts = Pick<QueuedPrompt, 'content' | 'skills' | 'metadata'>;

export interface ActiveTurn {
  turnId: number;
  origin: Origin;
  prompt?: QueuedPrompt;
  /** what the engine opens the turn with instead of a prompt */
  opening?: Pick<Delivery, 'content' | 'metadata' | 'records'> & { /** placed before the content */ notes?: string[] };
  /** that message is in the context, or will be with the next commit */
  entered?: boolean;
  /** skills whose texts had not reached the conversation when the program ended */
  activated?: Extract<EventPayload, { type: 'skill.activated' }>[];
  unattended: boolean;
  /** an approval was cancelled, which ends the turn */
  stopped?: boolean;
  /** a prompt arrived when the turn was already about to end: the queue continues after it */
  resumes?: boolean;
  startedAt: number;
  /** alias of the prompt's fallback model, with which the turn continues after the agent's model failed */
  fallback?: string;
  /** fits the schema of its prompt */
  result?: Record<string, unknown>;
  controller: AbortController;
  /** settles when the turn is over */
  done: Promise<void>;
}

/** An approval or question that waits for the user; `recorded` once its request is in the log. */
export type Wait =
  | {
      kind: 'approval';
      id: string;
      agentId: string;
      expiresAt: number;
      recorded: boolean;
      /** a running command waits for it, not a turn */
      connection?: true;
      timer?: NodeJS.Timeout;
      settle?: (outcome: ApprovalOutcome) => void;
      outcome?: ApprovalOutcome;
      /** set once the turn waits for the approval */
      review?: CallReview;
      /** called when `review` is set, or when the approval is decided before */
      arrivals?: (() => void)[];
    }
  | {
      kind: 'question';
      id: string;
      agentId: string;
      expiresAt: number;
      recorded: boolean;
      /** a task ends with the answer; no turn waits for it */
      background?: boolean;
      /** about the budget, found at load: the first agent of the session that needs the answer takes it */
      budget?: boolean;
      timer?: NodeJS.Timeout;
      settle?: (outcome: QuestionOutcome) => void;
      outcome?: QuestionOutcome;
    };

/** The open step of an agent, for clients that connect in the middle (ws.md 9.3, 10). */
export interface Inflight {
  turnId: number;
  step: number;
  stepId?: string;
  since: number;
  assistantText: string;
  thinkingText: string;
  /** streamed blocks in the order in which they began; `from`: characters of the same kind before the block */
  blocks: ({ kind: 'assistant' | 'thinking'; from: number } | { kind: 'call'; toolCallId: string })[];
  /** the step's message is in the log */
  written: boolean;
  streaming?: 'assistant' | 'thinking' | 'tool_call';
  /** calls that are still being streamed */
  calls: Map<string, { name: string; argumentsText: string }>;
  running: Map<string, RunningCall>;
  retrying?: {
    failedAttempt: number;
    nextAttempt: number;
    maxAttempts: number;
    delayMs: number;
    errorName?: string;
    statusCode?: number;
    since: number;
  };
}

export interface RunningCall {
  toolCallId: string;
  name: string;
  args: Record<string, unknown> | string;
  description?: string;
  display?: ToolDisplay;
  since: number;
  progress?: { kind: 'stdout' | 'stderr' | 'progress' | 'status' | 'custom'; text?: string; percent?: number };
}
