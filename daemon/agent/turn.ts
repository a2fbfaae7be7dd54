/** Defines what the loop needs of a session to run one turn. The sessions room implements it. */
import type { NewEvent } from '../../schemas/generated/events.js';
import type { FinishReason, Message, Todo, TokenUsage } from '../../schemas/generated/types.js';
import type { Provider } from '../providers/provider.js';
import type { HostWrite } from '../tools/hostfiles.js';
import type { Access, QuestionOutcome, Tool, ToolContext } from '../tools/tool.js';
import type { Allowance } from './allowance.js';
import type { Amendment, Change, DecidedChange } from './amendments.js';
import type { TurnBudget } from './budget.js';
import type { Fill } from './fill.js';
import type { Gate } from './gate.js';
import type { Hooks } from './hooks/hooks.js';
import type { ModelPrice, Spent } from './price.js';
import type { Output } from './submitresult.js';
import type { StepTimings } from './timings.js';

/** A message of the context, with its author. */
export interface ContextEntry {
  message: Message;
  /** `<protocol>:<model>` that wrote an assistant message */
  family?: string;
}

/** The model for a step. */
export interface ModelBinding {
  alias: string;
  /** the provider's name for the model */
  model: string;
  /** `<protocol>:<model>`; thinking is sent back only to the family that wrote it */
  family: string;
  provider: Provider;
  /** thinking level of engine.md 10.2; absent: send nothing about thinking */
  thinking?: string;
  keepThinking: boolean;
  imageInput: boolean;
  videoInput: boolean;
  toolUse: boolean;
  maxOutputTokens?: number;
  temperature?: number;
  topP?: number;
  /** absent: unknown price */
  price?: ModelPrice;
  /** it runs on this machine, so that without a price it is free */
  isLocal: boolean;
}

/** The usage of the last answered request. */
export interface LastRequest {
  /** input tokens that the provider has read from its cache or written to it */
  cached: number;
  output: number;
}

/** Images that a provider refused (engine.md 2.3). */
export interface RefusedImages {
  /** images in messages with `created_at` up to this time are sent as notes */
  until: string;
  /** `<protocol>:<model>` that refused them */
  family: string;
}

/** The user's decision about a call (engine.md 6.7). */
export interface ApprovalOutcome {
  decision: 'approved' | 'rejected' | 'cancelled';
  feedback?: string;
  selectedLabel?: string;
  /** how long the decision is remembered */
  scope?: 'session' | 'always';
  /** the user's replacement for the call */
  amendment?: Amendment;
  /** the user's change in the form for clients */
  change?: { amended: Change['kind']; accepted?: string[]; rejected?: string[] };
  by: 'client' | 'policy' | 'timeout' | 'abort' | 'recovery';
}

/** Judges a call again while it waits for its decision. */
export interface CallReview {
  /** judges the call by rules and mode, after these have changed */
  again(): Promise<'allow' | 'ask' | 'deny'>;
  /** judges a change of the user */
  change(change: Change): Promise<DecidedChange>;
}

/** The message that opens a turn: a prompt of the user, or a message of the engine. */
export interface TurnPrompt {
  message: Message;
  /** records of the attached reminders */
  records: NewEvent[];
}

/** A step that is still open after a restart because it waits for the user (engine.md 19). */
export interface OpenStep {
  step: number;
  stepId: string;
  startedAt: number;
  reply: Reply;
  /** approvals in the log, by call id */
  approvals: Map<string, { approvalId: string; outcome?: ApprovalOutcome; expiresAt: number }>;
  /** pending questions, by call id */
  questions: Map<string, string>;
  /** ids of calls whose agents wait for the user */
  agents: Set<string>;
  /** ids of calls that have results */
  results: Set<string>;
  /** usage of the previous steps */
  spent: Spent;
}

/** A call in the model's reply. */
export interface Call {
  id: string;
  name: string;
  /** the raw text of the arguments */
  argumentsText: string;
}

/** A step without a request so far, because its turn was waiting for a decision on the budget when the server ended. */
export interface HeldStep {
  held: true;
  step: number;
  /** usage of the previous steps */
  spent: Spent;
}

/** A complete reply of the model. */
export interface Reply {
  message: Message;
  calls: Call[];
  model: string;
  family: string;
  usage: TokenUsage;
  /** USD; absent for a model without a price */
  cost?: number;
  finishReason: FinishReason;
  rawFinishReason?: string;
  timings: StepTimings;
  /** a call with cut-off arguments was dropped */
  droppedCall?: boolean;
}

/** Stores the content of files before calls change them. */
export interface Checkpoints {
  /** resolves with undefined for a call that changes no tracked file; a failure loses the checkpoint, never the call */
  before(call: { callId: string; access: Access }): Promise<OpenCheckpoint | undefined>;
}

export interface OpenCheckpoint {
  /** returns records of the changes, for the commit of the result; commits them itself if the turn has continued */
  after(isLate: () => boolean, hostWrite: HostWrite | undefined): Promise<NewEvent[]>;
}

export interface Turn {
  sessionId: string;
  /** absolute path */
  sessionDirectory: string;
  agentId: string;
  agentType?: string;
  turnId: number;
  /** the user's prompt that opens the turn */
  prompt?: { promptId: string; text: string };
  unattended: boolean;
  signal: AbortSignal;
  limits: { maxSteps: number; maxAttempts: number };
  /** the limits of the prompt that caused this turn */
  allowance?: Allowance;
  /** present when the prompt requires a result that matches a schema */
  output?: Output;
  /** from the next step on, offers no tool except that of `output` */
  closeTools(): void;
  /** replaces a signal that a limit has aborted */
  renewSignal(): void;
  /** switches to another model and returns its alias; undefined when there is none, or it has failed, too */
  fallBack(): string | undefined;
  /** present when the turn continues after a restart */
  resume?: OpenStep;
  /** present when the turn continues after a restart with a step that has not started */
  continueAt?: HeldStep;
  /** start of the turn in epoch milliseconds */
  startedAt: number;
  hooks: Hooks;
  /** resolves when the hooks for the session's start ended or timed out; undefined when there is nothing to wait for */
  begun(): Promise<void> | undefined;
  /** returns the opening message with the due reminders; `added`: further text of the engine. Undefined for a retry */
  openingMessage(added: string[]): Promise<TurnPrompt | undefined>;
  context(): readonly ContextEntry[];
  /** returns how full the context is */
  fill(): Fill;
  /** returns the usage of the last request with this context; undefined when the model has not answered yet */
  lastRequest(alias: string): LastRequest | undefined;
  /** returns the budget; undefined without a limit */
  budget(): TurnBudget | undefined;
  /** records that the provider found the context too long, which lowers the assumed window */
  noteOverflow(): void;
  todos(): readonly Todo[];
  /** returns the names of skills that were loaded before the last compaction */
  earlierSkills(): readonly string[];
  refusedImages(): RefusedImages | undefined;
  /** returns the model for the next step; throws ApiError when none is ready */
  bindModel(): Promise<ModelBinding>;
  /** returns the system prompt, with the record to store if it was just rendered */
  system(): Promise<{ text: string; events: NewEvent[] }>;
  tools(): readonly Tool[];
  /** returns the tool for a call: an offered one, or one whose server has failed since */
  tool(name: string): Tool | undefined;
  toolContext(): ToolContext;
  /** absent: files are not tracked */
  checkpoints?: Checkpoints;
  /** returns a gate with the current permission rules */
  gate(): Promise<Gate>;
  /**
   * returns events for what an aborted turn has not added to the context: its opening and steered messages.
   * `pending`: events that are not committed yet. A prompt that hooks have not let through stays out
   */
  leftBehind(pending: readonly NewEvent[], isLetThrough: boolean): NewEvent[];
  /** returns events that add arrivals since the last step to the context: steered messages and text of the engine */
  takeArrivals(): Promise<NewEvent[]>;
  /** whether the engine had announced the finished step as the last one */
  endsHere(): boolean;
  /** called when the turn would end completed with a reply; returned events make it continue */
  lastWord(reply: Message | undefined): NewEvent[];
  /** returns the reminders that are due before the next step; `again`: including those of the prompt */
  dueReminders(again: boolean): Promise<Reminder[]>;
  /** waits for the user's decision */
  awaitApproval(approvalId: string, expiresAt: number, review: CallReview): Promise<ApprovalOutcome>;
  awaitAnswer(questionId: string, expiresAt: number): Promise<QuestionOutcome>;
  /** decides for the user on a call that rules or hooks have settled */
  decideApproval(approvalId: string, decision: 'approved' | 'rejected'): void;
  /** returns the id, or a new one when it is missing or the agent has used it */
  claimCallId(id: string | undefined): string;
  now(): number;
  /** returns `<prefix>_` and a ULID */
  newId(prefix: string): string;
  /** creates a message of this agent, with a later time than all earlier messages */
  newMessage(message: Pick<Message, 'role' | 'content'> & { id?: string; metadata?: Message['metadata'] }): Message;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  /** logs an unexpected error */
  reportDefect(error: unknown): void;
}

/** Text of the engine for the model, with the records that prevent its repetition. */
export interface Reminder {
  variant: string;
  text: string;
  events?: NewEvent[];
}

/** Creates a hidden message of the engine about its own actions. */
export function noteOf(turn: Pick<Turn, 'agentId' | 'turnId' | 'newMessage'>, variant: string, text: string): Message {
  return turn.newMessage({
    role: 'system',
    content: [{ type: 'text', text }],
    metadata: { origin: { kind: 'injection', variant }, agent_id: turn.agentId, turn_id: turn.turnId, hidden: true },
  });
}

/** Milliseconds that approvals and questions wait for the user. */
export const interactionLifetimeMs = 24 * 60 * 60 * 1000;
