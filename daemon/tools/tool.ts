/** Defines what the loop needs of a tool: a schema, a permission subject, a display and a run function. */
import type { Confinement, Profile, RuntimeId } from '../runtimes/runtimes.js';
import type { NewEvent } from '../../schemas/generated/events.js';
import type { ToolInputs, ToolName } from '../../schemas/generated/tools.js';
import type {
  ContentPart,
  GoalSnapshot,
  QuestionItem,
  ResultDisplay,
  Todo,
  ToolDisplay,
  ToolUpdate,
} from '../../schemas/generated/types.js';
import type { AgentAccess } from './agents.js';
import type { ChosenText, Draft } from './draft.js';
import type { HostFiles, HostWrite } from './hostfiles.js';
import type { Web } from '../web/web.js';
import type { ToolTasks } from './task.js';

/** What a call accesses. Decides which calls of a step run in parallel (engine.md 2.9-2). Paths are absolute. */
export type Access =
  { kind: 'none' } | { kind: 'all' } | { kind: 'read'; path: string } | { kind: 'write'; path: string };

/** What permission rules match (engine.md 6.3, 7). */
export type Subject =
  | { kind: 'none' }
  | { kind: 'path'; operation: 'read' | 'write'; given: string; absolute: string; resolved: string }
  /** `leaves`: the command is to run outside the sandbox */
  | { kind: 'command'; command: string; cwd: string; leaves?: boolean }
  | { kind: 'pattern'; pattern: string; absolute: string; resolved: string }
  | { kind: 'name'; name: string }
  | { kind: 'task'; id: string; own: boolean }
  | { kind: 'url'; url: string }
  | { kind: 'text'; text: string };

/** A file as an agent last saw it, for the stale guard (engine.md 4.1). */
export interface SeenFile {
  mtimeMs: number;
  size: number;
  /** hash of the text, if a client provided or accepted it */
  sha256?: string;
}

/** What an agent remembers besides its messages. Rebuilt from the log. */
export interface AgentMemory {
  todos: Todo[];
  plan: { active: boolean; path?: string };
  /** by resolved absolute path */
  seen: Map<string, SeenFile>;
}

/** The goal of the session, for the tools of the main agent. Throws ToolFailure for an impossible request. */
export interface GoalControl {
  current(): GoalSnapshot | null;
  /** returns the events that set the goal */
  create(input: { objective: string; completionCriterion?: string; replace?: boolean }): NewEvent[];
  report(status: 'active' | 'complete' | 'blocked', reason: string | undefined): NewEvent[];
  limit(budget: { turns?: number; tokens?: number; wallClockMs?: number }): NewEvent[];
}

/** A scheduled prompt as tools show it. Times are in epoch milliseconds. */
export interface ScheduledPrompt {
  id: string;
  cron: string;
  human: string;
  prompt: string;
  recurring: boolean;
  createdAt: number;
  fireAt: number | null;
  stale: boolean;
}

/** The scheduled prompts of the session. Throws ToolFailure for an impossible request. */
export interface CronControl {
  create(input: { cron: string; prompt: string; recurring: boolean }): Promise<{
    events: NewEvent[];
    job: ScheduledPrompt;
  }>;
  list(): ScheduledPrompt[];
  /** returns the events that delete the prompt */
  remove(id: string): NewEvent[];
}

/** The skills that an agent may load (engine.md 4.16). */
export interface LoadableSkills {
  /** returns the name in the skill's own spelling; throws ToolFailure for an unknown skill, or one not for the model */
  find(name: string): Promise<string>;
  /** adds the skill's text to the conversation at the next step; throws ToolFailure */
  load(name: string, args: string | undefined, run: Pick<ToolRun, 'emit' | 'signal'>): Promise<'loaded' | 'known'>;
}

/** The temporary directory of a session, which its contained commands see as `/tmp`. */
export interface OwnTemporary {
  directory: string;
  /** directories that keep their place, even below `/tmp` */
  beside: readonly string[];
}

/** What a tool can access before it has permission to run. */
export interface ToolContext {
  sessionId: string;
  agentId: string;
  /** canonical working directory of the session */
  cwd: string;
  /** canonical workspace directories, cwd first */
  workspace: string[];
  /** the program's data directory */
  home: string;
  userHome: string;
  /** `<home>/sessions/<session_id>` */
  sessionDirectory: string;
  /** environment of child processes, without credentials */
  env: Record<string, string>;
  /** absolute path of the POSIX shell */
  shell: string;
  /** the mode that decides this call; always `auto` for unattended prompts */
  mode: 'manual' | 'yolo' | 'auto';
  memory: AgentMemory;
  /** false when a deny rule for Read covers the absolute path; searches omit such files */
  mayRead(path: string): boolean;
  /** media that the model of the next step accepts */
  model: { takesImages: boolean; takesVideos: boolean };
  /** limits of a picture: pixels of its longer side, and bytes (engine.md 4.8) */
  pictures: { maxEdge: number; byteBudget: number };
  /** fetches web pages */
  web: Web;
  /** returns the access that a client currently offers to the session's files */
  hostFiles(): HostFiles | undefined;
  /** where commands of the session run */
  runtimeId: RuntimeId;
  /** whether commands of the agent may ask to run outside the sandbox */
  mayLeave: boolean;
  /** returns the `/tmp` of the agent's contained commands; undefined when they share the machine's */
  temporary(): OwnTemporary | undefined;
  /** Whether a command runs outside the session's sandbox, because it asks for that or rules allow it. */
  leaves(subject: Subject, isAsked: boolean): Promise<boolean>;
  /**
   * Returns the containment of a command that starts now; undefined when it runs unconfined. `shown`: the profile in
   * the call's display. Throws ToolFailure for a call displayed as contained that cannot be contained any more.
   */
  confinement(call?: { shown?: Profile | 'full'; leaves?: boolean; callId?: string }): Promise<Confinement | undefined>;
  skills: LoadableSkills;
  background: { killGracePeriodMs: number };
  tasks: ToolTasks;
  /** epoch milliseconds */
  now(): number;
  goals: GoalControl;
  cron: CronControl;
  agents: AgentAccess;
}

export type QuestionOutcome =
  | { kind: 'answered'; answers: Record<string, string> }
  | { kind: 'expired' }
  /** `withdrawn`: the turn that asked has ended */
  | { kind: 'dismissed'; withdrawn?: true };

/** The context of a running call, which has permission. */
export interface ToolRun extends ToolContext {
  turnId: number;
  step: number;
  callId: string;
  signal: AbortSignal;
  /** sends live output to clients; the engine limits its rate */
  progress(update: ToolUpdate): void;
  /** adds an event to the log, in order with the other events of this call */
  emit(event: NewEvent): void;
  /** asks the user and waits, even over a restart of the daemon */
  ask(questions: QuestionItem[]): Promise<QuestionOutcome>;
  /** returns why a deny rule forbids something found during the call, such as a redirect target; else undefined */
  denied(subject: Subject): Promise<string | undefined>;
  /** the user's choice in the review of this call (plans); absent when the engine approved it */
  review?: { label: string; feedback?: string };
  /** the user's text for the file, which replaces the text from the arguments */
  chosen?: ChosenText;
  /** the plan that permission was given for; file tools refuse to run when the path leads elsewhere by now */
  plan?: ToolPlan;
}

/** The context of a call that is about to be shown to the user for review. */
export type ToolReview = ToolContext & Pick<ToolRun, 'turnId' | 'step' | 'callId' | 'emit'>;

export interface ToolResult {
  /** the text and media for the model */
  output: string | ContentPart[];
  isError?: boolean;
  display?: ResultDisplay;
  truncated?: boolean;
  /** absolute path of the full output when the result contains only a part */
  outputPath?: string;
  /** created by the engine, because the call returned no result */
  synthetic?: boolean;
  /** the call was not allowed to run; `rule`: the rule that decided, if any */
  denied?: { rule?: string };
  /** the text that a client accepted instead of the disk, for the checkpoint of the call */
  hostWrite?: HostWrite;
  /** the turn ends after this batch (a rejected plan, engine.md 4.12) */
  stopsTurn?: boolean;
  /** events that enter the log together with the result, and only with it */
  records?: NewEvent[];
}

/** The prepared facts of one call, created before permission is requested. */
export interface ToolPlan {
  subject: Subject;
  access: Access;
  display: ToolDisplay;
}

/** The common part of all tools. `Input` is the type of the checked arguments. */
interface ToolWork<Input> {
  /** the decision in mode manual when no rule matches (engine.md 4.1) */
  permission: 'allow' | 'ask' | 'review';
  /** offered only to the main agent */
  mainOnly?: true;
  /** offered only to models with one of these capabilities; absent: offered to all */
  needs?: readonly ('image_in' | 'video_in')[];
  /** maximum length of a result's text in chars; absent: 50,000 (engine.md 4.1). Infinity: the tool limits it itself */
  resultChars?: number;
  /** milliseconds that a call has to end after an abort; absent: 2,000 */
  abortGraceMs?: number;
  /** reads the input and the disk without changes; throws ToolFailure for input that cannot work */
  plan(input: Input, context: ToolContext): Promise<ToolPlan>;
  /** called once before the approval of a review is requested; not called when the engine approves by itself */
  beforeReview?(input: Input, review: ToolReview): Promise<void>;
  /** for a tool that writes one text file: returns the change that a call makes; undefined when it is not text */
  draft?(input: Input, context: ToolContext): Promise<Draft | undefined>;
  /** returns arguments that describe another change of the same file */
  inputFor?(input: Input, before: string, content: string): Record<string, unknown>;
  /** runs the call; a failure is a result with isError or a thrown ToolFailure */
  run(input: Input, run: ToolRun): Promise<ToolResult>;
}

/** A tool as its file in this room defines it. Its definition and schema are in the contract. */
export interface BuiltinTool<Name extends ToolName = ToolName> extends ToolWork<ToolInputs[Name]> {
  name: Name;
}

/** A tool as the loop uses it, with its definition for models; built-in or from an MCP server. */
export interface Tool extends ToolWork<Record<string, unknown>> {
  name: string;
  /** the configured name of its MCP server; absent: built-in */
  server?: string;
  /** why every call of the tool is risky (engine.md 6.4) */
  risk?: string;
  definition: ToolDefinition;
  /** returns what is wrong with the arguments, for the model; undefined when they are valid. Fills in defaults */
  faultOf(input: Record<string, unknown>): string | undefined;
}

/** The definition of a tool in a model request; the same object as long as the tool exists. */
export interface ToolDefinition {
  name: string;
  description: string;
  /** JSON Schema of the arguments */
  inputSchema: Record<string, unknown>;
}

/** A failure that the model reads as the result of its call. */
export class ToolFailure extends Error {}

/** The reason of a turn's abort signal: who or what aborted the turn. */
export class TurnAborted extends Error {
  constructor(readonly by: 'user' | 'system' | 'limit') {
    super({ user: 'interrupted by the user', system: 'interrupted', limit: 'out of time' }[by]);
    this.name = 'TurnAborted';
  }
}

/** Returns the text for the model about aborted work, with the cause of the abort (engine.md 2.5). */
export function interruption({ reason }: AbortSignal, subject = 'Interrupted', when = ''): string {
  const by = reason instanceof TurnAborted ? reason.by : 'user';
  if (by === 'limit') return `${subject}${when}: the time limit of the run was reached.`;
  return by === 'user' ? `${subject} by the user${when}.` : `${subject}${when}.`;
}
