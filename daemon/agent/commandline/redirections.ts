/** Parses redirections and here-documents of a command line. */
import { assigned } from './assignments.js';
import { bashOnly, commonOnly } from './dialects.js';
import { heredocBody } from './expansions.js';
import { fail, hide, limits, peek, sees, take, type Reader, type Redirection } from './syntax.js';
import { draftWord, toWord } from './words.js';

const operators = ['&>>', '&>', '<<<', '<<-', '<<', '<&', '<>', '<', '>>', '>&', '>|', '>'] as const;
type Operator = (typeof operators)[number];

/** A redirection that was read. */
interface Read {
  provided?: ProvidedInput;
  /** absent: it leads to no file */
  found?: Redirection;
}

/** The input that a redirection provides to its command. */
export interface ProvidedInput {
  /** text of a here-document or here-string without expansions */
  text?: string;
}

/** Reads one redirection: where it leads, and the input that it provides. Returns undefined if none starts here. */
export function redirection(reader: Reader): Read | undefined {
  if (!/[<>&{0-9]/u.test(peek(reader))) return undefined;
  const start = reader.at;
  const number = descriptor(reader);
  const operator =
    sees(reader, '<(') || sees(reader, '>(') ? undefined : operators.find((candidate) => take(reader, candidate));
  if (operator === undefined) {
    reader.at = start;
    return undefined;
  }
  if (operator === '&>' || operator === '&>>' || operator === '<<<') bashOnly(reader.findings, operator);
  blanks(reader);
  const input = number === undefined ? operator.startsWith('<') : /^0+$/u.test(number);
  return operator === '<<' || operator === '<<-' ? heredoc(reader, operator, input) : plain(reader, operator, input);
}

/** Reads the number of a descriptor; returns undefined without one. */
function descriptor(reader: Reader): string | undefined {
  peek(reader);
  const match = /(?:[0-9]+|\{([A-Za-z_][A-Za-z0-9_]*)(\[[^\]]*\])?\})(?=[<>])/uy;
  match.lastIndex = reader.at;
  const found = match.exec(reader.text);
  if (!found) return undefined;
  const operand = reader.text.slice(reader.at + found[0].length, reader.at + found[0].length + 2);
  if (operand === '<(' || operand === '>(') return undefined;
  reader.at += found[0].length;
  if (found[0].length > 1) bashOnly(reader.findings, 'a file descriptor of several letters');
  if (found[1] === undefined) return found[0];
  assigned(reader.findings, found[1], 'number');
  if (found[2] !== undefined) hide(reader.findings, 'assigns an element of an array');
  const bar = 'assigns a file descriptor';
  if (!reader.findings.line.bars.includes(bar)) reader.findings.line.bars.push(bar);
  return found[0];
}

/** Reads a redirection without a body. `input`: it changes the standard input. */
function plain(reader: Reader, operator: Exclude<Operator, '<<' | '<<-'>, input: boolean): Read {
  const draft = draftWord(reader);
  if (!draft) fail('a redirection without a target');
  const target = toWord(draft);
  if (operator === '<<<')
    return input ? { provided: target.literal && !target.tilde ? { text: target.text } : {} } : {};
  if (target.source.startsWith('!')) commonOnly(reader.findings, 'a redirection with !');
  if ((operator === '<&' || operator === '>&') && /^(?:[0-9]+-?|-)$/u.test(target.text))
    return input ? { provided: {} } : {};
  if (operator === '<&' || operator === '>&') bashOnly(reader.findings, `${operator} with a word`);
  const pipe = /^[<>]\(/u.test(target.source);
  const found = pipe ? undefined : record(reader, { direction: direction(operator), target });
  return {
    ...(found && { found }),
    ...(input && { provided: target.literal && target.text === '/dev/null' ? { text: '' } : {} }),
  };
}

function direction(operator: Operator): Redirection['direction'] {
  if (operator === '<>') return 'both';
  return operator === '<' || operator === '<&' ? 'input' : 'output';
}

function record(reader: Reader, found: Redirection): Redirection {
  if (reader.findings.line.redirections.push(found) > limits.redirections) fail('too many redirections');
  return found;
}

function heredoc(reader: Reader, operator: '<<' | '<<-', input: boolean): { provided?: ProvidedInput } {
  const draft = draftWord(reader);
  if (!draft) fail('a here-document without a delimiter');
  const delimiter = toWord(draft);
  // Shells do not expand a delimiter, but they differ in removing quotes inside an expansion.
  if (!delimiter.literal || delimiter.text === '' || delimiter.text.includes('\n'))
    fail('an unusual here-document delimiter');
  const quoted = /['"\\$]/u.test(delimiter.source);
  const provided: ProvidedInput = {};
  reader.heredocs.push({
    delimiter: delimiter.text,
    quoted,
    stripTabs: operator === '<<-',
    filled: (body) => {
      if (quoted || !/[\\$`]/u.test(body)) provided.text = body;
      if (!quoted) heredocBody({ text: body, at: 0, findings: reader.findings, heredocs: [] });
    },
  });
  return input ? { provided } : {};
}

/** Reads the bodies of the pending here-documents, directly after a newline. */
export function heredocBodies(reader: Reader): void {
  for (const waiting of reader.heredocs.splice(0)) {
    let body = '';
    for (;;) {
      if (reader.at >= reader.text.length) fail('an open here-document');
      let line = rawLine(reader, waiting.quoted);
      if (waiting.stripTabs) line = line.replace(/^\t+/u, '');
      if (line === waiting.delimiter) break;
      body += `${line}\n`;
      reader.findings.timeLimit.count();
    }
    waiting.filled(body);
  }
}

function rawLine(reader: Reader, quoted: boolean): string {
  let line = '';
  for (;;) {
    const end = reader.text.indexOf('\n', reader.at);
    const part = reader.text.slice(reader.at, end < 0 ? undefined : end);
    reader.at = end < 0 ? reader.text.length : end + 1;
    const continued = !quoted && end >= 0 && backslashesAtEnd(part) % 2 === 1;
    line += continued ? part.slice(0, -1) : part;
    if (!continued) return line;
  }
}

function backslashesAtEnd(text: string): number {
  let start = text.length;
  while (text.charAt(start - 1) === '\\') start -= 1;
  return text.length - start;
}

/** Skips blanks but not newlines. */
export function blanks(reader: Reader): void {
  while (peek(reader) === ' ' || peek(reader) === '\t') reader.at += 1;
}
