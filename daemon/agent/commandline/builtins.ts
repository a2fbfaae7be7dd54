/** Analyzes shell built-ins that run text, change the directory or set variables. */
import { assigned, namesTable } from './assignments.js';
import { baseName, commonOnly } from './dialects.js';
import { certain, constant, fail, hide, limits, type Findings, type Start, type Word } from './syntax.js';
import { evaluates, valueOf } from './values.js';

type Analyze = (findings: Findings, operands: readonly Word[], start: Start, name: string) => void;

const analyzers: Record<string, Analyze> = {
  eval: evaluate,
  trap,
  alias(_findings, operands) {
    if (operands.some((word) => !word.literal || word.text.includes('='))) fail('defines an alias');
  },
  cd: move,
  chdir: move,
  pushd: move,
  popd: move,
  declare,
  typeset: declare,
  local: declare,
  export: declare,
  readonly: declare,
  read: (findings, operands) => variables(findings, operands, 'adinNptu', 'a'),
  mapfile: callback,
  readarray: callback,
  getopts: (findings, operands) => variables(findings, operands.slice(1, 2), '', ''),
  wait(findings, operands) {
    setByOption(findings, operands, 'p');
    for (const word of operands) if (mayBeOption(word)) evaluates(findings, word.source, 'the operands of wait');
  },
  printf: print,
  test,
  '[': test,
  let: (findings, operands) => operands.forEach((word) => evaluates(findings, word.source, 'let')),
  unset,
  hash(findings, operands) {
    if (operands.some((word) => !word.literal || /^-[A-Za-z]*p|=/u.test(word.text)))
      hide(findings, 'writes the table of hash');
  },
  bind: unknown,
  enable: unknown,
  fc: unknown,
  complete: completion,
  compgen: completion,
  jobs(findings, operands) {
    if (operands.some((word) => !word.literal || /^-[A-Za-z]*x/u.test(word.text)))
      hide(findings, 'jobs runs a command');
  },
  shopt(findings, operands) {
    if (operands.some((word) => !word.literal || /^(?:expand_aliases|cdable_vars)$/u.test(word.text)))
      hide(findings, 'shopt changes how names are read');
  },
  set: options,
  source,
  '.': source,
};

/** Analyzes a built-in command; throws when the commands that it runs cannot be determined. */
export function builtin(findings: Findings, name: string, words: Word[], start: Start): void {
  if (!Object.hasOwn(analyzers, name)) return;
  const operands = words.slice(1);
  if (operands.some((word) => namesTable(word.text))) hide(findings, `${name} may write a table of commands`);
  analyzers[name]?.(findings, operands, start, name);
}

function unknown(findings: Findings, _operands: readonly Word[], _start: Start, name: string): void {
  hide(findings, `${name} may run commands that are not on the line`);
}

function evaluate(findings: Findings, operands: readonly Word[], start: Start): void {
  const rest = operands[0]?.text === '--' ? operands.slice(1) : operands;
  if (start.appends || !rest.every(certain)) fail('eval of an expansion');
  const text = rest.map((word) => word.text).join(' ');
  if (text.trim() !== '') findings.program(constant(text, start));
}

function trap(findings: Findings, operands: readonly Word[], start: Start): void {
  const rest = operands[0]?.text === '--' ? operands.slice(1) : operands;
  const [action] = rest;
  if (!action || (certain(action) && /^-[lp]?$/u.test(action.text))) return;
  if (!certain(action)) fail('a trap with an expansion');
  if (rest.length > 1 && action.text.trim() !== '') findings.program(constant(action.text, start));
}

function move(findings: Findings, operands: readonly Word[], _start: Start, name: string): void {
  const home: Word = { text: '~', source: '~', literal: true, glob: false, tilde: true };
  const rest = operands.filter((word) => !/^-[LPe@n]+$|^--$/u.test(word.text));
  const [target] = rest;
  const known =
    rest.length === 1 && target && certain(target) && !/^(?:-|[-+][0-9]+|)$/u.test(target.text) && name !== 'popd';
  if (findings.line.moves.length >= limits.moves) fail('too many changes of directory');
  const toHome = (name === 'cd' || name === 'chdir') && rest.length === 0;
  findings.line.moves.push(known ? target : toHome ? home : undefined);
}

const head = /^([A-Za-z_][A-Za-z0-9_]*)(?:\[(.*?)\])?(?:\+?=|$)/su;

function declare(findings: Findings, operands: readonly Word[], _start: Start, name: string): void {
  const flags = operands.filter((word) => /^[-+]/u.test(word.text));
  if (flags.some((word) => !word.literal || /^-[A-Za-z]*n/u.test(word.text))) {
    const reference = name !== 'export' && name !== 'readonly';
    if (reference || flags.some((word) => !word.literal)) hide(findings, 'sets a variable through the name of another');
  }
  const integer = flags.some((word) => /^[-+][A-Za-z]*i/u.test(word.text));
  for (const word of operands) {
    if (flags.includes(word)) continue;
    const [whole, variable, subscript] = head.exec(word.text) ?? [];
    if (variable === undefined || whole === undefined) {
      if (!word.literal || word.text.includes('[')) hide(findings, 'sets a variable whose name is an expansion');
      continue;
    }
    const value = word.source.startsWith(whole) ? word.source.slice(whole.length) : undefined;
    const sets = whole.endsWith('=');
    assigned(
      findings,
      variable,
      !sets
        ? 'number'
        : value === undefined
          ? 'text'
          : valueOf(findings, value, word.text.slice(whole.length), word.literal),
    );
    if (sets && !word.literal && value !== undefined && findings.dialect !== 'bash' && !/^"[^"]*"$/u.test(value))
      hide(findings, 'sets a variable whose name is an expansion');
    if (subscript !== undefined) subscripted(findings, subscript, name);
    const text = word.text.slice(whole.length);
    if (sets && text.startsWith('(')) evaluates(findings, value ?? text, 'the text of an array');
    else if (sets && !word.literal) findings.values.declared.push({ name: variable, source: value ?? text });
    if (flags.some((flag) => /^-[A-Za-z]*[aA]/u.test(flag.text))) findings.values.arrays.add(variable);
    if (integer) evaluates(findings, variable, `${name} -i`);
  }
}

function subscripted(findings: Findings, subscript: string, where: string): void {
  commonOnly(findings, 'a subscript');
  if (!/^(?:[0-9]+|[@*])$/u.test(subscript)) evaluates(findings, subscript, `a subscript in ${where}`);
}

/** Records a variable whose name is a separate word of a command. */
function named(findings: Findings, word: Pick<Word, 'text' | 'literal'> | undefined, where: string): void {
  const [whole, variable, subscript] = head.exec(word?.text ?? '') ?? [];
  if (!word?.literal || variable === undefined || whole !== word.text || whole.endsWith('=')) {
    hide(findings, 'sets a variable whose name is an expansion');
    return;
  }
  assigned(findings, variable);
  findings.values.arrays.add(variable);
  if (subscript !== undefined) subscripted(findings, subscript, where);
}

/** Records operands that are names. `values`: letters of options with a value; `naming`: with a name as value. */
function variables(findings: Findings, operands: readonly Word[], values: string, naming: string): void {
  let at = 0;
  for (; at < operands.length; at += 1) {
    const word = operands[at];
    if (!word || (word.literal && !/^-./u.test(word.text))) break;
    if (word.text === '--') {
      at += 1;
      break;
    }
    const letter = [...word.text.slice(1)].findIndex((char) => values.includes(char));
    const definite = letter >= 0 && /^-[A-Za-z]+$/u.test(word.text.slice(0, letter + 2));
    if (!word.literal && !definite) break;
    if (letter < 0) continue;
    const attached = word.text.slice(letter + 2);
    const value = attached === '' ? operands[(at += 1)] : { text: attached, literal: word.literal };
    if (naming.includes(word.text.charAt(letter + 1))) named(findings, value, 'an option');
  }
  for (const word of operands.slice(at)) named(findings, word, 'a name');
}

function callback(findings: Findings, operands: readonly Word[], _start: Start, name: string): void {
  if (operands.some((word) => !word.literal || /^-[A-Za-z]*C/u.test(word.text))) hide(findings, `${name} runs a text`);
  variables(findings, operands, 'dnOsuCc', '');
}

function completion(findings: Findings, operands: readonly Word[], _start: Start, name: string): void {
  if (operands.some((word) => !word.literal || /^-[A-Za-z]*[CFW]/u.test(word.text)))
    hide(findings, `${name} runs a text`);
}

/** Records the variable that an option such as `printf -v` sets. */
function setByOption(findings: Findings, operands: readonly Word[], letter: string): void {
  const option = new RegExp(`^-[A-Za-z]*${letter}`, 'u');
  const at = operands.findIndex((word) => option.test(word.text));
  const word = operands[at];
  if (!word) return;
  const attached = word.text.slice((option.exec(word.text)?.[0] ?? '').length);
  named(findings, attached === '' ? operands[at + 1] : { text: attached, literal: word.literal }, `-${letter}`);
}

function print(findings: Findings, operands: readonly Word[]): void {
  const [first] = operands;
  if (first && /^-v/u.test(first.text)) setByOption(findings, operands.slice(0, 2), 'v');
  else if (first && mayBeOption(first)) evaluates(findings, first.source, 'the options of printf');
}

/** Whether only the running shell knows the first letters of a word, or whether it is a single word. */
function mayBeOption(word: Word): boolean {
  return !word.literal && (/^"?[$`]/u.test(word.source) || !/^"[^"]*"$/u.test(word.source));
}

function options(findings: Findings, operands: readonly Word[]): void {
  const end = operands.findIndex((word) => word.text === '--' || (word.literal && !/^[-+]/u.test(word.text)));
  const before = end < 0 ? operands : operands.slice(0, end + 1);
  for (const word of before) {
    if (mayBeOption(word)) evaluates(findings, word.source, 'the options of set');
    else if (/^-[A-Za-z]*[Hk]/u.test(word.text)) hide(findings, 'set changes how words are read');
  }
  if (operands.some((word) => /^(?:histexpand|history|keyword)$/u.test(word.text)))
    hide(findings, 'set changes how words are read');
}

function unset(findings: Findings, operands: readonly Word[]): void {
  for (const word of operands)
    if (!word.literal || word.text.includes('[')) evaluates(findings, word.source, 'the names of unset');
}

const unary = /^-[vR]$/u;
const binary = /^(?:==?|!=|<|>|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef)|-[ao]|[\])(!])$/u;

/** Checks `test`: `test -v` evaluates a subscript, and an expansion among the operands may be that option. */
function test(findings: Findings, operands: readonly Word[]): void {
  operands.forEach((word, at) => {
    const next = operands[at + 1];
    if (unary.test(word.text) && next && !/^[A-Za-z_][A-Za-z0-9_]*$/u.test(next.text))
      evaluates(findings, next.source, 'test -v');
    if (word.literal) return;
    const whole = /^"[^"]*"$/u.test(word.source);
    const operator = next !== undefined && (!next.literal || /[$`]/u.test(next.text)) && !binary.test(next.text);
    if (!whole || operator) evaluates(findings, word.source, 'the operands of test');
  });
}

/** `.` and `source` read a file as part of the line. */
function source(findings: Findings, operands: readonly Word[]): void {
  const [file] = operands[0]?.text === '--' ? operands.slice(1) : operands;
  if (!file) return;
  if (isStream(file) || file.text.startsWith('-')) hide(findings, 'reads commands that are not on the line');
  else if (!file.literal) evaluates(findings, file.source, 'the name of a script');
  findings.scripts.push(file);
}

/** Whether a file may be the standard input, a pipe or another open descriptor. */
export function isStream(word: Word): boolean {
  return /^[<>]\(|^\/(?:dev|proc)\/|^-$/u.test(word.text) || /^(?:stdin|[0-9]+)$/u.test(baseName(word.text));
}
