/** The editor that the user's environment names: its words, and its syntax for a line number. */
import { basename } from 'node:path';

/** A program with its arguments. */
export interface Invocation {
  program: string;
  args: string[];
}

/** Editors that show themselves in a terminal, which a server does not have. */
const inTerminal = new Set(
  'vi vim nvim nvi vis elvis nano pico ne joe jmacs jed mg zile micro helix hx kak kakoune amp ed ex red dte tilde mcedit emacs-nox'.split(
    ' ',
  ),
);

/** The syntax of editors for a line number. */
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

/** Undefined when the variable names no editor that can be used. Nothing of it is given to a shell. */
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

/** The arguments that open a path, at a line where the program is known to take one. */
export function placeArguments(name: string, path: string, line: number | undefined): string[] {
  const known = line === undefined ? undefined : atLine.find(([names]) => names.test(name));
  return known && line !== undefined ? known[1](path, line) : [path];
}

/** The words of a command line: blanks part them, quotes and backslashes keep them together. Undefined when a quote stays open. */
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
      // in double quotes it means itself before most characters
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
