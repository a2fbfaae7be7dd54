/** The contract between the loop and a tool: a plain object with a schema, a permission subject, a display and a run. */
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

/** What a call touches; decides which calls of one step run side by side (engine.md 2.9-2). Paths are absolute. */
export type Access =
  { kind: 'none' } | { kind: 'all' } | { kind: 'read'; path: string } | { kind: 'write'; path: string };

/** What permission rules are matched against (engine.md 6.3, 7). */
export type Subject =
  | { kind: 'none' }
  | { kind: 'path'; operation: 'read' | 'write'; given: string; absolute: string; resolved: string }
  /** `leaves`: it is to run outside the sandbox */
  | { kind: 'command'; command: string; cwd: string; leaves?: boolean }
  | { kind: 'pattern'; pattern: string; absolute: string; resolved: string }
  | { kind: 'name'; name: string }
  | { kind: 'task'; id: string; own: boolean }
  | { kind: 'url'; url: string }
  | { kind: 'text'; text: string };

/** A file as an agent last saw it; the stale guard compares with it (engine.md 4.1). */
export interface SeenFile {
  mtimeMs: number;
  size: number;
  /** of the text, where a client offered it or took it */
  sha256?: string;
}

/** What an agent remembers besides its messages; rebuilt from the log. */
export interface AgentMemory {
  todos: Todo[];
  plan: { active: boolean; path?: string };
  /** by resolved absolute path */
  seen: Map<string, SeenFile>;
}

/** The goal of the session, for the tools of the main agent; what cannot be done throws ToolFailure. */
export interface GoalControl {
  current(): GoalSnapshot | null;
  /** events that set it */
  create(input: { objective: string; completionCriterion?: string; replace?: boolean }): NewEvent[];
  report(status: 'active' | 'complete' | 'blocked', reason: string | undefined): NewEvent[];
  limit(budget: { turns?: number; tokens?: number; wallClockMs?: number }): NewEvent[];
}

/** A scheduled prompt as its tools show it; times in epoch milliseconds. */
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

/** Scheduled prompts of the session; what cannot be done throws ToolFailure. */
export interface CronControl {
  create(input: { cron: string; prompt: string; recurring: boolean }): Promise<{
    events: NewEvent[];
    job: ScheduledPrompt;
  }>;
  list(): ScheduledPrompt[];
  /** events that delete it */
  remove(id: string): NewEvent[];
}

/** The skills that an agent may load (engine.md 4.16). */
export interface SkillShelf {
  /** the skill's own spelling of its name; throws ToolFailure for one that is unknown or not for the model */
  find(name: string): Promise<string>;
  /** puts its text into the conversation at the next step; throws ToolFailure */
  load(name: string, args: string | undefined, run: Pick<ToolRun, 'emit' | 'signal'>): Promise<'loaded' | 'known'>;
}

/** The temporary folder of a session, as its contained commands see it. */
export interface OwnTemporary {
  directory: string;
  /** directories that they see where they are, also below `/tmp` */
  beside: readonly string[];
}

/** What a tool may know before it has permission to run. */
export interface ToolContext {
  sessionId: string;
  agentId: string;
  /** working directory of the session, canonical */
  cwd: string;
  /** workspace directories, canonical, cwd first */
  workspace: string[];
  /** the program's data directory */
  home: string;
  userHome: string;
  /** `<home>/sessions/<session_id>` */
  sessionDirectory: string;
  /** environment of child processes, credentials already removed */
  env: Record<string, string>;
  /** absolute path of the POSIX shell */
  shell: string;
  /** mode that decides this call: `auto` also for unattended prompts */
  mode: 'manual' | 'yolo' | 'auto';
  memory: AgentMemory;
  /** whether no deny rule of Read speaks of a file, by its absolute path; searches leave the others out */
  mayRead(path: string): boolean;
  /** what the model of the next step can look at */
  model: { takesImages: boolean; takesVideos: boolean };
  /** limits of pictures a tool shows: pixels of the longer side, bytes of one (engine.md 4.8) */
  pictures: { maxEdge: number; byteBudget: number };
  /** the fetch for the web */
  web: Web;
  /** what a client does for the files of the session, at this moment */
  hostFiles(): HostFiles | undefined;
  /** where commands of the session run */
  runtimeId: RuntimeId;
  /** commands of the agent may ask to run outside the sandbox */
  mayLeave: boolean;
  /** what contained commands of the agent have as `/tmp`; undefined: theirs is that of the machine */
  temporary(): OwnTemporary | undefined;
  /** Whether a command runs outside the sandbox of its session: it asks for that, or rules let it out. */
  leaves(subject: Subject, isAsked: boolean): Promise<boolean>;
  /**
   * How a command of this moment is contained; undefined: it runs as it is. `shown`: what the call was shown with. Throws
   * ToolFailure when it was shown as contained and cannot be any more.
   */
  confinement(call?: { shown?: Profile | 'full'; leaves?: boolean; callId?: string }): Promise<Confinement | undefined>;
  skills: SkillShelf;
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
  /** `withdrawn`: by the end of the turn that asked */
  | { kind: 'dismissed'; withdrawn?: true };

/** A call that has permission and runs. */
export interface ToolRun extends ToolContext {
  turnId: number;
  step: number;
  callId: string;
  signal: AbortSignal;
  /** live output for clients; the engine limits its rate */
  progress(update: ToolUpdate): void;
  /** adds an event to the log, in order with the other events of this call */
  emit(event: NewEvent): void;
  /** asks the user and waits, also over a restart of the daemon */
  ask(questions: QuestionItem[]): Promise<QuestionOutcome>;
  /** why a deny rule forbids what the call came upon underway, such as the target of a redirect; undefined when none does */
  denied(subject: Subject): Promise<string | undefined>;
  /** the user's choice when this call was reviewed (plans); absent when the engine approved by itself */
  review?: { label: string; feedback?: string };
  /** the user's text for the file, in place of what the arguments lead to */
  chosen?: ChosenText;
  /** what permission was decided on; file tools refuse to run when the path leads elsewhere by now */
  plan?: ToolPlan;
}

/** A call that is about to be shown to the user for review. */
export type ToolReview = ToolContext & Pick<ToolRun, 'turnId' | 'step' | 'callId' | 'emit'>;

export interface ToolResult {
  /** what the model reads */
  output: string | ContentPart[];
  isError?: boolean;
  display?: ResultDisplay;
  truncated?: boolean;
  /** absolute path of the full output when the result holds a part of it */
  outputPath?: string;
  /** made by the engine, because the call gave none */
  synthetic?: boolean;
  /** the call was not allowed to run; the rule that decided, when one did */
  denied?: { rule?: string };
  /** what a client took in place of the disk, for the checkpoint of the call */
  hostWrite?: HostWrite;
  /** the turn ends after this batch (a plan rejected, engine.md 4.12) */
  stopsTurn?: boolean;
  /** enters the log together with the result, and only with it */
  records?: NewEvent[];
}

/** Prepared facts of one call; made before permission is asked. */
export interface ToolPlan {
  subject: Subject;
  access: Access;
  display: ToolDisplay;
}

/** The common part of all tools; `Input` is the type of checked arguments. */
interface ToolWork<Input> {
  /** decision in mode manual when no rule speaks (engine.md 4.1) */
  permission: 'allow' | 'ask' | 'review';
  /** offered to the main agent alone */
  mainOnly?: true;
  /** offered only to models with one of these capabilities; absent: to all */
  needs?: readonly ('image_in' | 'video_in')[];
  /** chars of a result's text that go to the model as they are; absent: 50,000 (engine.md 4.1). Infinity: it bounds them itself */
  resultChars?: number;
  /** milliseconds that a call gets to end after an abort; absent: 2,000 */
  abortGraceMs?: number;
  /** reads the input and the disk, changes nothing; throws ToolFailure for input that cannot work */
  plan(input: Input, context: ToolContext): Promise<ToolPlan>;
  /** called once when the decision is to ask for a review, before the approval is requested; never when the engine approves by itself */
  beforeReview?(input: Input, review: ToolReview): Promise<void>;
  /** of a tool that writes one text file: what a call makes of it; undefined where that cannot be shown as text */
  draft?(input: Input, context: ToolContext): Promise<Draft | undefined>;
  /** arguments that describe another change of the same file */
  inputFor?(input: Input, before: string, content: string): Record<string, unknown>;
  /** a failure is a result with isError or a thrown ToolFailure */
  run(input: Input, run: ToolRun): Promise<ToolResult>;
}

/** A tool as its file in this room writes it; its definition and its schema are in the contract. */
export interface BuiltinTool<Name extends ToolName = ToolName> extends ToolWork<ToolInputs[Name]> {
  name: Name;
}

/** A tool as the loop uses it, with its definition for models, built in or from an MCP server. */
export interface Tool extends ToolWork<Record<string, unknown>> {
  name: string;
  /** configured name of the server that offers it; absent: built in */
  server?: string;
  /** why every call of it is risky (engine.md 6.4) */
  risk?: string;
  definition: ToolDefinition;
  /** what is wrong with arguments, for the model; undefined when nothing is. Fills in defaults */
  faultOf(input: Record<string, unknown>): string | undefined;
}

/** The definition of a tool in a request to a model; the same object for as long as the tool lives. */
export interface ToolDefinition {
  name: string;
  description: string;
  /** JSON Schema of the arguments */
  inputSchema: Record<string, unknown>;
}

/** A failure the model reads as the result of its call. */
export class ToolFailure extends Error {}

/** Why a turn is torn down; the reason of its abort signal. */
export class TurnAborted extends Error {
  constructor(readonly by: 'user' | 'system' | 'limit') {
    super({ user: 'interrupted by the user', system: 'interrupted', limit: 'out of time' }[by]);
    this.name = 'TurnAborted';
  }
}

/** What the model reads of work that an abort ended: whose abort it was (engine.md 2.5). */
export function interruption({ reason }: AbortSignal, subject = 'Interrupted', when = ''): string {
  const by = reason instanceof TurnAborted ? reason.by : 'user';
  if (by === 'limit') return `${subject}${when}: the time limit of the run was reached.`;
  return by === 'user' ? `${subject} by the user${when}.` : `${subject}${when}.`;
}
