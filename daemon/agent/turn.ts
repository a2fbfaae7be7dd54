/** What the loop needs of a session to run one turn; the sessions room builds it. */
import type { NewEvent } from '../../schemas/generated/events.js';
import type { FinishReason, Message, Todo, TokenUsage } from '../../schemas/generated/types.js';
import type { Provider } from '../providers/provider.js';
import type { HostWrite } from '../tools/hostfiles.js';
import type { Access, QuestionOutcome, Tool, ToolContext } from '../tools/tool.js';
import type { Allowance } from './allowance.js';
import type { Amendment, Change, JudgedChange } from './amendments.js';
import type { TurnBudget } from './budget.js';
import type { Fill } from './fill.js';
import type { Gate } from './gate.js';
import type { Hooks } from './hooks/hooks.js';
import type { ModelPrice, Spent } from './price.js';
import type { Output } from './submitresult.js';
import type { StepTimings } from './timings.js';

/** A message of the context, with who wrote it. */
export interface ContextEntry {
  message: Message;
  /** protocol and model that wrote an assistant message: `<protocol>:<model>` */
  family?: string;
}

/** The model a step uses. */
export interface ModelBinding {
  alias: string;
  /** the provider's name of the model */
  model: string;
  /** `<protocol>:<model>`; thinking goes back only to the family that made it */
  family: string;
  provider: Provider;
  /** level of engine.md 10.2; absent: send nothing about thinking */
  thinking?: string;
  keepThinking: boolean;
  imageInput: boolean;
  videoInput: boolean;
  toolUse: boolean;
  maxOutputTokens?: number;
  temperature?: number;
  topP?: number;
  /** absent: unknown */
  price?: ModelPrice;
  /** it runs on this machine: without a price it costs nothing */
  isLocal: boolean;
}

/** Tokens of a request that was answered. */
export interface LastRequest {
  /** of the input, what the provider has read from its cache or written to it */
  cached: number;
  output: number;
}

/** What a provider refused to look at (engine.md 2.3). */
export interface RefusedImages {
  /** images of messages up to this `created_at` are sent as notes */
  until: string;
  /** `<protocol>:<model>` that refused */
  family: string;
}

/** The user's decision about a call (engine.md 6.7). */
export interface ApprovalOutcome {
  decision: 'approved' | 'rejected' | 'cancelled';
  feedback?: string;
  selectedLabel?: string;
  /** remembered for the session */
  scope?: 'session' | 'always';
  /** what runs in place of the call */
  amendment?: Amendment;
  /** the same for clients */
  change?: { amended: Change['kind']; accepted?: string[]; rejected?: string[] };
  by: 'client' | 'policy' | 'timeout' | 'abort' | 'recovery';
}

/** How a call that waits for its decision is judged meanwhile. */
export interface CallJudge {
  /** by the rules and the mode, when they change */
  again(): Promise<'allow' | 'ask' | 'deny'>;
  /** with changes of the user */
  change(change: Change): Promise<JudgedChange>;
}

/** The message a turn opens with: a prompt of the user, or a message of the engine. */
export interface TurnPrompt {
  message: Message;
  /** records of the reminders that travel with it */
  records: NewEvent[];
}

/** A step that was found open after a restart because it waits for the user (engine.md 19). */
export interface OpenStep {
  step: number;
  stepId: string;
  startedAt: number;
  reply: Reply;
  /** decisions of the log, by call id */
  approvals: Map<string, { approvalId: string; outcome?: ApprovalOutcome; expiresAt: number }>;
  /** questions that wait, by call id */
  questions: Map<string, string>;
  /** calls whose agents wait for the user */
  agents: Set<string>;
  /** calls that have their result */
  results: Set<string>;
  /** tokens of the steps before */
  spent: Spent;
}

/** A call as the model asked for it. */
export interface Call {
  id: string;
  name: string;
  /** arguments as sent */
  argumentsText: string;
}

/** A step that had not been asked for when the server ended, because its turn waited for a word on the budget. */
export interface HeldStep {
  held: true;
  step: number;
  /** tokens of the steps before */
  spent: Spent;
}

/** A complete reply of the model. */
export interface Reply {
  message: Message;
  calls: Call[];
  model: string;
  family: string;
  usage: TokenUsage;
  /** USD; absent when the model has no price */
  cost?: number;
  finishReason: FinishReason;
  rawFinishReason?: string;
  timings: StepTimings;
  /** a call whose arguments were cut off was left out */
  droppedCall?: boolean;
}

/** Keeps what files are before calls change them. */
export interface Checkpoints {
  /** undefined for a call that changes nothing that is kept; a failure costs the checkpoint, never the call */
  before(call: { callId: string; access: Access }): Promise<OpenCheckpoint | undefined>;
}

export interface OpenCheckpoint {
  /** records of what the call changed, for the commit of its result; none when the turn continued without it by then: it commits them itself */
  after(isLate: () => boolean, hostWrite: HostWrite | undefined): Promise<NewEvent[]>;
}

export interface Turn {
  sessionId: string;
  /** absolute */
  sessionDirectory: string;
  agentId: string;
  agentType?: string;
  turnId: number;
  /** the user's prompt it opens with */
  prompt?: { promptId: string; text: string };
  unattended: boolean;
  signal: AbortSignal;
  limits: { maxSteps: number; maxAttempts: number };
  /** what the prompt of the turn, or of the work that led to it, may use */
  allowance?: Allowance;
  /** set when the prompt wants a result that fits a schema */
  output?: Output;
  /** from the next step on only the tool of `output` is offered, if there is one */
  closeTools(): void;
  /** replaces a signal that a limit has aborted */
  renewSignal(): void;
  /** lets another model continue the turn and returns its alias; undefined when there is none, or it has failed too */
  fallBack(): string | undefined;
  /** set when the turn continues after a restart */
  resume?: OpenStep;
  /** the same for a turn whose next step was not begun */
  goesOnAt?: HeldStep;
  /** when the turn began, epoch milliseconds */
  startedAt: number;
  hooks: Hooks;
  /** settles when the hooks of the session's start are done, or took too long; undefined when there is nothing to wait for */
  begun(): Promise<void> | undefined;
  /** what the turn opens with, and the reminders that are due; `added`: further words of the engine that travel with it. None for a retry */
  openingMessage(added: string[]): Promise<TurnPrompt | undefined>;
  context(): readonly ContextEntry[];
  /** how full the context is */
  fill(): Fill;
  /** the model's last count of the context; absent: it has not answered with this context */
  lastRequest(alias: string): LastRequest | undefined;
  /** what may be spent; undefined without a limit */
  budget(): TurnBudget | undefined;
  /** the provider found the context too long: its window is taken to be smaller from now on */
  noteOverflow(): void;
  todos(): readonly Todo[];
  /** names of skills that were loaded before the last compaction */
  earlierSkills(): readonly string[];
  refusedImages(): RefusedImages | undefined;
  /** the model of the next step; throws ApiError when none is ready */
  bindModel(): Promise<ModelBinding>;
  /** the rendered system prompt, with the record to store when it was rendered now */
  system(): Promise<{ text: string; events: NewEvent[] }>;
  tools(): readonly Tool[];
  /** what a call of this name runs: a tool that is offered, or was until its server failed */
  tool(name: string): Tool | undefined;
  toolContext(): ToolContext;
  /** absent: nothing is kept */
  checkpoints?: Checkpoints;
  /** the present permission rules */
  gate(): Promise<Gate>;
  /**
   * what a turn that breaks off has not brought into the context: its opening and what was steered into it; `pending`:
   * events that are not committed yet. A prompt that is not let through stays out
   */
  leftBehind(pending: readonly NewEvent[], isLetThrough: boolean): NewEvent[];
  /** what arrived since the last step: steered messages and words of the engine, as events that put them into the context */
  takeArrivals(): Promise<NewEvent[]>;
  /** the engine has announced the step that is now over as the last one */
  endsHere(): boolean;
  /** called when the turn would end completed with a reply: its result makes the turn continue */
  lastWord(reply: Message | undefined): NewEvent[];
  /** engine text for the model that is due before the next step; `again`: including what accompanies a prompt */
  dueReminders(again: boolean): Promise<Reminder[]>;
  /** waits for a decision */
  awaitApproval(approvalId: string, expiresAt: number, judge: CallJudge): Promise<ApprovalOutcome>;
  awaitAnswer(questionId: string, expiresAt: number): Promise<QuestionOutcome>;
  /** decides in place of the user on a call that rules or hooks have settled */
  decideApproval(approvalId: string, decision: 'approved' | 'rejected'): void;
  /** the id itself, or a new one when the agent has used it already or there is none */
  claimCallId(id: string | undefined): string;
  now(): number;
  /** `<prefix>_` + ULID */
  newId(prefix: string): string;
  /** a message of this agent with a time later than all before */
  newMessage(message: Pick<Message, 'role' | 'content'> & { id?: string; metadata?: Message['metadata'] }): Message;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  /** logs an unexpected error */
  reportDefect(error: unknown): void;
}

/** Text of the engine for the model, with the records that prevent a repetition. */
export interface Reminder {
  variant: string;
  text: string;
  events?: NewEvent[];
}

/** A hidden message of the engine, about its own doings. */
export function noteOf(turn: Pick<Turn, 'agentId' | 'turnId' | 'newMessage'>, variant: string, text: string): Message {
  return turn.newMessage({
    role: 'system',
    content: [{ type: 'text', text }],
    metadata: { origin: { kind: 'injection', variant }, agent_id: turn.agentId, turn_id: turn.turnId, hidden: true },
  });
}

/** How long approvals and questions wait for the user. */
export const interactionLifetimeMs = 24 * 60 * 60 * 1000;
