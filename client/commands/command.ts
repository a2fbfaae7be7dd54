/** What a slash command is, what it needs of the surface it was typed on, and what it answers (tui.md 3.7). */
import type { TranscriptPlan } from '../../schemas/generated/types.js';
import type { Client } from '../api/client.js';
import type { Files } from '../api/files.js';
import type { SessionModel } from '../session/session.js';
import type { CommandName, CommandTextKey, CommandWords } from './texts.js';

/** The terminal UI, the page, or an editor behind the bridge. */
export type SurfaceKind = 'terminal' | 'page' | 'editor';

/** `idle`: only while no turn runs. */
export type When = 'any' | 'idle';

/** A text where it has names of arguments; the others are what is typed. */
type Usage = Extract<CommandTextKey, `[${string}`> | '' | '[id]' | '[n]' | `[on|off${string}]`;

export interface Command {
  readonly name: CommandName;
  readonly aliases: readonly string[];
  readonly group: string;
  /** its arguments, optional ones in brackets; empty without any */
  readonly usage: Usage;
  /** with these arguments */
  when(args: string): When;
  readonly surfaces: readonly SurfaceKind[];
  /** values for its arguments; those that do not fit what is typed are left out by the caller */
  complete?(context: CommandContext): Promise<readonly Completion[]>;
  /** Rejects with ApiFailure or ConnectionFailure. */
  run(context: CommandContext, args: string): Promise<Outcome>;
}

/** A value of the arguments. */
export interface Completion {
  value: string;
  description?: string;
  /** words follow it */
  isOpen?: true;
}

export type Outcome = Done | Refusal;

export interface Done {
  kind: 'done';
  /** lines for the conversation, which the model never sees */
  rows?: readonly string[];
  /** one line that goes away again */
  notice?: string;
  /** what the transcript of the session reports too */
  reported?: string;
  /** the session works on it from now on */
  isStarted?: true;
  /** the agent, or the goal, whose end is the end of that work; without one it is the next turn of the main agent */
  agentId?: string;
  goalId?: string;
}

/** Nothing has changed, and what was typed stays in the input. */
export interface Refusal {
  kind: 'refused';
  /** `failed`: by the server, or there is no connection */
  reason: 'busy' | 'arguments' | 'not-offered' | 'failed';
  notice: string;
}

/** Something with a display of its own: a list, a view or a panel. */
export type View =
  | {
      kind:
        | 'help'
        | 'keys'
        | 'sessions'
        | 'permissions'
        | 'models'
        | 'efforts'
        | 'goals'
        | 'tasks'
        | 'agents'
        | 'schedules'
        | 'queue'
        | 'skills'
        | 'mcp'
        | 'login'
        | 'providers'
        | 'settings'
        | 'themes'
        | 'editors'
        | 'transcript'
        | 'status'
        | 'usage'
        | 'version'
        | 'html';
    }
  /** a page shows what `count` prompts would take back with them, or what a redo brings back */
  | { kind: 'rewind'; count?: number; isRedo?: true }
  | { kind: 'search'; text: string }
  /** a side conversation, which the question begins when there is one */
  | { kind: 'side'; question: string }
  | { kind: 'plan'; plan: TranscriptPlan }
  /** changes of the workspace against HEAD, below the path when there is one */
  | { kind: 'diff'; path: string };

/** Something that the surface itself does. */
export type Act = { kind: 'exit' | 'reload' | 'web' | 'desktop' } | { kind: 'vim'; isOn?: boolean };

/** A choice of a few, numbered from 1. */
export interface Asked {
  title: string;
  /** lines between title and choices */
  body?: readonly string[];
  choices: readonly string[];
  /** number that a surface without panels takes */
  preset: number;
}

export interface SavedFile {
  /** as the user gave it; else the surface puts `name` into the working directory, or downloads it */
  path?: string;
  name: string;
  content: string | Blob;
}

export interface Surface {
  readonly kind: SurfaceKind;
  show(view: View): void | Promise<void>;
  perform(act: Act): void | Promise<void>;
  /** Resolves with the number of a choice, or with undefined when the user leaves it. */
  ask(asked: Asked): Promise<number | undefined>;
  /** Shows another session from now on; `isNew`: this client created it, and nothing was said in it yet. */
  enter(sessionId: string, isNew?: boolean): Promise<void>;
  /** Puts a text into the input when that is empty. */
  prefill(text: string): void;
  /** Puts a text into the clipboard; resolves with a sentence that names the way. */
  copy(text: string): Promise<string>;
  /** Never overwrites a file; resolves with where it is, or with why it is not there. */
  save(file: SavedFile): Promise<{ path: string } | { problem: string }>;
}

export interface CommandContext {
  client: Client;
  files: Pick<Files, 'exportSession'>;
  session: SessionModel;
  surface: Surface;
  words: CommandWords;
  server: {
    baseUrl: string;
    /** it ends with this client */
    isOwn: boolean;
  };
  /** of the client's program; absent: the one of the server counts */
  version?: string;
  /** milliseconds since 1970; default: the clock of the platform */
  now?(): number;
}

/** `/goal <objective>`, with its aliases behind it. */
export function signatureOf(command: Command, words: CommandWords): string {
  const { name, aliases } = command;
  const usage = usageOf(command, words);
  const others = aliases.length === 0 ? '' : ` (${aliases.map((alias) => `/${alias}`).join(', ')})`;
  return `/${name}${usage === '' ? '' : ` ${usage}`}${others}`;
}

/** The arguments of a command, `[title]`; empty without any. */
export function usageOf({ usage }: Command, { text }: CommandWords): string {
  return text(usage as CommandTextKey) || usage;
}

/** What a command does, in one line. */
export function aboutOf({ name }: Command, { text }: CommandWords): string {
  return text(`/${name}`);
}

interface Given {
  name: CommandName;
  aliases?: readonly string[];
  usage?: Usage;
  when: When | ((args: string) => When);
  /** default: terminal and page */
  surfaces?: readonly SurfaceKind[];
  complete?: Command['complete'];
  run: Command['run'];
}

/** Commands that help and completion show together. */
export function group(title: string, commands: readonly Given[]): readonly Command[] {
  return commands.map(({ when, complete, ...given }) => ({
    aliases: [],
    usage: '',
    surfaces: inTerminalAndPage,
    ...given,
    group: title,
    when: (args) => (typeof when === 'function' ? when(args) : when),
    ...(complete && { complete }),
  }));
}

const inTerminalAndPage: readonly SurfaceKind[] = ['terminal', 'page'];
export const everywhere: readonly SurfaceKind[] = ['terminal', 'page', 'editor'];
export const inTerminal: readonly SurfaceKind[] = ['terminal'];

export function done(answer: Omit<Done, 'kind'> = {}): Done {
  return { kind: 'done', ...answer };
}

/** The arguments do not fit. */
export function refuse(notice: string, reason: Refusal['reason'] = 'arguments'): Refusal {
  return { kind: 'refused', reason, notice };
}

/** What opens a view does nothing else. */
export function showing(view: View): (context: CommandContext) => Promise<Outcome> {
  return async ({ surface }) => {
    await surface.show(view);
    return done();
  };
}

/** A page shows a view where other surfaces get lines. */
export function onPage(view: View, elsewhere: (context: CommandContext) => Promise<Outcome>): typeof elsewhere {
  return (context) => (context.surface.kind === 'page' ? showing(view) : elsewhere)(context);
}

export function performing(act: Act): (context: CommandContext) => Promise<Outcome> {
  return async ({ surface }) => {
    await surface.perform(act);
    return done();
  };
}

export const sessionParams = ({ session }: CommandContext): { params: { session_id: string } } => ({
  params: { session_id: session.get().id },
});

/** `on` and `off`, or the opposite of what is when nothing is given; undefined for other words. */
export function switched(args: string, isOn: boolean): boolean | undefined {
  if (args === '') return !isOn;
  return args === 'on' ? true : args === 'off' ? false : undefined;
}

export async function onOrOff(): Promise<readonly Completion[]> {
  return [{ value: 'on' }, { value: 'off' }];
}
