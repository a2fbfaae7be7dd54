/** The interface of slash commands: definition, what they need from their surface, and outcome (tui.md 3.7). */
import type { TranscriptPlan } from '../../schemas/generated/types.js';
import type { Client } from '../api/client.js';
import type { Files } from '../api/files.js';
import type { SessionModel } from '../session/session.js';
import type { CommandName, CommandTextKey, CommandWords } from './texts.js';

/** The terminal UI, the page, or an editor behind the bridge. */
export type SurfaceKind = 'terminal' | 'page' | 'editor';

/** `idle`: only while no turn runs. */
export type When = 'any' | 'idle';

/** A key of the texts where the arguments have translatable names; otherwise the literal arguments. */
type Usage = Extract<CommandTextKey, `[${string}`> | '' | '[id]' | '[n]' | `[on|off${string}]`;

export interface Command {
  readonly name: CommandName;
  readonly aliases: readonly string[];
  readonly group: string;
  /** its arguments, optional ones in brackets; empty without arguments */
  readonly usage: Usage;
  /** returns when the command can run with these arguments */
  when(args: string): When;
  readonly surfaces: readonly SurfaceKind[];
  /** values for its arguments; the caller removes those that do not match the typed text */
  complete?(context: CommandContext): Promise<readonly Completion[]>;
  /** Runs the command; rejects with ApiFailure or ConnectionFailure. */
  run(context: CommandContext, args: string): Promise<Outcome>;
}

/** A completion for an argument. */
export interface Completion {
  value: string;
  description?: string;
  /** further words follow it */
  isOpen?: true;
}

export type Outcome = Done | Refusal;

export interface Done {
  kind: 'done';
  /** lines for the conversation, which are not sent to the model */
  rows?: readonly string[];
  /** a line that disappears after a while */
  notice?: string;
  /** a result that the session's transcript reports too */
  reported?: string;
  /** the command started work of the session */
  isStarted?: true;
  /** the agent, or the goal, whose end is the end of that work; without one it is the next turn of the main agent */
  agentId?: string;
  goalId?: string;
}

/** The command changed nothing, and the typed text stays in the input. */
export interface Refusal {
  kind: 'refused';
  /** `failed`: the server refused, or there is no connection */
  reason: 'busy' | 'arguments' | 'not-offered' | 'failed';
  notice: string;
}

/** A display of its own: a list, a view or a panel. */
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
  /** a page shows what undoing `count` prompts would revert, or what a redo restores */
  | { kind: 'rewind'; count?: number; isRedo?: true }
  | { kind: 'search'; text: string }
  /** a side conversation, which begins with the question if there is one */
  | { kind: 'side'; question: string }
  | { kind: 'plan'; plan: TranscriptPlan }
  /** changes of the workspace against HEAD, limited to the path if there is one */
  | { kind: 'diff'; path: string };

/** An action of the surface itself. */
export type Act = { kind: 'exit' | 'reload' | 'web' | 'desktop' } | { kind: 'vim'; isOn?: boolean };

/** A question with a few choices, numbered from 1. */
export interface Asked {
  title: string;
  /** lines between title and choices */
  body?: readonly string[];
  choices: readonly string[];
  /** the choice of a surface without panels */
  preset: number;
}

export interface SavedFile {
  /** the path that the user gave; without it the surface saves `name` in the working directory or downloads it */
  path?: string;
  name: string;
  content: string | Blob;
}

export interface Surface {
  readonly kind: SurfaceKind;
  /** Returns how to stop the turn that a command has to wait for; default: the words of the page. */
  busyNotice?(name: string): string;
  show(view: View): void | Promise<void>;
  perform(act: Act): void | Promise<void>;
  /** Resolves with the number of a choice, or with undefined when the user cancels. */
  ask(asked: Asked): Promise<number | undefined>;
  /** Switches to another session; `isNew`: this client created it, and it has no messages yet. */
  enter(sessionId: string, isNew?: boolean): Promise<void>;
  /** Puts a text into the input if that is empty. */
  prefill(text: string): void;
  /** Copies a text to the clipboard; resolves with a sentence that names the method. */
  copy(text: string): Promise<string>;
  /** Saves a file without overwriting one; resolves with its path, or with the reason why it was not saved. */
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
    /** the server ends with this client */
    isOwn: boolean;
  };
  /** version of the client's program; default: that of the server */
  version?: string;
  /** milliseconds since 1970; default: the platform's clock */
  now?(): number;
}

/** Returns `/goal <objective>`, followed by the aliases. */
export function signatureOf(command: Command, words: CommandWords): string {
  const { name, aliases } = command;
  const usage = usageOf(command, words);
  const others = aliases.length === 0 ? '' : ` (${aliases.map((alias) => `/${alias}`).join(', ')})`;
  return `/${name}${usage === '' ? '' : ` ${usage}`}${others}`;
}

/** Returns the arguments of a command, such as `[title]`; empty without arguments. */
export function usageOf({ usage }: Command, { text }: CommandWords): string {
  return text(usage as CommandTextKey) || usage;
}

/** Returns the one-line description of a command. */
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

/** Groups commands for help and completion. */
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

/** Returns a refusal; by default because of the arguments. */
export function refuse(notice: string, reason: Refusal['reason'] = 'arguments'): Refusal {
  return { kind: 'refused', reason, notice };
}

/** Returns a command function that only opens a view. */
export function showing(view: View): (context: CommandContext) => Promise<Outcome> {
  return async ({ surface }) => {
    await surface.show(view);
    return done();
  };
}

/** Returns a command function that opens a view on a page, and runs `elsewhere` on other surfaces. */
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

/** Parses `on` and `off`; without arguments returns the opposite of `isOn`, for other words undefined. */
export function switched(args: string, isOn: boolean): boolean | undefined {
  if (args === '') return !isOn;
  return args === 'on' ? true : args === 'off' ? false : undefined;
}

export async function onOrOff(): Promise<readonly Completion[]> {
  return [{ value: 'on' }, { value: 'off' }];
}
