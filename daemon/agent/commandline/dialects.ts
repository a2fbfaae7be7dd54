/** Detects which grammar a shell reads a text by. */
import { fail, type Findings } from './syntax.js';

/**
 * `bash`: certainly bash. `posix`: dash, ash and other shells called `sh`. `other`: a shell with its own words and
 * expansions, or one that only the running system knows.
 */
export type Dialect = 'bash' | 'posix' | 'other';

/** The shells of a machine that determine the grammar of a line. */
export interface Shells {
  /** the shell that reads the whole line */
  line: Dialect;
  /** returns the grammar of a shell that the line names */
  of(word: string): Dialect;
}

const posix = /^(?:sh|dash|ash|busybox|hush|posh)$/u;
const bash = /^r?bash(?:-?[0-9][0-9.]*)?(?:\.exe)?$/u;
const others = /^(?:zsh|rzsh|ksh|ksh93|rksh|pdksh|mksh|lksh|oksh|loksh|yash)(?:-?[0-9][0-9.]*)?$/u;
/** Shells whose grammar a POSIX parser cannot read. */
const foreign = /^(?:fish|csh|tcsh|elvish|nu|xonsh|rc|es)$/u;

/** Returns the name of a command: the last part of its path. */
export function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}

/** Whether a name is a shell that accepts commands as text. */
export function isShell(name: string): boolean {
  return (name !== 'busybox' && posix.test(name)) || bash.test(name) || others.test(name) || foreign.test(name);
}

/** Whether the parser cannot read the text of a shell. */
export function isForeign(name: string): boolean {
  return foreign.test(name);
}

/** Returns the dialect of a shell by its name alone. */
export function dialectNamed(name: string): Dialect {
  if (bash.test(name)) return 'bash';
  return posix.test(name) ? 'posix' : 'other';
}

/** The assumption without knowledge of the machine: `sh` may be any POSIX shell. */
export const namedShells: Shells = { line: 'bash', of: (word) => dialectNamed(baseName(word)) };

/** Rejects a construct outside of bash, because other shells read it differently. */
export function bashOnly(findings: Findings, construct: string): void {
  if (findings.dialect !== 'bash') fail(`${construct} in the text of a shell that is not known to be bash`);
}

/** Rejects a construct that shells with a different grammar read differently. */
export function commonOnly(findings: Findings, construct: string): void {
  if (findings.dialect === 'other') fail(`${construct} in the text of a shell with a different grammar`);
}

const continued = /[^A-Za-z0-9_./:,@%+ \t\n-]\\\n|\\\n[ \t]*[^A-Za-z0-9_./:,@%+ \t\n'"$>-]/u;

/** Checks a whole text first: shells differ in when they join continued lines within operators and expansions. */
export function checkText(findings: Findings, text: string): void {
  if (findings.dialect === 'bash' || !text.includes('\\\n')) return;
  if (continued.test(text) || text.includes('`')) bashOnly(findings, 'a line continued within an operator');
}

const ownCommands = new Set([
  ...['-', 'add-zsh-hook', 'always', 'autoload', 'bindkey', 'chpwd', 'compctl', 'compdef', 'disable', 'emulate', 'end'],
  ...['enum', 'float', 'foreach', 'functions', 'hist', 'integer', 'limit', 'nameref', 'namespace', 'nocorrect'],
  ...['noglob', 'print', 'pushln', 'r', 'repeat', 'sched', 'vared', 'whence', 'zcompile', 'zle', 'zmodload'],
  ...['zparseopts', 'zpty', 'zstyle', 'let', 'fc', 'coproc', 'select', 'function', 'time', 'typeset', 'declare'],
]);
/** Built-in commands whose arguments some shells evaluate as arithmetic. */
const calculating = new Set([
  'printf',
  'test',
  '[',
  'exit',
  'return',
  'shift',
  'break',
  'continue',
  'set',
  'kill',
  'wait',
]);

/** Checks the words of a command for a shell with a different grammar. */
export function checkCommand(findings: Findings, words: readonly { text: string; literal: boolean }[]): void {
  if (findings.dialect !== 'other') return;
  const name = words[0]?.text ?? '';
  if (ownCommands.has(name) || name.startsWith('=')) commonOnly(findings, `the command ${name}`);
  if (!calculating.has(name)) return;
  const plain = words.every((word, at) => word.literal && (at === 0 || !word.text.includes('[')));
  if (!plain || words[1]?.text.startsWith('-A') === true) commonOnly(findings, `a value in ${name}`);
}
