/** What only the whole line shows: scripts it makes itself, shells that start with a file of its choice, places that move. */
import path from 'node:path';
import { baseName, isShell } from './dialects.js';
import { hide, type Findings, type Word } from './syntax.js';
import { checkValues } from './values.js';

/** Programs that write files they are given the names of. */
const writers = new Set(['tee', 'sponge', 'cp', 'mv', 'ln', 'install', 'rsync', 'dd', 'curl', 'wget', 'history']);

/** Looks at the whole line once it is read. */
export function checkHidden(findings: Findings): void {
  checkValues(findings);
  startFiles(findings);
  madeScripts(findings);
  movedPlaces(findings);
}

/** Files that a shell reads when it starts. */
function startFiles(findings: Findings): void {
  const { bars, commands } = findings.line;
  const starts = commands.some(({ words }) => isShell(baseName(words[0]?.text ?? '')));
  if (!starts) return;
  for (const name of ['ENV', 'HOME', 'ZDOTDIR'])
    if (bars.includes(`assigns ${name}`)) hide(findings, `a shell starts with the file that ${name} names`);
}

/** A file that the line makes and then runs holds commands that are not on the line. */
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

/** `CDPATH` and `HOME` decide where `cd` leads. */
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
