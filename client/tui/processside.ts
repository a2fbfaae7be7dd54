/** What the terminal UI does outside of its screen: editor, clipboard, files, browser, suspension. */
import { spawn } from 'node:child_process';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { canShowBrowser, desktopPageOf, noDesktopPage } from '../cli/browser.js';
import { systemCode } from '../home.js';
import type { Io } from '../cli/io.js';
import type { ProcessSide } from './app.js';
import { readClipboard } from './clipboard.js';
import type { TuiSettings } from './settings.js';
import type { Screen } from './terminal/screen.js';
import type { Terminal } from './terminal/terminal.js';

export interface ProcessSideDeps {
  io: Io;
  terminal: Terminal;
  screen: Pick<Screen, 'hold' | 'release'>;
  suspend(): Promise<void>;
  settings: Pick<TuiSettings, 'editor'>;
  pageUrl(): string | undefined;
  /** no escape sequence may be written (tui.md 3.24) */
  isLinear?: boolean;
}

/** Programs that fill the clipboard, in the order in which they are tried. */
const clipboards: readonly (readonly [string, ...string[]])[] = [
  ['wl-copy'],
  ['xclip', '-selection', 'clipboard'],
  ['xsel', '--clipboard', '--input'],
  ['pbcopy'],
  ['clip.exe'],
];
/** Maximum length of a text for the clipboard of the terminal. */
const longestOsc52 = 100_000;
const clipboardMs = 2_000;

export function createProcessSide({
  io,
  terminal,
  screen,
  suspend,
  settings,
  pageUrl,
  isLinear = false,
}: ProcessSideDeps): ProcessSide {
  const isRemote = io.env['SSH_CONNECTION'] !== undefined || io.env['SSH_TTY'] !== undefined;

  /** Runs a program that takes over the terminal; input resumes only after `after` is done. */
  async function run<T>(
    command: string,
    args: readonly string[],
    after: (code: number | null) => Promise<T>,
  ): Promise<T> {
    screen.hold();
    await terminal.pause();
    let isKilled = false;
    try {
      const ended = await new Promise<number | null>((done) => {
        // the user's setting may be a command line with options
        const child = spawn('/bin/sh', ['-c', `${command} "$@"`, 'sh', ...args], {
          stdio: 'inherit',
          env: { ...io.env },
        });
        child.once('error', () => done(null));
        child.once('close', (code, signal) => {
          // the shell reports a signal of its command as an exit code above 128
          isKilled = signal !== null || (code ?? 0) > 128;
          done(code);
        });
      });
      return await after(ended);
    } finally {
      terminal.resume(isKilled);
      screen.release();
    }
  }

  /** Opens a page; resolves with a sentence that names it. */
  async function browse(url: string, shown: string): Promise<string> {
    if (!canShowBrowser(io)) return `Open ${shown} in a browser`;
    try {
      await io.openPage(url);
      return `Opened ${shown} in the browser`;
    } catch (error) {
      return `${shown} cannot be opened: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  return {
    suspend: () => void suspend(),
    async edit(text) {
      const command = settings.editor || io.env['VISUAL'] || io.env['EDITOR'] || '';
      if (command.trim() === '') return undefined;
      const directory = await mkdtemp(join(tmpdir(), 'agent-edit-'));
      const file = join(directory, 'prompt.md');
      await writeFile(file, text, { mode: 0o600 });
      return await run(command, [file], async (code) => {
        try {
          return code === 0 ? (await readFile(file, 'utf8')).replace(/\n$/, '') : text;
        } catch (error) {
          // the editor removed the file
          if (systemCode(error) === undefined) throw error;
          return text;
        } finally {
          await rm(directory, { recursive: true, force: true });
        }
      });
    },
    async copy(text) {
      if (!isRemote)
        for (const [program, ...args] of clipboards)
          if (await fills(program, args, text)) return `Copied with ${program}.`;
      if (isLinear) return 'Not copied: there is no program for the clipboard.';
      if (Buffer.byteLength(text) > longestOsc52) return 'Not copied: the text is too long for this terminal.';
      const sequence = `\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`;
      const wrapped = terminal.capabilities.tmux
        ? `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`
        : sequence;
      terminal.send(wrapped);
      return 'Copied through the terminal (OSC 52).';
    },
    readClipboard: () => readClipboard(io.env),
    async save({ path, name, content }) {
      const target = resolve(io.cwd, path ?? name);
      try {
        const file = await open(target, 'wx', 0o600);
        try {
          await file.writeFile(typeof content === 'string' ? content : Buffer.from(await content.arrayBuffer()));
        } finally {
          await file.close();
        }
        return { path: target };
      } catch (error) {
        const code = systemCode(error);
        if (code === undefined) throw error;
        return { problem: code === 'EEXIST' ? `${target} exists already` : `${target} cannot be written (${code})` };
      }
    },
    async openPage() {
      const url = pageUrl();
      // only the browser gets the token
      return url === undefined ? 'There is no server yet' : await browse(url, url.slice(0, url.indexOf('/#')));
    },
    async openDesktop() {
      const url = await desktopPageOf(io);
      return url === undefined ? noDesktopPage : await browse(url, url);
    },
  };
}

/** Resolves with whether the program exists and took the text. */
function fills(program: string, args: readonly string[], text: string): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'], timeout: clipboardMs });
    child.once('error', () => done(false));
    child.once('close', (code) => done(code === 0));
    child.stdin.on('error', () => undefined).end(text);
  });
}
