/** Opens files in programs of this machine. Passes arguments as lists, never through a shell. */
import { spawn } from 'node:child_process';
import { basename, dirname } from 'node:path';
import { ApiError } from '../../errors.js';
import { findProgram, pathOutside } from '../../base/process/programs.js';
import { withPath, type Reach } from '../files/reach.js';

export type AppId = 'finder' | 'cursor' | 'vscode' | 'iterm' | 'terminal';

/** What to open: a real absolute path. */
export interface OpenTarget {
  path: string;
  isDirectory: boolean;
  /** directory with untrusted files; programs inside it are never started */
  tree: string;
  /** from 1 */
  line?: number;
}

/** Opens files in programs. Every method rejects with INTERNAL_ERROR when no program could be started. */
export interface Opener {
  open(place: OpenTarget): Promise<void>;
  openIn(app: AppId, place: OpenTarget): Promise<void>;
  reveal(place: OpenTarget): Promise<void>;
}

/** Finds and starts the programs of this machine. */
export interface Programs {
  /** returns the absolute path of a program on a search path */
  find(name: string, searched: string | undefined): Promise<string | undefined>;
  /** Resolves once the program runs; the program outlives this process. Rejects with the system error. */
  start(program: string, args: readonly string[], options: { cwd: string; env: Record<string, string> }): Promise<void>;
}

export interface OpenerOptions {
  platform: string;
  /** environment variables for a program that works in a directory, without the daemon's secrets */
  environment(directory: string): Record<string, string>;
  programs?: Programs;
}

export function createOpener({ platform, environment, programs = ofThisMachine }: OpenerOptions): Opener {
  /** Starts the first of the choices that is installed. */
  async function startOne(place: OpenTarget, what: string, choices: readonly Invocation[]): Promise<void> {
    const cwd = directoryOf(place);
    const env = environment(cwd);
    const searched = await pathOutside(env, place.tree);
    for (const { program, args } of choices) {
      const found = await programs.find(program, searched);
      if (found === undefined) continue;
      try {
        await programs.start(found, args, { cwd, env });
        return;
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        throw failed(`${what} could not be started: ${why}`, error);
      }
    }
    const names = [...new Set(choices.map(({ program }) => program))].join(', ');
    throw failed(`${what} could not be started: ${names === '' ? 'not on this system' : `there is no ${names}`}`);
  }

  return {
    async open(place) {
      const env = environment(directoryOf(place));
      const editor = ['VISUAL', 'EDITOR']
        .map((name) => editorCommand(env[name], place.path, place.line))
        .find((command) => command !== undefined);
      await startOne(
        place,
        editor ? 'the editor' : 'the opener',
        editor ? [editor] : systemOpener(platform, place.path),
      );
    },
    openIn: (app, place) => startOne(place, appNames[app], appChoices(platform, app, place)),
    reveal: (place) => startOne(place, 'the file manager', fileManager(platform, place)),
  };
}

const appNames: Readonly<Record<AppId, string>> = {
  finder: 'the file manager',
  cursor: 'Cursor',
  vscode: 'VS Code',
  iterm: 'iTerm',
  terminal: 'the terminal',
};

function appChoices(platform: string, app: AppId, place: OpenTarget): Invocation[] {
  if (app === 'finder') return fileManager(platform, place);
  if (app === 'cursor') return editorChoices(platform, 'cursor', 'Cursor', place);
  if (app === 'vscode') return editorChoices(platform, 'code', 'Visual Studio Code', place);
  const directory = directoryOf(place);
  if (platform === 'darwin') return [open('-a', app === 'iterm' ? 'iTerm' : 'Terminal', directory)];
  if (app === 'iterm') return [];
  if (platform === 'win32') return [{ program: 'wt', args: ['-d', directory] }];
  return [
    { program: 'x-terminal-emulator', args: [] },
    { program: 'gnome-terminal', args: [`--working-directory=${directory}`] },
    { program: 'konsole', args: ['--workdir', directory] },
    // xterm starts in its working directory
    { program: 'xterm', args: [] },
  ];
}

function editorChoices(platform: string, program: string, application: string, place: OpenTarget): Invocation[] {
  const own = { program, args: placeArguments(program, place.path, place.line) };
  return platform === 'darwin' ? [own, open('-a', application, place.path)] : [own];
}

function systemOpener(platform: string, path: string): Invocation[] {
  if (platform === 'darwin') return [open(path)];
  if (platform === 'win32') return [{ program: 'explorer', args: [path] }];
  return [
    { program: 'xdg-open', args: [path] },
    { program: 'gio', args: ['open', path] },
  ];
}

/** Without a way to select a file, the file manager shows its directory. */
function fileManager(platform: string, place: OpenTarget): Invocation[] {
  if (platform === 'darwin') return [open('-R', place.path)];
  if (platform === 'win32') return [{ program: 'explorer', args: [`/select,${place.path}`] }];
  return systemOpener(platform, dirname(place.path));
}

function open(...args: string[]): Invocation {
  return { program: 'open', args };
}

function directoryOf({ path, isDirectory }: OpenTarget): string {
  return isDirectory ? path : dirname(path);
}

function failed(message: string, cause?: unknown): ApiError {
  return new ApiError('INTERNAL_ERROR', { message, ...(cause === undefined ? {} : { cause }) });
}

const ofThisMachine: Programs = {
  find: findProgram,
  start: (program, args, { cwd, env }) =>
    new Promise((resolve, reject) => {
      const child = spawn(program, args, { cwd, env, detached: true, stdio: 'ignore', windowsHide: true });
      child.once('error', reject);
      child.once('spawn', () => {
        child.unref();
        resolve();
      });
    }),
};

/** A program with its arguments. */
interface Invocation {
  program: string;
  args: string[];
}

/** Editors that need a terminal; a server has none. */
const inTerminal = new Set(
  'vi vim nvim nvi vis elvis nano pico ne joe jmacs jed mg zile micro helix hx kak kakoune amp ed ex red dte tilde mcedit emacs-nox'.split(
    ' ',
  ),
);

/** The arguments with which editors accept a line number. */
const atLine: [RegExp, (path: string, line: number) => string[]][] = [
  [/^(?:code|code-insiders|codium|vscodium|cursor|windsurf|trae)$/, (path, line) => ['--goto', `${path}:${line}`]],
  [/^(?:subl|sublime_text|zed|zeditor|lapce|fleet)$/, (path, line) => [`${path}:${line}`]],
  [/^(?:gvim|mvim|emacs|emacsclient|gedit|gnome-text-editor|mousepad|xed|pluma)$/, (path, line) => [`+${line}`, path]],
  [/^(?:kate|kwrite|mate)$/, (path, line) => ['--line', String(line), path]],
  [
    /^(?:idea|webstorm|pycharm|goland|clion|rubymine|phpstorm|rider|rustrover|studio)$/,
    (path, line) => ['--line', String(line), path],
  ],
];

/** Parses an editor variable such as `VISUAL`. Returns undefined when it names no usable editor. Never uses a shell. */
export function editorCommand(
  setting: string | undefined,
  path: string,
  line: number | undefined,
): Invocation | undefined {
  const [program, ...args] = wordsOf(setting ?? '') ?? [];
  if (program === undefined || program === '') return undefined;
  const name = basename(program)
    .replace(/\.(?:exe|cmd|bat|sh)$/i, '')
    .toLowerCase();
  if (
    inTerminal.has(name) ||
    args.some((arg) => /^(?:-nw|-t|--tty|--no-window-system)$/.test(arg) && name.startsWith('emacs'))
  )
    return undefined;
  return { program, args: [...args, ...placeArguments(name, path, line)] };
}

/** Returns the arguments that open a path, at the line if the program is known to accept one. */
function placeArguments(name: string, path: string, line: number | undefined): string[] {
  const known = line === undefined ? undefined : atLine.find(([names]) => names.test(name));
  return known && line !== undefined ? known[1](path, line) : [path];
}

/** Splits a command line at blanks; quotes and backslashes keep words together. Returns undefined for an open quote. */
export function wordsOf(text: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (quote !== undefined && char === quote) quote = undefined;
    else if (char === '\\' && quote !== "'" && at + 1 < text.length) {
      at += 1;
      const next = text[at] ?? '';
      // in double quotes, a backslash before most characters is literal
      word = (word ?? '') + (quote !== undefined && !'"\\$`'.includes(next) ? char + next : next);
    } else if (quote === undefined && (char === '"' || char === "'")) {
      quote = char;
      word ??= '';
    } else if (quote === undefined && /\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + char;
  }
  if (quote !== undefined) return undefined;
  return word === undefined ? words : [...words, word];
}

/** Throws FS_PATH_NOT_FOUND, FS_PATH_ESCAPES_SESSION. */
export async function placeIn(reach: Reach, given: string, line?: number): Promise<OpenTarget> {
  try {
    return await withPath(reach, given, async ({ real, stats }) => ({
      path: real,
      isDirectory: stats.isDirectory(),
      tree: reach.cwd,
      line,
    }));
  } catch (error) {
    // unreadable counts as missing
    if (error instanceof ApiError && error.errorName === 'FS_PERMISSION_DENIED')
      throw new ApiError('FS_PATH_NOT_FOUND', { message: error.message, cause: error });
    throw error;
  }
}
