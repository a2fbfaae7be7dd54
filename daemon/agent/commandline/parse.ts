/** Parses a command line into the simple commands it would run (engine.md 7). Anything not understood is unparsable. */
import path from 'node:path';
import { createTimeLimit, type TimeLimit } from './timelimit.js';
import { parenthesised } from './compound.js';
import { baseName, checkText, isShell, namedShells, type Shells } from './dialects.js';
import { statements } from './statements.js';
import {
  fail,
  hide,
  limits,
  Unparsable,
  within,
  type Findings,
  type ParsedLine,
  type Reader,
  type Word,
} from './syntax.js';
import { checkValues, noValues } from './values.js';
import { noVariables } from './variables.js';

// Some shells use control characters as internal markers; some treat a carriage return as a blank.
const control = /[\u0000-\u0008\u000b-\u001f\u007f]/u;

/**
 * Parses one command line. Pure, never throws, fails closed: sets `unparsable` for anything outside the grammar, over a
 * limit, or known only to the running shell. `time`: a time limit, or a clock in ms. `shells`: the machine's shells.
 */
export function parseCommandLine(
  text: string,
  time: TimeLimit | (() => number) = () => performance.now(),
  shells: Shells = namedShells,
): ParsedLine {
  const line: ParsedLine = { commands: [], redirections: [], moves: [], repeats: false, bars: [], forks: false };
  const findings: Findings = {
    line,
    nodes: 0,
    nesting: 0,
    variables: noVariables(text),
    timeLimit: typeof time === 'function' ? createTimeLimit(time) : time,
    shells,
    dialect: shells.line,
    values: noValues(),
    scripts: [],
    program: (inner, dialect) => within(findings, dialect ?? findings.dialect, () => program(inner, findings)),
    substitution: (reader) => substitution(reader),
  };
  orHide(findings, () => {
    if (Buffer.byteLength(text) > limits.bytes) fail('too long');
    if (control.test(text)) fail('control characters');
    program(text, findings);
  });
  orHide(findings, () => {
    for (const see of findings.variables.late) see();
    checkHidden(findings);
  });
  return line;
}

/** Runs a part of the parsing within the time limit. An `Unparsable` that it throws makes the line unparsable. */
function orHide(findings: Findings, body: () => void): void {
  try {
    findings.timeLimit.within(body);
  } catch (error) {
    if (!(error instanceof Unparsable)) throw error;
    hide(findings, error.message);
  }
}

function program(text: string, findings: Findings): void {
  checkText(findings, text);
  const reader: Reader = { text, at: 0, findings, heredocs: [] };
  statements(reader);
  if (reader.at < text.length) fail('a syntax error');
  if (reader.heredocs.length > 0) fail('an open here-document');
}

/** Reads `…)` of a substitution. Its here-documents end inside it; bodies of earlier ones start after it. */
function substitution(reader: Reader): void {
  const start = reader.at;
  const outer = reader.heredocs;
  reader.heredocs = [];
  parenthesised(reader);
  reader.heredocs = outer;
  if (outer.length > 0 && reader.text.slice(start, reader.at).includes('\n'))
    fail('a newline inside a word before a here-document');
}

/** Programs that write to files named in their arguments. */
const writers = new Set(['tee', 'sponge', 'cp', 'mv', 'ln', 'install', 'rsync', 'dd', 'curl', 'wget', 'history']);

/** Checks the whole line after it is read. */
function checkHidden(findings: Findings): void {
  checkValues(findings);
  startFiles(findings);
  madeScripts(findings);
  movedPlaces(findings);
}

/** Checks files that a shell reads on startup. */
function startFiles(findings: Findings): void {
  const { bars, commands } = findings.line;
  const starts = commands.some(({ words }) => isShell(baseName(words[0]?.text ?? '')));
  if (!starts) return;
  for (const name of ['ENV', 'HOME', 'ZDOTDIR'])
    if (bars.includes(`assigns ${name}`)) hide(findings, `a shell starts with the file that ${name} names`);
}

/** Checks for a file that the line writes and then runs: its commands are not on the line. */
function madeScripts(findings: Findings): void {
  const { line } = findings;
  const searched = line.bars.includes('assigns PATH') ? line.commands.flatMap(({ words }) => words.slice(0, 1)) : [];
  const scripts = [...findings.scripts, ...searched];
  if (scripts.length === 0) return;
  const targets = line.redirections.filter(({ direction }) => direction !== 'input').map(({ target }) => target);
  const made = [
    ...targets.filter((word) => word.text !== '/dev/null'),
    ...line.commands.flatMap(({ words }) => madeBy(words)),
  ];
  if (made.length === 0) return;
  const anything = made.some((word) => !word.literal || word.glob);
  const names = new Set(made.map(nameOf));
  if (scripts.some((script) => anything || !script.literal || script.glob || names.has(nameOf(script))))
    hide(findings, 'runs a file that the line makes');
}

function madeBy(words: readonly Word[]): Word[] {
  const name = baseName(words[0]?.text ?? '');
  if (name === 'find') return words.filter((_word, at) => /^-f(?:print[0f]?|ls)$/u.test(words[at - 1]?.text ?? ''));
  return writers.has(name) ? words.slice(1).filter((word) => word.literal && !word.glob) : [];
}

function nameOf({ text }: Word): string {
  return path.posix.basename(path.posix.normalize(text)).toLowerCase().replace(/^of=/u, '');
}

/** Marks targets of `cd` that depend on `CDPATH` or `HOME` as unknown when the line assigns these. */
function movedPlaces({ line }: Findings): void {
  const search = line.bars.includes('assigns CDPATH');
  const home = line.bars.includes('assigns HOME');
  if (!search && !home) return;
  line.moves = line.moves.map((move) => {
    if (move?.tilde) return home ? undefined : move;
    return search && move && !/^(?:\/|\.\.?(?:\/|$))/u.test(move.text) ? undefined : move;
  });
  if (!home) return;
  for (const { target } of line.redirections) if (target.tilde) target.literal = false;
}
