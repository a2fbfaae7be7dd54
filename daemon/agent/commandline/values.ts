/** Tracks values that a shell evaluates as arithmetic, subscript or option: any but a number may hold a command. */
import { assigned } from './assignments.js';
import { hide, type Findings, type Word } from './syntax.js';

/** What an assignment gives to a variable. */
export type Value = 'number' | 'text' | { copyOf: string };

/** Facts about the variables of a line. */
export interface Values {
  /** variables that get something other than numbers */
  text: Set<string>;
  /** variables that get the values of other variables */
  copies: Map<string, Set<string>>;
  /** variables whose values are evaluated, and where */
  evaluated: Map<string, string>;
  /** programs whose output counts as a number */
  counting: Set<string>;
  functions: Set<string>;
  /** variables that may be arrays */
  arrays: Set<string>;
  /** values in declaring commands; an array variable would parse them as array text */
  declared: { name: string; source: string }[];
}

export function noValues(): Values {
  return {
    text: new Set(),
    copies: new Map(),
    evaluated: new Map(),
    counting: new Set(),
    functions: new Set(),
    arrays: new Set(),
    declared: [],
  };
}

const number = /^[-+]?(?:0[xX][0-9a-fA-F]+|[0-9]*)$/u;
const sum = /^"?\$\(\((?:[^()"'`\\]|\([^()"'`\\]*\))*\)\)"?$/u;
const copy = /^"?\$\{?([A-Za-z_][A-Za-z0-9_]*)\}?"?$/u;
const counted = /^"?(?:\$[#?$!]|\$\{#[A-Za-z_][A-Za-z0-9_]*(?:\[[@*]\])?\})"?$/u;
/** A substitution that ends in a program that prints a number. */
const count =
  /\$\((?:(?:[\w \t./*=,:@%+'"-]|2>&1|2>\/dev\/null)+\|)*[ \t]*(?:(wc)[ \t]+-[lcmwL](?:[ \t]*<[ \t]*"?\$?\{?[\w./-]+\}?"?)?|(date)[ \t]+(?:-u[ \t]+)?\+["']?%s["']?|(nproc)|(seq)(?:[ \t]+[0-9]+)+|(id)[ \t]+-[ug])[ \t]*\)/gu;

/** Returns what an assignment gives to its variable. `source` is the value as written. */
export function valueOf(findings: Findings, source: string, text: string, literal: boolean): Value {
  if (literal) return number.test(text) ? 'number' : 'text';
  if (sum.test(source) || counted.test(source)) return 'number';
  if (withoutCounts(findings, source).replace(/^"?0"?$/u, '') === '') return 'number';
  const name = copy.exec(source)?.[1];
  return name === undefined ? 'text' : { copyOf: name };
}

/** Returns what a variable gets that takes one of several words. */
export function valueOfAny(findings: Findings, words: readonly Word[]): Value {
  const values = words.map((word) => valueOf(findings, word.source, word.text, word.literal));
  return words.every((word, at) => values[at] === 'number' && !word.glob) ? 'number' : 'text';
}

function withoutCounts(findings: Findings, source: string): string {
  return source.replace(count, (...match) => {
    for (const program of match.slice(1, 6)) if (typeof program === 'string') findings.values.counting.add(program);
    return '0';
  });
}

/** Numeric shell variables: the shell evaluates what is assigned to them. */
const calculated =
  /^(?:RANDOM|SRANDOM|SECONDS|LINENO|OPTIND|OPTERR|HISTCMD|UID|EUID|PPID|SHLVL|BASHPID|BASH_SUBSHELL|EPOCH\w+|BASH_MONOSECONDS)$/u;

/** Records what a variable gets. */
export function gets(findings: Findings, name: string, value: Value): void {
  const { values } = findings;
  if (value !== 'number' && calculated.test(name)) values.evaluated.set(name, 'an assignment');
  if (value === 'text') values.text.add(name);
  else if (value !== 'number') values.copies.set(name, (values.copies.get(name) ?? new Set()).add(value.copyOf));
}

/** Records that the variables in a text are evaluated, and that arithmetic may assign to them. */
export function evaluates(findings: Findings, source: string, where: string): void {
  const rest = withoutCounts(findings, source)
    .replace(/\$\{#[A-Za-z_][A-Za-z0-9_]*(?:\[[@*]\])?\}|\$[#?$!]/gu, '0')
    .replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)(?:\[[0-9]+\]|:?[-=?][0-9]*)?\}/gu, '$$$1 ')
    // Without its own end, `$((` starts a command.
    .replace(/\$(\(\((?:[^()"'`\\]|\([^()"'`\\]*\))*\)\))/gu, '$1');
  if (/[`\\]|\$(?![A-Za-z_])|[<>]\(|(?<![$\w])[A-Za-z_]\w*\$/u.test(rest)) {
    hide(findings, `evaluates a value in ${where}`);
    return;
  }
  for (const [whole] of rest.matchAll(/(?<!\w)[A-Za-z_]\w*\[?/gu)) {
    const name = whole.replace('[', '');
    if (whole !== name) findings.values.arrays.add(name);
    assigned(findings, name, 'number');
    findings.values.evaluated.set(name, where);
  }
}

/** Variables that get their values from the shell or from file names. */
const given =
  /^(?:_|REPLY|MAPFILE|COPROC|OPTARG|OPTERR|PWD|OLDPWD|DIRSTACK|PIPESTATUS|FUNCNAME|GROUPS|HISTCMD|IFS|(?:BASH|READLINE|COMP)_\w+)$/u;

/** Checks after the whole line is read: an evaluated value may be something other than a number. */
export function checkValues(findings: Findings): void {
  const { text, copies, evaluated, counting, functions, arrays, declared } = findings.values;
  for (const { name, source } of declared)
    if (arrays.has(name) || given.test(name)) evaluates(findings, source, 'the text of an array');
  for (const program of counting)
    if (functions.has(program) && evaluated.size > 0) hide(findings, `evaluates what the function ${program} prints`);
  // The loop also visits the copies that it adds to the map.
  const places = new Map(evaluated);
  for (const [name, where] of places) {
    if (given.test(name) || text.has(name)) hide(findings, `evaluates the value of ${name} in ${where}`);
    for (const source of copies.get(name) ?? []) if (!places.has(source)) places.set(source, where);
  }
}
