/** Parses a command line into the simple commands it would run (engine.md 7); what is not understood is unparsable. */
import { createTimeLimit, type TimeLimit } from './timelimit.js';
import { parenthesised } from './compound.js';
import { checkText, namedShells, type Shells } from './dialects.js';
import { checkHidden } from './hidden.js';
import { statements } from './statements.js';
import { fail, hide, limits, Unparsable, within, type Findings, type ParsedLine, type Reader } from './syntax.js';
import { noValues } from './values.js';
import { noVariables } from './variables.js';

// Control characters are markers inside some shells; a carriage return is a blank for some.
const control = /[\u0000-\u0008\u000b-\u001f\u007f]/u;

/**
 * Parses one command line. Pure, never throws; fails closed: `unparsable` is set for everything outside the grammar, over
 * a limit or with a part that only the running shell would know. `time` is a time limit, or a clock that gives milliseconds;
 * `shells` are those of the machine.
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

/** Does a part of the reading within the time limit; what it throws makes the line unparsable. */
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

/** Reads `…)` of a substitution; its here-documents end inside it, those before it start after it. */
function substitution(reader: Reader): void {
  const start = reader.at;
  const outer = reader.heredocs;
  reader.heredocs = [];
  parenthesised(reader);
  reader.heredocs = outer;
  if (outer.length > 0 && reader.text.slice(start, reader.at).includes('\n'))
    fail('a newline inside a word before a here-document');
}
